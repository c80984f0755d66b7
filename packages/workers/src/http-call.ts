// What goes out through the door, and what comes back.

import type { Secret } from './secret.ts'

/** A place that the operator named. It may be anywhere, and is shown these headers. */
export interface Endpoint {
  readonly origin: string
  readonly headers?: Readonly<Record<string, Secret>>
}

export interface HttpCall {
  readonly url: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Set if the operator named the place: only there, its address is not checked and its headers are sent. */
  readonly endpoint?: Endpoint | undefined
  /** What an answer may be, such as `application/json`; anything if left out. */
  readonly accept?: 'json'
  readonly totalMs?: number
  readonly signal?: AbortSignal | undefined
}

export interface HttpAnswer {
  readonly status: number
  readonly type: string
  readonly text: string
}
