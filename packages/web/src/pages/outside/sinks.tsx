// The sinks: which topics are delivered where, adding and removing. Each is a workflow, which shows what it has sent.

import type { SinkView } from '@cellwake/client'
import { useState } from 'react'
import { to } from '../../app/router.ts'
import { client } from '../../data/client.ts'
import { useQuery } from '../../data/query.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { formatCount } from '../../parts/format.ts'
import { Glyph } from '../../parts/glyph.tsx'
import { Link } from '../../parts/link.tsx'
import { Answer, Empty } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { SinkDialog } from './sink-dialog.tsx'
import { TryIt } from './try-it.tsx'

export function Sinks() {
  const query = useQuery('sinks', () => client.sinks())
  const [isAdding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<string>()
  const all = query.data?.sinks
  return (
    <section className="sec">
      <h2>
        Sinks {all !== undefined && <span className="faint">{formatCount(all.length)}</span>}
        {query.data?.hasKey === true && (
          <Button icon="plus" onClick={() => setAdding(true)}>
            Add a sink
          </Button>
        )}
      </h2>
      <Answer query={query} what="the sinks" failed="The sinks could not be read.">
        {({ sinks, hasKey }) =>
          sinks.length === 0 ? (
            <Nothing hasKey={hasKey} />
          ) : (
            <ul className="reach">
              {sinks.map((one) => (
                <Sink key={one.name} sink={one} onRemove={() => setLeaving(one.name)} />
              ))}
            </ul>
          )
        }
      </Answer>
      {isAdding && <SinkDialog onClose={() => setAdding(false)} />}
      {leaving !== undefined && (
        <RemoveDialog
          name={leaving}
          what="sinks"
          remove={() => client.removeSink({ name: leaving })}
          onClose={() => setLeaving(undefined)}
        >
          Nothing more is delivered. Its workflow is paused, and keeps what it has done.
        </RemoveDialog>
      )}
    </section>
  )
}

function Nothing({ hasKey }: { hasKey: boolean }) {
  if (!hasKey)
    return (
      <Empty title="There are no sinks.">
        To add one here, the server needs a key for secrets, as for connections. The settings may
        have sinks without it.
      </Empty>
    )
  return (
    <Empty
      title="There are no sinks."
      command="cellwake sinks add ops --topic alerts --slack https://hooks.slack.com/…"
    >
      A sink delivers each event of a topic: to a webhook, to a channel, by e-mail.
    </Empty>
  )
}

function Sink({ sink, onRemove }: { sink: SinkView; onRemove: () => void }) {
  const { name, topic, kind, to: where, kept, changed, usable } = sink
  return (
    <li>
      <div className="reach-name">
        <Glyph name={usable ? 'ready' : 'failed'} label={usable ? 'can be used' : 'unusable'} />
        <Link to={to.workflow(`sink.${name}`)}>
          <code>{name}</code>
        </Link>
      </div>
      <div className="reach-what">
        <span>
          <code>{topic}</code> {words[kind]} <code>{where}</code>
        </span>
        <span className="faint">
          {changed === null ? 'in the settings' : <Time at={changed} />}
        </span>
        {!usable && (
          <p className="c-failed">
            It was added with another key, so this server cannot open it. Start the server with that
            key, or add the sink again.
          </p>
        )}
      </div>
      {kept && (
        <IconButton
          className="reach-remove"
          icon="trash"
          label={`Remove ${name}`}
          onClick={onRemove}
        />
      )}
      <TryIt label={`Try ${name}`} run={() => client.trySink({ name })} />
    </li>
  )
}

const words = { webhook: 'to', slack: 'to the channel at', email: 'by e-mail to' } as const
