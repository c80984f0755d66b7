// Mutations that were sent and never answered: when, by which tool, with what, under which idempotency key, and how often
// they were looked up. A person can find them in the other system by it.

import type { MutationView } from '@cellwake/client'
import { client } from '../../data/client.ts'
import { useQuery } from '../../data/query.ts'
import { WORKFLOW_LOOK_MS } from '../../limits.ts'
import { counted } from '../../parts/format.ts'
import { Time } from '../../parts/time.tsx'

const LEDGER_ROWS = 50
const PARAMS_CHARS = 300
const OPEN: ReadonlySet<string> = new Set(['in_flight', 'needs_reconcile', 'indeterminate'])

export function Sent({ name }: { name: string }) {
  const { data } = useQuery(
    `workflow:${name}:ledger`,
    () => client.workflowLedger({ name }, { limit: LEDGER_ROWS }),
    { everyMs: WORKFLOW_LOOK_MS },
  )
  const open = data?.mutations.find(({ status }) => OPEN.has(status))
  return open === undefined ? null : <Facts mutation={open} />
}

function Facts({ mutation }: { mutation: MutationView }) {
  const { createdAt, tool, params, key, attempts, error } = mutation
  return (
    <dl className="sent-facts">
      <dt>Sent</dt>
      <dd>
        <Time at={createdAt} />, <code>{tool}</code>,{' '}
        {JSON.stringify(params).slice(0, PARAMS_CHARS)}
      </dd>
      <dt>Key</dt>
      <dd>
        <code>{key}</code>
      </dd>
      {attempts > 0 && (
        <>
          <dt>Asked since</dt>
          <dd>
            {counted(attempts, 'time')}
            {error !== undefined && `: ${error}`}
          </dd>
        </>
      )}
    </dl>
  )
}
