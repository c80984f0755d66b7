// The next 24 hours of all models on one axis.

import type { ModelSummary, Timeline } from '@cellwake/client'
import { useEffect, useRef, useState } from 'react'
import { to } from '../../app/router.ts'
import { client } from '../../data/client.ts'
import { useQuery } from '../../data/query.ts'
import { At } from '../../parts/at.tsx'
import { Link } from '../../parts/link.tsx'
import { clockTime } from '../../parts/moments.ts'
import { useZone, useZoneChoice, zoneOf } from '../../parts/zone-scope.tsx'
import { type LaneLayout, layoutLane, ticksOf } from './lanes.ts'
import './strip.css'

const dayMs = 86_400_000
const everyMs = 60_000
/** How wide "now" is, with half of the word that may come next. */
const nowPx = 64

export function Strip({ models }: { models: readonly ModelSummary[] }) {
  // Only models with something to come have a lane.
  const scheduled = models.filter((model) => model.next !== null).slice(0, 12)
  const ids = scheduled.map((model) => model.id)
  const query = useQuery(
    ids.length === 0 ? undefined : `upcoming:${ids.join()}`,
    () => askTimelines(ids),
    { everyMs },
  )
  const box = useRef<HTMLElement>(null)
  const width = useLaneWidth(box)
  const zone = useZone()
  const chosen = useZoneChoice()
  const { data } = query
  if (data === undefined || scheduled.length === 0) return null
  // The word at the beginning needs its room, also on a phone.
  const ticks = ticksOf(data.from, data.until, zone).filter(({ x }) => x * width > nowPx)
  return (
    <section ref={box} className="strip" aria-label="Next 24 hours">
      <h2>Next 24 hours</h2>
      <div className="axis" aria-hidden="true">
        <At x={0} className="first">
          now
        </At>
        {ticks.map((tick) => (
          <At key={tick.x} x={tick.x} className={tick.isMinor ? 'alt' : ''}>
            {tick.text}
          </At>
        ))}
        <At x={1} className="last alt">
          {clockTime(data.until, zone)}
        </At>
      </div>
      {scheduled.map((model) => {
        const rules = data.timelines.get(model.id)?.lanes ?? []
        const own = zoneOf(model.timezone, chosen, zone)
        const layout = layoutLane(rules, data.from, data.until, width, own)
        return <Lane key={model.id} model={model} layout={layout} ticks={ticks} />
      })}
    </section>
  )
}

function Lane({
  model,
  layout,
  ticks,
}: {
  model: ModelSummary
  layout: LaneLayout
  ticks: readonly { x: number }[]
}) {
  const { marks, labels, bands } = layout
  const big = marks.filter((mark) => mark.kind === 'big')
  const said = [...bands.map((band) => band.tip), ...big.map((mark) => mark.tip)].join('; ')
  return (
    <>
      <Link className="lane-l" to={to.model(model.id, 'rules')}>
        {model.title}
      </Link>
      <div className="lane" role="img" aria-label={said === '' ? 'Nothing rare is coming' : said}>
        {ticks.map((tick) => (
          <At key={tick.x} x={tick.x} className="vline" />
        ))}
        <At x={0} className="now" />
        {bands.map((band) => (
          <At key={band.tip} x={band.x} w={band.width} className="band" tip={band.tip} />
        ))}
        {marks.map((mark) => (
          <At
            key={`${mark.x}${mark.tip}`}
            x={mark.x}
            className={mark.kind === 'big' ? 'mk big' : 'mk bar'}
            tip={mark.tip}
          />
        ))}
        {labels.map((label) => (
          <At key={`${label.x}${label.text}`} x={label.x} className={`tag ${label.side}`}>
            {label.text}
          </At>
        ))}
      </div>
    </>
  )
}

async function askTimelines(ids: readonly string[]) {
  const from = Date.now()
  const until = from + dayMs
  const span = { from: new Date(from).toISOString(), until: new Date(until).toISOString() }
  const timelines = new Map<string, Timeline>()
  await Promise.all(
    ids.map(async (id) => {
      // A model may go while we ask; the others still have their lanes.
      const answer = await client.timeline({ id }, span).catch(() => undefined)
      if (answer !== undefined) timelines.set(id, answer)
    }),
  )
  return { from, until, timelines }
}

/** Labels need to know how much room there is. */
function useLaneWidth(box: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(1000)
  useEffect(() => {
    const measure = () => {
      const lane = box.current?.querySelector('.lane')
      if (lane) setWidth(lane.clientWidth)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  })
  return width
}
