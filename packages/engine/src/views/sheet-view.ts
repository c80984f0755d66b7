// A part of a sheet as people look at it: every cell that holds something, with its role there.

import { rangeSymbol } from '@cellwake/language'
import { isArray } from '@cellwake/runtime'
import { onlyRead } from '@cellwake/scheduler'
import { EngineError } from '../errors.ts'
import { templateOf } from '../formulas/template.ts'
import { ANCHOR, type CellNode, SPILLED } from '../graph/cell-node.ts'
import { columnOf, sheetOf } from '../graph/grid.ts'
import type { ModelGraph } from '../graph/model-graph.ts'
import { cellsOf, rectangleFrom } from '../graph/rectangle.ts'
import type { Moment } from '../why/moment.ts'
import { type CellRole, roleOf } from './cell-facts.ts'
import type { CellView } from './cell-view.ts'

export interface SheetCell extends CellView {
  readonly role: CellRole
  readonly formula?: string
  /** The cell that this one spilled from. */
  readonly anchor?: string
  /** Extent of its own array. */
  readonly spill?: string
  readonly wanted: boolean
}

export interface SheetAnswer {
  readonly rev: number
  readonly range: string
  readonly cells: Readonly<Record<string, SheetCell>>
}

export function sheetView(
  moment: Moment,
  text: string,
  view: (node: CellNode) => CellView,
): SheetAnswer {
  const { graph, rev } = moment
  const { cells } = graph
  const rectangle = rectangleFrom(
    text.includes(':') ? text : `${text}:${lastPart(text)}`,
    cells.sheets,
  )
  if (rectangle === undefined) {
    throw new EngineError('bad-symbol', `"${text.slice(0, 64)}" is no part of a sheet.`)
  }
  const { sheet, column, row, lastColumn, lastRow } = rectangle
  const found: Record<string, SheetCell> = {}
  for (const node of cellsOf(cells, rectangle)) {
    const symbol = graph.symbolOf(node)
    const formula = templateOf(node) === null ? undefined : moment.formulaText(symbol)
    const spill = spillOf(graph, node)
    found[symbol] = {
      ...view(node),
      role: roleOf(node),
      ...(formula === undefined ? {} : { formula }),
      ...((node.flags & SPILLED) === 0
        ? {}
        : { anchor: graph.symbolOf(onlyRead(node) as CellNode) }),
      ...(spill === undefined ? {} : { spill }),
      wanted: isWanted(node),
    }
  }
  return { rev, range: rangeSymbol(sheet, column, row, lastColumn, lastRow), cells: found }
}

/** Inputs are always there; a formula runs if it is wanted. */
export function isWanted(node: CellNode): boolean {
  return templateOf(node) === null || node.live > 0
}

function lastPart(symbol: string): string {
  return symbol.slice(symbol.lastIndexOf('!') + 1)
}

function spillOf(
  { cells }: ModelGraph,
  { flags, value, column, row }: CellNode,
): string | undefined {
  if ((flags & ANCHOR) === 0 || typeof value !== 'object' || !isArray(value)) return undefined
  const first = columnOf(column)
  const [lastColumn, lastRow] = [first + value.columns - 1, row + value.rows - 1]
  return rangeSymbol(cells.sheets[sheetOf(column)]!, first, row, lastColumn, lastRow)
}
