// ROW_INDEX, ABOVE and their kind: the position of a formula in its rectangle, and its neighbours.

import type { PositionWord } from '@cellwake/language'
import { arrayOf, BLANK, errorOf, type Value } from '../values.ts'
import { columnOf } from './columns.ts'
import { near } from './grid.ts'
import { shown } from './ranges.ts'
import { read } from './reading.ts'
import type { ModelState, Node } from './state.ts'

export const NO_SPILL = errorOf('REF!', 'nothing spills from there')
const NOT_SCHEDULED = errorOf('REF!', 'only a rule is scheduled')
const FAR_NEIGHBORS = errorOf('VALUE!', 'NEIGHBORS reaches from 1 to 50 cells')

const FIXED: readonly PositionWord[] = [
  'ROW_INDEX',
  'COL_INDEX',
  'IS_FIRST',
  'IS_LAST',
  'CELL_COUNT',
  'SCHEDULED_AT',
]

/** Whether it takes no count. */
export function isFixed(word: PositionWord): boolean {
  return FIXED.includes(word)
}

export function positionOf(m: ModelState, word: PositionWord, at: Node): Value {
  const rectangle = at.formula?.within
  const column = columnOf(at.key)
  if (word === 'SCHEDULED_AT') return m.isActing ? m.scheduledAt : NOT_SCHEDULED
  if (rectangle === undefined) {
    if (word === 'ROW_INDEX' || word === 'COL_INDEX' || word === 'CELL_COUNT') return 1
    return true
  }
  if (word === 'ROW_INDEX') return at.row - rectangle.row + 1
  if (word === 'COL_INDEX') return column - rectangle.column + 1
  if (word === 'IS_FIRST') return at.row === rectangle.row && column === rectangle.column
  if (word === 'IS_LAST') return at.row === rectangle.lastRow && column === rectangle.lastColumn
  return (rectangle.lastColumn - rectangle.column + 1) * (rectangle.lastRow - rectangle.row + 1)
}

/** The cell so many steps away. */
export function stepsAway(m: ModelState, word: PositionWord, at: Node, steps: number): Node {
  if (word === 'ABOVE') return near(m, at, 0, -steps)
  if (word === 'BELOW') return near(m, at, 0, steps)
  return near(m, at, word === 'LEFT' ? -steps : steps, 0)
}

export function neighbors(m: ModelState, at: Node, reach: number): Value {
  if (reach < 1 || reach > 50) return FAR_NEIGHBORS
  const items: Value[] = []
  for (let rows = -reach; rows <= reach; rows++) {
    for (let columns = -reach; columns <= reach; columns++) {
      const found = near(m, at, columns, rows)
      const isBlank = found === m.offSheet || (rows === 0 && columns === 0)
      items.push(isBlank ? BLANK : shown(read(m, found)))
    }
  }
  return arrayOf(reach * 2 + 1, reach * 2 + 1, items)
}
