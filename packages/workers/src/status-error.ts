// An HTTP status that is no success, as the class and the sentence of a failed call.

import type { IncomingMessage } from 'node:http'
import type { Destination } from './destinations.ts'
import { type CallClass, CallError } from './errors.ts'
import { EXCERPT_CHARS, RETRY_AFTER_MAX_MS } from './limits.ts'

export function statusError(
  to: Destination,
  { statusCode: status = 0, headers }: Pick<IncomingMessage, 'statusCode' | 'headers'>,
  body: string,
  now: number,
): CallError {
  const said = excerpt(body)
  const message = `${to.shown} answered ${status}${said === '' ? '.' : `: ${said}`}`
  const retryAfterMs = retryAfter(headers['retry-after'], now)
  return new CallError(classOf(status), message, retryAfterMs === undefined ? {} : { retryAfterMs })
}

function classOf(status: number): CallClass {
  if (status === 401 || status === 403 || status === 407) return 'auth'
  if (status === 408 || status === 425 || status === 429 || status >= 500) return 'transient'
  return 'rejected'
}

/** The provider's message: that of a JSON error, or the beginning of a plain text. */
function excerpt(body: string): string {
  const said = messageIn(body) ?? (/^\s*[<[{]/.test(body) ? '' : body)
  return said
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, EXCERPT_CHARS)
}

function messageIn(body: string): string | undefined {
  try {
    const { error, message } = Object(JSON.parse(body))
    const found = Object(error).message ?? message ?? error
    return typeof found === 'string' ? found : undefined
  } catch {
    return undefined
  }
}

/** Seconds, or a date; never longer than an hour, since a provider may be wrong about itself. */
function retryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), RETRY_AFTER_MAX_MS)
}
