// A live client of the live rig, and the violations that it must never see: a revision or a value that goes
// back, a commit in part, or less than the sets acknowledged up to its revision.

import { type CellsBySymbol, LiveClient } from '@cellwake/client'
import { WebSocket } from 'ws'

/** Pauses of clients, shortened: a rig that mostly waits finds little. */
export const hasty = {
  after: (ms: number, fn: () => void) => {
    const timer = setTimeout(fn, ms / 20)
    return () => clearTimeout(timer)
  },
}

/** Sets of the writers, and their acknowledgements. Each writer counts up in a cell of its own. */
export interface Writings {
  readonly writers: readonly string[]
  /** The newest number of a writer that was acknowledged at this revision or before. */
  acknowledgedAt(writer: string, rev: number): number
}

export class LiveView {
  readonly #client: LiveClient
  readonly #writings: Writings
  readonly #wrong: (problem: string) => void
  readonly #sockets: WebSocket[] = []
  #cells: CellsBySymbol = {}
  rev = -1
  frames = 0
  resets = 0

  constructor(
    { url, token }: { readonly url: string; readonly token?: string },
    model: string,
    writings: Writings,
    wrong: (problem: string) => void,
  ) {
    this.#writings = writings
    this.#wrong = wrong
    const sockets = this.#sockets
    class Remembered extends WebSocket {
      constructor(address: string) {
        super(address)
        sockets.push(this)
      }
    }
    this.#client = new LiveClient({ url, token, WebSocket: Remembered, environment: hasty })
    const symbols = [...writings.writers, 'total']
    this.#client.subscribe(
      { model, symbols },
      {
        onCells: (cells, rev) => this.#saw({ ...this.#cells, ...cells }, rev),
        onReset: (cells, rev) => {
          this.resets++
          this.#saw(cells, rev)
        },
        onError: ({ code, message }) => wrong(`a subscription ended: ${code}, ${message}`),
      },
    )
  }

  /** How often it had to connect. */
  get connections(): number {
    return this.#sockets.length
  }

  /** The newest number of a writer that it has seen. */
  seen(writer: string): number {
    return numberIn(this.#cells, writer)
  }

  /** The connection is cut, as by a bad network. */
  cut(): void {
    this.#sockets.at(-1)?.terminate()
  }

  close(): void {
    this.#client.close()
  }

  #saw(cells: CellsBySymbol, rev: number): void {
    this.frames++
    if (rev < this.rev) this.#wrong(`a client was at revision ${this.rev} and is told of ${rev}`)
    let total = 0
    for (const writer of this.#writings.writers) {
      const value = numberIn(cells, writer)
      total += value
      const before = this.seen(writer)
      if (value < before) this.#wrong(`${writer} was ${before} and is ${value} at revision ${rev}`)
      const least = this.#writings.acknowledgedAt(writer, rev)
      if (value < least) {
        this.#wrong(`${writer} is ${value} at revision ${rev}, where ${least} was acknowledged`)
      }
    }
    if (total !== numberIn(cells, 'total')) {
      this.#wrong(`at revision ${rev} the total is ${numberIn(cells, 'total')}, not ${total}`)
    }
    this.#cells = cells
    this.rev = rev
  }
}

function numberIn(cells: CellsBySymbol, symbol: string): number {
  const value = cells[symbol]?.value
  return typeof value === 'number' ? value : 0
}
