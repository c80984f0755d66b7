// One subscription as its owner sees it: it outlives connections. It knows the last revision delivered, and
// resumes there; each gap is reported as a reset.

import type { FrameOut, ModelEvent, SubscribeFrame } from './contract/live.ts'
import type { CellsBySymbol } from './contract/values.ts'
import { ApiError } from './errors.ts'

export interface Subscribe {
  readonly model: string
  /** Cells, names, or rectangles such as `A1:H40`. */
  readonly symbols?: readonly string[]
  /** Firings, jobs and deploys of the model too. */
  readonly events?: boolean
  /** False: looking only, which makes nothing run. */
  readonly demand?: boolean
  /** The last revision that was seen, to go on from there. */
  readonly fromRev?: number
}

export interface LiveHandlers {
  /** First a snapshot of the cells, then changes. */
  onCells?(cells: CellsBySymbol, rev: number): void
  onEvent?(event: ModelEvent, rev: number): void
  /** Changes in between are lost: these are all cells as they are now. Left out, `onCells` gets them. */
  onReset?(cells: CellsBySymbol, rev: number, reason: string): void
  onError?(error: ApiError): void
}

/** Frames that are about a subscription. */
export type SubscriptionFrame = Extract<FrameOut, { readonly id: string }>

/** A subscription of any kind, as its connection sees it. */
export interface Subscription {
  /** The id under which the server knows it. */
  readonly id: string
  /** The frame that starts or resumes it. */
  frame(): SubscribeFrame
  heard(frame: SubscriptionFrame): void
  failed(error: ApiError): void
}

export class LiveSubscription implements Subscription {
  readonly #handlers: LiveHandlers
  #asked: Subscribe
  #rev: number | undefined
  /** Events at the newest revision: a server that resumes there sends them again. */
  #eventsAtRev = 0
  #skip = { rev: 0, count: 0 }
  /** The id under which the server knows it. */
  readonly id: string

  constructor(id: string, asked: Subscribe, handlers: LiveHandlers) {
    this.id = id
    this.#asked = asked
    this.#handlers = handlers
    this.#rev = asked.fromRev
  }

  /** The same owner wants other cells; it begins anew under another id. */
  other(id: string, symbols: readonly string[]): LiveSubscription {
    const { fromRev: _, ...asked } = this.#asked
    return new LiveSubscription(id, { ...asked, symbols }, this.#handlers)
  }

  /** The frame that starts or resumes the subscription. */
  frame(): SubscribeFrame {
    const { model, symbols, events, demand } = this.#asked
    this.#skip = { rev: this.#rev ?? 0, count: this.#eventsAtRev }
    return {
      op: 'subscribe',
      id: this.id,
      model,
      ...(symbols === undefined ? {} : { symbols: [...symbols] }),
      ...(events === undefined ? {} : { events }),
      ...(demand === undefined ? {} : { demand }),
      ...(this.#rev === undefined ? {} : { fromRev: this.#rev }),
    }
  }

  heard(frame: SubscriptionFrame): void {
    if ('error' in frame) {
      this.failed(new ApiError({ ...frame.error, status: 0 }))
      return
    }
    if ('reset' in frame) {
      const { cells, reason } = frame.reset
      this.#rev = frame.rev
      this.#eventsAtRev = 0
      this.#skip.count = 0
      if (this.#handlers.onReset === undefined) this.#handlers.onCells?.(cells, frame.rev)
      else this.#handlers.onReset(cells, frame.rev, reason)
      return
    }
    if ('event' in frame && this.#wasTold(frame.rev)) return
    this.#reached(frame.rev)
    if ('event' in frame) {
      this.#eventsAtRev++
      // A subscription to a model hears of nothing else.
      this.#handlers.onEvent?.(frame.event as ModelEvent, frame.rev)
    } else this.#handlers.onCells?.(frame.cells, frame.rev)
  }

  failed(error: ApiError): void {
    this.#handlers.onError?.(error)
  }

  #wasTold(rev: number): boolean {
    if (rev !== this.#skip.rev || this.#skip.count === 0) return false
    this.#skip.count--
    return true
  }

  #reached(rev: number): void {
    if (this.#rev !== undefined && rev <= this.#rev) return
    this.#rev = rev
    this.#eventsAtRev = 0
  }
}
