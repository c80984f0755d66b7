// Reads a line that is expected to have a known skeleton: the two are compared unit by unit, and only
// coordinates and numbers are read. Most lines of a large model are read so, and most of them before
// there is machine code for anything: hence one long function that hardly calls others.
//
// Whatever it takes, `LineReader.read` takes too, with the same skeleton and the same slots; what it
// does not take is read anew. `learn` leaves out the skeletons of which that is not sure.

import { behindLineEnd, lineEndIn } from '../lexer/characters.ts'
import { errorLength } from '../lexer/error-spellings.ts'
import { SHEET_MAX_COLUMNS, SHEET_MAX_ROWS } from '../limits.ts'
import { type LineReader, Marker, powersOfTen } from './line.ts'
import { type Doubles, Ints } from './lists.ts'
import type { Skeletons } from './skeletons.ts'

// Constants of a file are folded into its code; imported ones are not.
const MAX_COLUMNS = SHEET_MAX_COLUMNS
const MAX_ROWS = SHEET_MAX_ROWS
const NUMBER = Marker.Number
const CELL = Marker.Cell
const CORNER = Marker.Corner
const FIRST_WIDE = 128

/** How a line may be compared with a skeleton. With texts, the number of spaces counts. */
const Way = { Never: 0, Exactly: 1, BySpaces: 2 } as const

export class Follower {
  // Not `#`: until there is machine code, that takes twice as long to read.
  private readonly source: string
  private readonly bytes: Uint8Array
  private readonly skeletons: Skeletons
  private readonly refs: Ints
  private readonly numbers: Doubles
  private readonly ways = new Ints(64)

  constructor({ source, bytes, skeletons, refs, numbers }: LineReader) {
    this.source = source
    this.bytes = bytes
    this.skeletons = skeletons
    this.refs = refs
    this.numbers = numbers
  }

  /** Takes the next new skeleton, whose line has some references and numbers. */
  learn(skeleton: number, slots: number): void {
    const { pool, starts } = this.skeletons
    this.ways.push(wayOf(pool.subarray(starts[skeleton], starts[skeleton + 1]), slots))
  }

  /** Gives where the next line starts; 0 when the one at this offset is not sure to have that skeleton. */
  follow(skeleton: number, start: number): number {
    const bytes = this.bytes
    const { pool, starts } = this.skeletons
    const end = starts[skeleton + 1]!
    let place = starts[skeleton]!
    // No unit stands for more than two coordinates.
    const room = (end - place) * 2
    let ref = this.refs.length
    let refs = this.refs.data
    if (ref + room > this.refs.room) refs = this.refs.grow(room)
    let number = this.numbers.length
    let numbers = this.numbers.data
    if (number + room > this.numbers.room) numbers = this.numbers.grow(room)
    const way = this.ways.data[skeleton]!
    if (way === 0) return 0
    let at = start
    let unit = bytes[at]!
    while (unit === 32 || unit === 9) unit = bytes[++at]!
    while (place < end) {
      const wanted = pool[place++]!
      if (wanted === unit) unit = bytes[++at]!
      else if (wanted >= CELL && unit >= 36) {
        // The cell that `LineReader` reads, with `$` where the skeleton has it.
        if (unit === 36) {
          if ((wanted & 1) === 0) return 0
          unit = bytes[++at]!
        } else if ((wanted & 1) !== 0) return 0
        let column = 0
        for (; unit >= 65; unit = bytes[++at]!) {
          const letter = (unit | 32) - 96
          column = column * 26 + letter
          if (letter < 1 || letter > 26 || column > MAX_COLUMNS) return 0
        }
        if (unit === 36) {
          if ((wanted & 2) === 0) return 0
          unit = bytes[++at]!
        } else if ((wanted & 2) !== 0) return 0
        const digits = at
        let row = 0
        for (; unit >= 48 && unit <= 57; unit = bytes[++at]!) row = row * 10 + unit - 48
        if (column === 0 || row === 0 || row > MAX_ROWS || at - digits > 7) return 0
        if (wanted >= CORNER) {
          const firstColumn = refs[ref - 2]!
          const firstRow = refs[ref - 1]!
          if (column < firstColumn) {
            refs[ref - 2] = column
            column = firstColumn
          }
          if (row < firstRow) {
            refs[ref - 1] = row
            row = firstRow
          }
        }
        refs[ref++] = column
        refs[ref++] = row
      } else if (wanted === NUMBER && unit >= 48) {
        const digits = at
        let value = 0
        for (; unit >= 48 && unit <= 57; unit = bytes[++at]!) value = value * 10 + unit - 48
        if (at === digits) return 0
        let decimals = 0
        if (unit === 46) {
          for (unit = bytes[++at]!; unit >= 48 && unit <= 57; unit = bytes[++at]!) {
            value = value * 10 + unit - 48
            decimals++
          }
          if (decimals === 0) return 0
        }
        if (at - digits > 15) {
          value = Number(this.source.slice(digits, at))
          if (value === Number.POSITIVE_INFINITY) return 0
        } else if (decimals > 0) value /= powersOfTen[decimals]!
        numbers[number++] = value
      } else if (unit === 32 || unit === 9) {
        // Of several spaces, only the first is in a skeleton.
        const before = pool[place - 2]!
        if (way !== 2 || (before !== 32 && before !== 9)) return 0
        unit = bytes[++at]!
        place--
      } else return 0
    }
    if (unit !== 10) {
      at = this.#lineEnd(at)
      if (at < 0) return 0
    }
    this.refs.length = ref
    this.numbers.length = number
    return unit === 10 ? at + 1 : behindLineEnd(bytes, at)
  }

  /** The line end behind the last token, with spaces and a comment passed over; -1 if there is more. */
  #lineEnd(from: number): number {
    const bytes = this.bytes
    let at = from
    while (bytes[at] === 32 || bytes[at] === 9) at++
    if (at === this.source.length || bytes[at] === 10 || bytes[at] === 13) return at
    const isComment = at > from && bytes[at] === 35 && errorLength(this.source, at) === 0
    return isComment ? lineEndIn(bytes, at) : -1
  }
}

function wayOf(units: Uint16Array, slots: number): number {
  let wide = 0
  let hasText = false
  for (let at = 0; at < units.length; at++) {
    const unit = units[at]!
    if (unit >= FIRST_WIDE) wide++
    if (unit === 34 || unit === 39) hasText = true
    // What these are depends on more than the next unit: a `#`, and a dot before a number.
    if (unit === 35 || (unit === 46 && units[at + 1] === NUMBER)) return Way.Never
  }
  // A text may hold what looks like a marker, and units that the bytes do not tell apart.
  if (wide !== slots) return Way.Never
  return hasText ? Way.Exactly : Way.BySpaces
}
