// Undo log of inputs whose commits have no verdict yet. If one is refused, its cell is rolled back to its value
// before; if a later change stands on it, that one stays, and takes over the undo record. Rules cannot be rolled
// back: events of their firings may be published. So commits behind a refused commit of a model with rules are
// refused too.
// See test: is refused with it: a wave that would be written after it

import type { Value } from '@cellwake/runtime'
import type { Address, Origin, Precondition, TxStatus } from '@cellwake/store'
import { believe } from '../errors.ts'
import type { CellNode } from '../graph/cell-node.ts'

/** Basis of the commits of a model: that none before them was refused. */
export class Ground implements Origin {
  readonly expect: readonly Precondition[]
  isRefused = false

  constructor(expect: readonly Precondition[]) {
    this.expect = [...expect, { type: 'origin-committed', origin: this }]
  }

  /** Status of all commits decided so far: verdicts come in the order in which they are sent. */
  status(): TxStatus {
    return this.isRefused ? 'failed' : 'committed'
  }
}

/** A value for an input, and whether it counts as given. */
export interface InputChange {
  readonly node: CellNode
  readonly value: Value
  readonly given: boolean
}

/** One that was given from outside, and where it is kept: part of a commit as it stands. */
export interface GivenChange extends InputChange {
  readonly at: Address
}

/** Undo record of a change of an input. */
export interface Flight {
  readonly node: CellNode
  value: Value
  given: boolean
}

/** A conditional formula whose last good value became another one. */
export interface KeptGood {
  readonly node: CellNode
  readonly before: Value
  readonly now: Value
}

export class InFlight {
  readonly #byNode = new Map<CellNode, Flight[]>()

  add(flight: Flight): Flight {
    const others = this.#byNode.get(flight.node)
    if (others === undefined) this.#byNode.set(flight.node, [flight])
    else others.push(flight)
    return flight
  }

  accepted(flight: Flight): void {
    this.#takeOut(flight)
  }

  /** The change to make now; undefined if a later one stands. */
  refused(flight: Flight): InputChange | undefined {
    const later = this.#takeOut(flight)
    if (later === undefined) return flight
    later.value = flight.value
    later.given = flight.given
    return undefined
  }

  /** Removes a change; returns the next for the same cell, if there is one. */
  #takeOut(flight: Flight): Flight | undefined {
    const flights = this.#byNode.get(flight.node)
    const at = flights?.indexOf(flight) ?? -1
    believe(flights !== undefined && at >= 0, 'a change of an input gets one verdict')
    flights.splice(at, 1)
    if (flights.length === 0) this.#byNode.delete(flight.node)
    return flights[at]
  }
}
