// The dependency graph of formulas. A range is a few nodes of a tree of boxes, so that a thousand
// running sums over a column do not make half a million edges.

import { SHEET_MAX_COLUMNS, SHEET_MAX_ROWS } from '../limits.ts'
import type { IrRegion, IrTarget } from '../lower/ir.ts'
import type { ReadKey, Reads } from '../lower/reads.ts'
import { regionOfAll } from '../lower/shifts.ts'
import { type BoxNode, boxTree, leaf, nodesInside } from './boxes.ts'
import { EdgeList } from './components.ts'
import type { CheckedFormula } from './facts.ts'
import type { Territory } from './territory.ts'

/** Nodes below `formulas.length` are formulas; the others are boxes and regions. */
export class FormulaGraph {
  readonly edges = new EdgeList()
  readonly formulas: readonly CheckedFormula[]
  readonly #territory: Territory
  readonly #trees = new Map<string, BoxNode | undefined>()
  readonly #boxes = new Map<BoxNode, number>()
  readonly #regions = new Map<string, number>()
  /** Edges of the nodes behind the formulas, in the order of their numbers. */
  readonly #later: number[][] = []

  constructor(formulas: readonly CheckedFormula[], territory: Territory) {
    this.formulas = formulas
    this.#territory = territory
    const add = (node: number) => this.edges.add(node)
    for (const formula of formulas) {
      const { input, externals, target } = formula
      if (!input) {
        this.#read(formula.reads, target, add)
        for (const { args } of externals)
          for (const arg of args) if (arg !== null) this.#read(arg.reads, target, add)
      }
      this.edges.endNode()
    }
    // Ending a node may add further ones: boxes have children.
    for (let at = 0; at < this.#later.length; at++) {
      for (const node of this.#later[at]!) this.edges.add(node)
      this.edges.endNode()
    }
  }

  /** The nodes of some reads, as far as formulas lead to them. */
  nodesOf(reads: Reads): number[] {
    const found: number[] = []
    this.#direct(reads.always, (node) => found.push(node))
    this.#direct(reads.maybe, (node) => found.push(node))
    for (const region of reads.regions)
      for (const box of this.#inRegion(region)) addLeaves(box, found)
    return found
  }

  #read(reads: Reads, target: IrTarget, add: (node: number) => void): void {
    this.#direct(reads.always, add)
    this.#direct(reads.maybe, add)
    for (const region of reads.regions) this.#addRegion(region, add)
    if (reads.nearby.length + reads.shifting.length === 0) return
    for (const region of regionsAround(reads, target)) this.#addRegion(region, add)
  }

  #direct(keys: readonly ReadKey[], add: (node: number) => void): void {
    for (const key of keys) {
      const claim = typeof key === 'string' ? this.#territory.name(key) : this.#territory.atKey(key)
      if (claim !== undefined) add(claim.owner)
    }
  }

  #addRegion(region: IrRegion, add: (node: number) => void): void {
    const key = region.slice(0, 5).join(' ')
    const known = this.#regions.get(key)
    const inside = known === undefined ? this.#inRegion(region) : []
    if (known === undefined && inside.length === 0) return
    const number = known ?? this.#number(inside.map((node) => this.#boxNumber(node)))
    this.#regions.set(key, number)
    add(number)
  }

  #inRegion([sheet, column, row, lastColumn, lastRow]: IrRegion): BoxNode[] {
    const tall = lastRow - row > lastColumn - column
    const tree = this.#tree(sheet, tall ? 'columns' : 'rows')
    return tree === undefined ? [] : nodesInside(tree, column, row, lastColumn, lastRow)
  }

  #boxNumber(node: BoxNode): number {
    if (node.children.length === 0) return node.owner
    const known = this.#boxes.get(node)
    if (known !== undefined) return known
    const number = this.#number(node.children.map((child) => this.#boxNumber(child)))
    this.#boxes.set(node, number)
    return number
  }

  #number(edges: number[]): number {
    return this.formulas.length + this.#later.push(edges) - 1
  }

  /** Inputs read nothing, so they are on no cycle and in no tree. */
  #tree(sheet: number, by: 'columns' | 'rows'): BoxNode | undefined {
    const key = `${sheet} ${by}`
    if (this.#trees.has(key)) return this.#trees.get(key)
    const boxes: BoxNode[] = []
    this.formulas.forEach(({ target, input }, owner) => {
      if (input || target[0] === 'name' || target[1] !== sheet) return
      const [, , column, row] = target
      const [lastColumn, lastRow] = target[0] === 'range' ? [target[4], target[5]] : [column, row]
      boxes.push(leaf(column, row, lastColumn, lastRow, owner))
    })
    const tree = boxTree(boxes, by)
    this.#trees.set(key, tree)
    return tree
  }
}

/** Rectangles of all that the cells of a target read at a distance, or as it shifts. */
export function regionsAround({ nearby, shifting }: Reads, target: IrTarget): IrRegion[] {
  const regions: IrRegion[] = []
  for (const box of nearby) {
    const region = shifted(target, box)
    if (region !== undefined) regions.push(region)
  }
  for (const read of shifting) regions.push(regionOfAll(read, target))
  return regions
}

/** The rectangle of all cells that a rectangle's cells read at an offset, inside the sheet. */
export function shifted(
  target: IrTarget,
  [columns, rows, lastColumns, lastRows]: readonly [number, number, number, number, ...unknown[]],
): IrRegion | undefined {
  if (target[0] === 'name') return undefined
  const [, sheet, column, row] = target
  const [right, bottom] = target[0] === 'range' ? [target[4], target[5]] : [column, row]
  const first = Math.max(1, column + columns)
  const top = Math.max(1, row + rows)
  const last = Math.min(SHEET_MAX_COLUMNS, right + lastColumns)
  const end = Math.min(SHEET_MAX_ROWS, bottom + lastRows)
  return first > last || top > end ? undefined : [sheet, first, top, last, end, 1]
}

function addLeaves(box: BoxNode, found: number[]): void {
  if (box.children.length === 0) found.push(box.owner)
  for (const child of box.children) addLeaves(child, found)
}
