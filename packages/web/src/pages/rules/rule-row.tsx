// One rule: its title, its state, its source, a few facts; its lane on the right; its firings below, on request.

import type { RuleView, Timeline } from '@cellwake/client'
import { useMemo, useState } from 'react'
import { to } from '../../app/router.ts'
import { Code } from '../../parts/code.tsx'
import { formatCount } from '../../parts/format.ts'
import { Glyph, Icon } from '../../parts/glyph.tsx'
import { Link } from '../../parts/link.tsx'
import { Time } from '../../parts/time.tsx'
import { Lane } from '../../parts/timeline/lane.tsx'
import { stateWords } from '../../parts/timeline/rule-words.ts'
import type { Tick, TimeSpan } from '../../parts/timeline/spans.ts'
import { stretchesOf } from '../../parts/timeline/windows.ts'
import { useZone } from '../../parts/zone-scope.tsx'
import { Firings } from './firings.tsx'

type LaneView = Timeline['lanes'][number]

const emptyLane: Pick<LaneView, 'past' | 'coming'> = { past: [], coming: [] }

const noLane = { past: [], held: [] }

export function RuleRow({
  id,
  rule,
  lane,
  span,
  ticks,
  widthPx,
  now,
  isCompact,
}: {
  id: string
  rule: RuleView
  lane: LaneView | undefined
  span: TimeSpan
  ticks: readonly Tick[]
  widthPx: number
  now: number
  isCompact: boolean
}) {
  const [isOpen, setOpen] = useState(false)
  const { glyph, text } = stateWords(rule, now, useZone())
  // To the second is close enough for a stretch that grows.
  const second = Math.floor(now / 1000) * 1000
  const stretches = useMemo(
    () => stretchesOf(rule, lane ?? noLane, span, second),
    [rule, lane, span, second],
  )
  return (
    <article className="rrow" data-rule={rule.id}>
      <div className="rule-b">
        <div className="t">
          <h3>
            <Link to={to.model(id, 'source', { line: String(rule.line) })}>{rule.title}</Link>
          </h3>
          <span className={`now-s c-${glyph}`}>
            <Glyph name={glyph} />
            {text}
          </span>
        </div>
        {!isCompact && (
          <pre>
            <Code text={rule.source} />
          </pre>
        )}
        {rule.problem !== null && (
          <p className="problem">
            <Glyph name="failed" /> {rule.problem}
          </p>
        )}
        {!isCompact && (
          <div className="rstate">
            <button
              type="button"
              className="link"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              <Icon name={isOpen ? 'down' : 'right'} />
              {timesFired(rule.fired)}
            </button>
            {rule.skipped > 0 && <span>{formatCount(rule.skipped)} skipped</span>}
            {rule.lastFiredAt !== null && (
              <span>
                last <Time at={rule.lastFiredAt} />
              </span>
            )}
            <Link
              className="link line-link"
              to={to.model(id, 'source', { line: String(rule.line) })}
            >
              line {formatCount(rule.line)}
            </Link>
          </div>
        )}
      </div>
      <Lane
        label={rule.title}
        lane={lane ?? emptyLane}
        span={span}
        ticks={ticks}
        widthPx={widthPx}
        now={now}
        stretches={stretches}
      />
      {isOpen && <Firings id={id} rule={rule} />}
    </article>
  )
}

function timesFired(count: number): string {
  if (count === 0) return 'has not fired'
  return count === 1 ? 'fired once' : `fired ${formatCount(count)} times`
}
