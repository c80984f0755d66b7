// Effects of cells: functions that run when anything they read changes. Before an effect runs again and when it ends, its
// clean-ups run and what was made inside it ends. An effect stands above the one that it was made in, so that the outer one
// runs first and the inner one of the last run does not run in vain. See test: the outer effect runs before the inner one

import { SchedulerError } from '../errors.ts'
import { type Graph, running, stopTracking, untracked } from '../graph/graph.ts'
import { EFFECT, type Node, REMOVED } from '../graph/node.ts'

/** The result of an effect may be its clean-up, or a promise that `idle` waits for. */
export type EffectFn = (onCleanup: (fn: () => void) => void) => unknown

export interface EffectsHost {
  readonly graph: Graph
  /** Makes the node of an effect. */
  make(state: Effect, run: (node: Node) => void): Node
  /** The effect has ended: nothing of it may be kept. */
  ended(node: Node): void
  report(error: unknown): void
  /** Counts a promise until it is settled. */
  track(promise: Promise<unknown>): void
}

/** The value of an effect's node. */
class Effect {
  readonly fn: EffectFn
  /** The effect that it was made in. */
  readonly owner: Node | null
  cleanups: (() => void)[] = []
  /** Ends of the effects and sinks made inside it since it last ran. */
  owned: (() => void)[] = []
  /** Its place in the list of all effects. */
  at = 0

  readonly onCleanup: (fn: () => void) => void

  constructor(fn: EffectFn, owner: Node | null) {
    this.fn = fn
    this.owner = owner
    this.onCleanup = (cleanup) => this.cleanups.push(cleanup)
  }
}

export class Effects {
  readonly #host: EffectsHost
  readonly #all: Node[] = []
  readonly #run = (node: Node) => this.#runs(node)

  constructor(host: EffectsHost) {
    this.#host = host
  }

  /** All effects that have not ended. */
  get all(): readonly Node[] {
    return this.#all
  }

  add(fn: EffectFn): () => void {
    const state = new Effect(fn, owner())
    const node = this.#host.make(state, this.#run)
    state.at = this.#all.push(node) - 1
    this.#host.graph.start(node)
    const end = () => this.#end(node, state)
    this.own(end)
    return end
  }

  /** An effect or sink made while an effect runs ends with that run. */
  own(end: () => void): void {
    const by = owner()
    if (by !== null) (by.value as Effect).owned.push(end)
  }

  /** An outer effect is older than those made inside it, so the inner ones end first. */
  endLast(): void {
    const node = this.#all.at(-1)
    if (node !== undefined) this.#end(node, node.value as Effect)
  }

  #runs(node: Node): void {
    const { graph, track } = this.#host
    const state = node.value as Effect
    this.#clear(state)
    // A clean-up may have ended it.
    if ((node.flags & REMOVED) !== 0) return
    if (state.owner !== null) graph.follow(node, state.owner)
    const result = state.fn(state.onCleanup)
    if (typeof result === 'function') state.cleanups.push(result as () => void)
    else if (result instanceof Promise) track(result)
    // The effect ended itself: clean-ups registered since are due too.
    if ((node.flags & REMOVED) !== 0) this.#clear(state)
  }

  #end(node: Node, state: Effect): void {
    if ((node.flags & REMOVED) !== 0) return
    const last = this.#all.pop()!
    if (last !== node) {
      this.#all[state.at] = last
      ;(last.value as Effect).at = state.at
    }
    // Inner ones first: they stand on it.
    this.#clear(state)
    this.#host.graph.remove(node)
    if (running() === node) stopTracking()
    this.#host.ended(node)
  }

  /** A clean-up is not tracked, and an error in it stops nothing. */
  #clear(state: Effect): void {
    const { cleanups, owned } = state
    if (cleanups.length + owned.length === 0) return
    state.cleanups = []
    state.owned = []
    untracked(() => {
      for (const end of owned) end()
      for (const cleanup of cleanups) {
        try {
          cleanup()
        } catch (error) {
          this.#host.report(error)
        }
      }
    })
  }
}

export function isEffect(node: Node): boolean {
  return node.value instanceof Effect
}

/** The effect that runs now. A sink owns nothing. */
function owner(): Node | null {
  const node = running()
  if (node === null) return null
  if ((node.flags & EFFECT) === 0) {
    throw new SchedulerError('write-while-deriving', 'A derived value may not make an effect.')
  }
  return isEffect(node) ? node : null
}
