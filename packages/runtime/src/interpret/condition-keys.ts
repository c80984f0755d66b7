// Conditions of SUMIF and its like that ask for an equal value and for nothing else.

import { toNumber } from '../coerce.ts'
import { lowerAscii } from '../primitives.ts'
import { parseDatetime } from '../time-text.ts'
import { isBlank, isDatetime, isError, type Value } from '../values.ts'
import { hasWildcard } from '../wildcard.ts'

export function isMetByEqual(criteria: Value): boolean {
  if (typeof criteria === 'string') return isEqualText(criteria)
  if (typeof criteria !== 'object') return true
  return isBlank(criteria) || isError(criteria) || isDatetime(criteria)
}

/** As a condition is read: a number, a boolean or an instant, else a text. */
function isEqualText(text: string): boolean {
  if (text.startsWith('<') || text.startsWith('>')) return false
  const operand = text.startsWith('=') ? text.substring(1) : text
  if (operand === '' || operand.startsWith('#')) return false
  if (typeof toNumber(operand) === 'number') return true
  const lower = lowerAscii(operand)
  if (lower === 'true' || lower === 'false') return true
  return parseDatetime(operand) !== undefined || !hasWildcard(operand)
}
