// What a call shows at an instant, and whether it asks: a pure function of its policy, its last answer and the
// state of its request. The cache policy acts here and nowhere else. A value that is shown never gets older than
// the bound on its staleness, and a mutation never asks a second time for one request.

import type { ExternalPolicy } from '@cellwake/language'
import { errorOf, PENDING, type Value } from '@cellwake/runtime'
import { FAILED_CALL_RETRY_MS } from '../limits.ts'

/** An answer that has landed. */
export interface Answer {
  readonly value: Value
  /** When it was fetched. */
  readonly at: number
  /** The request that it answers, and the number under which that was asked. */
  readonly key: string
  readonly rev: number
  /** Who gave it, as the worker says. */
  readonly provider?: string
}

/** Why a request has no answer, after its last attempt. */
export interface FailedRequest {
  readonly error: string
  readonly at: number
  readonly rev: number
}

/** What is kept of what a call last asked for. */
export interface RequestRecord {
  readonly key: string
  /** The number of the request; 0 if nothing was asked. */
  readonly rev: number
  readonly failed?: FailedRequest
  /** The answer that the call had did not serve any more. */
  readonly expired?: true
}

/** What a call wants answered, as far as it matters to what it shows. */
export interface Wanted {
  readonly key: string
  /** A job for it is on its way. */
  readonly isOpen: boolean
  readonly isRunning: boolean
  readonly failed: FailedRequest | undefined
}

export type CallStatus = 'ready' | 'stale' | 'queued' | 'running' | 'failed'

export interface Shown {
  readonly value: Value
  readonly status: CallStatus
  /** A request is to be made, if the call is wanted. */
  readonly asks: boolean
  /** When this changes by itself; infinite if it never does. */
  readonly until: number
}

const NEVER = Number.POSITIVE_INFINITY

export function shownAt(
  policy: ExternalPolicy,
  answer: Answer | undefined,
  wanted: Wanted,
  now: number,
): Shown {
  const { isOpen, failed } = wanted
  const serves = answer !== undefined && now < servesUntil(policy, answer)
  if (failed !== undefined) {
    const retryAt = isOpen ? NEVER : retriesAt(policy, failed)
    const asks = now >= retryAt
    const next = asks ? NEVER : retryAt
    if (!serves || !policy.staleOnError) {
      return { value: errorOf('CONNECT!', failed.error), status: 'failed', asks, until: next }
    }
    const until = Math.min(servesUntil(policy, answer), next)
    return { value: answer.value, status: 'stale', asks, until }
  }
  const isOwn = answer?.key === wanted.key
  if (isOwn && now < freshUntil(policy, answer)) {
    const status = isOpen ? 'stale' : 'ready'
    return { value: answer.value, status, asks: false, until: freshUntil(policy, answer) }
  }
  const asks = !isOpen
  const waits = isOwn && policy.refresh === 'blocking'
  if (serves && !waits) {
    return { value: answer.value, status: 'stale', asks, until: servesUntil(policy, answer) }
  }
  const status = wanted.isRunning ? 'running' : 'queued'
  return { value: PENDING, status, asks, until: NEVER }
}

/** While an argument has not arrived, nothing is asked; the last answer serves. */
export function shownWaiting(
  policy: ExternalPolicy,
  answer: Answer | undefined,
  now: number,
): Shown {
  if (answer === undefined || now >= servesUntil(policy, answer)) {
    return { value: PENDING, status: 'queued', asks: false, until: NEVER }
  }
  const until = servesUntil(policy, answer)
  return { value: answer.value, status: 'stale', asks: false, until }
}

/** A ttl of 0 means that an answer does not get old by time. */
export function freshUntil({ ttlMs }: ExternalPolicy, { at }: Answer): number {
  return ttlMs === 0 ? NEVER : at + ttlMs
}

function servesUntil({ ttlMs, maxStalenessMs }: ExternalPolicy, { at }: Answer): number {
  return ttlMs === 0 ? NEVER : at + Math.max(ttlMs, maxStalenessMs)
}

/** Whether a mutation happened is for people to find out: it is not tried again by itself. */
export function retriesAt({ ttlMs, mutates }: ExternalPolicy, { at }: FailedRequest): number {
  return mutates === true ? NEVER : at + Math.max(ttlMs, FAILED_CALL_RETRY_MS)
}
