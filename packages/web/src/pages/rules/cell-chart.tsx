// A cell of the model above the lanes, on the same axis: the value that triggers read.

import type { RuleView, Timeline } from '@cellwake/client'
import { useMemo } from 'react'
import { useSearchParam } from '../../app/router.ts'
import { useCells } from '../../data/live.ts'
import { AxisChart } from '../../parts/chart/axis-chart.tsx'
import { Glyph } from '../../parts/glyph.tsx'
import type { Tick, TimeSpan } from '../../parts/timeline/spans.ts'
import { Value } from '../../parts/value.tsx'
import { useHistory } from '../history/use-history.ts'
import { chartChoices, comparisonOf } from './comparison.ts'
import { Legend } from './legend.tsx'

export function CellChart({
  id,
  rules,
  lanes,
  span,
  ticks,
  now,
}: {
  id: string
  rules: readonly RuleView[]
  lanes: ReadonlyMap<string, Timeline['lanes'][number]>
  span: TimeSpan
  ticks: readonly Tick[]
  now: number
}) {
  const [asked, setAsked] = useSearchParam('cell')
  const choices = useMemo(() => chartChoices(rules), [rules])
  const symbol = asked ?? choices[0]
  const compared = useMemo(
    () => (symbol === undefined ? undefined : comparisonOf(symbol, rules)),
    [symbol, rules],
  )
  const other = typeof compared?.limit === 'string' ? compared.limit : undefined
  const { cells } = useCells(
    id,
    [symbol, other].flatMap((one) => one ?? []),
  )
  // The line begins where the axis does, or where nothing older is kept.
  const { entries } = useHistory(id, symbol, span.from)
  const points = useMemo(
    () =>
      [...entries].reverse().map(({ at, kind, value }) => ({
        at: Date.parse(at),
        value: kind === 'number' && typeof value === 'number' ? value : null,
      })),
    [entries],
  )
  if (symbol === undefined) return <Legend />
  const cell = cells?.[symbol]
  const limit = limitOf(compared?.limit, cells?.[other ?? ''])
  const fired = readers(rules, symbol).flatMap((rule) =>
    (lanes.get(rule.id)?.past ?? []).flatMap(({ outcome, at }) =>
      outcome === 'fired' ? [Date.parse(at)] : [],
    ),
  )
  const hasLine = points.some(({ value }) => value !== null)
  return (
    <div className="rrow first">
      <div className="pick">
        <div>
          <select
            className="chart-pick mono"
            aria-label="Cell of the chart"
            value={symbol}
            onChange={(event) => setAsked(event.target.value)}
          >
            {(choices.includes(symbol) ? choices : [symbol, ...choices]).map((choice) => (
              <option key={choice}>{choice}</option>
            ))}
          </select>
          <div className="val">{cell === undefined ? '…' : <Value cell={cell} />}</div>
          {compared !== undefined && limit !== undefined && typeof cell?.value === 'number' && (
            <p className="muted">
              {cell.value > limit ? 'over' : cell.value < limit ? 'under' : 'at'}{' '}
              <code>{compared.limit}</code>
              {other !== undefined && cells?.[other] !== undefined && (
                <>
                  {' '}
                  <Value cell={cells[other]} />
                </>
              )}
            </p>
          )}
        </div>
        <Legend />
      </div>
      {hasLine ? (
        <AxisChart
          label={`${symbol} over time`}
          points={points}
          span={span}
          ticks={ticks}
          now={now}
          typeTag={cell?.typeTag ?? 'number'}
          threshold={limit}
          fired={fired}
        />
      ) : (
        <p className="no-line muted">
          <Glyph name="idle" />{' '}
          {entries.length === 0 ? 'No change is known yet.' : 'It is no number, so it has no line.'}
        </p>
      )}
    </div>
  )
}

function limitOf(
  limit: string | number | undefined,
  cell: { readonly kind: string; readonly value: unknown } | undefined,
): number | undefined {
  if (typeof limit === 'number') return limit
  return cell?.kind === 'number' && typeof cell.value === 'number' ? cell.value : undefined
}

/** Rules whose trigger names the cell. */
function readers(rules: readonly RuleView[], symbol: string): RuleView[] {
  return rules.filter((rule) => rule.reads.includes(symbol))
}
