// Goes through a text line by line and gives each simple line its skeleton. It guesses where a rule,
// a bracket or a block comment is open, and leaves lines there alone; a wrong guess costs time only,
// since the places of copies are compared with the statements that the parser found.
//
// Rows of a sheet follow each other, so a line is expected to be like the one a row above it.

import {
  BEHIND_BYTES,
  behindLineEnd,
  isLineEnd,
  isSpace,
  lineEndIn,
  WIDE,
} from '../lexer/characters.ts'
import { errorLength } from '../lexer/error-spellings.ts'
import { RUN_MAX_MISSES, RUN_MAX_PERIOD_LINES, RUN_MIN_PERIODS } from '../limits.ts'
import { Follower } from './follow.ts'
import { LineReader } from './line.ts'
import { Ints } from './lists.ts'

/** Simple lines directly below each other. */
export interface Run {
  /** The number of its first line among the simple lines. */
  readonly first: number
  count: number
  /** Every line has the skeleton of the one so many lines above it; 0 when they are in no order. */
  readonly period: number
  /** The line of the text that it begins with, counted from 1, as people do. */
  readonly line: number
  /** Where it stands in the text: from its first token to the end of its last line. */
  readonly start: number
  end: number
  /** Where the slots of its first line begin; those of the others follow. */
  readonly refsFrom: number
  readonly numbersFrom: number
  /** Whether all its lines are copies; told by `shareLines`. */
  isCopied: boolean
}

/** The simple lines of a text. The first line with a skeleton is always a run by itself. */
export class SimpleLines {
  readonly reader: LineReader
  /** By line. */
  readonly skeletons: Ints
  readonly runs: Run[] = []
  /** By skeleton: how many coordinates and numbers a line has. */
  readonly refsPer = new Ints(64)
  readonly numbersPer = new Ints(64)
  /** By skeleton: where a line with it starts. */
  readonly examples = new Ints(64)
  readonly #follower: Follower
  /** By skeleton: whether it ends with its line; a last word such as AND goes on with the next one. */
  readonly #isWhole: boolean[] = []
  /** By skeleton: the last line with it, plus one. */
  readonly #seen = new Ints(64)
  /** How many lines above the one stands that the next line is expected to be like; 0 for none. */
  #period = 0
  /** How often in a row lines were not as expected for long. */
  #misses = 0
  #inRule = false
  #depth = 0
  /** Whether the line before goes on with this one. */
  #carried = false
  /** Whether the last line with something on it was a simple one. */
  #followsSimple = false
  /** Lines that were passed over or read together with the first of them, without that one. */
  #more = 0
  /** The last answer of `lineAt`. */
  #asked = { offset: 0, line: 1 }

  constructor(source: string) {
    this.reader = new LineReader(source)
    this.#follower = new Follower(this.reader)
    // Few lines are shorter than 12 units, so that it seldom grows.
    this.skeletons = new Ints(Math.ceil(source.length / 12) + 16)
    let line = 1
    for (let at = 0; at < source.length; line++) {
      this.#more = 0
      at = this.#line(at, line)
      line += this.#more
    }
  }

  get count(): number {
    return this.skeletons.length
  }

  /** The line in which an offset stands, counted from the run before it. */
  lineAt(offset: number): number {
    const { source } = this.reader
    const { runs } = this
    let low = 0
    let high = runs.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (runs[middle]!.start <= offset) low = middle + 1
      else high = middle
    }
    let from = { offset: 0, line: 1 }
    if (low > 0) {
      const { line, start, end, count } = runs[low - 1]!
      from = offset > end ? { offset: end, line: line + count - 1 } : { offset: start, line }
    }
    // Most often it is asked for one line after the other.
    const { offset: last } = this.#asked
    if (last > from.offset && last <= offset) from = this.#asked
    this.#asked = { offset, line: from.line + lineEnds(source, from.offset, offset) }
    return this.#asked.line
  }

  /** Reads the line that starts at an offset, and those after it that are as expected. Gives where the next starts. */
  #line(start: number, line: number): number {
    const { source, bytes, refs, numbers } = this.reader
    let at = start
    let unit = bytes[at]!
    while (unit === 32 || (unit !== 10 && isSpace(unit === WIDE ? source.charCodeAt(at) : unit)))
      unit = bytes[++at]!
    if (at >= source.length || isLineEnd(unit)) return behindLineEnd(bytes, at)
    if (unit === 35 && errorLength(source, at) === 0)
      return behindLineEnd(bytes, lineEndIn(bytes, at))
    const isFree = !this.#inRule && this.#depth === 0 && !this.#carried
    if (isFree) {
      const mayRepeat =
        this.#misses < RUN_MAX_MISSES || this.skeletons.length % RUN_MAX_MISSES === 0
      const next = this.#period > 0 && mayRepeat ? this.#repeated(at, line) : at
      if (next > at) return next
      const refsFrom = refs.length
      const numbersFrom = numbers.length
      const skeleton = this.reader.read(at) ? this.#skeleton(at, refsFrom, numbersFrom) : -1
      if (skeleton >= 0) {
        const end = lineEndIn(bytes, this.reader.end)
        const period = this.#seen.data[skeleton] === 0 ? 1 : 0
        this.#addRun(this.skeletons.length, 1, period, line, at, end, refsFrom, numbersFrom)
        this.#take(skeleton)
        return behindLineEnd(bytes, end)
      }
      refs.length = refsFrom
      numbers.length = numbersFrom
    }
    return this.#other(at)
  }

  /** Reads as many lines as are like those a period above; gives where the next one starts. */
  #repeated(start: number, line: number): number {
    const { skeletons } = this
    const { refs, numbers, bytes } = this.reader
    const follower = this.#follower
    const period = this.#period
    const first = skeletons.length
    const refsFrom = refs.length
    const numbersFrom = numbers.length
    let at = start
    let { data } = skeletons
    for (;;) {
      const line = skeletons.length
      const skeleton = data[line - period]!
      const next = follower.follow(skeleton, at)
      if (next === 0) break
      if (line === skeletons.room) data = skeletons.grow(1)
      data[line] = skeleton
      skeletons.length = line + 1
      at = next
    }
    const count = skeletons.length - first
    const isShort = count < RUN_MIN_PERIODS * period
    this.#misses = isShort ? this.#misses + 1 : 0
    if (count === 0) return start
    for (let last = Math.max(0, count - period); last < count; last++)
      this.#seen.data[data[first + last]!] = first + last + 1
    const end = beforeLineEnd(bytes, at)
    this.#addRun(first, count, isShort ? 0 : period, line, start, end, refsFrom, numbersFrom)
    this.#followsSimple = true
    this.#more = count - 1
    return at
  }

  /** Adds lines; those in no order to the run before, if it has none either and ends right above. */
  #addRun(
    first: number,
    count: number,
    period: number,
    line: number,
    start: number,
    end: number,
    refsFrom: number,
    numbersFrom: number,
  ): void {
    const last = this.runs.at(-1)
    if (period === 0 && last?.period === 0 && last.line + last.count === line) {
      last.count += count
      last.end = end
      return
    }
    const place = { line, start, end, refsFrom, numbersFrom }
    this.runs.push({ first, count, period, ...place, isCopied: false })
  }

  /** The skeleton that was just read; -1 when its line goes on with the next one. */
  #skeleton(start: number, refsFrom: number, numbersFrom: number): number {
    const { skeletons, source, end, refs, numbers } = this.reader
    const skeleton = skeletons.number()
    if (skeleton === this.#isWhole.length) {
      this.#isWhole.push(this.reader.mayEnd() && !goesOn.test(source.slice(start, end)))
      this.refsPer.push(refs.length - refsFrom)
      this.numbersPer.push(numbers.length - numbersFrom)
      this.examples.push(start)
      this.#seen.push(0)
      this.#follower.learn(skeleton, (refs.length - refsFrom) / 2 + numbers.length - numbersFrom)
    }
    return this.#isWhole[skeleton] ? skeleton : -1
  }

  /** Takes a line that was read by itself, and looks for the last one like it. */
  #take(skeleton: number): void {
    const { skeletons } = this
    const line = skeletons.length
    if (this.#period === 0 || skeletons.data[line - this.#period] !== skeleton) {
      const seen = this.#seen.data[skeleton]!
      const isNear = seen > 0 && line + 1 - seen <= RUN_MAX_PERIOD_LINES
      this.#period = isNear ? line + 1 - seen : 0
    }
    skeletons.push(skeleton)
    this.#seen.data[skeleton] = line + 1
    this.#followsSimple = true
  }

  /** The last line is none by itself after all, since what comes next belongs to it. */
  #dropLast(): void {
    const { bytes } = this.reader
    const run = this.runs.at(-1)!
    this.skeletons.length--
    this.#period = 0
    if (--run.count === 0) this.runs.pop()
    else {
      let at = run.end
      while (!isLineEnd(bytes[at - 1]!)) at--
      run.end = beforeLineEnd(bytes, at)
    }
  }

  #other(at: number): number {
    const { source, bytes } = this.reader
    let end = lineEndIn(bytes, at)
    const first = source.slice(at, at + 8)
    if (this.#followsSimple && carriesOn.test(first)) this.#dropLast()
    this.#followsSimple = false
    const text = source.slice(at, end).replace(texts, '""')
    const comment = text.indexOf('/*')
    if (comment >= 0 && text.indexOf('*/', comment + 2) < 0) {
      const close = source.indexOf('*/', at)
      end = close < 0 ? source.length : lineEndIn(bytes, close)
      this.#more = lineEnds(source, at, end)
    }
    const code = (comment < 0 ? text : text.slice(0, comment)).replace(comments, '')
    if (startsRule.test(code)) this.#inRule = true
    if (endsRule.test(code)) this.#inRule = false
    this.#depth = Math.max(0, this.#depth + brackets(code))
    this.#carried = goesOn.test(code)
    return behindLineEnd(bytes, end)
  }
}

/** Where the line ends behind which an offset stands. */
function beforeLineEnd(bytes: Uint8Array, at: number): number {
  const isEnd = isLineEnd(bytes[at - 1]!)
  if (!isEnd) return Math.min(at, bytes.length - BEHIND_BYTES)
  return bytes[at - 1] === 10 && bytes[at - 2] === 13 ? at - 2 : at - 1
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

function lineEnds(source: string, from: number, to: number): number {
  let count = 0
  for (let at = from; at < to; at++) {
    const unit = source.charCodeAt(at)
    if (unit === 10 || (unit === 13 && source.charCodeAt(at + 1) !== 10)) count++
  }
  return count
}
