// Failures by type, said at their source and never read off a message. A tool states the outcome of its call; an
// error of the handler itself is a mistake in it; an unclassified one is internal.

import { type Failure, HandlerFailure, type ToolErrorKind, toolErrorKind } from './errors.ts'
import { BACKOFF_JITTER_SHARE, BACKOFF_MAX_MS, BACKOFF_MS, ERROR_CHARS } from './limits.ts'
import type { FailureClass } from './run.ts'

const OF_READS: Readonly<Record<ToolErrorKind, FailureClass>> = {
  transient: 'transient',
  rejected: 'logic',
  auth: 'auth',
  permission: 'permission',
  // Nothing was changed by a read, so it may be asked again.
  unknown: 'transient',
}

const OF_MUTATIONS: Readonly<Record<ToolErrorKind, FailureClass>> = {
  ...OF_READS,
  unknown: 'unknown',
}

/** Why a tool's call failed. */
export function toolFailure(error: unknown, tool: string, isMutation: boolean): Failure {
  const message = messageOf(error)
  const kind = toolErrorKind(error)
  if (kind === undefined) return { class: isMutation ? 'unknown' : 'internal', message, tool }
  const { retryAfterMs } = error as { readonly retryAfterMs?: number }
  return {
    class: (isMutation ? OF_MUTATIONS : OF_READS)[kind],
    message,
    tool,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  }
}

/** Why a handler failed that threw something itself. */
export function handlerFailure(error: unknown): Failure {
  if (error instanceof HandlerFailure) return error.failure
  const location = error instanceof Error ? locationOf(error) : undefined
  return { class: 'logic', message: messageOf(error), ...(location !== undefined && { location }) }
}

/** The first line of the stack with a location, or the sandbox's location. */
function locationOf(error: Error & { location?: unknown }): string | undefined {
  if (typeof error.location === 'string') return error.location
  const line = error.stack?.split('\n').find((text) => /^\s+at /.test(text))
  return line?.trim().replace(/^at /, '').slice(0, ERROR_CHARS)
}

export function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error)
  // Postgres cannot keep a null character in a text.
  return text.slice(0, ERROR_CHARS).replaceAll('\u0000', '\ufffd')
}

/** How long to wait before the n-th new attempt, from 1: doubling, capped, and shortened by chance. */
export function backoffMs(n: number, random: () => number, retryAfterMs?: number): number {
  const full = Math.min(BACKOFF_MS * 2 ** (n - 1), BACKOFF_MAX_MS)
  const delay = Math.round(full * (1 - BACKOFF_JITTER_SHARE * random()))
  return Math.max(delay, Math.min(retryAfterMs ?? 0, 24 * 3_600_000))
}
