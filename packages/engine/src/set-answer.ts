// What callers ask of `set`, and what they get back.

import type { CellNode } from './cell-node.ts'
import { type Firing, firingOf } from './firing.ts'
import type { ModelGraph } from './model-graph.ts'
import type { RuleNews } from './rule-book.ts'

export interface SetOptions {
  /** Refused unless the model's newest commit is this one. */
  readonly expectRev?: number
  /** The same key again changes nothing and gets the same answer. */
  readonly idempotencyKey?: string
  /** Who asks, for the record. */
  readonly by?: string
}

export interface SetAnswer {
  readonly rev: number
  /** The symbols whose values changed. */
  readonly changed: readonly string[]
  /** The rules that fired because of it. */
  readonly firings: readonly Firing[]
}

/** The symbols are spelled out only if somebody looks at them: there may be a hundred thousand. */
export class Answer implements SetAnswer {
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
    return this.fired.map(({ rule, record }) => firingOf(rule, record))
  }

  get changed(): readonly string[] {
    this.#changed ??= symbolsOf(this.#nodes, this.#graph)
    return this.#changed
  }
}

/** How they are spelled, each once. */
export function symbolsOf(nodes: readonly CellNode[], graph: ModelGraph): string[] {
  const cells = [...new Set(nodes)].filter(({ row }) => row >= 0)
  return cells.map((node) => graph.symbolOf(node))
}
