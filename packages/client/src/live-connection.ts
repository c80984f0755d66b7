// One connection to `WS /api/live` that stays: it authenticates, notices when the other end is gone, and
// opens again with growing pauses. The protocol above it is not its business.

import { backOffMs } from './back-off.ts'
import type { FrameIn, FrameOut } from './contract/live.ts'
import type { Environment, LiveSocket, LiveSocketClass } from './environment.ts'
import { type ApiError, clientError } from './errors.ts'
import {
  LIVE_PING_MS,
  LIVE_READY_TIMEOUT_MS,
  RECONNECT_DELAY_MAX_MS,
  RECONNECT_DELAY_MS,
} from './limits.ts'

export type LiveState = 'connecting' | 'live' | 'cut-off'

export interface ConnectionParts {
  /** With the scheme ws or wss. */
  readonly url: string
  readonly token: string | undefined
  readonly Socket: LiveSocketClass
  readonly environment: Environment
  /** Frames may be sent from now on; none that was sent before counts. */
  ready(): void
  heard(frame: FrameOut): void
  changed(state: LiveState, since: number): void
  /** The server will not have us: trying again is no use. */
  refused(error: ApiError): void
}

/** Closed by the server for good: the token is wrong, revoked, or not allowed here. */
const REFUSED_CODES: readonly number[] = [4401, 4403]

export class LiveConnection {
  readonly #parts: ConnectionParts
  #socket: LiveSocket | undefined
  #state: LiveState = 'connecting'
  #since: number
  #attempt = 0
  #heardAt = 0
  #closed = false
  #stopTimer: () => void = () => {}

  constructor(parts: ConnectionParts) {
    this.#parts = parts
    this.#since = parts.environment.now()
    this.#open()
  }

  get state(): LiveState {
    return this.#state
  }

  get since(): number {
    return this.#since
  }

  /** False while there is no connection; `ready` is called when there is one. */
  send(frame: FrameIn): boolean {
    if (this.#state !== 'live' || this.#socket === undefined) return false
    this.#socket.send(JSON.stringify(frame))
    return true
  }

  close(): void {
    this.#closed = true
    this.#leave()
    this.#is('cut-off')
  }

  #open(): void {
    const { url, token, Socket } = this.#parts
    let socket: LiveSocket
    try {
      socket = new Socket(url)
    } catch (cause) {
      this.#closed = true
      this.#is('cut-off')
      this.#parts.refused(clientError('unreachable', `${url} cannot be opened.`, cause))
      return
    }
    this.#socket = socket
    this.#timer(LIVE_READY_TIMEOUT_MS, () => this.#lost())
    socket.onopen = () => {
      if (socket !== this.#socket) return
      if (token !== undefined) socket.send(JSON.stringify({ op: 'auth', token }))
    }
    socket.onmessage = ({ data }: { readonly data: unknown }) => {
      if (socket === this.#socket) this.#heard(String(data))
    }
    // The error is reported by the close event that follows.
    socket.onerror = () => {}
    socket.onclose = ({ code, reason }: { readonly code: number; readonly reason: string }) => {
      if (socket === this.#socket) this.#lost(code, reason)
    }
  }

  #heard(text: string): void {
    const { environment, heard, ready } = this.#parts
    this.#heardAt = environment.now()
    const frame = JSON.parse(text) as FrameOut
    if (!('op' in frame)) {
      heard(frame)
      return
    }
    // A second one only says that the token was taken as well.
    if (frame.op !== 'ready' || this.#state === 'live') return
    this.#attempt = 0
    this.#is('live')
    this.#watchSilence()
    ready()
  }

  #watchSilence(): void {
    this.#timer(LIVE_PING_MS, () => {
      if (this.#parts.environment.now() - this.#heardAt >= 2 * LIVE_PING_MS) {
        this.#lost()
        return
      }
      this.send({ op: 'ping' })
      this.#watchSilence()
    })
  }

  #lost(code = 0, reason = ''): void {
    this.#leave()
    if (this.#closed) return
    this.#is('cut-off')
    if (REFUSED_CODES.includes(code)) {
      this.#closed = true
      this.#parts.refused(clientError('refused', `The server refused: ${reason || code}.`))
      return
    }
    this.#attempt++
    const bounds = { firstMs: RECONNECT_DELAY_MS, maxMs: RECONNECT_DELAY_MAX_MS }
    const pause = backOffMs(this.#attempt, bounds, this.#parts.environment.random)
    this.#timer(pause, () => {
      this.#is('connecting')
      this.#open()
    })
  }

  /** Releases the socket, in any state. */
  #leave(): void {
    this.#stopTimer()
    const socket = this.#socket
    this.#socket = undefined
    socket?.close()
  }

  /** One at a time is enough: until ready, while silent, before opening again. */
  #timer(ms: number, fn: () => void): void {
    this.#stopTimer()
    this.#stopTimer = this.#parts.environment.after(ms, fn)
  }

  #is(state: LiveState): void {
    if (state === this.#state) return
    this.#state = state
    this.#since = this.#parts.environment.now()
    this.#parts.changed(state, this.#since)
  }
}
