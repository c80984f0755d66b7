// Inputs and their mutations: the first view of a workflow's work.

import type { InputView, MutationView } from '@cellwake/client'
import { client } from '../../data/client.ts'
import { useQuery } from '../../data/query.ts'
import { useMay } from '../../data/rights.ts'
import { act } from '../../data/workflows.ts'
import { WORKFLOW_LOOK_MS } from '../../limits.ts'
import { Button } from '../../parts/button.tsx'
import { counted } from '../../parts/format.ts'
import { Icon } from '../../parts/glyph.tsx'
import { Time } from '../../parts/time.tsx'
import { mutationWords } from './words.ts'

const SHOWN = 20
const LEDGER_ROWS = 50

export function Activity({ name }: { name: string }) {
  const inputs = useQuery(
    `workflow:${name}:inputs`,
    () => client.workflowInputs({ name }, { limit: SHOWN }),
    { everyMs: WORKFLOW_LOOK_MS },
  ).data?.inputs
  const mutations = useQuery(
    `workflow:${name}:ledger`,
    () => client.workflowLedger({ name }, { limit: LEDGER_ROWS }),
    { everyMs: WORKFLOW_LOOK_MS },
  ).data?.mutations
  if (inputs === undefined || mutations === undefined) return null
  const byId = new Map(mutations.map((one) => [one.id, one]))
  return (
    <section className="sec">
      <h2>
        Recent activity <span className="faint">{counted(inputs.length, 'input')}</span>
      </h2>
      {inputs.length === 0 ? (
        <p className="muted">Nothing has come in yet.</p>
      ) : (
        <ul>
          {inputs.map((input) => (
            <Row
              key={input.id}
              name={name}
              input={input}
              sent={input.outputs.flatMap((id) => byId.get(id) ?? [])}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

function Row({
  name,
  input,
  sent,
}: {
  name: string
  input: InputView
  sent: readonly MutationView[]
}) {
  const [first, ...more] = sent
  const isUnsure = first !== undefined && first.status !== 'applied'
  return (
    <li className="act">
      <Time at={input.createdAt} />
      <div>
        {input.title} <span className="sub">{input.source}</span>
      </div>
      <Icon name="arrow" />
      <div>
        {first === undefined ? (
          <>
            <span className={input.stale ? 'c-attention' : 'muted'}>
              {input.stale ? 'has waited for over a week' : words[input.status]}
            </span>
            {input.status === 'pending' && <LeaveOut name={name} input={input} />}
          </>
        ) : (
          <>
            <span className={isUnsure ? 'c-attention w5' : ''}>
              {isUnsure ? mutationWords[first.status] : (first.title ?? 'done')}
            </span>{' '}
            <span className="sub">{first.tool}</span>
            {more.length > 0 && <span className="faint"> and {more.length} more</span>}
          </>
        )}
      </div>
    </li>
  )
}

/** An input that is left out takes with it all events that it caused or will cause. */
function LeaveOut({ name, input }: { name: string; input: InputView }) {
  const mayAct = useMay('write')
  if (!mayAct) return null
  const skip = () => client.skipEvent({ name }, { inputId: input.id })
  return (
    <Button kind="quiet" onClick={() => void act(name, 'Left out, on record.', skip)}>
      Leave out
    </Button>
  )
}

const words = { pending: 'waits', done: 'done, nothing was sent', skipped: 'left out' } as const
