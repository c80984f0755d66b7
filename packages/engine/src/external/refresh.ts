// Refresh on request: the external calls that are asked again.

import type { Node } from '@cellwake/scheduler'
import { type CellNode, isCell } from '../graph/cell-node.ts'
import type { ModelGraph } from '../graph/model-graph.ts'
import { depsOf } from '../graph/node-deps.ts'
import type { Call } from './call.ts'
import { callsBelow } from './calls-below.ts'
import { jobIdOf } from './jobs.ts'

/** Selection of a refresh; if empty, all wanted calls of the model. */
export interface Refresh {
  /** A cell, a name or an external call: all calls below it, wanted or not. */
  readonly symbol?: string
  /** A function, by its name: all its wanted calls. */
  readonly function?: string
}

export interface Refreshed {
  readonly rev: number
  /** The external calls that are asked again, and their jobs; some were in flight already. */
  readonly symbols: readonly string[]
  readonly jobs: readonly string[]
}

/**
 * Whether computing a cell may make a call that nobody wants: calls may cost something. It knows what it has found, so that
 * many cells over each other are walked once.
 */
export function unwantedBelow({ calls }: ModelGraph): (node: CellNode) => boolean {
  if (!calls.any) return () => false
  const asking = new Set<Node>()
  const harmless = new Set<Node>()
  return (node) => {
    const seen = new Set<Node>([node])
    for (const next of seen) {
      const isUnwanted = isCell(next) && calls.of(next) !== undefined && next.live === 0
      if (isUnwanted || asking.has(next)) {
        asking.add(node)
        return true
      }
      for (const dep of depsOf(next)) if (!harmless.has(dep)) seen.add(dep)
    }
    for (const one of seen) harmless.add(one)
    return false
  }
}

/** Mutations are left out: each request of one is a change outside. */
export function callsToRefresh(
  graph: ModelGraph,
  what: Refresh,
  node: CellNode | undefined,
): Call[] {
  const wanted = what.function?.toUpperCase()
  const calls = node === undefined ? [...graph.calls.all] : callsBelow(graph.calls, node)
  return calls.filter(({ request, signature, policy, node: { live } }) => {
    const isMeant = wanted === undefined || signature.name === wanted
    const isAsked = node !== undefined || live > 0
    return isMeant && isAsked && request !== undefined && policy.mutates !== true
  })
}

export function refreshed(model: string, rev: number, calls: readonly Call[]): Refreshed {
  const jobs = new Set(calls.map(({ request }) => jobIdOf(model, request!.key, request!.rev)))
  return { rev, symbols: calls.map(({ symbol }) => symbol), jobs: [...jobs] }
}
