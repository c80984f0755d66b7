// The value of an external call at an instant, and whether it asks: a pure function of its policy, its last answer and
// the state of its request. The cache policy acts here and nowhere else, on every runtime. A shown value never gets
// older than the bound on its staleness, and a mutation is never requested a second time.

import { FAILED_CALL_RETRY_MS } from '../limits.ts'
import { errorOf, PENDING, type Value } from '../values.ts'
import type { ProgramPolicy } from './program.ts'

/** An answer that has landed. */
export interface ServedAnswer {
  readonly value: Value
  /** When it was fetched. */
  readonly at: number
  /** The request that it answers. */
  readonly key: string
}

/** The request of a call, as far as it decides the value shown. */
export interface Wanted {
  readonly key: string
  /** It has an open job. */
  readonly isOpen: boolean
  readonly isRunning: boolean
  /** Why it has no answer, after its last attempt. */
  readonly failed: { readonly error: string; readonly at: number } | undefined
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
  policy: ProgramPolicy,
  answer: ServedAnswer | undefined,
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
  const isOwn = answer !== undefined && answer.key === wanted.key
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

/** While an argument is pending, nothing is requested; the last answer serves. */
export function shownWaiting(
  policy: ProgramPolicy,
  answer: ServedAnswer | undefined,
  now: number,
): Shown {
  if (answer === undefined || now >= servesUntil(policy, answer)) {
    return { value: PENDING, status: 'queued', asks: false, until: NEVER }
  }
  const until = servesUntil(policy, answer)
  return { value: answer.value, status: 'stale', asks: false, until }
}

/** A ttl of 0 means that an answer does not get old by time. */
export function freshUntil({ ttlMs }: ProgramPolicy, { at }: { readonly at: number }): number {
  return ttlMs === 0 ? NEVER : at + ttlMs
}

function servesUntil({ ttlMs, maxStalenessMs }: ProgramPolicy, { at }: ServedAnswer): number {
  return ttlMs === 0 ? NEVER : at + Math.max(ttlMs, maxStalenessMs)
}

/** Whether a mutation happened is for people to find out: it is not tried again by itself. */
export function retriesAt(
  { ttlMs, mutates }: ProgramPolicy,
  { at }: { readonly at: number },
): number {
  return mutates === true ? NEVER : at + Math.max(ttlMs, FAILED_CALL_RETRY_MS)
}
