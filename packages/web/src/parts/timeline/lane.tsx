// A lane: one rule on the axis of its page. Marks can be reached with the keyboard as one list, whose text is read
// aloud; the pointer shows the same.

import type { Timeline } from '@cellwake/client'
import { memo, useMemo } from 'react'
import { At } from '../at.tsx'
import { useZone } from '../zone-scope.tsx'
import { layoutLane, type Mark } from './lane-layout.ts'
import { shareOf, type Tick, type TimeSpan } from './spans.ts'
import type { Stretch } from './windows.ts'
import './timeline.css'

export const Lane = memo(function Lane({
  lane,
  span,
  ticks,
  widthPx,
  now,
  stretches = [],
  label,
}: {
  lane: Pick<Timeline['lanes'][number], 'past' | 'coming'>
  span: TimeSpan
  ticks: readonly Tick[]
  widthPx: number
  now: number | undefined
  stretches?: readonly Stretch[]
  label: string
}) {
  const zone = useZone()
  const { marks, notes } = useMemo(
    () => layoutLane(lane, span, widthPx, zone),
    [lane, span, widthPx, zone],
  )
  return (
    <div className="rlane" role="img" aria-label={`${label}: ${summary(marks)}`}>
      <Grid ticks={ticks} span={span} now={now} />
      {stretches.map(({ kind, x, w }) => (
        <At key={`${kind}${x}`} className={`stretch ${kind}`} x={x} w={w} />
      ))}
      {marks.map((mark) => (
        <At
          key={`${mark.kind}${mark.x}`}
          className={`mk ${mark.shape} ${mark.kind}`}
          x={mark.x}
          w={mark.w}
          tip={mark.tip}
        />
      ))}
      {notes.map((note) => (
        <At key={`${note.x}${note.text}`} className={`note ${note.side}`} x={note.x}>
          {note.text}
        </At>
      ))}
    </div>
  )
})

export function Grid({
  ticks,
  span,
  now,
}: {
  ticks: readonly Tick[]
  span: TimeSpan
  now: number | undefined
}) {
  const x = now === undefined ? -1 : shareOf(span, now)
  return (
    <>
      {ticks.map((tick) => (
        <At key={tick.at} className="vline" x={tick.x} />
      ))}
      {x >= 0 && x <= 1 && <At className="now" x={x} />}
    </>
  )
}

export function Axis({ ticks }: { ticks: readonly Tick[] }) {
  return (
    <div className="raxis" aria-hidden="true">
      {ticks.map((tick) => (
        <At key={tick.at} className={tick.isMinor ? 'alt' : ''} x={tick.x}>
          {tick.text}
        </At>
      ))}
    </div>
  )
}

function summary(marks: readonly Mark[]): string {
  const count = (kind: Mark['kind']) =>
    marks.filter((mark) => mark.kind === kind).reduce((sum, mark) => sum + mark.count, 0)
  return `${count('fired')} fired, ${count('replayed')} replayed, ${count('skipped')} did not fire, ${count('coming')} coming`
}
