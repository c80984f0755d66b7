// Options and answer of `set`.

import type { CellNode } from '../graph/cell-node.ts'
import type { ModelGraph } from '../graph/model-graph.ts'
import { ANSWER_CHANGED_SYMBOLS, ANSWER_FIRINGS, ANSWER_FIRINGS_CHARS } from '../limits.ts'
import { type Firing, firingOf } from '../rules/firing.ts'
import { charsOf } from '../rules/recorded-acts.ts'
import type { RuleNews } from '../rules/rule-book.ts'
import type { RunCause } from '../why/causes.ts'

export interface SetOptions {
  /** Refused unless the model's newest commit is this one. */
  readonly expectRev?: number
  /** The same key again changes nothing and gets the same answer. */
  readonly idempotencyKey?: string
  /** The caller, for the record. */
  readonly by?: string
  /** The run of the workflow that calls, for the record. */
  readonly run?: RunCause
}

export interface SetAnswer {
  readonly rev: number
  /** The symbols whose values changed, the first 50,000 of them. */
  readonly changed: readonly string[]
  /** The rules that fired because of it, the first 1,000 of them, and as long as it is little. */
  readonly firings: readonly Firing[]
}

/** The symbols are built on demand only: there may be a hundred thousand. */
export class LazySetAnswer implements SetAnswer {
  rev: number
  fired: readonly RuleNews[] = []
  readonly #nodes: readonly CellNode[]
  readonly #graph: ModelGraph
  #changed: readonly string[] | undefined

  constructor(nodes: readonly CellNode[], graph: ModelGraph, rev: number) {
    this.rev = rev
    this.#nodes = nodes
    this.#graph = graph
  }

  get firings(): readonly Firing[] {
    const firings: Firing[] = []
    let chars = 0
    for (const { rule, record } of this.fired) {
      for (const { after } of record.writes) chars += charsOf(after)
      for (const { args } of record.events) for (const arg of args) chars += charsOf(arg)
      if (firings.length >= ANSWER_FIRINGS || chars > ANSWER_FIRINGS_CHARS) break
      firings.push(firingOf(rule, record))
    }
    return firings
  }

  get changed(): readonly string[] {
    this.#changed ??= symbolsOf(this.#nodes, this.#graph)
    return this.#changed
  }
}

/** Symbols of cells, each once, as many as an answer names. */
export function symbolsOf(nodes: readonly CellNode[], graph: ModelGraph): string[] {
  const cells = new Set<CellNode>()
  for (const node of nodes) {
    if (node.row >= 0) cells.add(node)
    if (cells.size === ANSWER_CHANGED_SYMBOLS) break
  }
  return Array.from(cells, (node) => graph.symbolOf(node))
}
