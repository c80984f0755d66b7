// The context of a handler, beside its arguments.

import type { ConnectionAccess } from './connection-access.ts'
import type { HttpAnswer, HttpCall } from './http-call.ts'

export interface CallContext {
  /**
   * Aborted when the time is up, the job is cancelled or the worker stops. The handler's result is no longer awaited.
   */
  readonly signal: AbortSignal
  /** The time of this attempt, as ISO 8601. */
  readonly now: string
  readonly model: string
  /** The same for every attempt of one request: a key for providers that know duplicates. */
  readonly requestId: string
  /** The job, one for each time that a request is made. */
  readonly job: string
  /** How long the call may take, in all. */
  readonly timeoutMs: number
  /** A connection that the operator named. Throws if there is none, or if it cannot be opened. */
  connection(name: string): Promise<ConnectionAccess>
  /** An HTTP call through the one door, to hosts that the operator allows. */
  request(call: Omit<HttpCall, 'endpoint' | 'signal'>): Promise<HttpAnswer>
}
