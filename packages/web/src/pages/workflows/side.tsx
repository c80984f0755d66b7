// Beside a workflow: its schedule, waiting events, its tools, its version.

import type { WorkflowDetail } from '@cellwake/client'
import { useState } from 'react'
import { client } from '../../data/client.ts'
import { useMay } from '../../data/rights.ts'
import { act } from '../../data/workflows.ts'
import { Button } from '../../parts/button.tsx'
import { counted, formatCount } from '../../parts/format.ts'
import { Glyph } from '../../parts/glyph.tsx'
import { Due, Time } from '../../parts/time.tsx'
import { VersionsDialog } from './versions.tsx'

export function Side({ workflow }: { workflow: WorkflowDetail }) {
  const { pendingBySource, tools, version, since, name, pending } = workflow
  const [isComparing, setComparing] = useState(false)
  return (
    <aside className="side">
      <Schedule workflow={workflow} />
      <section>
        <h2>
          Waiting <span className="faint">{counted(pending, 'event')}</span>
        </h2>
        {pending === 0 && <p className="muted">Nothing waits.</p>}
        {Object.entries(pendingBySource).map(([source, events]) => (
          <div className="p" key={source}>
            <span>{source}</span>
            <b className="num">{formatCount(events)}</b>
          </div>
        ))}
      </section>
      <section>
        <h2>May use</h2>
        {tools === null && <p className="muted">Every tool of this host.</p>}
        {tools?.map((tool) => (
          <div className="p" key={tool}>
            <code>{tool}</code>
          </div>
        ))}
      </section>
      <section>
        <h2>Version</h2>
        <p className="muted">
          {version}, since <Time at={since} />.{' '}
          <button type="button" className="link" onClick={() => setComparing(true)}>
            Compare or roll back
          </button>
        </p>
      </section>
      {isComparing && <VersionsDialog name={name} onClose={() => setComparing(false)} />}
    </aside>
  )
}

function Schedule({ workflow }: { workflow: WorkflowDetail }) {
  const { name, schedule, nextRunAt, status, issue } = workflow
  const mayAct = useMay('write')
  const isHeld = issue !== undefined
  return (
    <section>
      <h2>Schedule</h2>
      <p>{schedule}</p>
      <p className="muted">
        <Glyph name="time" />{' '}
        {status === 'Stopped' ? (
          'Stopped. Nothing starts until it is resumed.'
        ) : isHeld ? (
          'Held. It goes on after you decide.'
        ) : nextRunAt === null ? (
          'Runs when events come.'
        ) : (
          <>
            Next <Due at={nextRunAt} />.
          </>
        )}
      </p>
      {mayAct && (
        <div className="row">
          {status !== 'Stopped' && (
            <Button
              icon="play"
              disabled={isHeld}
              onClick={() => void act(name, 'It runs now.', () => client.runNow({ name }))}
            >
              Run now
            </Button>
          )}
          {status === 'Stopped' ? (
            <Button
              icon="play"
              kind="primary"
              onClick={() => void act(name, 'Resumed.', () => client.resumeWorkflow({ name }))}
            >
              Resume
            </Button>
          ) : (
            <Button
              icon="pause"
              onClick={() => void act(name, 'Paused.', () => client.pauseWorkflow({ name }))}
            >
              Pause
            </Button>
          )}
        </div>
      )}
    </section>
  )
}
