// Changes of inputs whose commits have no verdict yet. If one is refused, its cell goes back to what it
// held before; if a later change stands on it, that one stays, and is the one that knows the way back.

import type { Value } from '@cellwake/runtime'
import type { CellNode } from './cell-node.ts'

/** A value for an input, and whether it counts as given. */
export interface Change {
  readonly node: CellNode
  readonly value: Value
  readonly given: boolean
}

export interface Flight {
  readonly node: CellNode
  undo: Change
}

export class InFlight {
  readonly #byNode = new Map<CellNode, Flight[]>()

  add(undo: Change): Flight {
    const { node } = undo
    const flight = { node, undo }
    const others = this.#byNode.get(node)
    if (others === undefined) this.#byNode.set(node, [flight])
    else others.push(flight)
    return flight
  }

  accepted(flight: Flight): void {
    this.#takeOut(flight)
  }

  /** The change to make now; undefined if a later one stands. */
  refused(flight: Flight): Change | undefined {
    const later = this.#takeOut(flight)
    if (later === undefined) return flight.undo
    later.undo = flight.undo
    return undefined
  }

  /** The one that came next for the same cell, if there is one. */
  #takeOut(flight: Flight): Flight | undefined {
    const flights = this.#byNode.get(flight.node)!
    const at = flights.indexOf(flight)
    flights.splice(at, 1)
    if (flights.length === 0) this.#byNode.delete(flight.node)
    return flights[at]
  }
}
