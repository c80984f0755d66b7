// Under the tree: the last day as a line, the readers of the cell, and the demand for it.

import type { Explanation, HistoryEntry } from '@cellwake/client'
import { useEffect, useRef } from 'react'
import { to } from '../../app/router.ts'
import { client } from '../../data/client.ts'
import { useRules } from '../../data/models.ts'
import { useNow } from '../../data/now.ts'
import { useQuery } from '../../data/query.ts'
import { HISTORY_PAGE_MAX_CHANGES, WHY_SHOWN_READERS } from '../../limits.ts'
import { formatNumber } from '../format.ts'
import { Link } from '../link.tsx'
import { lastDay } from './last-day.ts'
import { wantedWords } from './sentence.ts'

export function WhyFacts({
  model,
  explanation,
  onFollow,
}: {
  model: string
  explanation: Explanation
  onFollow: (symbol: string) => void
}) {
  const { why, readBy, readByRules, wantedBy } = explanation
  const { symbol } = why
  const history = useQuery(`model:${model}:day:${symbol}`, (signal) =>
    client.history({ id: model, symbol }, { limit: HISTORY_PAGE_MAX_CHANGES }, { signal }),
  )
  // The last day goes on when the cell changes; until it is loaded, the old line stays.
  const { reload } = history
  const changedAt = why.changed?.cause.rev
  const seen = useRef({ symbol, changedAt })
  useEffect(() => {
    const before = seen.current
    seen.current = { symbol, changedAt }
    if (before.symbol === symbol && before.changedAt !== changedAt) reload()
  }, [symbol, changedAt, reload])
  const rules = useRules(readByRules.length === 0 ? undefined : model).data?.rules
  const titleOf = (id: string) => rules?.find((rule) => rule.id === id)?.title ?? id
  return (
    <div className="why-more">
      <dl>
        <dt>Last 24 h</dt>
        <dd>
          {history.data !== undefined ? (
            <Day entries={history.data.entries} typeTag={why.typeTag} symbol={symbol} />
          ) : (
            history.error !== undefined && 'could not be read '
          )}
          <Link className="link" to={to.model(model, 'history', { symbol })}>
            Open its history
          </Link>
        </dd>
        <dt>Read by</dt>
        <dd>
          {readBy.slice(0, WHY_SHOWN_READERS).map((reader) => (
            <button
              key={reader}
              type="button"
              className="sym link"
              onClick={() => onFollow(reader)}
            >
              {reader}
            </button>
          ))}
          {readBy.length > WHY_SHOWN_READERS && ` and ${readBy.length - WHY_SHOWN_READERS} more `}
          {readByRules.map((rule) => (
            <Link key={rule} className="c-rule" to={to.model(model, 'rules', { rule })}>
              rule {titleOf(rule)}
            </Link>
          ))}
          {readBy.length + readByRules.length === 0 && 'nothing in this model'}
        </dd>
        <dt>Wanted by</dt>
        <dd>{wantedWords(wantedBy)}</dd>
      </dl>
    </div>
  )
}

function Day({
  entries,
  typeTag,
  symbol,
}: {
  entries: readonly HistoryEntry[]
  typeTag: string
  symbol: string
}) {
  const now = useNow(10_000)
  const day = lastDay(entries, now)
  if (day === undefined) return <span>no numbers </span>
  if (day.changes === 0) return <span>unchanged </span>
  const [low, high] = [day.low, day.high].map((value) => formatNumber(value, typeTag))
  if (low === high) return <span>{low} all the time </span>
  return (
    <>
      {`${low} to ${high} `}
      <svg
        className="why-day"
        viewBox="0 0 210 44"
        preserveAspectRatio="none"
        role="img"
        aria-label={`${symbol} over 24 hours`}
      >
        <path className="line" d={day.path} />
        {day.fired.map((x) => (
          <path key={x} className="fired" d={`M${x} 0V44`} />
        ))}
      </svg>
    </>
  )
}
