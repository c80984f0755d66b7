// Details, closed at first: runs with their phases, the ledger of mutations, and the log lines of runs.

import type { LogLineView } from '@cellwake/client'
import { useState } from 'react'
import { client } from '../../data/client.ts'
import { useQuery } from '../../data/query.ts'
import { WORKFLOW_LOOK_MS } from '../../limits.ts'
import { Segments } from '../../parts/button.tsx'
import { Icon } from '../../parts/glyph.tsx'
import { Time } from '../../parts/time.tsx'
import { Events } from './events.tsx'
import { Runs } from './runs.tsx'
import { mutationWords } from './words.ts'

const SHOWN = 50

type Part = 'runs' | 'events' | 'ledger' | 'logs'

export function Deeper({ name }: { name: string }) {
  const [isOpen, setOpen] = useState(false)
  const [part, setPart] = useState<Part>('runs')
  return (
    <section className="sec">
      <details
        className="runs"
        open={isOpen}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary>
          <Icon name="right" />
          <span className="w6">Runs</span>
          <span className="muted hide-phone">phases, attempts, events and what was sent</span>
        </summary>
        {isOpen && (
          <>
            <Segments
              label="What to show"
              value={part}
              onChoose={setPart}
              choices={[
                { value: 'runs', text: 'Runs' },
                { value: 'events', text: 'Events' },
                { value: 'ledger', text: 'Sent' },
                { value: 'logs', text: 'Log' },
              ]}
            />
            {part === 'runs' && <Runs name={name} />}
            {part === 'events' && <Events name={name} />}
            {part === 'ledger' && <Ledger name={name} />}
            {part === 'logs' && <Log name={name} />}
          </>
        )}
      </details>
    </section>
  )
}

function Ledger({ name }: { name: string }) {
  const rows = useQuery(
    `workflow:${name}:ledger`,
    () => client.workflowLedger({ name }, { limit: SHOWN }),
    { everyMs: WORKFLOW_LOOK_MS },
  ).data?.mutations
  if (rows === undefined) return null
  if (rows.length === 0) return <p className="muted">Nothing was sent yet.</p>
  return (
    <ul className="ledger">
      {rows.map((row) => (
        <li key={row.id}>
          <Time at={row.updatedAt} />
          <div>
            <code>{row.tool}</code> {row.title}
            <p className="sub">
              key <code>{row.key}</code>
              {row.error !== undefined && `, ${row.error}`}
            </p>
          </div>
          <span className={row.status === 'applied' ? 'faint' : 'c-attention'}>
            {mutationWords[row.status] ?? row.status}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Log({ name }: { name: string }) {
  const lines = useQuery(
    `workflow:${name}:logs`,
    () => client.workflowLogs({ name }, { limit: SHOWN }),
    { everyMs: WORKFLOW_LOOK_MS },
  ).data?.lines
  if (lines === undefined) return null
  if (lines.length === 0) return <p className="muted">Nothing was written down yet.</p>
  return (
    <ul className="ledger">
      {keyed(lines).map(([key, line]) => (
        <li key={key}>
          <Time at={line.at} />
          <div>
            {line.text} <span className="sub">{line.phase}</span>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Lines may be equal; newer ones come above them. */
function keyed(lines: readonly LogLineView[]): (readonly [string, LogLineView])[] {
  return lines.map((line, i) => [String(lines.length - i), line])
}
