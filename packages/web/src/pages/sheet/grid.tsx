// The sheet itself: any number of rows and columns, virtualized: only the visible ones are elements. The
// grid keeps the focus; the selected cell is its active descendant.

import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useSyncExternalStore,
} from 'react'
import { useZone } from '../../parts/zone-scope.tsx'
import type { ColumnLayout } from './column-layout.ts'
import { GridHeads } from './grid-heads.tsx'
import { type Geometry, Layers, ROW_HEIGHT } from './grid-layers.tsx'
import { usePointer } from './grid-pointer.ts'
import { GridRow } from './grid-row.tsx'
import { type Place, type Rect, symbolAt } from './places.ts'
import { type Bounds, moved, type Selection, selectedRect } from './selection.ts'
import type { SheetData } from './sheet-data.ts'
import { type Frame, useWindow } from './use-window.ts'
import './grid.css'

export interface GridProps {
  readonly model: string
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
  /** A name is selected: the cell that was is where keys go on. */
  readonly isBeside: boolean
  /** Cells of another status step back. */
  readonly filter: string | undefined
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
  const zone = useZone()
  const headWidth = Math.max(36, String(bounds.rows).length * 8 + 10)
  const stuckWidth = stick ? layout.width(1) : 0
  const frame = useMemo<Frame>(
    () => ({ layout, bounds, headWidth, stuckWidth }),
    [layout, bounds, headWidth, stuckWidth],
  )
  const { visible = nothing, show } = useWindow(scroller, frame)
  const { left, right } = visible
  const { head } = selection
  const selected = useMemo(() => selectedRect(selection), [selection])
  const { fits, onVisible, onSelect } = props
  useEffect(() => {
    if (visible !== nothing) onVisible(visible)
  }, [visible, onVisible])
  useEffect(() => {
    if (fits !== undefined) show(head)
  }, [show, head, fits])
  const geometry = useMemo<Geometry>(() => ({ layout, headWidth }), [layout, headWidth])
  const pointer = usePointer(props, headWidth, stuckWidth)
  const from = selection.anchor.column
  const selectColumn = useCallback(
    (column: number, extend: boolean) =>
      onSelect({
        anchor: { column: extend ? from : column, row: used.rows },
        head: { column, row: 1 },
      }),
    [onSelect, from, used],
  )
  const selectAll = useCallback(
    () =>
      onSelect({
        anchor: { column: used.columns, row: used.rows },
        head: { column: 1, row: 1 },
      }),
    [onSelect, used],
  )

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
      className={props.isBeside ? 'grid beside' : 'grid'}
      role="presentation"
      data-filter={props.filter}
      data-tour="sheet"
      {...pointer}
    >
      <div
        className="grid-canvas"
        style={{ width: headWidth + layout.total, height: (bounds.rows + 1) * ROW_HEIGHT }}
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
            onSelect={selectColumn}
            onSelectAll={selectAll}
            onResize={props.onResize}
            onFit={props.onFit}
          />
          <tbody style={{ paddingTop: (visible.top - 1) * ROW_HEIGHT }}>
            {rowsOf(visible).map((row) => (
              <GridRow
                // A row that comes takes the element of the one that goes.
                key={row % rowCount(visible)}
                model={props.model}
                data={data}
                row={row}
                layout={layout}
                headWidth={headWidth}
                from={left}
                until={right}
                selected={head.row === row ? head.column : 0}
                isOn={row >= selected.top && row <= selected.bottom}
                stick={stick}
                zone={zone}
                version={data.rowVersion(row)}
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

/**
 * The copy event goes to the whole document when no text is selected; the sheet handles it while it has the
 * focus.
 */
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

/** Before the size of the screen is known. */
const nothing: Rect = { left: 1, right: 0, top: 1, bottom: 0 }

function rowCount({ top, bottom }: Rect): number {
  return bottom - top + 1
}

function rowsOf(visible: Rect): number[] {
  return Array.from({ length: rowCount(visible) }, (_, i) => visible.top + i)
}

const Lines = memo(function Lines({
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
})
