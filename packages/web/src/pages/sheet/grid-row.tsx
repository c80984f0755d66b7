// One row on the screen. Only cells that hold something are elements; lines are drawn behind them.

import type { SheetCell } from '@cellwake/client'
import { memo } from 'react'
import { Glyph } from '../../parts/glyph.tsx'
import type { Zone } from '../../parts/zone.ts'
import { Age } from './age.tsx'
import { errorMessage, shownCell, statusWords } from './cell-text.ts'
import type { ColumnLayout } from './column-layout.ts'
import { type Place, symbolAt } from './places.ts'
import type { SheetData } from './sheet-data.ts'

export interface RowProps {
  readonly model: string
  readonly data: SheetData
  readonly row: number
  readonly layout: ColumnLayout
  readonly headWidth: number
  /** Columns on the screen, both included. */
  readonly from: number
  readonly until: number
  /** The selected column of this row; 0 if it is another row's. */
  readonly selected: number
  /** The row number is part of the selection. */
  readonly isOn: boolean
  /** The first column stays at the left. */
  readonly stick: boolean
  readonly zone: Zone
  /** The row is drawn anew when this changes. */
  readonly version: number
  readonly readOnly: boolean
}

export const GridRow = memo(function GridRow(props: RowProps) {
  const { data, row, headWidth, from, until, selected, stick } = props
  const cells = []
  if (stick) cells.push(<Cell key={1} {...props} column={1} cell={data.cell({ column: 1, row })} />)
  for (let column = stick ? Math.max(2, from) : from; column <= until; column++) {
    const cell = data.cell({ column, row })
    if (cell === undefined && column !== selected) continue
    cells.push(<Cell key={column} {...props} column={column} cell={cell} />)
  }
  const isWaiting = cells.length === 0 && !data.isLoaded({ column: from, row })
  return (
    <tr aria-rowindex={row + 1} className={isWaiting ? 'grid-row waiting' : 'grid-row'}>
      <th
        scope="row"
        className={props.isOn ? 'grid-row-head on' : 'grid-row-head'}
        style={{ width: headWidth }}
        data-row={row}
      >
        {row}
      </th>
      {cells}
    </tr>
  )
})

function Cell({
  column,
  cell,
  ...props
}: RowProps & { column: number; cell: SheetCell | undefined }) {
  const { model, data, row, layout, headWidth, selected, stick, zone, readOnly } = props
  const place = { column, row }
  const symbol = symbolAt(data.sheet, place)
  const isSelected = column === selected
  const isStuck = stick && column === 1
  const shown = cell === undefined ? undefined : shownCell(cell, zone)
  const text = shown?.text ?? ''
  const width = layout.width(column)
  const isHead = cell !== undefined && isHeading(data, place, cell)
  // The heading of numbers stands over them, at the right.
  const isRight = isHead
    ? data.cell({ column, row: row + 1 })?.kind === 'number'
    : shown?.align === 'right'
  const reach = shown === undefined || isRight ? width : reachOf(props, place, text)
  const style = isStuck
    ? { left: headWidth, width }
    : { left: headWidth + layout.start(column), width: reach }
  const status = cell === undefined || cell.status === 'ready' ? undefined : cell.status
  const classes = ['grid-cell']
  if (isRight) classes.push('r')
  if (shown?.isError) classes.push('err')
  if (shown?.isWord) classes.push('word')
  if (cell !== undefined && isWell(cell) && !readOnly) classes.push('in')
  if (cell?.role === 'rule') classes.push('own')
  if (reach > width) classes.push('over')
  if (isStuck) classes.push('stuck')
  if (isSelected) classes.push('sel')
  if (isHead) classes.push('h')
  const flash = data.flash(column, row)
  if (flash > 0) classes.push(`flash-${flash}`)
  return (
    <td
      {...cellRole(isSelected, readOnly || isComputed(cell))}
      id={`cell-${symbol}`}
      aria-colindex={column + 1}
      className={classes.join(' ')}
      style={style}
      {...(classes.includes('in') ? { 'data-tour': 'input' } : {})}
      {...(status === undefined ? {} : { 'data-s': status })}
      {...tipOf(cell)}
    >
      {status !== undefined && (
        <span className="st">
          <Glyph name={status} label={status} spin={status === 'running'} />
          {status === 'stale' && cell !== undefined && (
            <Age model={model} symbol={symbol} rev={cell.rev} />
          )}
        </span>
      )}
      <span className="v">{text}</span>
      {isSelected && <i className="handle" />}
    </td>
  )
}

/** The cells of a grid, unlike those of a table, can be selected. */
function cellRole(isSelected: boolean, isReadOnly: boolean) {
  return { role: 'gridcell', 'aria-selected': isSelected, 'aria-readonly': isReadOnly } as const
}

export function isComputed(cell: SheetCell | undefined): boolean {
  return (
    cell !== undefined && cell.role !== 'input' && cell.role !== 'blank' && cell.role !== 'rule'
  )
}

/** Texts are mostly labels: they show that they can be changed when pointed at. */
function isWell({ role, kind }: SheetCell): boolean {
  return role === 'input' && kind !== 'string' && kind !== 'blank'
}

/** A text above something, with nothing above it, and no number beside it. */
function isHeading(data: SheetData, { column, row }: Place, cell: SheetCell): boolean {
  if (cell.kind !== 'string' || (cell.role !== 'input' && cell.role !== 'blank')) return false
  const above = row === 1 ? undefined : data.cell({ column, row: row - 1 })
  if (above !== undefined && above.kind !== 'blank') return false
  const below = data.cell({ column, row: row + 1 })
  if (below === undefined || below.kind === 'blank') return false
  const beside = data.cell({ column: column + 1, row })
  return beside === undefined || beside.kind === 'string' || beside.kind === 'blank'
}

/** A long text runs over the empty cells at its right. */
function reachOf({ data, layout, until }: RowProps, { column, row }: Place, text: string): number {
  let reach = layout.width(column)
  const needed = text.length * 7.5 + 16
  for (let next = column + 1; reach < needed && next <= until; next++) {
    if (data.filled({ column: next, row }) !== false) break
    reach += layout.width(next)
  }
  return reach
}

function tipOf(cell: SheetCell | undefined): { 'data-tip'?: string } {
  if (cell === undefined) return {}
  const said =
    errorMessage(cell) ?? (cell.status === 'ready' ? undefined : statusWords[cell.status])
  return said === undefined ? {} : { 'data-tip': said }
}
