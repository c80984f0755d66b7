// Rectangles whose cells read their neighbours. `B2:B1000 = ABOVE + LEFT` reads itself as a whole,
// but no cell of it waits for itself: where formulas seem to be on a cycle, such rectangles are
// looked at cell by cell.

import { CYCLE_MAX_CELLS } from '../limits.ts'
import type { IrNearby, IrRegion, IrTarget } from '../lower/ir.ts'
import { cellOfKey } from '../lower/sheets.ts'
import { cellSymbol, defaultSheet } from '../symbols.ts'
import { allReads } from './code.ts'
import { cyclicGroups, EdgeList, shortestCycle } from './components.ts'
import type { CheckedFormula } from './facts.ts'
import { shifted } from './graph.ts'
import { cellsOf, targetSymbol } from './ownership.ts'
import type { Territory } from './territory.ts'

/** A cycle: its first formula and, where it was followed, its way. */
export interface FoundCycle {
  readonly member: number
  readonly path: string[] | undefined
}

export function cyclesInRectangles(
  members: readonly number[],
  formulas: readonly CheckedFormula[],
  territory: Territory,
  sheets: readonly string[],
): FoundCycle[] {
  const [only] = members
  if (members.length === 1 && only !== undefined && runsOneWay(formulas[only]!)) return []
  const cells = new CellGraph(members, formulas, territory)
  // Too large to follow: almost surely a cycle, since steps both ways fit into it many times.
  if (!cells.build()) return only === undefined ? [] : [{ member: only, path: undefined }]
  return cyclicGroups(cells.edges).map((group) => {
    const start = group.reduce((a, b) => (cells.comesFirst(a, b) ? a : b))
    const way = shortestCycle(cells.edges, start, group).flatMap((node) =>
      cells.label(node, sheets),
    )
    return { member: cells.memberOf(start), path: way }
  })
}

/** Whether all steps inside the rectangle agree on a direction, so that no cell comes round again. */
function runsOneWay(formula: CheckedFormula): boolean {
  const steps: IrNearby[] = []
  for (const reads of allReads(formula, formula.externals)) {
    if (reads.always.length + reads.maybe.length > 0 && readsTarget(formula.target, reads))
      return false
    if (reads.regions.some((region) => meets(formula.target, region))) return false
    for (const nearby of reads.nearby) if (staysInside(formula.target, nearby)) steps.push(nearby)
  }
  const ways: ((step: IrNearby) => boolean)[] = [
    ([, top, , bottom]) => bottom < 0 || top > 0,
    ([left, , right]) => right < 0 || left > 0,
  ]
  if (!steps.every((step) => ways.some((way) => way(step)))) return false
  const up = steps.some(([, , , bottom]) => bottom < 0)
  const down = steps.some(([, top]) => top > 0)
  const left = steps.some(([, , right]) => right < 0)
  const right = steps.some(([start]) => start > 0)
  return !(up && down) && !(left && right)
}

function staysInside(target: IrTarget, nearby: IrNearby): boolean {
  const region = shifted(target, nearby)
  return region !== undefined && meets(target, region)
}

function readsTarget(
  target: IrTarget,
  reads: {
    readonly always: readonly (number | string)[]
    readonly maybe: readonly (number | string)[]
  },
): boolean {
  return [...reads.always, ...reads.maybe].some((key) => {
    if (typeof key === 'string') return target[0] === 'name' && target[1] === key
    const [sheet, column, row] = cellOfKey(key)
    return meets(target, [sheet, column, row, column, row, 1])
  })
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
  #steps = CYCLE_MAX_CELLS * 8

  constructor(
    members: readonly number[],
    formulas: readonly CheckedFormula[],
    territory: Territory,
  ) {
    this.#members = members
    this.#formulas = formulas
    this.#territory = territory
  }

  /** False when there are too many cells or reads to follow. */
  build(): boolean {
    let nodes = 0
    for (const member of this.#members) {
      this.#first.set(member, nodes)
      nodes += this.#cells(member) + 1
      if (nodes > CYCLE_MAX_CELLS) return false
    }
    for (const member of this.#members) if (!this.#addMember(member)) return false
    return true
  }

  memberOf(node: number): number {
    return this.#memberOfNode[node]!
  }

  /** In the source; of one rectangle's cells, the one further up, then further left. */
  comesFirst(a: number, b: number): boolean {
    return this.memberOf(a) === this.memberOf(b) ? a < b : this.memberOf(a) < this.memberOf(b)
  }

  /** What a message shows for a node: nothing for the fixed reads of a rectangle. */
  label(node: number, sheets: readonly string[]): string[] {
    const member = this.memberOf(node)
    const { target } = this.#formulas[member]!
    const cells = this.#cells(member)
    if (cells === 0 || target[0] === 'name') return [targetSymbol(target, sheets)]
    const at = node - this.#first.get(member)!
    if (at === cells) return []
    const [column, row] = placeIn(target, at)
    return [cellSymbol(sheets[target[1]] ?? defaultSheet, column, row)]
  }

  /** How many nodes a formula has besides that of its fixed reads. */
  #cells(member: number): number {
    const formula = this.#formulas[member]!
    for (const reads of allReads(formula, formula.externals))
      if (reads.nearby.length > 0) return cellsOf(formula.target)
    return 0
  }

  #addMember(member: number): boolean {
    const formula = this.#formulas[member]!
    const cells = this.#cells(member)
    const fixed = this.#first.get(member)! + cells
    const nearby = [...allReads(formula, formula.externals)].flatMap((reads) => reads.nearby)
    for (let at = 0; at < cells; at++) {
      if (formula.target[0] === 'name') break
      this.edges.add(fixed)
      const [column, row] = placeIn(formula.target, at)
      for (const box of nearby) {
        const region = shifted(['cell', formula.target[1], column, row], box)
        // NEIGHBORS is a square with a blank in its middle: a cell is not its own neighbour.
        const self = box[0] !== box[2] ? { column, row } : undefined
        if (region !== undefined && !this.#addRegion(region, self)) return false
      }
      this.#memberOfNode[this.edges.endNode()] = member
    }
    for (const reads of allReads(formula, formula.externals)) {
      for (const key of [...reads.always, ...reads.maybe]) if (!this.#addKey(key)) return false
      for (const region of reads.regions) if (!this.#addRegion(region, undefined)) return false
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
      const { target } = this.#formulas[owner]!
      this.edges.add(this.#cells(owner) === 0 ? first : first + offsetIn(target, column, row))
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
      const { target } = this.#formulas[member]!
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
