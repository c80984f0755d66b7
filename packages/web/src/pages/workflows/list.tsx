// All workflows: those that need a person come first.

import type { WorkflowSummary } from '@cellwake/client'
import { to } from '../../app/router.ts'
import { useFreshWorkflows, useWorkflows } from '../../data/workflows.ts'
import { counted, formatCount } from '../../parts/format.ts'
import { Glyph } from '../../parts/glyph.tsx'
import { Link } from '../../parts/link.tsx'
import { Answer, Empty } from '../../parts/states.tsx'
import { Due } from '../../parts/time.tsx'
import { glyphOf } from '../../parts/workflow-glyph.ts'

const rank = ['Needs attention', 'Running', 'Idle', 'Stopped']

export function WorkflowList() {
  const query = useWorkflows()
  const workflows = [...(query.data?.workflows ?? [])].sort(
    (a, b) => rank.indexOf(a.status) - rank.indexOf(b.status) || a.name.localeCompare(b.name),
  )
  // In the order of their names, which their states do not change.
  const names = workflows.map(({ name }) => name).sort()
  useFreshWorkflows(names, 'workflows')
  return (
    <>
      <div className="head">
        <div>
          <h1>Workflows</h1>
          {workflows.length > 0 && <p className="lede">{sentence(workflows)}</p>}
        </div>
      </div>
      <Answer query={query} what="the workflows" failed="The workflows could not be read.">
        {() =>
          workflows.length === 0 ? (
            <Empty title="No workflows yet." command="cellwake workflows deploy intake.workflow.ts">
              A workflow takes events, changes something outside once, and says what came of it.
              Give the server a file with workflows, and they appear here.
            </Empty>
          ) : (
            <ul className="flows">
              {workflows.map((one) => (
                <Row key={one.name} workflow={one} />
              ))}
            </ul>
          )
        }
      </Answer>
    </>
  )
}

function Row({ workflow }: { workflow: WorkflowSummary }) {
  const { name, title, status, issue, schedule, nextRunAt, pending } = workflow
  return (
    <li>
      <div className="flow-word">
        <Glyph name={glyphOf[status]} spin={status === 'Running'} /> {status}
      </div>
      <div className="flow-name">
        <Link className="w6" to={to.workflow(name)}>
          {title}
        </Link>
        <p className={issue === undefined ? 'muted' : 'c-attention'}>
          {issue?.sentence ?? schedule}
        </p>
      </div>
      <div className="flow-facts faint">
        {pending > 0 && <span>{formatCount(pending)} waiting</span>}
        {nextRunAt !== null && status !== 'Stopped' && (
          <span>
            next <Due at={nextRunAt} />
          </span>
        )}
      </div>
    </li>
  )
}

function sentence(workflows: readonly WorkflowSummary[]): string {
  const waiting = workflows.filter(({ status }) => status === 'Needs attention').length
  const running = workflows.filter(({ status }) => status === 'Running').length
  const all = `${counted(workflows.length, 'workflow')}.`
  if (waiting > 0) return `${all} ${counted(waiting, 'needs', 'need')} you.`
  return running > 0
    ? `${all} ${formatCount(running)} at work. All is well.`
    : `${all} All is well.`
}
