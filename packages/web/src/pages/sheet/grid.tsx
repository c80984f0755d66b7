// The sheet itself: any number of rows and columns, of which only those on the screen are elements. The grid
// keeps the focus; the selected cell is its active descendant.

import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react'
import type { ColumnLayout } from './column-layout.ts'
import { GridHeads } from './grid-heads.tsx'
import { type Geometry, Layers, ROW_HEIGHT } from './grid-layers.tsx'
import { usePointer } from './grid-pointer.ts'
import { GridRow } from './grid-row.tsx'
import { type Place, type Rect, symbolAt } from './places.ts'
import { type Bounds, moved, type Selection, selectedRect } from './selection.ts'
import type { SheetData } from './sheet-data.ts'
import './grid.css'

export interface GridProps {
  readonly data: SheetData
  readonly label: string
  readonly bounds: Bounds
  readonly used: Bounds
  readonly layout: ColumnLayout
  /** When this changes, the selected cell is brought into view again. */
  readonly fits: unknown
  readonly selection: Selection
  readonly reads: readonly string[]
  readonly found: readonly Rect[]
  /** Cells of another status step back. */
  readonly filter: string | undefined
  readonly timezone: string
  readonly readOnly: boolean
  readonly stick: boolean
  readonly scroller: RefObject<HTMLDivElement | null>
  /** The element that takes the focus and the keys. */
  readonly keys: RefObject<HTMLTableElement | null>
  readonly onSelect: (selection: Selection) => void
  readonly onVisible: (rect: Rect) => void
  /** A key that does not move; true if it was taken. */
  readonly onKey: (event: KeyboardEvent) => boolean
  readonly onOpen: (place: Place) => void
  readonly onRing: (place: Place) => void
  readonly onCopy: (event: ClipboardEvent) => void
  readonly onPaste: (event: ClipboardEvent) => void
  readonly onResize: (column: number, width: number, done: boolean) => void
  readonly onFit: (column: number) => void
  /** The editor and the notes at cells. */
  readonly children: (geometry: Geometry) => ReactNode
}

export function Grid(props: GridProps) {
  const { data, bounds, used, layout, selection, scroller, stick } = props
  useSyncExternalStore(data.subscribe, () => data.version)
  const headWidth = Math.max(36, String(bounds.rows).length * 8 + 10)
  const stuckWidth = stick ? layout.width(1) : 0
  const rows = useVirtualizer({
    count: bounds.rows,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    useFlushSync: false,
    paddingStart: ROW_HEIGHT,
    scrollPaddingStart: ROW_HEIGHT,
  })
  const columns = useVirtualizer({
    horizontal: true,
    count: bounds.columns,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => layout.width(index + 1),
    overscan: 2,
    useFlushSync: false,
    paddingStart: headWidth,
    scrollPaddingStart: headWidth + stuckWidth,
  })
  // Widths are given, not measured: when one changes, the columns are placed anew.
  const placed = useRef(layout)
  useEffect(() => {
    if (placed.current === layout) return
    placed.current = layout
    columns.measure()
  }, [layout, columns])
  const visible = useVisible(rows.getVirtualItems(), columns.getVirtualItems(), props.onVisible)
  const { left, right } = visible
  const { head } = selection
  const selected = selectedRect(selection)
  const { fits } = props
  useEffect(() => {
    if (fits === undefined) return
    rows.scrollToIndex(head.row - 1)
    if (!stick || head.column > 1) columns.scrollToIndex(head.column - 1)
  }, [rows, columns, head, stick, fits])
  const geometry = useMemo<Geometry>(() => ({ layout, headWidth }), [layout, headWidth])
  const pointer = usePointer(props, headWidth, stuckWidth)

  const key = (event: KeyboardEvent) => {
    const pageRows = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 2)
    const pressed = {
      key: event.key,
      shift: event.shiftKey,
      ctrl: event.ctrlKey || event.metaKey,
    }
    const next = event.altKey
      ? undefined
      : moved(selection, pressed, { ...bounds, used, pageRows, filled: data.filled })
    if (next !== undefined) props.onSelect(next)
    else if (!props.onKey(event)) return
    event.preventDefault()
    event.stopPropagation()
  }

  useClipboard(props)

  return (
    <div
      ref={scroller}
      className="grid"
      role="presentation"
      data-filter={props.filter}
      data-tour="sheet"
      {...pointer}
    >
      <div
        className="grid-canvas"
        style={{ width: headWidth + layout.total, height: rows.getTotalSize() }}
      >
        <Lines layout={layout} headWidth={headWidth} from={left} until={right} />
        <table ref={props.keys} className="grid-table" {...gridRole(props)} onKeyDown={key}>
          <GridHeads
            layout={layout}
            headWidth={headWidth}
            from={left}
            until={right}
            selected={selected}
            stick={stick}
            onSelect={(column, extend) =>
              props.onSelect({
                anchor: { column: extend ? selection.anchor.column : column, row: used.rows },
                head: { column, row: 1 },
              })
            }
            onSelectAll={() =>
              props.onSelect({
                anchor: { column: used.columns, row: used.rows },
                head: { column: 1, row: 1 },
              })
            }
            onResize={props.onResize}
            onFit={props.onFit}
          />
          <tbody>
            {rows.getVirtualItems().map(({ index, start }) => (
              <GridRow
                key={index}
                data={data}
                row={index + 1}
                top={start}
                layout={layout}
                headWidth={headWidth}
                from={left}
                until={right}
                selected={head.row === index + 1 ? head.column : 0}
                isOn={index + 1 >= selected.top && index + 1 <= selected.bottom}
                stick={stick}
                timezone={props.timezone}
                version={data.rowVersion(index + 1)}
                readOnly={props.readOnly}
              />
            ))}
          </tbody>
        </table>
        <Layers
          geometry={geometry}
          data={data}
          visible={visible}
          selected={selected}
          reads={props.reads}
          found={props.found}
        />
        {props.children(geometry)}
      </div>
    </div>
  )
}

/** ARIA lets a table be a grid: one that takes the keys and says which of its cells is active. */
function gridRole({ label, bounds, readOnly, data, selection }: GridProps) {
  return {
    role: 'grid',
    tabIndex: 0,
    'aria-label': label,
    'aria-multiselectable': true,
    'aria-readonly': readOnly,
    'aria-rowcount': bounds.rows + 1,
    'aria-colcount': bounds.columns + 1,
    'aria-activedescendant': `cell-${symbolAt(data.sheet, selection.head)}`,
  } as const
}

/** Copying is told to the whole document when no text is selected; it is ours while the sheet has the focus. */
function useClipboard({ keys, onCopy, onPaste }: GridProps): void {
  useEffect(() => {
    const ours = (handle: (event: ClipboardEvent) => void) => (event: ClipboardEvent) => {
      if (document.activeElement === keys.current) handle(event)
    }
    const copy = ours(onCopy)
    const paste = ours(onPaste)
    document.addEventListener('copy', copy)
    document.addEventListener('paste', paste)
    return () => {
      document.removeEventListener('copy', copy)
      document.removeEventListener('paste', paste)
    }
  })
}

interface Item {
  readonly index: number
}

/** The rectangle on the screen, told once each time it changes. */
function useVisible(
  rows: readonly Item[],
  columns: readonly Item[],
  onVisible: (rect: Rect) => void,
): Rect {
  const left = (columns[0]?.index ?? 0) + 1
  const right = (columns.at(-1)?.index ?? 0) + 1
  const top = (rows[0]?.index ?? 0) + 1
  const bottom = (rows.at(-1)?.index ?? 0) + 1
  const visible = useMemo(() => ({ left, right, top, bottom }), [left, right, top, bottom])
  const isDrawn = rows.length > 0 && columns.length > 0
  useEffect(() => {
    if (isDrawn) onVisible(visible)
  }, [isDrawn, visible, onVisible])
  return visible
}

function Lines({
  layout,
  headWidth,
  from,
  until,
}: {
  layout: ColumnLayout
  headWidth: number
  from: number
  until: number
}) {
  const lines = []
  for (let column = from; column <= until; column++) {
    lines.push(<i key={column} style={{ left: headWidth + layout.start(column + 1) - 1 }} />)
  }
  return (
    <div className="grid-lines" aria-hidden="true">
      {lines}
    </div>
  )
}
