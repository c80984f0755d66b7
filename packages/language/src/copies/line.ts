// Reads one line as a skeleton: its text with a marker for each reference and each plain number, and
// white space shortened to its first unit. Two lines with one skeleton have the same tokens but for
// coordinates, numbers and comments, so the parser reads them alike.
//
// Whatever is rare is refused, and such a line is compiled as usual: letters beyond ASCII outside of
// texts, templates, block comments, `;` between statements, whole rows, digits with underscores.

import { bytesOf, isDigit, isLineEnd, isWordUnit, WIDE, wordUnits } from '../lexer/characters.ts'
import { errorLength } from '../lexer/error-spellings.ts'
import { SHEET_MAX_COLUMNS, SHEET_MAX_ROWS, SKELETON_MAX_UNITS } from '../limits.ts'
import { Doubles, Ints } from './lists.ts'
import { Skeletons } from './skeletons.ts'

// Constants of a file are folded into its code; imported ones are not.
const MAX_COLUMNS = SHEET_MAX_COLUMNS
const MAX_ROWS = SHEET_MAX_ROWS
const MAX_UNITS = SKELETON_MAX_UNITS

/**
 * Markers are for private use in Unicode, so a skeleton holds them nowhere else outside of texts. Those of
 * cells are followed by three more, for `$` before the column, the row, or both. A range is a cell, a
 * colon and its other corner.
 */
export const Marker = { Number: 0xe000, Cell: 0xe004, Corner: 0xe008 } as const

/** What a marker in a line stands for, with where it is written. */
export const Slot = { Cell: 0, Range: 1, Number: 2 } as const

export class LineReader {
  readonly source: string
  /** Its units, as far as they are ASCII. */
  readonly bytes: Uint8Array
  readonly skeletons = new Skeletons()
  /** Coordinates of references, and numbers, of all lines that were read; the target is the first. */
  readonly refs: Ints
  readonly numbers: Doubles
  /** Kind, start and end of each slot of the line read last. */
  readonly places = new Int32Array(SKELETON_MAX_UNITS * 3)
  placed = 0
  #at = 0
  #column = 0
  #row = 0
  #fixed = 0

  constructor(source: string) {
    this.source = source
    this.bytes = bytesOf(source)
    // As many as most texts have at most, so that they seldom grow.
    this.refs = new Ints(Math.ceil(source.length / 4) + 16)
    this.numbers = new Doubles(Math.ceil(source.length / 16) + 16)
  }

  /**
   * Reads the line that starts at an offset, behind white space. True when it has a skeleton, which
   * is then in `skeletons`; its slots are at the end of `refs` and `numbers`. Whether a line may end so
   * is for `mayEnd` to say, once for each skeleton.
   */
  read(start: number): boolean {
    this.skeletons.length = 0
    this.placed = 0
    this.#at = start
    return this.#target() && this.#rest()
  }

  /** Where what was read ends: at the line's end or at a comment. */
  get end(): number {
    return this.#at
  }

  /** Whether the line that was read may end there: an operator or a comma goes on with the next one. */
  mayEnd(): boolean {
    const { units, length } = this.skeletons
    const last = length === 0 ? 0 : units[length - 1]!
    return last >= Marker.Number || wordUnits(String.fromCharCode(last), 0) > 0 || endings.has(last)
  }

  #push(unit: number): boolean {
    const { skeletons } = this
    if (skeletons.length === MAX_UNITS) return false
    skeletons.units[skeletons.length++] = unit
    return true
  }

  #place(kind: number, start: number, end: number): void {
    const { places, placed } = this
    places[placed] = kind
    places[placed + 1] = start
    places[placed + 2] = end
    this.placed = placed + 3
  }

  /** The cell that is assigned, with or without its sheet. */
  #target(): boolean {
    const { bytes } = this
    let end = this.#readCell(this.#at)
    if (end === 0) {
      const isQuoted = bytes[this.#at] === 39
      if (isQuoted ? !this.#quoted(39) : !this.#word()) return false
      if (bytes[this.#at] !== 33) return false
      this.#push(33)
      this.#at++
      end = this.#readCell(this.#at)
      if (end === 0) return false
    }
    this.#at = this.#reference(this.#at, end)
    return this.places[0] === Slot.Cell
  }

  #rest(): boolean {
    const { bytes, skeletons } = this
    const { units } = skeletons
    let depth = 0
    let at = this.#at
    for (;;) {
      const unit = bytes[at]!
      const kind = kinds[unit]!
      if (skeletons.length === MAX_UNITS) return false
      if (kind >= Kind.Mark) {
        if (kind === Kind.End) break
        if (kind === Kind.Open) depth++
        else if (kind === Kind.Close && --depth < 0) return false
        units[skeletons.length++] = unit
        at++
        // The parser asks whether it is a plain space, so the first of several counts.
        if (kind === Kind.Space) while (kinds[bytes[at]!] === Kind.Space) at++
      } else if (kind === Kind.Letter) {
        const end = this.#readCell(at)
        if (end > 0) at = this.#reference(at, end)
        else {
          this.#at = at
          if (!this.#word()) return false
          at = this.#at
        }
      } else if (kind === Kind.Digit) {
        at = this.#number(at)
        if (at === 0) return false
      } else {
        this.#at = at
        if (at >= this.source.length || (unit === 35 && this.#isComment())) break
        if (!this.#rare(unit, depth)) return false
        at = this.#at
      }
    }
    this.#at = at
    while (kinds[units[skeletons.length - 1]!] === Kind.Space) skeletons.length--
    return depth === 0
  }

  #isComment(): boolean {
    const { bytes, source } = this
    return kinds[bytes[this.#at - 1]!] === Kind.Space && errorLength(source, this.#at) === 0
  }

  #rare(unit: number, depth: number): boolean {
    const { bytes } = this
    const at = this.#at
    const next = bytes[at + 1]!
    if (unit === 34) return this.#quoted(34)
    if (unit === 39) return this.#quoted(39)
    if (unit === 36) {
      const end = this.#readCell(at)
      if (end > 0) this.#at = this.#reference(at, end)
      return end > 0
    }
    if (unit === 46 && isDigit(next)) {
      const before = bytes[at - 1]!
      const behind = this.#isWord(at - 1) || before === 41 || before === 93
      if (!behind) this.#at = this.#number(at)
      return !behind && this.#at > 0
    }
    if (unit === 47 && (next === 42 || next === 47)) return false
    if (unit === 59 && depth === 0) return false
    if (unit !== 35 && unit !== 46 && unit !== 47 && unit !== 59) return false
    this.#at++
    return this.#push(unit)
  }

  /** Whether what stands at an offset may be part of a name. */
  #isWord(at: number): boolean {
    const unit = this.bytes[at]!
    return unit === WIDE ? wordUnits(this.source, at) > 0 : isWordUnit(unit)
  }

  #word(): boolean {
    const { bytes } = this
    let at = this.#at
    for (; isWordUnit(bytes[at]!); at++) if (!this.#push(bytes[at]!)) return false
    if (at === this.#at || bytes[at] === WIDE) return false
    this.#at = at
    return true
  }

  /** A text or a sheet's name, as it is written; a doubled quote reads as the start of another. */
  #quoted(quote: number): boolean {
    const { source } = this
    this.#push(quote)
    for (let at = this.#at + 1; at < source.length; at++) {
      const unit = source.charCodeAt(at)
      if (isLineEnd(unit) || !this.#push(unit)) return false
      if (unit === quote) {
        this.#at = at + 1
        return true
      }
      if (unit !== 92 || quote !== 34) continue
      const escaped = source.charCodeAt(++at)
      if (!(escaped >= 0) || isLineEnd(escaped) || !this.#push(escaped)) return false
    }
    return false
  }

  /**
   * The same question as that of the lexer: `A1` or `$A$1`, not `LOG10(` and not `Q4!`. Gives where the
   * cell ends, 0 if there is none.
   */
  #readCell(from: number): number {
    const { bytes } = this
    let at = from
    let fixed = 0
    let unit = bytes[at]!
    if (unit === 36) {
      fixed = 1
      unit = bytes[++at]!
    }
    let column = 0
    const letters = at
    for (unit |= 32; unit >= 97 && unit <= 122; unit = bytes[at]! | 32) {
      column = column * 26 + unit - 96
      if (++at - letters > 3) return 0
    }
    if (column === 0 || column > MAX_COLUMNS) return 0
    unit = bytes[at]!
    if (unit === 36) {
      fixed |= 2
      unit = bytes[++at]!
    }
    let row = 0
    const digits = at
    for (; unit >= 48 && unit <= 57; unit = bytes[at]!) {
      row = row * 10 + unit - 48
      if (++at - digits > 7) return 0
    }
    if (row === 0 || row > MAX_ROWS) return 0
    // A space or an operator, most often.
    if (unit > 47 || unit === 33 || unit === 40) {
      if (this.#isWord(at)) return 0
      if (fixed === 0 && (unit === 40 || (unit === 33 && bytes[at + 1] !== 61))) return 0
    }
    this.#column = column
    this.#row = row
    this.#fixed = fixed
    return at
  }

  /**
   * The reference whose first cell was just read; the corners of a range are put in order. Gives where it
   * ends.
   */
  #reference(start: number, end: number): number {
    const { refs } = this
    const column = this.#column
    const row = this.#row
    const fixed = this.#fixed
    const rangeEnd = this.bytes[end] === 58 ? this.#readCell(end + 1) : 0
    if (rangeEnd > 0) {
      this.#push(Marker.Cell + fixed)
      this.#push(58)
      this.#push(Marker.Corner + this.#fixed)
      refs.push(Math.min(column, this.#column))
      refs.push(Math.min(row, this.#row))
      refs.push(Math.max(column, this.#column))
      refs.push(Math.max(row, this.#row))
      this.#place(Slot.Range, start, rangeEnd)
      return rangeEnd
    }
    this.#push(Marker.Cell + fixed)
    refs.push(column)
    refs.push(row)
    this.#place(Slot.Cell, start, end)
    return end
  }

  /** A plain number; one with a unit stays text. Gives where it ends, 0 if it is refused. */
  #number(start: number): number {
    const { source, bytes } = this
    let at = start
    let value = 0
    let unit = bytes[at]!
    for (; unit >= 48 && unit <= 57; unit = bytes[++at]!) value = value * 10 + unit - 48
    const whole = at
    if (unit === 46) {
      unit = bytes[++at]!
      if (!isDigit(unit)) return 0
      for (; unit >= 48 && unit <= 57; unit = bytes[++at]!) value = value * 10 + unit - 48
    }
    const decimals = at === whole ? 0 : at - whole - 1
    // Up to 15 digits both are exact, so the quotient is the nearest double, as `Number` gives it.
    let exact = at - start <= 15
    if ((unit | 32) === 101) {
      const sign = bytes[at + 1]
      let exponent = sign === 43 || sign === 45 ? at + 2 : at + 1
      if (isDigit(bytes[exponent]!)) {
        while (isDigit(bytes[exponent]!)) exponent++
        at = exponent
        exact = false
        unit = bytes[at]!
      }
    }
    if (unit === 58 || unit === 46 || unit === 95 || unit === WIDE) return 0
    if (isWordUnit(unit) || unit === 37) return this.#asText(start, at)
    const number = exact ? value / powersOfTen[decimals]! : Number(source.slice(start, at))
    if (!Number.isFinite(number)) return 0
    this.numbers.push(number)
    this.#place(Slot.Number, start, at)
    return this.#push(Marker.Number) ? at : 0
  }

  #asText(start: number, digitsEnd: number): number {
    const { bytes } = this
    for (let at = start; at < digitsEnd; at++) if (!this.#push(bytes[at]!)) return 0
    if (bytes[digitsEnd] === 37) return digitsEnd
    this.#at = digitsEnd
    return this.#word() ? this.#at : 0
  }
}

export const powersOfTen = Float64Array.from({ length: 16 }, (_, exponent) =>
  Number(`1e${exponent}`),
)

/** Marks that end an expression: `)` `]` `}` `"` `%` `#` `!`. */
const endings = new Set([41, 93, 125, 34, 37, 35, 33])

/** From `Mark` on they are one unit of the skeleton. */
const Kind = { Rare: 0, Letter: 1, Digit: 2, Mark: 3, Space: 4, Open: 5, Close: 6, End: 7 } as const

const kinds = new Uint8Array(WIDE + 1)
for (let unit = 65; unit <= 90; unit++) kinds[unit] = kinds[unit + 32] = Kind.Letter
kinds[95] = Kind.Letter
for (let unit = 48; unit <= 57; unit++) kinds[unit] = Kind.Digit
for (const unit of [9, 11, 12, 32]) kinds[unit] = Kind.Space
for (const mark of '+-*^&=<>,:?!~%|') kinds[mark.charCodeAt(0)] = Kind.Mark
for (const mark of '([{') kinds[mark.charCodeAt(0)] = Kind.Open
for (const mark of ')]}') kinds[mark.charCodeAt(0)] = Kind.Close
kinds[10] = kinds[13] = Kind.End
