// Arrays in cells. An array spills right and down over cells that nothing owns and nothing has set; where
// it cannot, its cell shows `#SPILL!`. The cell keeps the whole array, each covered cell reads its
// element from there. Covered cells come and go between passes, never in the middle of one.

import { cellSymbol } from '@cellwake/language'
import {
  type ArrayValue,
  BLANK,
  errorOf,
  isArray,
  itemAt,
  stops,
  type Value,
} from '@cellwake/runtime'
import { becomeInput, type Node, onlyRead } from '@cellwake/scheduler'
import type { Evaluation } from '../formulas/evaluation.ts'
import { SHEET_COLUMNS, SHEET_ROWS } from '../limits.ts'
import type { Work } from '../model/slices.ts'
import { ANCHOR, type CellNode, SPILLED, TAKEN } from './cell-node.ts'
import type { ModelCells } from './cells.ts'
import { columnOf, sheetOf } from './grid.ts'

interface Shape {
  readonly rows: number
  readonly columns: number
}

interface Anchor {
  /** The shape to cover; undefined when it holds no array, or is blocked. */
  wants: Shape | undefined
  /** The shape covered now. */
  covers: Shape | undefined
  blocked: boolean
}

export class Spills {
  readonly #cells: ModelCells
  readonly #evaluation: Evaluation
  readonly #anchors = new Map<CellNode, Anchor>()
  readonly #unplaced = new Set<CellNode>()
  readonly #runCovered: (node: Node) => Value

  constructor(cells: ModelCells, evaluation: Evaluation) {
    this.#cells = cells
    this.#evaluation = evaluation
    this.#runCovered = (node) => {
      const cell = node as CellNode
      const anchor = onlyRead(cell) as CellNode
      const value = elementAt(cells.graph.read(anchor) as Value, anchor, cell)
      if (value !== cell.value) evaluation.changed.push(cell)
      return value
    }
  }

  /** Value of a cell whose formula gives an array. Decided at once; covering comes later. */
  hold(node: CellNode, array: ArrayValue): Value {
    const { rows, columns } = array
    if (array.items.length === 0) return errorOf('CALC!', 'an empty array has no value for a cell')
    if (array.items.length === 1) {
      this.release(node)
      const only = array.items[0]!
      // The value stays an array, so that `A1#` finds one; an error is the cell's own.
      return stops(only) ? only : array
    }
    const anchor = this.#anchor(node)
    const blocker = this.#blocker(node, { rows, columns })
    anchor.blocked = blocker !== undefined
    anchor.wants = blocker === undefined ? { rows, columns } : undefined
    if (!sameShape(anchor.wants, anchor.covers)) this.#unplaced.add(node)
    return blocker === undefined ? array : errorOf('SPILL!', blocker)
  }

  /** A cell that may have held an array holds none now. */
  release(node: CellNode): void {
    const anchor = this.#anchors.get(node)
    if (anchor === undefined) return
    anchor.wants = undefined
    anchor.blocked = false
    if (anchor.covers !== undefined) this.#unplaced.add(node)
    else this.#forget(node)
  }

  /** Whether cells are to be covered or uncovered. */
  get isAnyUnplaced(): boolean {
    return this.#unplaced.size > 0
  }

  /** Covers and uncovers cells; something must run for that then. */
  *place(pause: () => boolean): Work<void> {
    const nodes = [...this.#unplaced]
    this.#unplaced.clear()
    const waiting = [...this.#anchors].filter(([, { blocked }]) => blocked).map(([node]) => node)
    let freed = false
    for (const node of nodes) {
      const anchor = this.#anchors.get(node)!
      const { covers } = anchor
      if (covers !== undefined) {
        freed = true
        yield* this.#uncover(node, covers, anchor.wants, pause)
      }
      anchor.covers = anchor.wants
      if (anchor.wants !== undefined) yield* this.#cover(node, anchor.wants, pause)
      else if (!anchor.blocked) this.#forget(node)
    }
    if (freed) this.retry()
    // Their blocker may be another cell now.
    else for (const node of waiting) this.#cells.graph.touch(node)
  }

  /** Room may have come free, or the blocker has changed: blocked arrays look again. */
  retry(): void {
    for (const [node, { blocked }] of this.#anchors) if (blocked) this.#cells.graph.touch(node)
  }

  /** Something else is about to take a covered cell: it becomes an ordinary one. */
  giveUp(cell: CellNode): void {
    const anchor = onlyRead(cell) as CellNode
    this.#free(cell)
    // If the cell was only made blank, the array takes it again.
    this.#unplaced.add(anchor)
    // An input whose array was taken away in the same breath has nothing to run.
    if (anchor.fn !== null) this.#cells.graph.touch(anchor)
  }

  /** Value of a covered cell, whether or not it has run. */
  shownIn(cell: CellNode): Value {
    const anchor = onlyRead(cell) as CellNode
    return elementAt(anchor.value, anchor, cell)
  }

  #anchor(node: CellNode): Anchor {
    let anchor = this.#anchors.get(node)
    if (anchor === undefined) {
      anchor = { wants: undefined, covers: undefined, blocked: false }
      this.#anchors.set(node, anchor)
      node.flags |= ANCHOR
    }
    return anchor
  }

  #forget(node: CellNode): void {
    this.#anchors.delete(node)
    this.#unplaced.delete(node)
    node.flags &= ~ANCHOR
  }

  /** Why an array cannot spill; undefined if it can. */
  #blocker(node: CellNode, { rows, columns }: Shape): string | undefined {
    const left = columnOf(node.column)
    if (node.row + rows - 1 > SHEET_ROWS || left + columns - 1 > SHEET_COLUMNS) {
      return 'the array reaches beyond the sheet'
    }
    const { grid } = this.#cells
    for (let c = 0; c < columns; c++) {
      const column = grid.column(node.column + c)
      if (column === undefined) continue
      for (let row = node.row; row < node.row + rows; row++) {
        const cell = column.find(row)
        if (cell === undefined || cell === node) continue
        const other = (cell.flags & SPILLED) !== 0 && comesBefore(onlyRead(cell) as CellNode, node)
        if ((cell.flags & TAKEN) !== 0 || other) return `${this.#symbol(cell)} is in the way`
      }
    }
    return undefined
  }

  #symbol(cell: CellNode): string {
    const sheet = this.#cells.sheets[sheetOf(cell.column)]!
    return cellSymbol(sheet, columnOf(cell.column), cell.row)
  }

  *#cover(node: CellNode, { rows, columns }: Shape, pause: () => boolean): Work<void> {
    const { graph } = this.#cells
    for (let c = 0; c < columns; c++) {
      for (let r = 0; r < rows; r++) {
        if (c === 0 && r === 0) continue
        if (--graph.untilLook < 0 && graph.looks(pause)) yield
        if (!this.#cells.hasRoom(node.column + c, node.row + r)) {
          yield* this.#refuse(node, { rows, columns }, 'the model would have too many cells', pause)
          return
        }
        const cell = this.#cells.cellAt(node.column + c, node.row + r)
        const other = (cell.flags & SPILLED) === 0 ? undefined : (onlyRead(cell) as CellNode)
        if (other === node) {
          graph.touch(cell)
          continue
        }
        const isTaken = (cell.flags & TAKEN) !== 0
        if (isTaken || (other !== undefined && comesBefore(other, node))) {
          // A race for room: another array took it. This one looks again, and finds none.
          yield* this.#uncover(node, { rows, columns }, undefined, pause)
          this.#anchor(node).covers = undefined
          graph.touch(node)
          return
        }
        if (other !== undefined) this.giveUp(cell)
        if (!this.#take(cell, node)) {
          // A cycle: the array depends on a cell that it would cover.
          const why = `the array depends on ${this.#symbol(cell)}, which it would cover`
          yield* this.#refuse(node, { rows, columns }, why, pause)
          return
        }
      }
    }
  }

  /** Uncovers all of an array, which shows the reason. */
  *#refuse(node: CellNode, shape: Shape, why: string, pause: () => boolean): Work<void> {
    const anchor = this.#anchor(node)
    anchor.wants = undefined
    anchor.blocked = true
    yield* this.#uncover(node, shape, undefined, pause)
    anchor.covers = undefined
    const error = this.#evaluation.originAt(node, errorOf('SPILL!', why))
    this.#cells.graph.write(node, error)
    this.#evaluation.changed.push(node)
  }

  #take(cell: CellNode, anchor: CellNode): boolean {
    const { graph } = this.#cells
    if (!graph.wiring.deriveFrom(cell, anchor, this.#runCovered)) return false
    cell.flags |= SPILLED
    graph.wiring.want(cell)
    graph.touch(cell)
    return true
  }

  *#uncover(
    node: CellNode,
    from: Shape,
    keep: Shape | undefined,
    pause: () => boolean,
  ): Work<void> {
    const { graph } = this.#cells
    for (let c = 0; c < from.columns; c++) {
      for (let r = 0; r < from.rows; r++) {
        if (--graph.untilLook < 0 && graph.looks(pause)) yield
        if (keep !== undefined && r < keep.rows && c < keep.columns) continue
        const cell = this.#cells.grid.find(node.column + c, node.row + r)
        if (cell === undefined || (cell.flags & SPILLED) === 0 || onlyRead(cell) !== node) continue
        this.#free(cell)
        if (cell.value !== BLANK) {
          this.#evaluation.changed.push(cell)
          graph.write(cell, BLANK)
        }
      }
    }
  }

  #free(cell: CellNode): void {
    const { graph } = this.#cells
    graph.wiring.unwant(cell)
    graph.wiring.trim(cell, 0)
    becomeInput(cell)
    cell.flags &= ~SPILLED
  }
}

function elementAt(value: Value, anchor: CellNode, cell: CellNode): Value {
  if (typeof value !== 'object' || !isArray(value)) return BLANK
  const row = cell.row - anchor.row
  const column = cell.column - anchor.column
  return row < value.rows && column < value.columns ? itemAt(value, row, column) : BLANK
}

/** Of two arrays that want a cell one has it, always the same: by place, not by time. */
function comesBefore(a: CellNode, b: CellNode): boolean {
  return a.column < b.column || (a.column === b.column && a.row < b.row)
}

function sameShape(a: Shape | undefined, b: Shape | undefined): boolean {
  return (
    a === b || (a !== undefined && b !== undefined && a.rows === b.rows && a.columns === b.columns)
  )
}
