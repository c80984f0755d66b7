// Reads one line as a skeleton: its text with a marker for each reference and each plain number, and
// white space shortened to its first unit. Two lines with one skeleton have the same tokens but for
// coordinates, numbers and comments, so the parser reads them alike.
//
// Whatever is rare is refused, and such a line is compiled as usual: letters beyond ASCII outside of
// texts, templates, block comments, `;` between statements, whole rows, digits with underscores.

import { isDigit, isLineEnd, isSpace, isUnequal, wordUnits } from '../characters.ts'
import { errorLength } from '../lexer-errors.ts'
import { SHEET_MAX_COLUMNS, SHEET_MAX_ROWS, SKELETON_MAX_UNITS } from '../limits.ts'
import { Doubles, Ints } from './lists.ts'
import { Skeletons } from './skeletons.ts'

/** Markers are control characters, which a skeleton holds nowhere else outside of texts. */
const cellMarker = 1
const rangeMarker = 5
const numberMarker = 21

/** What a marker in a line stands for, with where it is written. */
export const Slot = { Cell: 0, Range: 1, Number: 2 } as const

export class LineReader {
  readonly source: string
  readonly skeletons = new Skeletons()
  /** Coordinates of references, and numbers, of all lines that were read; the target is the first. */
  readonly refs = new Ints(4096)
  readonly numbers = new Doubles(1024)
  /** Kind, start and end of each slot of the line read last. */
  readonly places = new Int32Array(SKELETON_MAX_UNITS * 3)
  placed = 0
  #at = 0
  #column = 0
  #row = 0
  #fixed = 0
  #cellEnd = 0

  constructor(source: string) {
    this.source = source
  }

  /**
   * Reads the line that starts at an offset, behind white space. True when it has a skeleton, which
   * is then in `skeletons`; its slots are at the end of `refs` and `numbers`.
   */
  read(start: number): boolean {
    this.skeletons.length = 0
    this.placed = 0
    this.#at = start
    return this.#target() && this.#rest() && this.#ends()
  }

  /** Where what was read ends: at the line's end or at a comment. */
  get end(): number {
    return this.#at
  }

  #push(unit: number): boolean {
    const { skeletons } = this
    if (skeletons.length === SKELETON_MAX_UNITS) return false
    skeletons.units[skeletons.length++] = unit
    return true
  }

  #place(kind: number, start: number): void {
    const { places, placed } = this
    places[placed] = kind
    places[placed + 1] = start
    places[placed + 2] = this.#at
    this.placed = placed + 3
  }

  /** The cell that is assigned, with or without its sheet. */
  #target(): boolean {
    if (!this.#readCell(this.#at)) {
      const isQuoted = this.source.charCodeAt(this.#at) === 39
      if (isQuoted ? !this.#quoted(39) : !this.#word()) return false
      if (this.source.charCodeAt(this.#at) !== 33) return false
      this.#push(33)
      this.#at++
      if (!this.#readCell(this.#at)) return false
    }
    this.#reference()
    return this.places[0] === Slot.Cell
  }

  #rest(): boolean {
    const { source, skeletons } = this
    const { units } = skeletons
    let depth = 0
    for (;;) {
      const at = this.#at
      const unit = source.charCodeAt(at)
      // Behind the end of the text it is NaN, which is not below 128 either.
      if (!(unit < 128)) return at >= source.length && depth === 0
      if (skeletons.length === SKELETON_MAX_UNITS) return false
      const kind = kinds[unit]!
      if (kind >= Kind.Mark) {
        if (kind === Kind.End) return depth === 0
        if (kind === Kind.Open) depth++
        else if (kind === Kind.Close && --depth < 0) return false
        units[skeletons.length++] = unit
        this.#at = at + 1
        // The parser asks whether it is a plain space, so the first of several counts.
        if (kind === Kind.Space) this.#skipSpace()
      } else if (kind === Kind.Letter) {
        if (this.#readCell(at)) this.#reference()
        else if (!this.#word()) return false
      } else if (kind === Kind.Digit) {
        if (!this.#number()) return false
      } else {
        if (unit === 35 && this.#afterSpace() && errorLength(source, at) === 0) return depth === 0
        if (!this.#rare(unit, depth)) return false
      }
    }
  }

  #rare(unit: number, depth: number): boolean {
    const { source } = this
    const next = source.charCodeAt(this.#at + 1)
    if (unit === 34) return this.#quoted(34)
    if (unit === 39) return this.#quoted(39)
    if (unit === 36) {
      if (!this.#readCell(this.#at)) return false
      this.#reference()
      return true
    }
    if (unit === 46 && isDigit(next)) {
      const before = source.charCodeAt(this.#at - 1)
      const behind = wordUnits(source, this.#at - 1) > 0 || before === 41 || before === 93
      return !behind && this.#number()
    }
    if (unit === 47 && (next === 42 || next === 47)) return false
    if (unit === 59 && depth === 0) return false
    if (unit !== 35 && unit !== 46 && unit !== 47 && unit !== 59) return false
    this.#at++
    return this.#push(unit)
  }

  /** Whether the line may end here: an operator or a comma goes on with the next one. */
  #ends(): boolean {
    const { skeletons } = this
    const { units } = skeletons
    while (skeletons.length > 0 && isSpace(units[skeletons.length - 1]!)) skeletons.length--
    const last = units[skeletons.length - 1]!
    return last <= numberMarker || wordUnits(String.fromCharCode(last), 0) > 0 || endings.has(last)
  }

  #afterSpace(): boolean {
    return isSpace(this.source.charCodeAt(this.#at - 1))
  }

  #skipSpace(): void {
    const { source } = this
    let at = this.#at
    let unit = source.charCodeAt(at)
    while (unit < 128 && kinds[unit] === Kind.Space) unit = source.charCodeAt(++at)
    this.#at = at
  }

  #word(): boolean {
    const { source } = this
    let at = this.#at
    for (; wordUnits(source, at) === 1; at++) {
      const unit = source.charCodeAt(at)
      if (unit >= 128 || !this.#push(unit)) return false
    }
    if (at === this.#at || source.charCodeAt(at) >= 128) return false
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

  /** The same question as that of the lexer: `A1` or `$A$1`, not `LOG10(` and not `Q4!`. */
  #readCell(from: number): boolean {
    const { source } = this
    let at = from
    let fixed = 0
    if (source.charCodeAt(at) === 36) {
      fixed = 1
      at++
    }
    let column = 0
    const letters = at
    for (let unit = source.charCodeAt(at) | 32; unit >= 97 && unit <= 122; ) {
      column = column * 26 + unit - 96
      if (++at - letters > 3) return false
      unit = source.charCodeAt(at) | 32
    }
    if (column === 0 || column > SHEET_MAX_COLUMNS) return false
    if (source.charCodeAt(at) === 36) {
      fixed |= 2
      at++
    }
    let row = 0
    const digits = at
    for (let unit = source.charCodeAt(at); unit >= 48 && unit <= 57; ) {
      row = row * 10 + unit - 48
      if (++at - digits > 7) return false
      unit = source.charCodeAt(at)
    }
    const unit = source.charCodeAt(at)
    if (row === 0 || row > SHEET_MAX_ROWS) return false
    if (unit !== 32 && wordUnits(source, at) > 0) return false
    if (fixed === 0 && (unit === 40 || (unit === 33 && !isUnequal(source, at)))) return false
    this.#column = column
    this.#row = row
    this.#fixed = fixed
    this.#cellEnd = at
    return true
  }

  /** The reference whose first cell was just read; the corners of a range are put in order. */
  #reference(): void {
    const { source, refs } = this
    const start = this.#at
    const column = this.#column
    const row = this.#row
    const fixed = this.#fixed
    const end = this.#cellEnd
    if (source.charCodeAt(end) === 58 && this.#readCell(end + 1)) {
      this.#push(rangeMarker + fixed * 4 + this.#fixed)
      refs.push(Math.min(column, this.#column))
      refs.push(Math.min(row, this.#row))
      refs.push(Math.max(column, this.#column))
      refs.push(Math.max(row, this.#row))
      this.#at = this.#cellEnd
      this.#place(Slot.Range, start)
      return
    }
    this.#push(cellMarker + fixed)
    refs.push(column)
    refs.push(row)
    this.#at = end
    this.#place(Slot.Cell, start)
  }

  /** A plain number; one with a unit stays text. */
  #number(): boolean {
    const { source } = this
    const start = this.#at
    let at = start
    let value = 0
    let unit = source.charCodeAt(at)
    for (; unit >= 48 && unit <= 57; unit = source.charCodeAt(++at)) value = value * 10 + unit - 48
    const whole = at
    if (unit === 46) {
      unit = source.charCodeAt(++at)
      if (!isDigit(unit)) return false
      for (; unit >= 48 && unit <= 57; unit = source.charCodeAt(++at))
        value = value * 10 + unit - 48
    }
    const decimals = at === whole ? 0 : at - whole - 1
    // Up to 15 digits both are exact, so the quotient is the nearest double, as `Number` gives it.
    let exact = at - start <= 15
    if ((unit | 32) === 101) {
      const sign = source.charCodeAt(at + 1)
      let exponent = sign === 43 || sign === 45 ? at + 2 : at + 1
      if (isDigit(source.charCodeAt(exponent))) {
        while (isDigit(source.charCodeAt(exponent))) exponent++
        at = exponent
        exact = false
      }
    }
    unit = source.charCodeAt(at)
    if (unit === 58 || unit === 46 || unit === 95 || unit >= 128) return false
    if (wordUnits(source, at) > 0 || unit === 37) return this.#asText(at)
    const number = exact ? value / powers[decimals]! : Number(source.slice(start, at))
    if (!Number.isFinite(number)) return false
    this.numbers.push(number)
    this.#at = at
    this.#place(Slot.Number, start)
    return this.#push(numberMarker)
  }

  #asText(digitsEnd: number): boolean {
    const { source } = this
    for (; this.#at < digitsEnd; this.#at++)
      if (!this.#push(source.charCodeAt(this.#at))) return false
    return source.charCodeAt(digitsEnd) === 37 || this.#word()
  }
}

const powers = Float64Array.from({ length: 16 }, (_, exponent) => Number(`1e${exponent}`))

/** Marks that end an expression: `)` `]` `}` `"` `%` `#` `!`. */
const endings = new Set([41, 93, 125, 34, 37, 35, 33])

/** From `Mark` on they are one unit of the skeleton. */
const Kind = { Rare: 0, Letter: 1, Digit: 2, Mark: 3, Space: 4, Open: 5, Close: 6, End: 7 } as const

const kinds = new Uint8Array(128)
for (let unit = 65; unit <= 90; unit++) kinds[unit] = kinds[unit + 32] = Kind.Letter
kinds[95] = Kind.Letter
for (let unit = 48; unit <= 57; unit++) kinds[unit] = Kind.Digit
for (const unit of [9, 11, 12, 32]) kinds[unit] = Kind.Space
for (const mark of '+-*^&=<>,:?!~%|') kinds[mark.charCodeAt(0)] = Kind.Mark
for (const mark of '([{') kinds[mark.charCodeAt(0)] = Kind.Open
for (const mark of ')]}') kinds[mark.charCodeAt(0)] = Kind.Close
kinds[10] = kinds[13] = Kind.End
