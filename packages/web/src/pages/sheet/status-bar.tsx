// Under the sheet: how many cells are in which state, which is also the legend, and a click filters. Beside it
// the sums of a selection, or helpful keys.

import type { CellStatus, ModelDetail } from '@cellwake/client'
import { counted, formatCount, formatNumber } from '../../parts/format.ts'
import { Glyph, type GlyphName } from '../../parts/glyph.tsx'
import type { Sums } from './sums.ts'
import './status-bar.css'

const order: readonly CellStatus[] = ['ready', 'stale', 'running', 'queued', 'failed', 'dirty']

export function StatusBar({
  model,
  filter,
  found,
  sums,
  selectedCells,
  readOnly,
  onFilter,
}: {
  model: ModelDetail
  filter: string | undefined
  /** Which place of how many, while a filter is on. */
  found: { at: number; of: number } | undefined
  /** Of a selection of several cells. */
  sums: Sums | 'loading' | 'too-many' | undefined
  selectedCells: number
  readOnly: boolean
  onFilter: (status: string) => void
}) {
  const { statuses, errors } = model
  const shown = order.filter((status) => status === 'ready' || (statuses[status] ?? 0) > 0)
  const choice = (name: string, glyph: GlyphName | undefined, text: string) => (
    <button
      key={name}
      type="button"
      aria-pressed={filter === name}
      data-tip={filter === name ? 'Show all cells alike' : 'Let the other cells step back'}
      onClick={() => onFilter(name)}
    >
      {glyph === undefined ? <i className="notch" /> : <Glyph name={glyph} />}
      {text}
      {filter === name && found !== undefined && ` · ${found.at + 1}/${found.of}`}
    </button>
  )
  return (
    <div className="status-bar">
      <fieldset>
        <legend className="vh">Cells by state</legend>
        {shown.map((status) =>
          choice(status, status, `${formatCount(statuses[status] ?? 0)} ${status}`),
        )}
        {errors > 0 && choice('error', 'failed', counted(errors, 'error'))}
        {model.rules > 0 && choice('rule', undefined, 'written by rules')}
      </fieldset>
      {sums === undefined ? (
        <Hints readOnly={readOnly} />
      ) : (
        <Added sums={sums} count={selectedCells} />
      )}
    </div>
  )
}

function Added({ sums, count }: { sums: Sums | 'loading' | 'too-many'; count: number }) {
  const cells = counted(count, 'cell')
  if (sums === 'loading') return <p role="status">{cells}, adding up</p>
  if (sums === 'too-many') return <p role="status">{cells}, too many to add up here</p>
  const { numbers, sum, average, filled, typeTag } = sums
  if (numbers === 0) return <p role="status">{`${cells}, ${formatCount(filled)} filled`}</p>
  return (
    <p role="status" className="sums">
      <span>
        sum <b>{formatNumber(sum, typeTag)}</b>
      </span>
      <span>
        average <b>{formatNumber(average, typeTag === 'integer' ? 'number' : typeTag)}</b>
      </span>
      <span>
        count <b>{formatCount(filled)}</b>
      </span>
    </p>
  )
}

function Hints({ readOnly }: { readOnly: boolean }) {
  return (
    <p className="hints hide-phone" aria-hidden="true">
      {!readOnly && (
        <span>
          <kbd>Enter</kbd> edit
        </span>
      )}
      <span>
        <kbd>w</kbd> why
      </span>
      {!readOnly && (
        <span>
          <kbd>r</kbd> refresh
        </span>
      )}
      <span>
        <kbd>/</kbd> find
      </span>
    </p>
  )
}
