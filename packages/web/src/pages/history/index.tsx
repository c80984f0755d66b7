// The history of a cell: what it was, when, and who or what made it so.

import type { HistoryEntry, ModelDetail } from '@cellwake/client'
import { canonicalSymbol } from '@cellwake/language'
import { useMemo, useState } from 'react'
import type { PageProps } from '../../app/pages.ts'
import { to, useSearchParam } from '../../app/router.ts'
import { useModel } from '../../data/models.ts'
import { useNow } from '../../data/now.ts'
import { Button, Segments } from '../../parts/button.tsx'
import { counted, formatCell, formatCount } from '../../parts/format.ts'
import { Link } from '../../parts/link.tsx'
import { Answer, Empty } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { HistoryChart } from './history-chart.tsx'
import { HistoryTable } from './history-table.tsx'
import { pointsOf } from './merged.ts'
import { SymbolField } from './symbol-field.tsx'
import { type CellHistory, useHistory } from './use-history.ts'
import './history.css'

const HOUR_MS = 3_600_000
const spans = {
  hour: HOUR_MS,
  day: 24 * HOUR_MS,
  week: 168 * HOUR_MS,
  all: Number.POSITIVE_INFINITY,
}
type Span = keyof typeof spans
const spanChoices: readonly { value: Span; text: string }[] = [
  { value: 'hour', text: '1 h' },
  { value: 'day', text: '24 h' },
  { value: 'week', text: '7 days' },
  { value: 'all', text: 'All' },
]

export function HistoryPage({ id }: PageProps) {
  const model = useModel(id)
  return (
    <div className="page">
      <Answer query={model} what={id} failed={`The model ${id} could not be read.`}>
        {(detail) => <History key={id} model={detail} />}
      </Answer>
    </div>
  )
}

function History({ model }: { model: ModelDetail }) {
  const { id, names, sheets } = model
  const [asked, setAsked] = useSearchParam('symbol')
  const sheetNames = useMemo(() => sheets.map(({ name }) => name), [sheets])
  const symbol = canonicalSymbol(asked ?? '', sheetNames) ?? names[0] ?? 'A1'
  const history = useHistory(id, symbol)
  const [span, setSpan] = useState<Span>('day')
  return (
    <>
      <div className="head">
        <div>
          <h1>History</h1>
          <p className="lede">
            <Lede
              symbol={symbol}
              entries={history.entries}
              isRead={history.newest.data !== undefined}
            />
          </p>
        </div>
        <div className="acts">
          <SymbolField
            symbol={symbol}
            names={names}
            onChoose={(next) => {
              const known = canonicalSymbol(next, sheetNames)
              if (known !== undefined) setAsked(known, { replace: false })
              return known !== undefined
            }}
          />
          <Segments label="Time shown" value={span} choices={spanChoices} onChoose={setSpan} />
        </div>
      </div>
      <Answer
        query={history.newest}
        what={`the history of ${symbol}`}
        failed={`The history of ${symbol} could not be read.`}
      >
        {() => <Changes model={model} symbol={symbol} history={history} span={span} />}
      </Answer>
    </>
  )
}

function Lede({
  symbol,
  entries,
  isRead,
}: {
  symbol: string
  entries: readonly HistoryEntry[]
  isRead: boolean
}) {
  const [last] = entries
  if (!isRead) return `What ${symbol} was, and why.`
  if (last === undefined) return `${symbol} has not changed since it was deployed.`
  return (
    <>
      {symbol} changed {counted(entries.length, 'time')}, last <Time at={last.at} />
      {last.cause.rule === null
        ? ` by ${last.cause.by}.`
        : ` by the rule ${last.cause.rule.title}.`}
    </>
  )
}

function Changes({
  model,
  symbol,
  history,
  span,
}: {
  model: ModelDetail
  symbol: string
  history: CellHistory
  span: Span
}) {
  const { entries, showOlder, isLoadingOlder, olderError, keptSince } = history
  const [chosen, setChosen] = useState<number>()
  const now = useNow(10_000)
  const oldest = entries.at(-1)
  const from = Math.max(now - spans[span], oldest === undefined ? now : Date.parse(oldest.at))
  const points = useMemo(
    () => pointsOf(entries, from, Math.max(now, Date.now())),
    [entries, from, now],
  )
  const [last] = entries
  if (last === undefined) {
    return (
      <Empty
        title={`${symbol} has one value, and it never changed.`}
        actions={
          <Link className="btn" to={to.model(model.id, 'sheet', { cell: symbol })}>
            Show it in the sheet
          </Link>
        }
      >
        Every set, every rule and every deploy that changes it will stand here.
      </Empty>
    )
  }
  const choose = (entry: HistoryEntry | undefined) => setChosen(entry?.rev)
  const hasNumbers = points.values.some((value) => value !== null)
  return (
    <>
      <div className="history-now">
        <span className="big num">
          {formatCell(last, { timezone: model.timezone }).text || 'blank'}
        </span>
        <Link className="link" to={to.model(model.id, 'sheet', { cell: symbol })}>
          Show it in the sheet
        </Link>
        <p className="history-legend" aria-hidden="true">
          <span>
            <i className="dot" /> set or computed
          </span>
          <span>
            <i className="dot rule" /> written by a rule
          </span>
        </p>
      </div>
      {hasNumbers && (
        <HistoryChart
          points={points}
          typeTag={last.typeTag}
          label={`${symbol} over time`}
          chosen={chosen}
          onChoose={choose}
        />
      )}
      <HistoryTable
        id={model.id}
        symbol={symbol}
        entries={entries}
        timezone={model.timezone}
        chosen={chosen}
        onChoose={choose}
      />
      <div className="history-end">
        {showOlder !== undefined && (
          <Button disabled={isLoadingOlder} onClick={showOlder}>
            {isLoadingOlder ? 'Reading older changes' : 'Show older changes'}
          </Button>
        )}
        {olderError !== undefined && <p className="c-failed">{olderError.message}</p>}
        {showOlder === undefined && keptSince > 1 && (
          <p className="faint">Commits before revision {formatCount(keptSince)} are forgotten.</p>
        )}
      </div>
    </>
  )
}
