// The conditions of SUMIF and its kind: a value to equal, or a text such as ">5", "<>x" or "ap*". They
// are read once and then asked for each cell.

import { serialOf, toNumber } from './coerce.ts'
import { compareTexts, equalValues } from './compare.ts'
import { parseDatetime } from './time-text.ts'
import { datetime, type ErrorCode, isBlank, isDatetime, isError, type Value } from './values.ts'
import { fitsWildcard, hasWildcard, wildcardOf } from './wildcard.ts'

export type Criterion = (item: Value) => boolean

export function criterionOf(criteria: Value): Criterion {
  if (typeof criteria === 'string') return criterionOfText(criteria)
  if (typeof criteria === 'number') return numberCriterion('=', criteria)
  // A condition that stands in a blank cell counts as 0, as in Excel.
  if (isBlank(criteria)) return numberCriterion('=', 0)
  if (isDatetime(criteria)) return numberCriterion('=', serialOf(criteria))
  if (isError(criteria)) return errorCriterion('=', criteria.code)
  return (item) => equalValues(item, criteria) === true && !isBlank(item)
}

function criterionOfText(text: string): Criterion {
  const sign = operatorOf(text)
  const operand = text.substring(sign.length)
  const operator = sign === '' ? '=' : sign
  if (operand === '') return emptyCriterion(sign)
  const number = toNumber(operand)
  if (typeof number === 'number') return numberCriterion(operator, number)
  if (compareTexts(operand, 'TRUE') === 0) return booleanCriterion(operator, true)
  if (compareTexts(operand, 'FALSE') === 0) return booleanCriterion(operator, false)
  for (const code of ERROR_CODES) {
    if (compareTexts(operand, `#${code}`) === 0) return errorCriterion(operator, code)
  }
  const ms = parseDatetime(operand)
  if (ms !== undefined) return numberCriterion(operator, serialOf(datetime(ms)))
  return textCriterion(operator, operand)
}

const OPERATORS = ['>=', '<=', '<>', '>', '<', '=']
/** All errors that a value may be. */
export const ERROR_CODES: readonly ErrorCode[] = [
  'N/A',
  'DIV/0!',
  'VALUE!',
  'REF!',
  'NAME?',
  'NULL!',
  'NUM!',
  'CALC!',
  'SPILL!',
  'TYPE!',
  'CIRC!',
  'CONNECT!',
]

function operatorOf(text: string): string {
  for (const operator of OPERATORS) if (text.startsWith(operator)) return operator
  return ''
}

/** `=` asks for a blank cell, `<>` for any other, and nothing at all also for an empty text. */
function emptyCriterion(operator: string): Criterion {
  if (operator === '') return (item) => isBlank(item) || item === ''
  if (operator === '=') return isBlank
  if (operator === '<>') return (item) => !isBlank(item)
  return () => false
}

/** Whether an order from a comparison is one that an operator asks for. */
export function holds(operator: string, order: number): boolean {
  if (operator === '=') return order === 0
  if (operator === '<>') return order !== 0
  if (operator === '<') return order < 0
  if (operator === '<=') return order <= 0
  return operator === '>' ? order > 0 : order >= 0
}

/** Texts that read as the number equal it, but are neither above nor below it, and differ from it. */
function numberCriterion(operator: string, wanted: number): Criterion {
  const loose = operator === '='
  return (item) => {
    let found: number | undefined
    if (typeof item === 'number') found = item
    else if (isDatetime(item)) found = serialOf(item)
    else if (loose && typeof item === 'string' && item !== '') {
      const read = toNumber(item)
      if (typeof read === 'number') found = read
    }
    if (found === undefined) return operator === '<>'
    return holds(operator, found < wanted ? -1 : found > wanted ? 1 : 0)
  }
}

function booleanCriterion(operator: string, wanted: boolean): Criterion {
  return (item) => {
    if (typeof item !== 'boolean') return operator === '<>'
    return holds(operator, item === wanted ? 0 : item ? 1 : -1)
  }
}

function errorCriterion(operator: string, code: string): Criterion {
  const same = (item: Value) => isError(item) && item.code === code
  if (operator === '<>') return (item) => !same(item)
  return operator === '=' ? same : () => false
}

function textCriterion(operator: string, wanted: string): Criterion {
  if (operator === '=' || operator === '<>') {
    const same = equalText(wanted)
    return operator === '=' ? same : (item) => !same(item)
  }
  return (item) => typeof item === 'string' && holds(operator, compareTexts(item, wanted))
}

function equalText(wanted: string): Criterion {
  if (!hasWildcard(wanted)) {
    return (item) => typeof item === 'string' && compareTexts(item, wanted) === 0
  }
  const pattern = wildcardOf(wanted)
  return (item) => typeof item === 'string' && fitsWildcard(pattern, item)
}
