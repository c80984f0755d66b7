// One workflow: the word, the sentence and the buttons first; then input → output; runs in the details.

import type { WorkflowDetail } from '@cellwake/client'
import { useFreshWorkflows, useWorkflow } from '../../data/workflows.ts'
import { Glyph } from '../../parts/glyph.tsx'
import { Answer } from '../../parts/states.tsx'
import { glyphOf } from '../../parts/workflow-glyph.ts'
import { Activity } from './activity.tsx'
import { Deeper } from './deeper.tsx'
import { Issue } from './issue.tsx'
import { Side } from './side.tsx'

export function WorkflowView({ name }: { name: string }) {
  const query = useWorkflow(name)
  useFreshWorkflows([name], `workflow:${name}`)
  return (
    <Answer query={query} what={name} failed={`${name} could not be read.`}>
      {(workflow) => <Whole workflow={workflow} />}
    </Answer>
  )
}

function Whole({ workflow }: { workflow: WorkflowDetail }) {
  const { name, title, status, issue } = workflow
  return (
    <div className="flow">
      <div>
        <p className="kicker">
          <b className="w6">{title}</b> {title !== name && <span className="faint">{name}</span>}
        </p>
        <h1 className={`word c-${glyphOf[status]}`}>
          <Glyph name={glyphOf[status]} spin={status === 'Running'} />
          {status}
        </h1>
        {issue !== undefined && <Issue name={name} issue={issue} />}
        <Activity name={name} />
        <Deeper name={name} />
      </div>
      <Side workflow={workflow} />
    </div>
  )
}
