// Rectangles whose cells have different reads: their neighbours, or shifted references. `B2:B1000 = ABOVE + LEFT` reads
// itself as a whole, but no cell of it depends on itself: where formulas seem to form a cycle, and the directions of
// their reads do not decide, such rectangles are checked cell by cell.

import { CYCLE_MAX_CELLS, CYCLE_MIN_CELLS } from '../limits.ts'
import type { IrRegion, IrTarget } from '../lower/ir.ts'
import { cellOfKey } from '../lower/sheets.ts'
import { regionAt } from '../lower/shifts.ts'
import { cellSymbol, defaultSheet } from '../symbols.ts'
import { allReads } from './code.ts'
import { cyclicGroups, EdgeList, shortestCycle } from './components.ts'
import type { CheckedFormula } from './facts.ts'
import { shifted } from './graph.ts'
import { runsOneWay } from './one-way.ts'
import { cellsOf, targetSymbol } from './ownership.ts'
import type { Territory } from './territory.ts'

/** A cycle: its first formula, and its way. */
export interface FoundCycle {
  readonly member: number
  readonly path: string[]
}

/**
 * Of a rectangle that is too large the first rows are checked, as many as fit: a cycle there is one, and where cells
 * are alike most cycles show there. A missed one is `#CIRC!` at run time.
 */
export function cyclesInRectangles(
  members: readonly number[],
  formulas: readonly CheckedFormula[],
  territory: Territory,
  sheets: readonly string[],
): FoundCycle[] {
  if (runsOneWay(members, formulas, territory)) return []
  let cellsInAll = 0
  for (const member of members) cellsInAll += cellsOf(formulas[member]!.target)
  const start = cellsInAll > CYCLE_MAX_CELLS ? CYCLE_MAX_CELLS >> 3 : CYCLE_MAX_CELLS
  for (let most = start; most >= CYCLE_MIN_CELLS; most >>= 3) {
    const cells = new CellGraph(members, formulas, territory, most)
    if (!cells.build()) continue
    return firstCycles(cells, sheets)
  }
  return []
}

/** One for each formula: where cells are alike, one cycle stands for all. */
function firstCycles(cells: CellGraph, sheets: readonly string[]): FoundCycle[] {
  const byMember = new Map<number, { readonly start: number; readonly group: number[] }>()
  for (const group of cyclicGroups(cells.edges)) {
    const start = group.reduce((a, b) => (cells.comesFirst(a, b) ? a : b))
    const known = byMember.get(cells.memberOf(start))
    if (known === undefined || start < known.start)
      byMember.set(cells.memberOf(start), { start, group })
  }
  return [...byMember].map(([member, { start, group }]) => {
    const way = shortestCycle(cells.edges, start, group)
    return { member, path: way.flatMap((node) => cells.label(node, sheets)) }
  })
}

/** Whether a formula reads something else in each of its cells. */
export function differsByPlace(formula: CheckedFormula): boolean {
  for (const { nearby, shifting } of allReads(formula, formula.externals))
    if (nearby.length > 0 || shifting.length > 0) return true
  return false
}

function meets(target: IrTarget, [sheet, column, row, lastColumn, lastRow]: IrRegion): boolean {
  if (target[0] === 'name' || target[1] !== sheet) return false
  const [right, bottom] = target[0] === 'range' ? [target[4], target[5]] : [target[2], target[3]]
  return target[2] <= lastColumn && right >= column && target[3] <= lastRow && bottom >= row
}

/** One node per cell of the rectangles that look around, one per other formula. */
class CellGraph {
  readonly edges = new EdgeList()
  readonly #members: readonly number[]
  readonly #formulas: readonly CheckedFormula[]
  readonly #territory: Territory
  /** Each member's first node; its cells follow by rows, then the node of its fixed reads. */
  readonly #first = new Map<number, number>()
  readonly #memberOfNode: number[] = []
  /** The target of each member, or its first rows. */
  readonly #targets = new Map<number, IrTarget>()
  readonly #most: number
  #steps: number

  constructor(
    members: readonly number[],
    formulas: readonly CheckedFormula[],
    territory: Territory,
    most: number,
  ) {
    this.#members = members
    this.#formulas = formulas
    this.#territory = territory
    this.#most = most
    this.#steps = most * 8
  }

  /** False when there are too many cells or reads to follow. */
  build(): boolean {
    const each = Math.floor(this.#most / this.#members.length) - 1
    let nodes = 0
    for (const member of this.#members) {
      const formula = this.#formulas[member]!
      const { target } = formula
      this.#targets.set(member, differsByPlace(formula) ? firstRows(target, each) : target)
      this.#first.set(member, nodes)
      nodes += this.#cells(member) + 1
      if (nodes > this.#most) return false
    }
    for (const member of this.#members) if (!this.#addMember(member)) return false
    return true
  }

  #target(member: number): IrTarget {
    return this.#targets.get(member)!
  }

  memberOf(node: number): number {
    return this.#memberOfNode[node]!
  }

  /** In the source; of one rectangle's cells, the one further up, then further left. */
  comesFirst(a: number, b: number): boolean {
    return this.memberOf(a) === this.memberOf(b) ? a < b : this.memberOf(a) < this.memberOf(b)
  }

  /** A node's label in a message: none for the fixed reads of a rectangle. */
  label(node: number, sheets: readonly string[]): string[] {
    const member = this.memberOf(node)
    const target = this.#target(member)
    const cells = this.#cells(member)
    if (cells === 0 || target[0] === 'name')
      return [targetSymbol(this.#formulas[member]!.target, sheets)]
    const at = node - this.#first.get(member)!
    if (at === cells) return []
    const [column, row] = placeIn(target, at)
    return [cellSymbol(sheets[target[1]] ?? defaultSheet, column, row)]
  }

  /** How many nodes a formula has besides that of its fixed reads. */
  #cells(member: number): number {
    return differsByPlace(this.#formulas[member]!) ? cellsOf(this.#target(member)) : 0
  }

  #addMember(member: number): boolean {
    const formula = this.#formulas[member]!
    const cells = this.#cells(member)
    const fixed = this.#first.get(member)! + cells
    const reads = [...allReads(formula, formula.externals)]
    const nearby = reads.flatMap((own) => own.nearby)
    const shifting = reads.flatMap((own) => own.shifting)
    const target = this.#target(member)
    for (let at = 0; at < cells; at++) {
      if (target[0] === 'name') break
      this.edges.add(fixed)
      const [column, row] = placeIn(target, at)
      for (const read of shifting) {
        const region = regionAt(read, column - target[2], row - target[3])
        if (region !== undefined && !this.#addRegion(region, undefined)) return false
      }
      for (const box of nearby) {
        const region = shifted(['cell', target[1], column, row], box)
        // NEIGHBORS is a square with a blank in its middle: a cell is not its own neighbour.
        const self = box[0] !== box[2] ? { column, row } : undefined
        if (region !== undefined && !this.#addRegion(region, self)) return false
      }
      this.#memberOfNode[this.edges.endNode()] = member
    }
    for (const { always, maybe, regions } of reads) {
      for (const key of [...always, ...maybe]) if (!this.#addKey(key)) return false
      for (const region of regions) if (!this.#addRegion(region, undefined)) return false
    }
    this.#memberOfNode[this.edges.endNode()] = member
    return true
  }

  #addKey(key: number | string): boolean {
    if (typeof key === 'number') return this.#addCell(...cellOfKey(key))
    const owner = this.#territory.name(key)?.owner
    const first = owner === undefined ? undefined : this.#first.get(owner)
    if (first !== undefined) this.edges.add(first)
    return this.#steps-- > 0
  }

  #addCell(sheet: number, column: number, row: number): boolean {
    const owner = this.#territory.at(sheet, column, row)?.owner
    const first = owner === undefined ? undefined : this.#first.get(owner)
    if (owner !== undefined && first !== undefined) {
      const target = this.#target(owner)
      const isMet = meets(target, [sheet, column, row, column, row, 1])
      if (this.#cells(owner) === 0) this.edges.add(first)
      else if (isMet) this.edges.add(first + offsetIn(target, column, row))
    }
    return this.#steps-- > 0
  }

  #addRegion(region: IrRegion, self: { column: number; row: number } | undefined): boolean {
    const [sheet, column, row, lastColumn, lastRow] = region
    if ((lastColumn - column + 1) * (lastRow - row + 1) <= this.#members.length) {
      for (let down = row; down <= lastRow; down++)
        for (let across = column; across <= lastColumn; across++) {
          if (self !== undefined && self.column === across && self.row === down) continue
          if (!this.#addCell(sheet, across, down)) return false
        }
      return true
    }
    for (const member of this.#members) {
      if (this.#steps-- <= 0) return false
      const target = this.#target(member)
      if (target[0] === 'name' || !meets(target, region)) continue
      const first = this.#first.get(member)!
      if (this.#cells(member) === 0) {
        const alone = self !== undefined && isCell(target, self)
        if (!alone) this.edges.add(first)
        continue
      }
      const [right, bottom] =
        target[0] === 'range' ? [target[4], target[5]] : [target[2], target[3]]
      for (let down = Math.max(row, target[3]); down <= Math.min(lastRow, bottom); down++)
        for (
          let across = Math.max(column, target[2]);
          across <= Math.min(lastColumn, right);
          across++
        ) {
          if (this.#steps-- <= 0) return false
          if (self?.column !== across || self.row !== down)
            this.edges.add(first + offsetIn(target, across, down))
        }
    }
    return true
  }
}

/** A rectangle of as many rows as fit, one at least. */
function firstRows(target: IrTarget, most: number): IrTarget {
  if (target[0] !== 'range' || cellsOf(target) <= most) return target
  const [, sheet, column, row, lastColumn] = target
  const rows = Math.max(1, Math.floor(most / (lastColumn - column + 1)))
  return ['range', sheet, column, row, lastColumn, row + rows - 1]
}

function isCell(target: IrTarget, { column, row }: { column: number; row: number }): boolean {
  return target[0] === 'cell' && target[2] === column && target[3] === row
}

function placeIn(target: IrTarget, at: number): [column: number, row: number] {
  if (target[0] !== 'range') return [Number(target[2]), Number(target[3])]
  const width = target[4] - target[2] + 1
  return [target[2] + (at % width), target[3] + Math.floor(at / width)]
}

function offsetIn(target: IrTarget, column: number, row: number): number {
  if (target[0] !== 'range') return 0
  return (row - target[3]) * (target[4] - target[2] + 1) + column - target[2]
}
