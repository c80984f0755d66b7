// Cycles among formulas. Every read counts, taken or not: a formula that could wait for itself is
// refused. Each group of formulas is reported once, at its first member in the source.

import { CYCLE_LOOK_MAX_FORMULAS, CYCLE_PATH_MAX_SYMBOLS } from '../limits.ts'
import { cellOfKey } from '../lower/sheets.ts'
import { allReads } from './code.ts'
import { cyclicGroups, shortestCycle } from './components.ts'
import type { CheckedFormula } from './facts.ts'
import type { FormulaGraph } from './graph.ts'
import { cyclesInRectangles, differsByPlace } from './nearby.ts'
import { targetSymbol } from './ownership.ts'
import type { Surroundings } from './surroundings.ts'
import type { Territory } from './territory.ts'

/**
 * Whether a formula may read another one, so that a cycle is worth looking for. The few that are left of a large
 * model without its copies often read inputs alone: then a graph, its trees and the search, some twenty
 * functions, need not even be compiled.
 */
export function mayGoRound(formulas: readonly CheckedFormula[]): boolean {
  if (formulas.length > CYCLE_LOOK_MAX_FORMULAS) return true
  for (const formula of formulas) {
    if (formula.input) continue
    for (const reads of allReads(formula, formula.externals)) {
      const { always, maybe, regions } = reads
      if (reads.nearby.length > 0 || reads.shifting.length > 0) return true
      for (const keys of [always, maybe])
        for (const key of keys) {
          if (typeof key === 'string') return true
          const [sheet, column, row] = cellOfKey(key)
          if (holdsFormula(formulas, sheet, column, row, column, row)) return true
        }
      for (const [sheet, column, row, lastColumn, lastRow] of regions)
        if (holdsFormula(formulas, sheet, column, row, lastColumn, lastRow)) return true
    }
  }
  return false
}

/** Whether a formula that is no input stands in a rectangle. */
function holdsFormula(
  formulas: readonly CheckedFormula[],
  sheet: number,
  column: number,
  row: number,
  lastColumn: number,
  lastRow: number,
): boolean {
  for (const { input, target } of formulas) {
    if (input || target[0] === 'name' || target[1] !== sheet) continue
    const right = target[0] === 'range' ? target[4] : target[2]
    const bottom = target[0] === 'range' ? target[5] : target[3]
    if (target[2] > lastColumn || right < column) continue
    if (target[3] <= lastRow && bottom >= row) return true
  }
  return false
}

export function reportCycles(model: Surroundings, graph: FormulaGraph, territory: Territory): void {
  const { formulas, edges } = graph
  for (const group of cyclicGroups(edges)) {
    const members = group.filter((node) => node < formulas.length).sort((a, b) => a - b)
    const first = members[0]
    if (first === undefined) continue
    const symbol = (node: number) => targetSymbol(formulas[node]!.target, model.sheets.names)
    if (!members.some((node) => looksAround(graph, node))) {
      const path = shortestCycle(edges, first, group).filter((node) => node < formulas.length)
      report(model, graph, first, path.map(symbol))
      continue
    }
    for (const { member, path } of cyclesInRectangles(
      members,
      formulas,
      territory,
      model.sheets.names,
    ))
      report(model, graph, member, path)
  }
}

function looksAround({ formulas }: FormulaGraph, node: number): boolean {
  return differsByPlace(formulas[node]!)
}

function report(
  model: Surroundings,
  { formulas }: FormulaGraph,
  member: number,
  path: readonly string[],
): void {
  const formula = formulas[member]!
  const itself = path.length === 2
  model.report(
    'cycle',
    formula.targetSpan,
    itself
      ? `${path[0]} reads itself: ${path.join(' → ')}. Let it read other cells only; a running value belongs to a rule, such as EVERY 1h SKIP MISSED THEN … END.`
      : `These formulas wait for each other: ${shown(path)}. Break the circle at one of them, or let a rule write one.`,
  )
}

function shown(path: readonly string[]): string {
  const most = CYCLE_PATH_MAX_SYMBOLS
  if (path.length <= most) return path.join(' → ')
  const left = path.length - most
  return [...path.slice(0, most - 1), `… ${left} more …`, path[path.length - 1]].join(' → ')
}
