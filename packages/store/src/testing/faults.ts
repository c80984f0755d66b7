// Faults between a store and its database, as data, and plans of when. A plan is asked about every
// operation and answers with a fault or with nothing. All but the crash and the tear are survivable
// by the same process: the store promises to hide them from its callers.

import { between, pick, seededRandom } from './random.ts'
import type { Question } from './wrapped-driver.ts'

/** `delivery` is a piece of news on its way to a listener. */
export type Operation = 'transact' | 'maintain' | 'delivery' | Question

export interface Call {
  readonly operation: Operation
  /** The how-manieth operation of this driver, and of this kind; both from 1. */
  readonly number: number
  readonly ofKind: number
}

export type Fault =
  /** The process dies before the operation, or after it and before anyone hears of it. */
  | { readonly kind: 'crash'; readonly when: 'before' | 'after' }
  /** The process dies inside the exclusive section, when so many rows were put. */
  | { readonly kind: 'torn'; readonly afterPuts: number }
  /** The answer is lost on the way back, or the request on the way there. */
  | { readonly kind: 'timeout'; readonly committed: boolean }
  /** Another session writes this document first. */
  | {
      readonly kind: 'conflict'
      readonly space: string
      readonly id: string
      readonly value: string | number
    }
  /** A delay. */
  | { readonly kind: 'slow'; readonly ms: number }
  /** A second delivery. */
  | { readonly kind: 'twice' }
  /** The database cannot be asked just now. */
  | { readonly kind: 'unreachable' }

export type FaultKind = Fault['kind']

export type Plan = (call: Call) => Fault | undefined

const SOME: readonly FaultKind[] = ['crash', 'slow', 'unreachable']

/** Which faults an operation can meet. */
export const POSSIBLE: Readonly<Record<Operation, readonly FaultKind[]>> = {
  transact: ['crash', 'torn', 'timeout', 'conflict', 'slow', 'twice', 'unreachable'],
  maintain: ['crash', 'timeout', 'slow', 'unreachable'],
  delivery: ['twice'],
  news: SOME,
  head: SOME,
  load: SOME,
  spaces: SOME,
  versions: SOME,
  statesAt: SOME,
  commits: SOME,
  commit: SOME,
  seqAt: SOME,
  horizon: SOME,
  receipt: SOME,
  topics: SOME,
  events: SOME,
  eventsById: SOME,
  pendingEvents: SOME,
  entry: SOME,
  entries: SOME,
  entryCounts: SOME,
  jobs: SOME,
  job: SOME,
  timers: SOME,
  lease: SOME,
  stats: SOME,
}

export const NO_FAULTS: Plan = () => undefined

/** One fault, at the n-th operation of a kind. */
export function once(operation: Operation, ofKind: number, fault: Fault): Plan {
  return (call) => (call.operation === operation && call.ofKind === ofKind ? fault : undefined)
}

/** Faults that the store hides from its callers, so that any test of it must pass with these. */
export const TRANSIENT: readonly FaultKind[] = ['timeout', 'slow', 'twice']

/** Faults of these kinds at this rate, by chance that repeats. */
export function seededPlan(
  seed: number,
  options: { rate: number; kinds?: readonly FaultKind[]; slowMs?: number },
): Plan {
  const random = seededRandom(seed)
  const { rate, kinds = TRANSIENT, slowMs = 5 } = options
  return ({ operation }) => {
    if (random() >= rate) return undefined
    const possible = kinds.filter((kind) => POSSIBLE[operation].includes(kind))
    return possible.length === 0 ? undefined : anyOf(pick(random, possible), random, slowMs)
  }
}

function anyOf(kind: FaultKind, random: () => number, slowMs: number): Fault {
  switch (kind) {
    case 'crash':
      return { kind, when: random() < 0.5 ? 'before' : 'after' }
    case 'torn':
      return { kind, afterPuts: between(random, 0, 4) }
    case 'timeout':
      return { kind, committed: random() < 0.5 }
    case 'conflict':
      return { kind, space: 'foreign', id: 'doc', value: between(random, 0, 1_000_000) }
    case 'slow':
      return { kind, ms: random() * slowMs }
    default:
      return { kind }
  }
}
