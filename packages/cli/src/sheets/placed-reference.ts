// A reference within a formula whose place is known: as it is written there, and as it is seen from there.

import type { Axis, FormulaPlace, ReferenceNode } from './formula-nodes.ts'
import { lettersOf } from './formula-text.ts'

export interface PlacedReference {
  readonly prefix: string
  readonly column: Axis | undefined
  readonly row: Axis | undefined
  readonly last: ReferenceNode['last']
}

export function absolute(
  { prefix, column, row, last }: PlacedReference,
  spot: FormulaPlace,
): string {
  const first = corner(column, row, spot)
  const end = last === undefined ? '' : corner(last.column, last.row, spot)
  if (first === undefined || end === undefined) return '#REF!'
  return last === undefined ? prefix + first : `${prefix}${first}:${end}`
}

function corner(
  column: Axis | undefined,
  row: Axis | undefined,
  spot: FormulaPlace,
): string | undefined {
  const across = column === undefined ? '' : axisText(column, spot.column, 16_384, lettersOf)
  const down = row === undefined ? '' : axisText(row, spot.row, 1_048_576, String)
  return across === undefined || down === undefined ? undefined : across + down
}

function axisText(
  { fixed, at }: Axis,
  own: number,
  most: number,
  spelled: (number: number) => string,
): string | undefined {
  const number = fixed ? at : at + own
  if (number < 1 || number > most) return undefined
  return `${fixed ? '$' : ''}${spelled(number)}`
}

/** The same text in every cell that the formula was filled into. */
export function relative(reference: PlacedReference, spot: FormulaPlace): string {
  const { prefix, column, row, last } = reference
  // One that leaves the sheet is no reference, and other cells may have one there.
  if (absolute(reference, spot) === '#REF!') return `#REF!${spot.column}:${spot.row}`
  const axis = (one: Axis | undefined) =>
    one === undefined ? '' : one.fixed ? `${one.at}` : `[${one.at}]`
  const corners = [column, row, last?.column, last?.row].map(axis)
  return `${prefix}\u0000${corners.join('\u0000')}${last === undefined ? '' : ':'}`
}

/** Texts, and references whose spelling depends on where the formula stands. */
export type Pieces = readonly (string | PlacedReference)[]

export function joined(parts: readonly Pieces[], between = ', '): Pieces {
  return parts.flatMap((part, i) => (i === 0 ? part : [between, ...part]))
}

export function spelled(pieces: Pieces, spell: typeof absolute, spot: FormulaPlace): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : spell(piece, spot))).join('')
}
