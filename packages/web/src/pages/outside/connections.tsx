// The named connections: where each leads, whether this server can open it, adding and removing.

import type { ConnectionView } from '@cellwake/client'
import { useState } from 'react'
import { client } from '../../data/client.ts'
import { useQuery } from '../../data/query.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { formatCount } from '../../parts/format.ts'
import { Glyph } from '../../parts/glyph.tsx'
import { Answer, Empty } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { AddDialog } from './add-dialog.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { TryIt } from './try-it.tsx'

export function Connections() {
  const query = useQuery('connections', () => client.connections())
  const [isAdding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<string>()
  const all = query.data?.connections
  return (
    <section className="sec">
      <h2>
        Connections {all !== undefined && <span className="faint">{formatCount(all.length)}</span>}
        {query.data?.hasKey === true && (
          <Button icon="plus" onClick={() => setAdding(true)}>
            Add a connection
          </Button>
        )}
      </h2>
      <Answer query={query} what="the connections" failed="The connections could not be read.">
        {({ connections, hasKey }) =>
          connections.length === 0 ? (
            <Nothing hasKey={hasKey} />
          ) : (
            <ul className="reach">
              {connections.map((one) => (
                <Connection key={one.name} connection={one} onRemove={() => setLeaving(one.name)} />
              ))}
            </ul>
          )
        }
      </Answer>
      {isAdding && <AddDialog onClose={() => setAdding(false)} />}
      {leaving !== undefined && (
        <RemoveDialog
          name={leaving}
          what="connections"
          remove={() => client.removeConnection({ name: leaving })}
          onClose={() => setLeaving(undefined)}
        >
          What uses it fails from then on, and says so. Its secret cannot be had back from here.
        </RemoveDialog>
      )}
    </section>
  )
}

function Nothing({ hasKey }: { hasKey: boolean }) {
  if (!hasKey)
    return (
      <Empty title="This server has no key for secrets.">
        Connections hold secrets, and are kept encrypted. Make a key, keep it, and start the server
        with it.
        <pre>
          cellwake connections key &gt; secret.key{'\n'}
          CELLWAKE_SECRET_KEY_FILE=secret.key cellwake serve
        </pre>
      </Empty>
    )
  return (
    <Empty
      title="There are no connections."
      command="cellwake connections add crm --url postgres://reader@db.example.com/crm"
    >
      A connection is an address with its credentials, under a name that settings and functions use.
    </Empty>
  )
}

function Connection({
  connection,
  onRemove,
}: {
  connection: ConnectionView
  onRemove: () => void
}) {
  const { name, kind, url, headers, changed, usable } = connection
  return (
    <li>
      <div className="reach-name">
        <Glyph name={usable ? 'ready' : 'failed'} label={usable ? 'can be used' : 'unusable'} />
        <code>{name}</code>
      </div>
      <div className="reach-what">
        <code>{url}</code>
        <span className="faint">
          {kind}
          {headers.length > 0 && `, with ${headers.join(', ')}`}, since <Time at={changed} />
        </span>
        {!usable && (
          <p className="c-failed">
            It was added with another key, so this server cannot open it. Start the server with that
            key, or add the connection again.
          </p>
        )}
      </div>
      <IconButton
        className="reach-remove"
        icon="trash"
        label={`Remove ${name}`}
        onClick={onRemove}
      />
      <TryIt label={`Try ${name}`} run={() => client.tryConnection({ name })} />
    </li>
  )
}
