// Cycles among formulas. Every read counts, taken or not: a formula that could wait for itself is
// refused. Each group of formulas is reported once, at its first member in the source.

import { CYCLE_PATH_MAX_SYMBOLS } from '../limits.ts'
import { cyclicGroups, shortestCycle } from './components.ts'
import type { FormulaGraph } from './graph.ts'
import { cyclesInRectangles, differsByPlace } from './nearby.ts'
import { targetSymbol } from './ownership.ts'
import type { Surroundings } from './surroundings.ts'
import type { Territory } from './territory.ts'

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
