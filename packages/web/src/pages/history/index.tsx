// The history of a cell: its values, their times and authors.

import type { HistoryEntry, ModelDetail } from '@cellwake/client'
import { canonicalSymbol } from '@cellwake/language'
import { useMemo, useState } from 'react'
import type { PageProps } from '../../app/pages.ts'
import { to, useSearchParam } from '../../app/router.ts'
import { useModel } from '../../data/models.ts'
import { useNow } from '../../data/now.ts'
import { HISTORY_SHOWN_ROWS } from '../../limits.ts'
import { Button, Segments } from '../../parts/button.tsx'
import { counted, formatCell, formatCount } from '../../parts/format.ts'
import { Link } from '../../parts/link.tsx'
import { Answer, Empty } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { useZone } from '../../parts/zone-scope.tsx'
import { HistoryChart } from './history-chart.tsx'
import { HistoryTable } from './history-table.tsx'
import { changesSince, pointsOf } from './merged.ts'
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
/** Ends the sentence that says how often a cell changed. */
const spanWords: Readonly<Record<Span, string>> = {
  hour: ' in the last hour',
  day: ' in the last 24 hours',
  week: ' in the last 7 days',
  all: '',
}
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
  const [span, setSpan] = useState<Span>('day')
  const now = useNow(10_000)
  const from = now - spans[span]
  const history = useHistory(id, symbol, from)
  return (
    <>
      <div className="head">
        <div>
          <h1>History</h1>
          <p className="lede">
            <Lede symbol={symbol} history={history} span={span} from={from} />
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
        {() => <Changes key={span} model={model} symbol={symbol} history={history} from={from} />}
      </Answer>
    </>
  )
}

function Lede({
  symbol,
  history: { entries, newest, reaches, isWhole },
  span,
  from,
}: {
  symbol: string
  history: CellHistory
  span: Span
  from: number
}) {
  const [last] = entries
  if (newest.data === undefined) return `What ${symbol} was, and why.`
  const count = changesSince(entries, from, isWhole)
  if (last === undefined || (count === 0 && span === 'all'))
    return `${symbol} has not changed since it was deployed.`
  const times = count === 0 ? 'has not changed' : `changed ${reaches ? '' : 'at least '}`
  return (
    <>
      {symbol} {times}
      {count > 0 && counted(count, 'time')}
      {spanWords[span]}, last <Time at={last.at} />
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
  from,
}: {
  model: ModelDetail
  symbol: string
  history: CellHistory
  /** The start of the visible span. */
  from: number
}) {
  const { entries, showOlder, isLoadingOlder, olderError, keptSince } = history
  const zone = useZone()
  const [chosen, setChosen] = useState<number>()
  const [rows, setRows] = useState(HISTORY_SHOWN_ROWS)
  const oldest = entries.at(-1)
  const first = Math.max(from, oldest === undefined ? 0 : Date.parse(oldest.at))
  const points = useMemo(() => pointsOf(entries, first, Date.now()), [entries, first])
  const inside = useMemo(() => entries.filter(({ at }) => Date.parse(at) >= from), [entries, from])
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
        <span className="big num">{formatCell(last, zone).text || 'blank'}</span>
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
        rows={Math.min(rows, inside.length)}
        chosen={chosen}
        onChoose={choose}
      />
      <div className="history-end">
        {(inside.length > rows ||
          (showOlder !== undefined && inside.length === entries.length)) && (
          <Button
            disabled={isLoadingOlder}
            onClick={() => {
              setRows(rows + HISTORY_SHOWN_ROWS)
              if (inside.length <= rows) showOlder?.()
            }}
          >
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
