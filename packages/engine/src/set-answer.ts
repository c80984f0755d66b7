// What callers ask of `set`, and what they get back.

import type { CellNode } from './cell-node.ts'
import { EngineError } from './errors.ts'
import { type Firing, firingOf } from './firing.ts'
import type { GivenValue } from './given-value.ts'
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
  rev = 0
  /** The firings that followed, spelled out only if somebody looks. */
  fired: readonly RuleNews[] = []
  readonly #nodes: readonly CellNode[]
  readonly #graph: ModelGraph
  #changed: readonly string[] | undefined

  constructor(nodes: readonly CellNode[], graph: ModelGraph) {
    this.#nodes = nodes
    this.#graph = graph
  }

  get firings(): readonly Firing[] {
    return this.fired.map(({ rule, record }) => firingOf(rule, record))
  }

  get changed(): readonly string[] {
    this.#changed ??= [...new Set(this.#nodes)]
      .filter(({ row }) => row >= 0)
      .map((node) => this.#graph.symbolOf(node))
    return this.#changed
  }
}

/** A request as text, whatever the order of its values. */
export function requestText(values: Readonly<Record<string, GivenValue>>): string {
  return JSON.stringify(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)))
}

export function sameRequest(first: string, now: string): void {
  if (first === now) return
  throw new EngineError('key-reused', 'The idempotency key came with other values before.')
}

/** The answer of the first request with a key, from its receipt. */
export function earlierAnswer(receipt: unknown, seq: number, request: string): SetAnswer {
  const first = receipt as { readonly request: string; readonly changed: readonly string[] }
  sameRequest(first.request, request)
  return { rev: seq, changed: first.changed, firings: [] }
}
