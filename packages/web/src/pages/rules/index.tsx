// The rules of a model on one time axis: their definitions, firings, skips with reasons, and next
// occurrences.

import { useEffect, useMemo, useRef, useState } from 'react'
import { to, useSearchParam } from '../../app/router.ts'
import { client } from '../../data/client.ts'
import { useModelEvents } from '../../data/live.ts'
import { useRules } from '../../data/models.ts'
import { useNow } from '../../data/now.ts'
import { useQuery } from '../../data/query.ts'
import { LANES_EVERY_MS, RULES_BEFORE_COMPACT } from '../../limits.ts'
import { Segments } from '../../parts/button.tsx'
import { Link } from '../../parts/link.tsx'
import { Answer, Empty } from '../../parts/states.tsx'
import { Axis } from '../../parts/timeline/lane.tsx'
import { type SpanName, spanAt, ticksOf } from '../../parts/timeline/spans.ts'
import { useWidth } from '../../parts/timeline/use-width.ts'
import { useZone } from '../../parts/zone-scope.tsx'
import { CellChart } from './cell-chart.tsx'
import { lede } from './lede.ts'
import { RuleRow } from './rule-row.tsx'
import { useThrottled } from './use-throttled.ts'
import './rules.css'

export function RulesPage({ id }: { id: string }) {
  const rules = useRules(id)
  return (
    <div className="page">
      <Answer query={rules} what="the rules" failed="The rules could not be read.">
        {(answer) =>
          answer.rules.length === 0 ? (
            <NoRules id={id} />
          ) : (
            <Rules id={id} rules={answer.rules} onNews={rules.reload} />
          )
        }
      </Answer>
    </div>
  )
}

type RuleList = Awaited<ReturnType<typeof client.rules>>['rules']

function Rules({ id, rules, onNews }: { id: string; rules: RuleList; onNews: () => void }) {
  const zone = useZone()
  const [range, setRange] = useSearchParam('range')
  const name: SpanName = range === 'hour' || range === 'week' ? range : 'today'
  const now = useNow(name === 'week' ? 10_000 : 1000)
  const minute = Math.floor(now / 60_000)
  const span = useMemo(() => spanAt(name, minute * 60_000, zone), [name, minute, zone])
  const ticks = useMemo(() => ticksOf(span, zone), [span, zone])
  const timeline = useQuery(`model:${id}:timeline:${name}:${zone.shown}`, (signal) =>
    client.timeline({ id }, { from: iso(span.from), until: iso(span.until) }, { signal }),
  )
  const refresh = useThrottled(() => {
    timeline.reload()
    onNews()
  }, LANES_EVERY_MS)
  useModelEvents([id], refresh)
  useMinutes(minute, refresh)
  const [ownCompact, setCompact] = useState<boolean>()
  const isCompact = ownCompact ?? rules.length > RULES_BEFORE_COMPACT
  const lanes = new Map(timeline.data?.lanes.map((lane) => [lane.rule, lane]))
  const lanesBox = useRef<HTMLDivElement>(null)
  const widthPx = useWidth(lanesBox)
  return (
    <>
      <div className="head">
        <div>
          <h1>Rules</h1>
          <p className="lede">{lede(rules, now, zone)}</p>
        </div>
        <div className="acts">
          <Segments
            label="How much each rule shows"
            value={isCompact ? 'compact' : 'full'}
            onChoose={(value) => setCompact(value === 'compact')}
            choices={[
              { value: 'full', text: 'Source' },
              { value: 'compact', text: 'Compact' },
            ]}
          />
          <Segments
            label="Range"
            value={name}
            onChoose={(value) => setRange(value === 'today' ? undefined : value)}
            choices={[
              { value: 'hour', text: '1 h' },
              { value: 'today', text: 'Today' },
              { value: 'week', text: '7 days' },
            ]}
          />
          <Link className="btn plain" to={to.model(id, 'simulate')}>
            Simulate
          </Link>
        </div>
      </div>
      <div className={isCompact ? 'rules compact' : 'rules'}>
        <CellChart id={id} rules={rules} lanes={lanes} span={span} ticks={ticks} now={now} />
        <div className="rrow axisrow">
          <p className="hide-phone faint axis-zone">Times in {zone.shown}</p>
          <div ref={lanesBox}>
            <Axis ticks={ticks} />
          </div>
        </div>
        {timeline.error !== undefined && (
          <p className="c-failed" role="alert">
            The time line could not be read: {timeline.error.message}
          </p>
        )}
        {rules.map((rule) => (
          <RuleRow
            key={rule.id}
            id={id}
            rule={rule}
            lane={lanes.get(rule.id)}
            span={span}
            ticks={ticks}
            widthPx={widthPx}
            now={now}
            isCompact={isCompact}
          />
        ))}
      </div>
    </>
  )
}

/** A new minute moves the visible span; the part that came into view is fetched. */
function useMinutes(minute: number, refresh: () => void): void {
  const seen = useRef(minute)
  useEffect(() => {
    if (seen.current === minute) return
    seen.current = minute
    refresh()
  }, [minute, refresh])
}

function iso(at: number): string {
  return new Date(at).toISOString()
}

function NoRules({ id }: { id: string }) {
  return (
    <>
      <h1>Rules</h1>
      <Empty
        title="This model computes, but does not act."
        actions={
          <Link className="btn primary" to={to.model(id, 'source')}>
            Write a rule
          </Link>
        }
        command={`cellwake edit ${id}.grid`}
      >
        A rule sets cells and says events when something becomes true, or at a time:
        <pre>{'WHEN stock < 10 DEBOUNCE 1min THEN\n  orders!refill(stock)\nEND'}</pre>
      </Empty>
    </>
  )
}
