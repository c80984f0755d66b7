// Keys of values, for finding equal ones in a map: two values have the same key if and only if a search
// takes them for equal. Searches of two kinds differ: lookups compare values of one kind, conditions of
// SUMIF and its like also take a text for the number that it reads as.

import {
  datetime,
  folded,
  hasWildcard,
  isBlank,
  isError,
  K_BLANK,
  K_DATETIME,
  K_DURATION,
  K_ERROR,
  K_PENDING,
  parseDatetime,
  toNumber,
  type Value,
} from '@cellwake/runtime'

/** Texts have a letter in front that tells their kind. Undefined stands for blank. */
export type Key = number | string | boolean

/** Key of values that no search finds. */
export const NEVER: Key = ''
/** Key of pending values. */
export const NOT_YET: Key = '?'

const DAY_MS = 86_400_000
const beyondAscii = /[\u0080-\uffff]/

/** Datetimes have the key of the number that they equal; two with one key may still differ. */
export function lookupKey(value: Value): Key | undefined {
  if (typeof value === 'string') return textKey(value)
  if (typeof value !== 'object') return value
  switch (value.k) {
    case K_BLANK:
      return undefined
    case K_DATETIME:
      return serial(value)
    case K_DURATION:
      // Months have no fixed length, so they equal nothing.
      return value.months === 0 ? `p${value.days * DAY_MS + value.ms}` : NEVER
    default:
      return NEVER
  }
}

/** The key of a cell for conditions that ask for an equal value. */
export function conditionKey(value: Value): Key | undefined {
  if (typeof value === 'string') {
    if (value === '') return NEVER
    const number = toNumber(value)
    return typeof number === 'number' ? number : textKey(value)
  }
  if (typeof value !== 'object') return value
  switch (value.k) {
    case K_BLANK:
      return undefined
    case K_DATETIME:
      return serial(value)
    case K_ERROR:
      return `e${value.code}`
    case K_PENDING:
      return NOT_YET
    default:
      return NEVER
  }
}

/** The key that a condition asks for; undefined if it asks for more than an equal value. */
export function askedKey(criteria: Value): Key | undefined {
  if (typeof criteria === 'string') return keyInText(criteria)
  if (typeof criteria !== 'object') return criteria
  if (isBlank(criteria)) return 0
  if (isError(criteria)) return `e${criteria.code}`
  return criteria.k === K_DATETIME ? serial(criteria) : undefined
}

/** As the runtime reads a condition: a number, a boolean or an instant, else a text. */
function keyInText(text: string): Key | undefined {
  if (text.startsWith('<') || text.startsWith('>')) return undefined
  const operand = text.startsWith('=') ? text.slice(1) : text
  if (operand === '' || operand.startsWith('#')) return undefined
  const number = toNumber(operand)
  if (typeof number === 'number') return number
  const key = textKey(operand)
  if (key === 'ttrue') return true
  if (key === 'tfalse') return false
  const ms = parseDatetime(operand)
  if (ms !== undefined) return serial(datetime(ms))
  return hasWildcard(operand) ? undefined : key
}

/** One key of several, in an order. */
export function joinedKey(keys: readonly Key[]): Key {
  let joined = 'j'
  for (const key of keys) {
    // With its length in front, so that no text can look like two.
    const text = typeof key === 'string' ? key : typeof key === 'number' ? `n${key + 0}` : `b${key}`
    joined += `${text.length}:${text}`
  }
  return joined
}

function textKey(text: string): string {
  return `t${beyondAscii.test(text) ? folded(text) : text.toLowerCase()}`
}

function serial(value: Value): number {
  return toNumber(value) as number
}
