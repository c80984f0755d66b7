// Arguments of external calls that are new at every commit: by NOW, RAND and their kind, in the argument
// itself or in a formula that it follows from. The answer to such a call is a commit, which would ask again,
// so they are refused.

import type { Reads } from '../lower/reads.ts'
import type { CheckedExternal, CheckedFormula, CheckedRule } from './facts.ts'
import { type FormulaGraph, regionsAround } from './graph.ts'
import { targetSymbol } from './ownership.ts'
import type { Surroundings } from './surroundings.ts'

export function checkVolatileCalls(
  model: Surroundings,
  formulas: readonly CheckedFormula[],
  rules: readonly CheckedRule[],
  graph: FormulaGraph,
): void {
  const owners = [...formulas, ...rules].filter(({ externals }) => externals.length > 0)
  if (owners.length === 0) return
  const follows = followsFromVolatile(graph)
  for (const owner of owners) {
    for (const external of owner.externals) {
      const through = throughWhich(external, owner, graph, follows)
      if (through === undefined) continue
      const what =
        through === DIRECTLY
          ? 'has an argument that is'
          : `takes ${targetSymbol(formulas[through]!.target, model.sheets.names)}, which is`
      model.report(
        'external-volatile',
        external.span,
        `${external.fn} ${what} new at every commit, so each answer would ask for the next. Let a rule write that value into a cell, such as EVERY 1h SKIP MISSED THEN … END, and use the cell.`,
      )
    }
  }
}

const DIRECTLY = -1

/** The formula by which a call is volatile; undefined if it is not. */
function throughWhich(
  { args }: CheckedExternal,
  owner: CheckedFormula | CheckedRule,
  graph: FormulaGraph,
  follows: ReadonlySet<number>,
): number | undefined {
  for (const arg of args) if (arg?.reads.volatile === true) return DIRECTLY
  if (follows.size === 0) return undefined
  for (const arg of args) {
    if (arg === null) continue
    const found = graph.nodesOf(inPlace(arg.reads, owner)).find((node) => follows.has(node))
    if (found !== undefined) return found
  }
  return undefined
}

/** With reads around the cells of the target as rectangles. */
function inPlace(reads: Reads, owner: CheckedFormula | CheckedRule): Reads {
  if (!('target' in owner)) return reads
  const around = regionsAround(reads, owner.target)
  return around.length === 0 ? reads : { ...reads, regions: [...reads.regions, ...around] }
}

/** Nodes of the graph that are volatile or follow from a formula that is. */
function followsFromVolatile({ formulas, edges }: FormulaGraph): Set<number> {
  const found = new Set<number>()
  formulas.forEach(({ reads }, node) => {
    if (reads.volatile) found.add(node)
  })
  if (found.size === 0) return found
  const readers = new Map<number, number[]>()
  for (let node = 0; node < edges.starts.length - 1; node++) {
    for (let at = edges.starts[node]!; at < edges.starts[node + 1]!; at++) {
      const target = edges.targets[at]!
      const known = readers.get(target)
      if (known === undefined) readers.set(target, [node])
      else known.push(node)
    }
  }
  for (const node of found) for (const reader of readers.get(node) ?? []) found.add(reader)
  return found
}
