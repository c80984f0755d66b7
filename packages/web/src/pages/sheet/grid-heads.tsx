// The letters above the columns. A click selects a column; the edge between two resizes, and a double click
// on it fits the column to its contents.

import { memo, type PointerEvent as ReactPointerEvent, useRef } from 'react'
import { COLUMN_MIN_PX } from '../../limits.ts'
import type { ColumnLayout } from './column-layout.ts'
import { columnLetters, type Rect } from './places.ts'

export const GridHeads = memo(function GridHeads({
  layout,
  headWidth,
  from,
  until,
  selected,
  stick,
  onSelect,
  onResize,
  onFit,
  onSelectAll,
}: {
  layout: ColumnLayout
  headWidth: number
  from: number
  until: number
  selected: Rect
  stick: boolean
  onSelect: (column: number, extend: boolean) => void
  onResize: (column: number, width: number, done: boolean) => void
  onFit: (column: number) => void
  onSelectAll: () => void
}) {
  const columns = []
  for (let column = stick ? Math.max(2, from) : from; column <= until; column++)
    columns.push(column)
  if (stick) columns.unshift(1)
  return (
    <thead>
      <tr className="grid-cols" aria-rowindex={1}>
        <td className="corner" style={{ width: headWidth }}>
          <button
            type="button"
            tabIndex={-1}
            aria-label="Select everything"
            onClick={onSelectAll}
          />
        </td>
        {columns.map((column) => (
          <th
            key={column}
            scope="col"
            aria-colindex={column + 1}
            className={headClass(column, selected, stick && column === 1)}
            style={
              stick && column === 1
                ? { left: headWidth, width: layout.width(column) }
                : { left: headWidth + layout.start(column), width: layout.width(column) }
            }
            onPointerDown={(event) => {
              if (event.button === 0) onSelect(column, event.shiftKey)
            }}
          >
            {columnLetters(column)}
            <Edge column={column} width={layout.width(column)} onResize={onResize} onFit={onFit} />
          </th>
        ))}
      </tr>
    </thead>
  )
})

function headClass(column: number, { left, right }: Rect, isStuck: boolean): string {
  const on = column >= left && column <= right
  return `grid-col${on ? ' on' : ''}${isStuck ? ' stuck' : ''}`
}

function Edge({
  column,
  width,
  onResize,
  onFit,
}: {
  column: number
  width: number
  onResize: (column: number, width: number, done: boolean) => void
  onFit: (column: number) => void
}) {
  const start = useRef<{ x: number; width: number }>(undefined)
  const widthAt = (event: ReactPointerEvent) => {
    const { x, width: before } = start.current ?? { x: event.clientX, width }
    return Math.max(COLUMN_MIN_PX, before + event.clientX - x)
  }
  return (
    <i
      className="edge"
      aria-hidden="true"
      onDoubleClick={() => onFit(column)}
      onPointerDown={(event) => {
        event.stopPropagation()
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = { x: event.clientX, width }
      }}
      onPointerMove={(event) => {
        if (start.current !== undefined) onResize(column, widthAt(event), false)
      }}
      onPointerUp={(event) => {
        if (start.current === undefined) return
        const isDrag = start.current.x !== event.clientX
        if (isDrag) onResize(column, widthAt(event), true)
        start.current = undefined
      }}
      onPointerCancel={() => {
        start.current = undefined
      }}
    />
  )
}
