// Errors of Postgres and its connections, in our words.

import { StoreError, type StoreErrorCode } from '../errors.ts'

/** Longest match first. Classes are two characters: see the list of SQLSTATE codes. */
const STATES: readonly [prefix: string, code: StoreErrorCode][] = [
  ['57P', 'store-unreachable'],
  ['25P', 'store-unreachable'],
  ['40', 'store-unreachable'],
  ['55P03', 'store-unreachable'],
  ['08', 'store-unreachable'],
  ['53100', 'disk-full'],
  ['53', 'store-unreachable'],
  ['58', 'disk-failed'],
  ['XX', 'store-corrupt'],
  ['28', 'store-refused'],
  ['3D', 'store-refused'],
  ['42501', 'store-refused'],
]

const LOST = /ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOST|ENET|terminat|timeout|not queryable/i

/** `committing`: the commit was sent, so a lost connection hides whether it happened. */
export function fromPostgres(error: unknown, committing: boolean): unknown {
  if (error instanceof StoreError || !(error instanceof Error)) return error
  const state = (error as { code?: unknown }).code
  const known =
    typeof state === 'string' && /^[0-9A-Z]{5}$/.test(state)
      ? STATES.find(([prefix]) => state.startsWith(prefix))?.[1]
      : undefined
  const lost = known === undefined && LOST.test(`${String(state)} ${error.message}`)
  const code = known ?? (lost ? 'store-unreachable' : undefined)
  if (code === undefined) return new StoreError('internal', error.message, { cause: error })
  if (code === 'store-unreachable' && committing) {
    return new StoreError('outcome-unknown', error.message, { cause: error })
  }
  return new StoreError(code, describe(error), { cause: error })
}

function describe(error: Error): string {
  // Node reports a name that resolves to several addresses as several errors without a message.
  if (error instanceof AggregateError) return error.errors.map((e: Error) => e.message).join('; ')
  return error.message
}
