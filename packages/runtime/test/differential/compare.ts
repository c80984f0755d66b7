// Whether two outcomes are the same: numbers within a tolerance, everything else exactly, errors by
// their codes. What may differ nevertheless is in the lists of differences.

import { isFailure, isTable, type Outcome } from './argument.ts'

/** How two outcomes are compared. */
export interface Measure {
  /** Relative, for numbers. */
  readonly tolerance: number
  /** Texts are complex numbers, with all their digits. */
  readonly complex: boolean
  /** The peer knows lists without a direction: a column is as good as a row. */
  readonly flat: boolean
}

export function sameOutcome(ours: Outcome, theirs: Outcome, measure: Measure): boolean {
  if (isTable(ours) && isTable(theirs)) return sameTable(ours, theirs, measure)
  if (isFailure(ours) && isFailure(theirs)) return ours.error === theirs.error
  if (typeof ours === 'number' && typeof theirs === 'number')
    return near(ours, theirs, measure.tolerance)
  if (measure.complex && typeof ours === 'string' && typeof theirs === 'string')
    return ours === theirs || sameComplex(ours, theirs, measure.tolerance)
  return ours === theirs
}

type Rows = readonly (readonly Outcome[])[]

function sameTable(ours: Rows, theirs: Rows, measure: Measure): boolean {
  const lists = measure.flat && isList(ours) && isList(theirs)
  const [one, other] = lists ? [[ours.flat()], [theirs.flat()]] : [ours, theirs]
  if (one.length !== other.length) return false
  return one.every((row, i) => {
    const beside = other[i]!
    const sameWidth = row.length === beside.length
    return sameWidth && row.every((cell, j) => sameOutcome(cell, beside[j]!, measure))
  })
}

function isList(rows: Rows): boolean {
  return rows.length === 1 || rows.every((row) => row.length === 1)
}

/** What is left where numbers of everyday size cancel out says nothing. */
const ZERO_WITHIN = 1e-14

export function near(a: number, b: number, tolerance: number): boolean {
  if (a === b) return true
  const size = Math.max(Math.abs(a), Math.abs(b))
  return Math.abs(a - b) <= tolerance * size || Math.abs(a - b) < ZERO_WITHIN
}

/** Complex numbers are texts, with all their digits: they are compared as numbers. */
function sameComplex(a: string, b: string, tolerance: number): boolean {
  const one = partsOf(a)
  const other = partsOf(b)
  if (one === undefined || other === undefined) return false
  const size = Math.max(...[...one, ...other].map(Math.abs))
  return one.every((part, i) => Math.abs(part - other[i]!) <= tolerance * size)
}

// The real part is taken only if there is something else before the letter.
const complexText = /^([-+]?[\d.]+(?:e[-+]?\d+)?)??([-+]?(?:[\d.]+(?:e[-+]?\d+)?)?)[ij]$/i

function partsOf(text: string): [number, number] | undefined {
  // A real number is one without an imaginary part.
  if (text !== '' && !Number.isNaN(Number(text))) return [Number(text), 0]
  const [, real = '0', imaginary] = complexText.exec(text) ?? []
  if (imaginary === undefined) return undefined
  return [Number(real), Number(/^[-+]?$/.test(imaginary) ? `${imaginary}1` : imaginary)]
}
