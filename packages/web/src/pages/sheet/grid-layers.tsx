// Layers over the cells: the selection, the reads of the selected formula, arrays, matches.

import { useMemo } from 'react'
import type { ColumnLayout } from './column-layout.ts'
import { overlap, type Rect, rectOfSymbol, rectSize } from './places.ts'
import type { SheetData } from './sheet-data.ts'

export const ROW_HEIGHT = 26

export interface Geometry {
  readonly layout: ColumnLayout
  readonly headWidth: number
}

interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export function boxOf({ layout, headWidth }: Geometry, rect: Rect): Box {
  return {
    left: headWidth + layout.start(rect.left),
    top: rect.top * ROW_HEIGHT,
    width: layout.start(rect.right + 1) - layout.start(rect.left),
    height: (rect.bottom - rect.top + 1) * ROW_HEIGHT,
  }
}

export function Layers({
  geometry,
  data,
  visible,
  selected,
  reads,
  found,
}: {
  geometry: Geometry
  data: SheetData
  visible: Rect
  selected: Rect
  /** Symbols that the selected formula reads. */
  reads: readonly string[]
  /** Cells that a search or a filter found. */
  found: readonly Rect[]
}) {
  const onScreen = (rect: Rect) => overlap(rect, visible)
  const { version } = data
  // The version says that cells changed; while scrolling inside a tile nothing is looked for anew.
  const spills = useMemo(() => spillsIn(data, visible, version), [data, visible, version])
  const frames = reads
    .map(rectOfSymbol)
    .filter((read) => read?.sheet === data.sheet)
    .map((read) => read!.rect)
    .filter(onScreen)
  return (
    <div className="grid-layers" aria-hidden="true">
      {rectSize(selected) > 1 && <Frame kind="range" {...boxOf(geometry, selected)} />}
      {frames.map((rect) => (
        <Frame key={`r${rect.left}:${rect.top}`} kind="read" {...boxOf(geometry, rect)} />
      ))}
      {spills.map((rect) => (
        <Frame key={`s${rect.left}:${rect.top}`} kind="spill" {...boxOf(geometry, rect)} />
      ))}
      {found.filter(onScreen).map((rect) => (
        <Frame key={`f${rect.left}:${rect.top}`} kind="found" {...boxOf(geometry, rect)} />
      ))}
    </div>
  )
}

function Frame({ kind, ...box }: Box & { kind: 'range' | 'read' | 'spill' | 'found' }) {
  return <i className={`grid-frame ${kind}`} style={box} />
}

/** The arrays of which a cell is on the screen, each once. */
function spillsIn(data: SheetData, visible: Rect, _version: number): Rect[] {
  const spills = new Map<string, Rect>()
  for (const [, { spill }] of data.cellsIn(visible)) {
    if (spill === undefined || spills.has(spill)) continue
    const found = rectOfSymbol(spill)
    if (found !== undefined && rectSize(found.rect) > 1) spills.set(spill, found.rect)
  }
  return [...spills.values()]
}
