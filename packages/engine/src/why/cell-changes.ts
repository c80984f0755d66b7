// When cells got their values: a walk back through the commits that reached something below them, computing
// them before each. The first commit before which a value was another one is the one that changed it. How
// far the walk goes is bounded.

import { BLANK, sameValue, type Value } from '@cellwake/runtime'
import { EngineError } from '../errors.ts'
import { templateOf } from '../formulas/template.ts'
import { CHANGE_SEARCH_COMMITS, CHANGE_SEARCH_VISITS } from '../limits.ts'
import { valueIn } from '../views/cell-facts.ts'
import type { Past } from './past.ts'
import type { PastGraph } from './past-graph.ts'

/** The commit at which a cell got its value, and how that is known. */
export interface CellChange {
  readonly rev: number
  /** `changed`: it had another value before. `deployed`: since the first deploy. Else: it may be older. */
  readonly known: 'changed' | 'deployed' | 'pruned' | 'unsure'
  /** The value before, if it changed. */
  readonly before: Value | undefined
}

interface Searched {
  readonly value: Value
  readonly tag: string | undefined
  /** The newest commit that can have changed it. */
  candidate: number
}

/** Shown value of a cell, blank if it was not there, and the newest commit that can have changed it. */
export function seenAt(moment: PastGraph, symbol: string): Searched {
  const node = moment.find(symbol)
  if (node === undefined) return { value: BLANK, tag: undefined, candidate: moment.rev }
  const tag = templateOf(node)?.tag ?? moment.graph.tags.get(node)
  return { value: valueIn(moment.graph, node), tag, candidate: moment.touched(node) }
}

/** `hints` are commits that are known to have changed a cell. */
export async function lastChanges(
  past: Past,
  symbols: Iterable<string>,
  rev: number,
  hints: ReadonlyMap<string, number>,
): Promise<Map<string, CellChange>> {
  const found = new Map<string, CellChange>()
  const all = [...symbols]
  const open = await past.read(
    rev,
    (moment) => new Map(all.map((symbol) => [symbol, seenAt(moment, symbol)])),
    (moment) => moment.touching(all),
  )
  for (const [symbol, hint] of hints) {
    const searched = open.get(symbol)
    if (searched !== undefined && hint <= rev) searched.candidate = hint
  }
  let visits = 0
  for (let steps = 0; open.size > 0; steps++) {
    const at = Math.max(...[...open.values()].map(({ candidate }) => candidate))
    const reached = [...open].filter(([, { candidate }]) => candidate === at)
    const give = (known: CellChange['known']) => {
      for (const [symbol] of reached) settle(symbol, { rev: at, known, before: undefined })
    }
    const settle = (symbol: string, change: CellChange) => {
      found.set(symbol, change)
      open.delete(symbol)
    }
    if (steps > CHANGE_SEARCH_COMMITS || visits > CHANGE_SEARCH_VISITS) {
      give('unsure')
      continue
    }
    const before = await past
      .readIfThere(
        at - 1,
        (moment) => {
          const seen = reached.map(([symbol]) => seenAt(moment, symbol))
          visits += moment.visits
          return seen
        },
        (moment) => moment.touching(reached.map(([symbol]) => symbol)),
      )
      .catch(isPruned)
    if (before === 'pruned' || before === undefined) {
      give(before ?? 'deployed')
      continue
    }
    reached.forEach(([symbol, searched], i) => {
      const { value, candidate } = before[i]!
      if (sameValue(value, searched.value)) searched.candidate = candidate
      else settle(symbol, { rev: at, known: 'changed', before: value })
    })
  }
  return found
}

/** A change that is older than history is the end of the way, and no failure. */
export function isPruned(error: unknown): 'pruned' {
  if (error instanceof EngineError && error.code === 'history-pruned') return 'pruned'
  throw error
}
