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
import type { Work } from '../model/slices.ts'
import type { Moment } from '../why/moment.ts'
import type { AnswerRoom } from './answer-room.ts'
import { type CellRole, roleOf, valueIn } from './cell-facts.ts'
import type { CellView } from './cell-view.ts'

/** Cells between two looks at the time: formulas of some are long. */
const LOOKED = 16

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

/** `room` is what the answer may hold. */
export function* sheetView(
  moment: Moment,
  text: string,
  pause: () => boolean,
  view: (node: CellNode) => CellView,
  room: AnswerRoom | undefined,
): Work<SheetAnswer> {
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
  let looked = 0
  for (const node of cellsOf(cells, rectangle)) {
    if (++looked % LOOKED === 0 && pause()) yield
    room?.look()
    room?.take(valueIn(graph, node))
    const symbol = graph.symbolOf(node)
    const formula = templateOf(node) === null ? undefined : moment.formulaText(symbol)
    room?.write(formula)
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
