// An external call as people look at it: its request, and the age of its answer.

import type { Signature } from '@cellwake/language'
import { freshUntil, retriesAt } from '@cellwake/runtime'
import { isoOf } from '../views/iso.ts'
import type { Call } from './call.ts'

/** Fetch times of the external calls below a cell: last and next. */
export interface FetchFacts {
  /** The oldest answer of it; null before the first. */
  readonly fetchedAt: string | null
  /** Time of the next refresh, if the cell is wanted; null if there is none, or it is in flight. */
  readonly refreshAt: string | null
  /** Why it was not answered when it was last asked. */
  readonly error?: string
}

export interface CallFacts extends FetchFacts {
  readonly function: string
  readonly route: string
  /** The number of the request that it wants, and of the one that its answer is for; 0 if there is none yet. */
  readonly request_rev: number
  readonly resolved_rev: number
  /** The hash of its request; null before its first run, and while an argument keeps it from asking. */
  readonly key: string | null
  readonly provider: string | null
}

/** Tags that say no more than the kind does. */
const KIND_TAGS = new Set(['object'])

/** The tag of the answers of a function; undefined if that is their kind. */
export function answerTag(signature: Signature | undefined): string | undefined {
  const tag = signature?.tag
  return tag === undefined || KIND_TAGS.has(tag) ? undefined : tag
}

export function callFacts(call: Call): CallFacts {
  const { signature, policy, request, answer } = call
  return {
    function: signature.name,
    route: policy.route,
    request_rev: request?.rev ?? answer?.rev ?? 0,
    resolved_rev: answer?.rev ?? 0,
    key: request?.key ?? null,
    provider: answer?.provider ?? null,
    ...fetchFacts([call]),
  }
}

/** Fetch times over all calls that a formula reads itself. */
export function fetchFacts(calls: readonly Call[]): FetchFacts {
  let fetched = Number.POSITIVE_INFINITY
  let refreshed = Number.POSITIVE_INFINITY
  let error: string | undefined
  for (const call of calls) {
    fetched = Math.min(fetched, call.answer?.at ?? Number.POSITIVE_INFINITY)
    refreshed = Math.min(refreshed, asksAt(call))
    error ??= call.request?.failed?.error
  }
  return {
    fetchedAt: instantOf(fetched),
    refreshAt: instantOf(refreshed),
    ...(error === undefined ? {} : { error }),
  }
}

/** When it asks by itself. Until a stale answer does not serve any more is another matter. */
function asksAt({ shown, request, answer, policy }: Call): number {
  const never = Number.POSITIVE_INFINITY
  if (shown === undefined || request === undefined || request.isOpen) return never
  if (request.failed !== undefined) return retriesAt(policy, request.failed)
  return answer?.key === request.key ? freshUntil(policy, answer) : never
}

function instantOf(ms: number): string | null {
  return ms === Number.POSITIVE_INFINITY ? null : isoOf(ms)
}
