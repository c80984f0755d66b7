// What only the whole model can tell about copies: whether something else has their targets, whether
// formulas wait for each other through them, and whether a rule feeds its own trigger through them.
// Any doubt counts as a conflict; then the model is compiled line by line, which tells exactly.

import { allReads } from '../check/code.ts'
import type { Checked, CheckedFormula, CheckedRule } from '../check/facts.ts'
import { shifted } from '../check/graph.ts'
import { cellsOf } from '../check/ownership.ts'
import { MODEL_MAX_CELLS, OWN_TRIGGER_MAX_STEPS } from '../limits.ts'
import type { Ir, IrRegion, IrTarget } from '../lower/ir.ts'
import type { Reads } from '../lower/reads.ts'
import { cellOfKey } from '../lower/sheets.ts'
import { Cells } from './cells.ts'
import type { Copies, CopyRun, Original } from './copies.ts'
import { isOrderly } from './first-look.ts'
import { hasCycle, ReadGraph, reach } from './graph.ts'

export function hasConflict(
  checked: Checked,
  ir: Ir,
  copies: Copies,
  originals: readonly Original[],
  runs: readonly CopyRun[],
): boolean {
  const byFormula: (Original | undefined)[] = []
  for (const original of originals) byFormula[original.formula] = original
  if (isOrderly(checked, ir, copies, byFormula, runs)) return false
  return new Conflicts(checked, ir, copies, byFormula).found()
}

/** Nodes are numbered: formulas, then copies, then what rules write. */
class Conflicts {
  readonly #checked: Checked
  readonly #ir: Ir
  readonly #copies: Copies
  readonly #byFormula: readonly (Original | undefined)[]
  readonly #cells: Cells
  readonly #names = new Map<string, number>()
  /** By rule: the nodes that it writes. */
  readonly #writes: Set<number>[] = []
  #nodes: number

  constructor(
    checked: Checked,
    ir: Ir,
    copies: Copies,
    byFormula: readonly (Original | undefined)[],
  ) {
    this.#checked = checked
    this.#ir = ir
    this.#copies = copies
    this.#byFormula = byFormula
    this.#nodes = checked.formulas.length + copies.count
    const written = checked.rules.reduce((sum, { body }) => sum + body.length, 0)
    this.#cells = new Cells(this.#nodes + written)
  }

  found(): boolean {
    if (!this.#takeTargets()) return true
    // Inputs read nothing, so nothing goes round through them.
    const allInputs = this.#byFormula.every((original) => original?.template.input ?? true)
    return !allInputs && this.#goesRound()
  }

  /** False when a target is taken twice, or there are too many cells. */
  #takeTargets(): boolean {
    const { of, refsFrom, refs, count } = this.#copies
    const { formulas, rules } = this.#checked
    const cells = this.#cells
    for (let copy = 0; copy < count; copy++) {
      const { sheet } = this.#byFormula[of[copy]!]!
      const at = refsFrom[copy]!
      if (!cells.add(sheet, refs[at]!, refs[at + 1]!, formulas.length + copy)) return false
    }
    let total = count
    for (let node = 0; node < formulas.length; node++) {
      const { target } = formulas[node]!
      total += cellsOf(target)
      if (this.#take(target, node) !== node) return false
    }
    for (const rule of rules) {
      const nodes = new Set<number>()
      for (const action of rule.body) {
        if (action.kind !== 'write') continue
        total += cellsOf(action.target)
        const node = this.#take(action.target, this.#nodes)
        // Rules may share a target.
        if (node < formulas.length + count) return false
        if (node === this.#nodes) this.#nodes++
        nodes.add(node)
      }
      this.#writes.push(nodes)
    }
    return total <= MODEL_MAX_CELLS && !cells.overlap
  }

  /** Takes a target, and gives who has it then. */
  #take(target: IrTarget, node: number): number {
    if (target[0] === 'name') {
      const known = this.#names.get(target[1])
      if (known === undefined) this.#names.set(target[1], node)
      return known ?? node
    }
    if (target[0] === 'range') this.#cells.addRectangle(target, node)
    else if (!this.#cells.add(target[1], target[2], target[3], node))
      return this.#cells.single(target[1], target[2], target[3])
    return node
  }

  #goesRound(): boolean {
    const { rules } = this.#checked
    const order = this.#order()
    const readsRanges = this.#readsRanges()
    const graph = new ReadGraph(this.#cells, order, readsRanges)
    if (!this.#addNodes(graph)) return true
    const triggers = rules.map((rule) => this.#triggerNodes(graph, rule))
    if (graph.isOver) return true
    const edges = graph.edges()
    if (!graph.oneWay && hasCycle(edges)) return true
    // Half of what the check itself allows, since it counts other nodes.
    let steps = OWN_TRIGGER_MAX_STEPS / 2
    return triggers.some((from, at) => {
      if (this.#writes[at]!.size === 0) return false
      const taken = reach(edges, from, this.#writes[at]!, steps)
      steps -= taken
      return taken < 0 || steps < 0
    })
  }

  /** Adds formulas, copies and writes; false when the graph is over before its end. */
  #addNodes(graph: ReadGraph): boolean {
    const { formulas } = this.#checked
    for (const formula of formulas) {
      if (!formula.input) this.#addFormula(graph, formula)
      graph.endNode()
    }
    if (!this.#addCopies(graph)) return false
    for (let node = formulas.length + this.#copies.count; node < this.#nodes; node++)
      graph.endNode()
    return true
  }

  /** By node: its place in the source. What rules write reads nothing, so its place is no matter. */
  #order(): Int32Array {
    const order = new Int32Array(this.#nodes)
    this.#ir.formulas.forEach(({ line }, node) => {
      order[node] = line
    })
    const { line, count } = this.#copies
    order.set(line.subarray(0, count), this.#ir.formulas.length)
    return order
  }

  #readsRanges(): boolean {
    if (this.#byFormula.some((original) => original?.apart.ranges.includes(true))) return true
    const reads = [...this.#checked.formulas, ...this.#checked.rules].flatMap((code) =>
      readsIn(code),
    )
    return reads.some(({ regions, nearby }) => regions.length + nearby.length > 0)
  }

  #addFormula(graph: ReadGraph, formula: CheckedFormula): void {
    const { target } = formula
    for (const reads of readsIn(formula)) {
      for (const node of this.#readNodes(graph, reads)) graph.edge(node)
      for (const nearby of reads.nearby) {
        const region = shifted(target, nearby)
        // What a rectangle reads of itself was looked at when it was checked.
        for (const part of region === undefined ? [] : besides(region, target))
          graph.edge(regionNode(graph, part))
      }
    }
  }

  /** False when the graph is over before its end. */
  #addCopies(graph: ReadGraph): boolean {
    const { of, refsFrom, refs, count } = this.#copies
    let formula = -1
    let layout: Layout | undefined
    const layouts: (Layout | undefined)[] = []
    for (let copy = 0; copy < count; copy++) {
      if (of[copy] !== formula) {
        formula = of[copy]!
        layouts[formula] ??= this.#layout(formula)
        layout = layouts[formula]
      }
      if (layout !== undefined && !layout.input) {
        for (const node of layout.names) graph.edge(node)
        let at = refsFrom[copy]! + 2
        for (let ref = 0; ref < layout.sheets.length; ref++) {
          const sheet = layout.sheets[ref]!
          if (layout.ranges[ref]) {
            graph.edge(layout.regions[ref]!.node(graph, sheet, refs, at))
            at += 4
          } else {
            graph.edge(graph.cell(sheet, refs[at]!, refs[at + 1]!))
            at += 2
          }
        }
        if (graph.isOver) return false
      }
      graph.endNode()
    }
    return true
  }

  #layout(formula: number): Layout | undefined {
    const original = this.#byFormula[formula]
    if (original === undefined) return undefined
    const { apart, template } = original
    const { always, maybe } = this.#checked.formulas[formula]!.reads
    const names = [...always, ...maybe].flatMap((key) =>
      typeof key === 'string' ? (this.#names.get(key) ?? []) : [],
    )
    const regions = apart.ranges.map(() => new LastRegion())
    return { input: template.input, names, sheets: apart.sheets, ranges: apart.ranges, regions }
  }

  #readNodes(graph: ReadGraph, { always, maybe, regions }: Reads): number[] {
    const nodes: number[] = []
    for (const keys of [always, maybe])
      for (const key of keys)
        if (typeof key === 'string') nodes.push(this.#names.get(key) ?? -1)
        else nodes.push(graph.cell(...cellOfKey(key)))
    for (const region of regions) nodes.push(regionNode(graph, region))
    return nodes.filter((node) => node >= 0)
  }

  #triggerNodes(graph: ReadGraph, rule: CheckedRule): number[] {
    return readsIn(rule).flatMap((reads) => this.#readNodes(graph, reads))
  }
}

/** What the copies of one formula read, besides their coordinates. */
interface Layout {
  readonly input: boolean
  readonly names: readonly number[]
  readonly sheets: readonly number[]
  readonly ranges: readonly boolean[]
  readonly regions: readonly LastRegion[]
}

/** One range of a formula. Most often all copies read the same one, or each its own. */
class LastRegion {
  #place = [0, 0, 0, 0]
  #node = -1

  node(graph: ReadGraph, sheet: number, refs: Int32Array, at: number): number {
    const place = this.#place
    const isSame =
      place[0] === refs[at] &&
      place[1] === refs[at + 1] &&
      place[2] === refs[at + 2] &&
      place[3] === refs[at + 3]
    if (isSame) return this.#node
    for (let part = 0; part < 4; part++) place[part] = refs[at + part]!
    this.#node = graph.region(sheet, refs[at]!, refs[at + 1]!, refs[at + 2]!, refs[at + 3]!)
    return this.#node
  }
}

function readsIn(code: CheckedFormula | CheckedRule): Reads[] {
  return allReads('trigger' in code ? code.trigger : code, code.externals)
}

type Place = readonly [
  sheet: number,
  column: number,
  row: number,
  lastColumn: number,
  lastRow: number,
  ...unknown[],
]

function regionNode(graph: ReadGraph, [sheet, column, row, lastColumn, lastRow]: Place): number {
  return graph.region(sheet, column, row, lastColumn, lastRow)
}

/** The parts of a region that lie outside of a target on the same sheet: above, below, left, right. */
function besides(region: IrRegion, target: IrTarget): Place[] {
  if (target[0] === 'name') return []
  const [sheet, column, row, lastColumn, lastRow] = region
  const [, , left, top] = target
  const [right, bottom] = target[0] === 'range' ? [target[4], target[5]] : [left, top]
  const from = Math.max(row, top)
  const to = Math.min(lastRow, bottom)
  const parts: Place[] = [
    [sheet, column, row, lastColumn, Math.min(lastRow, top - 1)],
    [sheet, column, Math.max(row, bottom + 1), lastColumn, lastRow],
    [sheet, column, from, Math.min(lastColumn, left - 1), to],
    [sheet, Math.max(column, right + 1), from, lastColumn, to],
  ]
  return parts.filter(([, first, start, last, end]) => first <= last && start <= end)
}
