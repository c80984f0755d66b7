// Runs, newest first: a track of six steps each, and its attempts as a sentence.

import type { RunView } from '@cellwake/client'
import { client } from '../../data/client.ts'
import { useQuery } from '../../data/query.ts'
import { WORKFLOW_LOOK_MS } from '../../limits.ts'
import { formatSpan } from '../../parts/format.ts'
import { Icon } from '../../parts/glyph.tsx'
import { Time } from '../../parts/time.tsx'
import { runWord } from './words.ts'

const SHOWN = 50
const steps = ['preparing', 'prepared', 'mutating', 'mutated', 'emitting', 'committed']

export function Runs({ name }: { name: string }) {
  const runs = useQuery(
    `workflow:${name}:runs`,
    () => client.workflowRuns({ name }, { limit: SHOWN }),
    { everyMs: WORKFLOW_LOOK_MS },
  ).data?.runs
  if (runs === undefined) return null
  if (runs.length === 0) return <p className="muted">Nothing has run yet.</p>
  const byId = new Map(runs.map((run) => [run.id, run]))
  return (
    <>
      {runs.map((run) => (
        <Run key={run.id} run={run} chain={chainOf(run, byId)} />
      ))}
    </>
  )
}

/** The attempts before this one, oldest first, as far as they are on the page. */
function chainOf(run: RunView, byId: ReadonlyMap<string, RunView>): RunView[] {
  const chain: RunView[] = []
  const before = ({ retryOf }: RunView) => (retryOf === null ? undefined : byId.get(retryOf))
  for (let one = before(run); one !== undefined; one = before(one)) chain.unshift(one)
  return chain
}

function Run({ run, chain }: { run: RunView; chain: readonly RunView[] }) {
  const at = steps.indexOf(run.phase)
  const here = run.status === 'committed' ? '' : run.status.startsWith('failed') ? 'bad' : 'at'
  const took = Date.parse(run.updatedAt) - Date.parse(run.createdAt)
  return (
    <div className="run">
      <div>
        <div className="id">{run.handler}</div>
        <div className="sub">
          {run.title ?? run.handlerType}, attempt {run.attempt},{' '}
          {run.status === 'committed' ? formatSpan(took) : runWord(run.status)}
        </div>
        <div className="sub faint">
          <Time at={run.createdAt} />
        </div>
      </div>
      <ol className="track" aria-label="Phases">
        {steps.map((step, i) => (
          <li
            key={step}
            className={i < at || run.status === 'committed' ? '' : i === at ? here : 'no'}
            {...(i === at && { 'aria-current': 'step' as const })}
          >
            {step}
          </li>
        ))}
      </ol>
      {(chain.length > 0 || run.error !== undefined) && (
        <div className="chain">
          {chain.map((one) => (
            <span key={one.id}>
              attempt {one.attempt}: {one.error ?? runWord(one.status)} <Icon name="arrow" />
            </span>
          ))}
          <b className="w5">{run.error ?? runWord(run.status)}</b>
        </div>
      )}
    </div>
  )
}
