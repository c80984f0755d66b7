// Launches: nodes, events and pieces made on behalf of a run or a handler. While it is called, plain calls are made on
// its behalf; later only its transaction can tell. A launch is rolled back if its transaction fails.

import type { Launcher } from '@cellwake/store'
import type { Events } from './events.ts'
import type { Lineage } from './lineage.ts'
import type { Pieces } from './pieces.ts'
import type { Registry } from './registry.ts'
import type {
  Cancel,
  NodeSpec,
  PieceMode,
  RegisterOptions,
  RunTx,
  SendOptions,
  Stream,
} from './run-tx.ts'
import type { Runner } from './runner.ts'
import { Task } from './task.ts'

interface Parts {
  readonly registry: Registry
  readonly pieces: Pieces
  readonly events: Events
  readonly lineage: Lineage
  readonly runner: Runner
}

export class Launches implements Launcher {
  /** A function, since these parts are made with this one. */
  readonly #parts: () => Parts

  constructor(parts: () => Parts) {
    this.#parts = parts
  }

  send(tx: RunTx, stream: Stream, payload: unknown, options: SendOptions | undefined): string {
    return this.#parts().events.queue(stream, payload, { ...options, origin: tx })
  }

  startPiece(
    tx: RunTx,
    id: string,
    build: () => void,
    options: PieceMode | undefined,
  ): Promise<void> | undefined {
    return this.#parts().pieces.start(id, () => this.#as(tx, build), { ...options, after: tx })
  }

  register(tx: RunTx, spec: NodeSpec, options: RegisterOptions | undefined): Cancel {
    if (tx.status() === 'failed') return () => {}
    const { registry, pieces, lineage } = this.#parts()
    const cancel = this.#as(tx, () => registry.register(spec, options))
    // A node of a piece goes with the piece.
    if (pieces.building === undefined) lineage.stopOnFailure(tx, cancel)
    return cancel
  }

  /** Calls a function as part of the run or the handler that a transaction belongs to. */
  #as<T>(tx: RunTx, fn: () => T): T {
    const { runner, events } = this.#parts()
    const { executing: outerRun } = runner
    const { executing: outerAttempt } = events
    const { source } = tx.options
    const run = source instanceof Task ? source : undefined
    runner.executing = run
    events.executing = run === undefined ? tx : undefined
    try {
      return fn()
    } finally {
      runner.executing = outerRun
      events.executing = outerAttempt
    }
  }
}
