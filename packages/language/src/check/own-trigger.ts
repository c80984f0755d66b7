// Rules that write a dependency of their own trigger, directly or through formulas: a feedback
// loop. The engine aborts such a wave when it happens; here the author is warned before.

import { OWN_TRIGGER_MAX_STEPS } from '../limits.ts'
import type { IrRegion, IrTarget } from '../lower/ir.ts'
import type { Reads } from '../lower/reads.ts'
import { cellOfKey } from '../lower/sheets.ts'
import { allReads } from './code.ts'
import type { CheckedRule, CheckedWrite } from './facts.ts'
import { type FormulaGraph, regionsAround } from './graph.ts'
import { targetSymbol } from './ownership.ts'
import type { Surroundings } from './surroundings.ts'

export function warnOwnTriggers(
  model: Surroundings,
  rules: readonly CheckedRule[],
  graph: FormulaGraph,
): void {
  let steps = OWN_TRIGGER_MAX_STEPS
  for (const rule of rules) {
    const writes = rule.body.filter((action) => action.kind === 'write')
    if (writes.length === 0) continue
    const upstream = new Upstream(graph)
    for (const reads of allReads(rule.trigger, rule.externals)) upstream.start(reads)
    steps -= upstream.walk(steps)
    for (const write of writes) if (upstream.holds(write.target)) warn(model, rule, write)
    if (steps <= 0) return
  }
}

function warn(model: Surroundings, rule: CheckedRule, write: CheckedWrite): void {
  const symbol = targetSymbol(write.target, model.sheets.names)
  model.report(
    'rule-writes-own-trigger',
    write.targetSpan,
    `${symbol} is part of what this rule's own trigger in line ${model.lineOf(rule.triggerSpan.start)} depends on. When the rule fires, the whole wave is dropped. Write another cell, and compare with it in the trigger.`,
  )
}

/** Everything that a trigger depends on. */
class Upstream {
  readonly #graph: FormulaGraph
  readonly #keys = new Set<number | string>()
  readonly #regions: IrRegion[] = []
  readonly #seen = new Set<number>()
  readonly #waiting: number[] = []

  constructor(graph: FormulaGraph) {
    this.#graph = graph
  }

  /** Adds the reads of the trigger itself. It has no place of its own, so nothing is near it. */
  start(reads: Reads): void {
    this.#note(reads, undefined)
    for (const node of this.#graph.nodesOf(reads)) this.#waiting.push(node)
  }

  /** Traverses the formulas upstream; gives the number of steps. */
  walk(most: number): number {
    const { formulas, edges } = this.#graph
    let steps = 0
    for (let node = this.#waiting.pop(); node !== undefined; node = this.#waiting.pop()) {
      if (this.#seen.has(node) || steps++ > most) continue
      this.#seen.add(node)
      const formula = formulas[node]
      if (formula !== undefined)
        for (const reads of allReads(formula, formula.externals)) this.#note(reads, formula.target)
      for (let at = edges.starts[node]!; at < edges.starts[node + 1]!; at++)
        this.#waiting.push(edges.targets[at]!)
    }
    return steps
  }

  #note(reads: Reads, target: IrTarget | undefined): void {
    for (const key of reads.always) this.#keys.add(key)
    for (const key of reads.maybe) this.#keys.add(key)
    for (const region of reads.regions) this.#regions.push(region)
    if (target !== undefined) this.#regions.push(...regionsAround(reads, target))
  }

  holds(target: IrTarget): boolean {
    if (target[0] === 'name') return this.#keys.has(target[1])
    const [, sheet, column, row] = target
    const [right, bottom] = target[0] === 'range' ? [target[4], target[5]] : [column, row]
    const meets = ([on, left, top, last, end]: IrRegion) =>
      on === sheet && left <= right && last >= column && top <= bottom && end >= row
    if (this.#regions.some(meets)) return true
    for (const key of this.#keys) {
      if (typeof key === 'string') continue
      const [on, across, down] = cellOfKey(key)
      if (meets([on, across, down, across, down, 1])) return true
    }
    return false
  }
}
