// A subscription to a model, until it is deleted or interrupted.

import { type CellsBySymbol, LiveClient, type ModelEvent } from '@cellwake/client'
import { WebSocket } from 'ws'
import { askedToStop } from './hosting/stopping.ts'
import { addressOf, type ServerOptions } from './server-options.ts'

export interface LiveListener {
  cells(cells: CellsBySymbol, rev: number): void
  event(event: ModelEvent, rev: number): void
  /** The state of the connection, in words for a person. */
  state(text: string): void
}

export interface Watched {
  readonly model: string
  readonly symbols: readonly string[]
  readonly events: boolean
  readonly demand: boolean
}

/** Rejects with the server's refusal. */
export async function watchModel(
  options: ServerOptions,
  asked: Watched,
  listener: LiveListener,
  stopped: Promise<unknown> = askedToStop(),
): Promise<void> {
  const live = new LiveClient({ ...(await addressOf(options)), WebSocket })
  let deaf = () => {}
  try {
    await new Promise<void>((resolve, reject) => {
      stopped.then(() => resolve(), reject)
      let wasLive = false
      deaf = live.onState((state) => {
        if (state === 'cut-off') listener.state('The server is away; trying again.')
        else if (state === 'live' && wasLive) listener.state('Connected again.')
        wasLive ||= state === 'live'
      })
      live.subscribe(asked, {
        onCells: (cells, rev) => listener.cells(cells, rev),
        onReset: (cells, rev) => listener.cells(cells, rev),
        onEvent: (event, rev) => {
          listener.event(event, rev)
          if (event.type === 'deleted') resolve()
        },
        onError: reject,
      })
    })
  } finally {
    // After a deliberate end the closing need not be reported.
    deaf()
    live.close()
  }
}
