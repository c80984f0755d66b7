// Pointer events in the sheet: the cell under the pointer, and the selection while dragging.

import { type MouseEvent, type PointerEvent, type RefObject, useRef } from 'react'
import { type ColumnLayout, columnAt } from './column-layout.ts'
import { ROW_HEIGHT } from './grid-layers.tsx'
import type { Place } from './places.ts'
import { type Bounds, type Selection, selectCell } from './selection.ts'

interface PointerParts {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly layout: ColumnLayout
  readonly bounds: Bounds
  readonly used: Bounds
  readonly selection: Selection
  readonly onSelect: (selection: Selection) => void
  readonly onOpen: (place: Place) => void
  readonly onRing: (place: Place) => void
}

/** A press selects, a drag selects a rectangle, a second press on a phone opens. */
export function usePointer(props: PointerParts, headWidth: number, stuckWidth: number) {
  const { scroller, layout, bounds, used, selection, onSelect } = props
  const dragging = useRef(false)
  const placeAt = (event: { clientX: number; clientY: number }): Place & { isHead: boolean } => {
    const box = scroller.current!.getBoundingClientRect()
    const x = event.clientX - box.left
    const { scrollLeft, scrollTop } = scroller.current!
    const row = Math.floor((event.clientY - box.top + scrollTop) / ROW_HEIGHT)
    const isStuck = x < headWidth + stuckWidth
    const column = isStuck ? 1 : columnAt(layout, x - headWidth + scrollLeft)
    return { column, row: Math.min(Math.max(row, 1), bounds.rows), isHead: x < headWidth }
  }
  const isOutside = (event: { target: EventTarget }) =>
    (event.target as Element).closest('.grid-cols, .cell-editor, .cell-note') !== null
  const press = (event: PointerEvent | MouseEvent) => {
    const { isHead, ...place } = placeAt(event)
    const anchor = event.shiftKey ? selection.anchor : place
    if (isHead) {
      onSelect({
        anchor: { column: used.columns, row: anchor.row },
        head: { column: 1, row: place.row },
      })
    } else onSelect({ anchor, head: place })
    return place
  }
  return {
    onPointerDown(event: PointerEvent<HTMLDivElement>) {
      if (event.button !== 0 || isOutside(event)) return
      if (event.pointerType === 'touch') return
      if ((event.target as Element).closest('.st') !== null) return props.onRing(placeAt(event))
      press(event)
      dragging.current = true
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove(event: PointerEvent) {
      if (!dragging.current) return
      const { column, row } = placeAt(event)
      const { head, anchor } = selection
      if (head.column !== column || head.row !== row) onSelect({ anchor, head: { column, row } })
    },
    onPointerUp() {
      dragging.current = false
    },
    onPointerCancel() {
      dragging.current = false
    },
    onClick(event: MouseEvent) {
      const touch = (event.nativeEvent as globalThis.PointerEvent).pointerType === 'touch'
      if (!touch || isOutside(event)) return
      const place = placeAt(event)
      if ((event.target as Element).closest('.st') !== null) return props.onRing(place)
      const { head } = selection
      if (head.column === place.column && head.row === place.row) props.onOpen(place)
      else onSelect(selectCell({ column: place.column, row: place.row }))
    },
    onDoubleClick(event: MouseEvent) {
      if (!isOutside(event)) props.onOpen(placeAt(event))
    },
  }
}
