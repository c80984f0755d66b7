// Goes through a text line by line and gives each simple line its skeleton. It guesses where a rule,
// a bracket or a block comment is open, and leaves lines there alone; a wrong guess costs time only,
// since the places of copies are compared with the statements that the parser found.

import { BEHIND_BYTES, isLineEnd, isSpace, WIDE } from '../characters.ts'
import { errorLength } from '../lexer-errors.ts'
import { LineReader } from './line.ts'
import { Ints } from './lists.ts'

/** The simple lines of a text, each by its number among them. */
export class SimpleLines {
  readonly reader: LineReader
  readonly starts: Ints
  /** Counted from 1, as people do. */
  readonly lines: Ints
  /** The skeleton; -1 for a line that the next one carries on. */
  readonly skeletons: Ints
  /** Where the slots of a line begin; one more entry than lines. */
  readonly refsFrom: Ints
  readonly numbersFrom: Ints
  #inRule = false
  #depth = 0
  /** Whether the line before goes on with this one. */
  #carried = false
  /** Whether the last line with something on it was a simple one. */
  #followsSimple = false
  /** Line ends inside a block comment that was passed over. */
  #skipped = 0
  /** By skeleton: whether it ends with its line; a last word such as AND goes on with the next one. */
  readonly #isWhole: boolean[] = []

  constructor(source: string) {
    this.reader = new LineReader(source)
    // Few lines are shorter than 12 units, so that lists seldom grow.
    const room = Math.ceil(source.length / 12) + 16
    this.starts = new Ints(room)
    this.lines = new Ints(room)
    this.skeletons = new Ints(room)
    this.refsFrom = new Ints(room)
    this.numbersFrom = new Ints(room)
    let line = 1
    for (let at = 0; at < source.length; line++) {
      this.#skipped = 0
      at = this.#line(at, line)
      line += this.#skipped
    }
    this.refsFrom.push(this.reader.refs.length)
    this.numbersFrom.push(this.reader.numbers.length)
  }

  get count(): number {
    return this.starts.length
  }

  /** Where a simple line ends. */
  endOf(line: number): number {
    return lineEnd(this.reader.bytes, this.starts.data[line]!)
  }

  /** The line in which an offset stands, counted from the simple line before it. */
  lineAt(offset: number): number {
    const { source } = this.reader
    let low = 0
    let high = this.count
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.starts.data[middle]! <= offset) low = middle + 1
      else high = middle
    }
    if (low === 0) return 1 + lineEnds(source, 0, offset)
    return this.lines.data[low - 1]! + lineEnds(source, this.starts.data[low - 1]!, offset)
  }

  /** Reads the line that starts at an offset; gives where the next one starts. */
  #line(start: number, line: number): number {
    const { source, bytes, refs, numbers } = this.reader
    let at = start
    let unit = bytes[at]!
    while (unit === 32 || (unit !== 10 && isSpace(unit === WIDE ? source.charCodeAt(at) : unit)))
      unit = bytes[++at]!
    if (at >= source.length || isLineEnd(unit)) return behind(bytes, at)
    if (unit === 35 && errorLength(source, at) === 0) return behind(bytes, lineEnd(bytes, at))
    const isFree = !this.#inRule && this.#depth === 0 && !this.#carried
    if (isFree) {
      const refsFrom = refs.length
      const numbersFrom = numbers.length
      const skeleton = this.reader.read(at) ? this.#skeleton(at) : -1
      if (skeleton >= 0) {
        const end = lineEnd(bytes, this.reader.end)
        this.starts.push(at)
        this.lines.push(line)
        this.skeletons.push(skeleton)
        this.refsFrom.push(refsFrom)
        this.numbersFrom.push(numbersFrom)
        this.#followsSimple = true
        return behind(bytes, end)
      }
      refs.length = refsFrom
      numbers.length = numbersFrom
    }
    return this.#other(at)
  }

  /** The skeleton that was just read; -1 when its line goes on with the next one. */
  #skeleton(start: number): number {
    const { skeletons, source, end } = this.reader
    const number = skeletons.number()
    this.#isWhole[number] ??= this.reader.mayEnd() && !goesOn.test(source.slice(start, end))
    return this.#isWhole[number] ? number : -1
  }

  #other(at: number): number {
    const { source, bytes } = this.reader
    let end = lineEnd(bytes, at)
    const first = source.slice(at, at + 8)
    if (this.#followsSimple && carriesOn.test(first))
      this.skeletons.data[this.skeletons.length - 1] = -1
    this.#followsSimple = false
    const text = source.slice(at, end).replace(texts, '""')
    const comment = text.indexOf('/*')
    if (comment >= 0 && text.indexOf('*/', comment + 2) < 0) {
      const close = source.indexOf('*/', at)
      end = close < 0 ? source.length : lineEnd(bytes, close)
      this.#skipped = lineEnds(source, at, end)
    }
    const code = (comment < 0 ? text : text.slice(0, comment)).replace(comments, '')
    if (startsRule.test(code)) this.#inRule = true
    if (endsRule.test(code)) this.#inRule = false
    this.#depth = Math.max(0, this.#depth + brackets(code))
    this.#carried = goesOn.test(code)
    return behind(bytes, end)
  }
}

const carriesOn = /^(?:>>|\/\*|(?:THEN|ELSE|DEFAULT)(?!\w))/i
const texts = /"(?:[^"\\]|\\.)*"/g
const comments = /(?:^|\s)#(?![A-Z/0]+[!?/]).*$/i
const startsRule = /^(?:WHEN|EVERY|AT)\s/i
const endsRule = /(?:^|\s)END\s*$/i
const goesOn = /(?:[-+*/^&=<>,(?:]|(?:^|\W)(?:AND|OR|NOT|THEN|ELSE|DEFAULT|DO))\s*$/i

function brackets(code: string): number {
  let depth = 0
  for (let at = 0; at < code.length; at++) {
    const unit = code.charCodeAt(at)
    if (unit === 40 || unit === 91 || unit === 123) depth++
    else if (unit === 41 || unit === 93 || unit === 125) depth--
  }
  return depth
}

/** The end of a line, or of the text, behind which there are zeros. */
function lineEnd(bytes: Uint8Array, from: number): number {
  let at = from
  while (at < bytes.length && !isLineEnd(bytes[at]!)) at++
  return Math.min(at, bytes.length - BEHIND_BYTES)
}

/** Behind the line end at an offset; CRLF is one. */
function behind(bytes: Uint8Array, at: number): number {
  return bytes[at] === 13 && bytes[at + 1] === 10 ? at + 2 : at + 1
}

function lineEnds(source: string, from: number, to: number): number {
  let count = 0
  for (let at = from; at < to; at++) {
    const unit = source.charCodeAt(at)
    if (unit === 10 || (unit === 13 && source.charCodeAt(at + 1) !== 10)) count++
  }
  return count
}
