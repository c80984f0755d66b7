// The request and the answer of an HTTP call through the egress.

import type { Secret } from './secret.ts'

/** A place that the operator named. It may be anywhere, and is shown these headers. */
export interface Endpoint {
  readonly origin: string
  readonly headers?: Readonly<Record<string, Secret>>
}

/** Filled in on the way. */
export interface Progress {
  /** From when something may have reached the other side. */
  sent?: true
  /** From when the head of the answer is there. */
  status?: number
}

export interface HttpCall {
  readonly url: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Set if the operator named the place: only there, its address is not checked and its headers are sent. */
  readonly endpoint?: Endpoint | undefined
  /** The media type required of an answer; any if left out. */
  readonly accept?: 'json'
  readonly totalMs?: number
  /** The progress of the request, for a caller that must know whether it may have been received. */
  readonly progress?: Progress
  readonly signal?: AbortSignal | undefined
}

export interface HttpAnswer {
  readonly status: number
  readonly type: string
  readonly text: string
}
