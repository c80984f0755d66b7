// Backpressure towards one peer. While the peer keeps up, frames go straight through. When its buffer is
// full, subscriptions merge changes cell by cell until it has caught up; if that takes too long, they drop
// them and send a reset. A peer that reads nothing at all is disconnected.

import { LIVE_LATE_MS, LIVE_SLOW_BYTES, LIVE_STUCK_BYTES, LIVE_STUCK_MS } from '../limits.ts'

/** The other end, over either transport. */
export interface Peer {
  /** Bytes buffered by the socket. */
  readonly waiting: number
  /** `sent` is called when it is gone. */
  send(frame: Buffer, rev: number | undefined, sent: () => void): void
  end(code: CloseCode, reason: string): void
}

/** Why a connection ends, as WebSocket codes; those from 4000 on are ours. */
export const closeCodes = {
  closing: 1001,
  malformed: 4400,
  unauthenticated: 4401,
  slow: 4408,
  'too-many': 4429,
} as const
export type CloseCode = keyof typeof closeCodes

/** A sender that waits for the peer to catch up. */
export interface Waiting {
  catchUp(): void
  forget(reason: string): void
}

export class Outbox {
  readonly #peer: Peer
  readonly #now: () => number
  readonly #waiting = new Set<Waiting>()
  #slowSince: number | undefined
  #closed = false

  constructor(peer: Peer, now: () => number) {
    this.#peer = peer
    this.#now = now
  }

  get isSlow(): boolean {
    return this.#slowSince !== undefined
  }

  send(frame: Buffer, rev?: number): void {
    if (this.#closed) return
    this.#peer.send(frame, rev, this.#sent)
    const { waiting } = this.#peer
    if (waiting > LIVE_STUCK_BYTES) this.end('slow', 'It reads too slowly.')
    else if (waiting > LIVE_SLOW_BYTES) this.#slowSince ??= this.#now()
  }

  /** Calls back when the peer has caught up. */
  wait(who: Waiting): void {
    this.#waiting.add(who)
  }

  leave(who: Waiting): void {
    this.#waiting.delete(who)
  }

  /** Looked after about once a second. */
  tick(now: number): void {
    if (this.#slowSince === undefined) return
    const late = now - this.#slowSince
    if (late > LIVE_STUCK_MS) this.end('slow', 'It reads too slowly.')
    else if (late > LIVE_LATE_MS) for (const who of this.#waiting) who.forget('slow reader')
  }

  end(code: CloseCode, reason: string): void {
    if (this.#closed) return
    this.#closed = true
    this.#waiting.clear()
    this.#peer.end(code, reason)
  }

  /** One function for all frames: a closure for each would cost more than the frame. */
  readonly #sent = (): void => {
    if (this.#slowSince === undefined || this.#peer.waiting > 0) return
    this.#slowSince = undefined
    for (const who of this.#waiting) {
      if (this.isSlow || this.#closed) return
      this.#waiting.delete(who)
      who.catchUp()
    }
  }
}
