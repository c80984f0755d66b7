// Validates messages of a child. A child may be controlled by a script that broke out of its interpreter, so it is not
// trusted: malformed messages are refused.

import { isObject } from '../json.ts'
import { type FromChild, SCRIPT_FAILURES } from './messages.ts'

/** The message, if it has a form that a child's messages have. */
export function readFromChild(message: unknown): FromChild | undefined {
  if (!isObject(message)) return undefined
  const { type, id, op, text, failure } = message
  if (type === 'ready' || type === 'stopped') return { type }
  if (type === 'call' && isId(id) && typeof op === 'string' && typeof text === 'string') {
    return { type, id, op, text }
  }
  if (type === 'log' && typeof text === 'string') return { type, text }
  if (type === 'done' && (text === null || typeof text === 'string')) return { type, text }
  if (type !== 'failed' || !isObject(failure)) return undefined
  const { code, message: what, location } = failure
  const known = SCRIPT_FAILURES.find((name) => name === code)
  if (known === undefined || typeof what !== 'string') return undefined
  const place = typeof location === 'string' && /^\d{1,7}:\d{1,7}$/.test(location)
  return { type, failure: { code: known, message: what, ...(place && { location }) } }
}

function isId(id: unknown): id is number {
  return Number.isSafeInteger(id) && (id as number) > 0
}
