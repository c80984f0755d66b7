// Every firing of the simulation, in order.

import type { Json, SimulatedView } from '@cellwake/client'
import { useState } from 'react'
import { to } from '../../app/router.ts'
import { SIMULATED_FIRINGS_SHOWN } from '../../limits.ts'
import { Button } from '../../parts/button.tsx'
import { counted, formatCount, formatJson } from '../../parts/format.ts'
import { Glyph } from '../../parts/glyph.tsx'
import { LeftOut } from '../../parts/left-out.tsx'
import { Link } from '../../parts/link.tsx'
import { absolute } from '../../parts/moments.ts'
import { useZone } from '../../parts/zone-scope.tsx'

export function FiringList({
  id,
  firings,
  more,
  titleOf,
}: {
  id: string
  firings: SimulatedView['firings']
  /** Left out by the server. */
  more: number
  titleOf: (rule: string) => string
}) {
  const zone = useZone()
  const text = (value: Json) => formatJson(value, zone)
  const [shown, setShown] = useState(SIMULATED_FIRINGS_SHOWN)
  if (firings.length === 0) return null
  return (
    <section className="sec">
      <h2>
        Firings <span className="faint">{counted(firings.length + more, 'firing')}</span>
      </h2>
      <ol className="sim-firings">
        {firings.slice(0, shown).map(({ rule, at, wave, writes, events, more: leftOut }) => (
          <li key={`${rule}:${at}:${wave}`}>
            <time dateTime={at}>{absolute(Date.parse(at), zone)}</time>
            <span>
              <Glyph name="rule" /> {titleOf(rule)}
            </span>
            <span className="did">
              {Object.entries(writes).map(([symbol, value]) => (
                <span key={symbol}>
                  <Link className="link" to={to.model(id, 'sheet', { cell: symbol })}>
                    <code>{symbol}</code>
                  </Link>{' '}
                  {text(value)}
                </span>
              ))}
              {events.map(({ topic, event, args }) => (
                <span key={`${topic}!${event}(${JSON.stringify(args)})`}>
                  <span className="k-ev">
                    {topic}!{event}
                  </span>
                  ({Array.isArray(args) ? args.map(text).join(', ') : text(args)})
                </span>
              ))}
              {leftOut !== undefined && <LeftOut {...leftOut} />}
            </span>
          </li>
        ))}
      </ol>
      {firings.length > shown && (
        <Button onClick={() => setShown(shown + SIMULATED_FIRINGS_SHOWN)}>
          Show {formatCount(Math.min(SIMULATED_FIRINGS_SHOWN, firings.length - shown))} more
        </Button>
      )}
      {more > 0 && firings.length <= shown && (
        <p className="faint">{formatCount(more)} later ones are left out.</p>
      )}
    </section>
  )
}
