// Events of the topics of a workflow, and how far each is. One that waits can be left out, one that is done with put back.

import type { DeliveryView } from '@cellwake/client'
import { client } from '../../data/client.ts'
import { useQuery } from '../../data/query.ts'
import { useMay } from '../../data/rights.ts'
import { act } from '../../data/workflows.ts'
import { WORKFLOW_LOOK_MS } from '../../limits.ts'
import { Button } from '../../parts/button.tsx'
import { Time } from '../../parts/time.tsx'
import { deliveryWords } from './words.ts'

const SHOWN = 50
const PAYLOAD_CHARS = 200

export function Events({ name }: { name: string }) {
  const mayAct = useMay('write')
  const events = useQuery(
    `workflow:${name}:events`,
    () => client.workflowEvents({ name }, { limit: SHOWN }),
    { everyMs: WORKFLOW_LOOK_MS },
  ).data?.events
  if (events === undefined) return null
  if (events.length === 0) return <p className="muted">No event has come yet.</p>
  return (
    <ul className="ledger">
      {events.map((event) => (
        <li key={`${event.consumer} ${event.topic} ${event.messageId}`}>
          <Time at={event.publishedAt} />
          <div>
            {event.topic} <code>{event.messageId}</code>
            <p className="sub">{JSON.stringify(event.payload).slice(0, PAYLOAD_CHARS)}</p>
          </div>
          <span className="row">
            <span className={event.state === 'quarantined' ? 'c-attention' : 'faint'}>
              {deliveryWords[event.state]}
            </span>
            {mayAct && <Decide name={name} event={event} />}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Decide({ name, event }: { name: string; event: DeliveryView }) {
  const { topic, messageId, state } = event
  const body = { topic, messageId }
  const isOpen = state === 'pending' || state === 'reserved'
  const decide = isOpen
    ? () => act(name, 'Left out, on record.', () => client.skipEvent({ name }, body))
    : () => act(name, 'It is processed again.', () => client.reprocessEvent({ name }, body))
  return (
    <Button kind="quiet" onClick={() => void decide()}>
      {isOpen ? 'Leave out' : 'Do again'}
    </Button>
  )
}
