// Lineage: events sent and pieces started by a handler's attempt. All of it lives only if the
// attempt's commit does. When the commit fails, the events are dropped and the pieces stopped.

import type { Tx } from '@cellwake/store'

interface Launched {
  readonly drops: Set<(why: string) => void>
  readonly stops: Set<() => void>
}

export class Lineage {
  readonly #launched = new Map<Tx, Launched>()
  readonly #report: (error: unknown) => void

  constructor(report: (error: unknown) => void) {
    this.#report = report
  }

  /** Calls `drop` if the attempt fails. Returns how to forget it. */
  onFailure(origin: Tx, drop: (why: string) => void): () => void {
    const launched = this.#of(origin)
    launched?.drops.add(drop)
    return () => launched?.drops.delete(drop)
  }

  /** Calls `stop` if the attempt fails. */
  stopOnFailure(origin: Tx, stop: () => void): void {
    this.#of(origin)?.stops.add(stop)
  }

  /** Undefined if the fate of the origin is known: there is nothing to wait for. */
  #of(origin: Tx): Launched | undefined {
    const known = this.#launched.get(origin)
    if (known !== undefined) return known
    const status = origin.status()
    if (status === 'committed') return undefined
    const launched: Launched = { drops: new Set(), stops: new Set() }
    this.#launched.set(origin, launched)
    origin.onSettled((result) => {
      this.#launched.delete(origin)
      if (result.rejected === undefined) return
      const why = `what sent it failed: ${result.why}`
      for (const drop of launched.drops) this.#isolated(() => drop(why))
      for (const stop of launched.stops) this.#isolated(stop)
    })
    return launched
  }

  #isolated(fn: () => void): void {
    try {
      fn()
    } catch (error) {
      this.#report(error)
    }
  }
}
