// Every change: its time, the new value, its author, and the way to the sheet at that time.

import type { HistoryEntry } from '@cellwake/client'
import { to } from '../../app/router.ts'
import { formatCell, formatCount, formatNumber } from '../../parts/format.ts'
import { Glyph } from '../../parts/glyph.tsx'
import { Link } from '../../parts/link.tsx'
import { Time } from '../../parts/time.tsx'
import { causeWords } from '../../parts/why/cause-words.ts'
import { useZone } from '../../parts/zone-scope.tsx'
import { difference } from './merged.ts'

export function HistoryTable({
  id,
  symbol,
  entries,
  rows,
  chosen,
  onChoose,
}: {
  id: string
  symbol: string
  entries: readonly HistoryEntry[]
  /** So many of them are shown. */
  rows: number
  chosen: number | undefined
  onChoose: (entry: HistoryEntry | undefined) => void
}) {
  const zone = useZone()
  return (
    <table className="history-table">
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col" className="r">
            Value
          </th>
          <th scope="col" className="r">
            Change
          </th>
          <th scope="col">By</th>
          <th scope="col" className="r">
            Revision
          </th>
        </tr>
      </thead>
      <tbody onMouseLeave={() => onChoose(undefined)}>
        {entries.slice(0, rows).map((entry, i) => {
          const shown = formatCell(entry, zone)
          const more = difference(entry, entries[i + 1])
          return (
            <tr
              key={entry.rev}
              className={entry.rev === chosen ? 'on' : undefined}
              onMouseEnter={() => onChoose(entry)}
            >
              <td className="nw">
                <Time at={entry.at} />
              </td>
              <td className={shown.isError ? 'r num c-failed' : 'r num'}>
                {shown.text || 'blank'}
              </td>
              <td className="r num faint">
                {more === undefined ? '' : signed(more, entry.typeTag)}
              </td>
              <td>
                <Cause entry={entry} id={id} />
              </td>
              <td className="r nw">
                <Link
                  className="link"
                  data-tip="The sheet as it was then"
                  to={to.model(id, 'sheet', { cell: symbol, at: String(entry.rev) })}
                >
                  {formatCount(entry.rev)}
                </Link>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function signed(change: number, typeTag: string): string {
  const text = formatNumber(change, typeTag)
  return change > 0 ? `+${text}` : text
}

const actWords: Record<HistoryEntry['cause']['kind'], string> = {
  set: 'set it',
  rule: 'by a rule',
  deploy: 'deployed',
  event: 'published',
  job: '',
  resolve: 'asked for it',
  unknown: '',
}

function Cause({ entry: { cause }, id }: { entry: HistoryEntry; id: string }) {
  if (cause.rule !== null) {
    const { id: rule, title, due } = cause.rule
    return (
      <>
        <Glyph name="rule" />{' '}
        <Link className="c-rule w5" to={to.model(id, 'rules', { rule })}>
          {title}
        </Link>
        {due !== null && (
          <span className="faint">
            , due <Time at={due} />
          </span>
        )}
      </>
    )
  }
  if (cause.kind === 'set') {
    return (
      <>
        <Glyph name="you" /> {cause.by}
      </>
    )
  }
  const word = actWords[cause.kind]
  return (
    <>
      <Glyph name="ready" /> {cause.kind === 'job' ? causeWords(cause) : cause.by}{' '}
      <span className="faint">{word}</span>
    </>
  )
}
