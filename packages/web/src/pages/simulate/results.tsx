// The outcome of a simulation: followed cells and rules on one axis, then every firing, then how it ended.

import type { RuleView, SimulatedView } from '@cellwake/client'
import { useMemo, useRef } from 'react'
import { AxisChart } from '../../parts/chart/axis-chart.tsx'
import { counted, formatCount } from '../../parts/format.ts'
import { Glyph } from '../../parts/glyph.tsx'
import { absolute } from '../../parts/moments.ts'
import { Axis, Lane } from '../../parts/timeline/lane.tsx'
import { ticksOf } from '../../parts/timeline/spans.ts'
import { useWidth } from '../../parts/timeline/use-width.ts'
import { Value } from '../../parts/value.tsx'
import { useZone } from '../../parts/zone-scope.tsx'
import type { Asked } from './attempt.ts'
import { FiringList } from './firing-list.tsx'

export function Results({
  id,
  asked,
  result,
  rules,
}: {
  id: string
  asked: Asked
  result: SimulatedView
  rules: readonly RuleView[]
}) {
  const box = useRef<HTMLDivElement>(null)
  const widthPx = useWidth(box)
  const zone = useZone()
  const span = useMemo(
    () => ({ from: Date.parse(asked.from), until: Date.parse(asked.until) }),
    [asked],
  )
  const ticks = useMemo(() => ticksOf(span, zone), [span, zone])
  const { firings, more, skipped, problems, series, cells } = result
  const titles = useMemo(() => new Map(rules.map(({ id: rule, title }) => [rule, title])), [rules])
  const titleOf = (rule: string) => titles.get(rule) ?? rule
  const lanes = useMemo(() => lanesOf(firings), [firings])
  const total = firings.length + more
  return (
    <section className="sim-results" aria-label="Result">
      <p className="t15" role="status">
        {total === 0
          ? 'No rule fired.'
          : `${counted(total, 'firing')} of ${counted(lanes.size, 'rule')}, until ${absolute(span.until, zone)}.`}
      </p>
      {problems.map(({ rule, problem }) => (
        <p key={rule}>
          <Glyph name="failed" /> {titleOf(rule)}: {problem}
        </p>
      ))}
      {skipped.map(({ rule, count, reason }) => (
        <p key={rule} className="muted">
          {titleOf(rule)} skipped {formatCount(count)}: {reason}
        </p>
      ))}
      <div className="sim-axis">
        <div className="hide-phone" />
        <div ref={box}>
          <Axis ticks={ticks} />
        </div>
      </div>
      {Object.entries(series).map(([symbol, points]) => {
        const line = points.map(({ at, value }) => ({
          at: Date.parse(at),
          value: typeof value === 'number' ? value : null,
        }))
        const cell = cells[symbol]
        return (
          <div key={symbol} className="sim-row">
            <div>
              <code>{symbol}</code>
              {cell !== undefined && (
                <p className="end">
                  <Value cell={cell} />
                </p>
              )}
            </div>
            {line.some(({ value }) => value !== null) ? (
              <AxisChart
                label={`${symbol} in the simulation`}
                points={line}
                span={span}
                ticks={ticks}
                typeTag={cell?.typeTag ?? 'number'}
                fired={firedFor(symbol, firings)}
              />
            ) : (
              <p className="muted">{counted(points.length, 'change')}, none a number.</p>
            )}
          </div>
        )
      })}
      {[...lanes].map(([rule, lane]) => (
        <div key={rule} className="sim-row lane-row">
          <b>{titleOf(rule)}</b>
          <Lane
            label={titleOf(rule)}
            lane={lane}
            span={span}
            ticks={ticks}
            widthPx={widthPx}
            now={undefined}
          />
        </div>
      ))}
      <FiringList id={id} firings={firings} more={more} titleOf={titleOf} />
      <Final cells={cells} follow={asked.follow ?? []} />
    </section>
  )
}

/** When rules wrote the cell. */
function firedFor(symbol: string, firings: SimulatedView['firings']): number[] {
  return firings.flatMap(({ at, writes }) => (symbol in writes ? [Date.parse(at)] : []))
}

type LaneData = Parameters<typeof Lane>[0]['lane']

function lanesOf(firings: SimulatedView['firings']): Map<string, LaneData> {
  const past = new Map<string, LaneData['past']>()
  for (const { rule, due, at } of firings) {
    const lane = past.get(rule) ?? []
    lane.push({ outcome: 'fired', reason: null, due, at, count: 1 })
    past.set(rule, lane)
  }
  return new Map([...past].map(([rule, list]) => [rule, { past: list, coming: [] }]))
}

const MOST_CELLS = 200

function Final({ cells, follow }: { cells: SimulatedView['cells']; follow: readonly string[] }) {
  const names = Object.keys(cells).filter((symbol) => !/^([^!]+!)?[A-Z]{1,3}\d+$/.test(symbol))
  const shown = [...new Set([...follow, ...names, ...Object.keys(cells)])]
    .filter((symbol) => cells[symbol] !== undefined && cells[symbol].kind !== 'blank')
    .slice(0, MOST_CELLS)
  if (shown.length === 0) return null
  return (
    <section className="sec">
      <h2>At the end</h2>
      <ul className="final">
        {shown.map((symbol) => {
          const cell = cells[symbol]
          return (
            <li key={symbol}>
              <code>{symbol}</code>
              {cell !== undefined && <Value cell={cell} />}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
