// Texts, counted, cut and compared by code point. Work with them is charged by their units, of which a code
// point above U+FFFF has two, and is never more than linear in them. Part of `primitives.ts`; Lua has its own.

import { burn, currentRound, grow } from './primitive-budgets.ts'

/** Longer texts are measured once and then remembered; counting a short one is as quick as finding it again. */
const SHORT_TEXT_UNITS = 256
/** How many code points are between two places that are remembered. */
const MARK_POINTS = 64
const REMEMBERED_TEXTS = 4
/** Longer parts are searched for in time that does not depend on their content. */
const SHORT_PART_UNITS = 64

/** A text, how many code points it has, and where each 64th begins; no marks where units and code points agree. */
interface Measured {
  readonly text: string
  readonly length: number
  readonly marks: readonly number[] | undefined
  /** How many loops go over it just now. */
  held: number
}

const memo: Measured[] = []
const remembered = { round: 0 }

function measure(text: string): Measured {
  const marks: number[] = []
  let length = 0
  for (let unit = 0; unit < text.length; unit++) {
    if (length % MARK_POINTS === 0) marks.push(unit)
    if (isPair(text, unit)) unit++
    length++
  }
  return { text, length, marks: length === text.length ? undefined : marks, held: 0 }
}

/** Whether two texts are one is seen at once where they are the same, and by reading both where they are not. */
function measured(text: string): Measured {
  if (text.length <= SHORT_TEXT_UNITS) {
    burn(text.length >> 3)
    return measure(text)
  }
  if (remembered.round !== currentRound()) {
    remembered.round = currentRound()
    memo.length = 0
  }
  for (const known of memo) {
    if (known.text !== text) continue
    if (known.held === 0) burn(text.length >> 7)
    return known
  }
  burn(text.length >> 2)
  const found = measure(text)
  if (memo.length === REMEMBERED_TEXTS) {
    const old = memo.findIndex((known) => known.held === 0)
    if (old >= 0) memo.splice(old, 1)
  }
  if (memo.length < REMEMBERED_TEXTS) memo.push(found)
  return found
}

/** Before a loop that asks about the same text each time: then its places are found without going over it. */
export function holdText(text: string): void {
  if (text.length > SHORT_TEXT_UNITS) measured(text).held++
}

/** After the loop. One that was left by an exception needs none: the next evaluation remembers nothing. */
export function releaseText(text: string): void {
  if (text.length > SHORT_TEXT_UNITS) measured(text).held--
}

/** The unit where a code point begins. */
function unitAt({ text, length, marks }: Measured, point: number): number {
  if (marks === undefined) return Math.min(point, length)
  if (point >= length) return text.length
  burn(MARK_POINTS >> 2)
  let unit = marks[Math.floor(point / MARK_POINTS)]!
  for (let left = point % MARK_POINTS; left > 0; left--) unit += isPair(text, unit) ? 2 : 1
  return unit
}

/** The code point that begins at a unit. */
function pointAt({ text, marks }: Measured, unit: number): number {
  if (marks === undefined) return unit
  let low = 0
  let high = marks.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (marks[middle]! <= unit) low = middle
    else high = middle - 1
  }
  let point = low * MARK_POINTS
  for (let at = marks[low] ?? 0; at < unit; point++) at += isPair(text, at) ? 2 : 1
  return point
}

/** How many code points. */
export function textLength(text: string): number {
  if (text.length > SHORT_TEXT_UNITS) return measured(text).length
  burn(text.length >> 3)
  let length = text.length
  for (let i = 0; i < text.length - 1; i++) {
    if (isPair(text, i)) {
      length--
      i++
    }
  }
  return length
}

/** Whether texts together have no more than so many code points. Mostly that is clear without going over them. */
export function textsFit(texts: readonly string[], most: number): boolean {
  let units = 0
  for (const text of texts) units += text.length
  if (units <= most) return true
  // Each code point has at most two units.
  if (units > 2 * most) return false
  let points = 0
  for (const text of texts) points += textLength(text)
  return points <= most
}

/** Texts one after the other, with a separator between them. */
export function joinTexts(texts: readonly string[], separator: string): string {
  let units = separator.length * Math.max(texts.length - 1, 0)
  for (const text of texts) units += text.length
  burn(2 * texts.length + (units >> 4))
  grow(units)
  return texts.length === 2 && separator === '' ? texts[0]! + texts[1]! : texts.join(separator)
}

/** Whether two texts are the same, to the last character. */
export function sameText(a: string, b: string): boolean {
  if (a.length === b.length) burn(a.length >> 6)
  return a === b
}

export function codePoints(text: string): number[] {
  const points: number[] = []
  const units = text.length
  burn(2 * units)
  for (let i = 0; i < units; i++) {
    if (isPair(text, i)) {
      points.push(text.codePointAt(i)!)
      i++
    } else points.push(text.charCodeAt(i))
  }
  return points
}

/** The first of a text that is not empty; -1 of one that is. */
export function firstPoint(text: string): number {
  return text.codePointAt(0) ?? -1
}

export function fromCodePoints(points: readonly number[]): string {
  burn(2 * points.length)
  grow(points.length)
  // A call takes only so many arguments.
  if (points.length <= 4096) return String.fromCodePoint(...points)
  let text = ''
  for (let i = 0; i < points.length; i += 4096) {
    text += String.fromCodePoint(...points.slice(i, i + 4096))
  }
  return text
}

/** The code points from `start` (from 0) up to, not including, `end`. */
export function textSlice(text: string, start: number, end: number): string {
  const part = isShortAndPlain(text) ? text.slice(start, end) : sliceOfMeasured(text, start, end)
  burn(part.length >> 4)
  grow(part.length)
  return part
}

function sliceOfMeasured(text: string, start: number, end: number): string {
  const whole = measured(text)
  const first = bound(start, whole.length)
  const last = bound(end, whole.length)
  return first < last ? text.slice(unitAt(whole, first), unitAt(whole, last)) : ''
}

/** Most texts are: places in them are units, and nothing has to be made to know it. */
function isShortAndPlain(text: string): boolean {
  if (text.length > SHORT_TEXT_UNITS) return false
  for (let i = 0; i < text.length; i++) if (isLead(text.charCodeAt(i))) return false
  burn(text.length >> 3)
  return true
}

/** A bound of a slice: whole, from the end if negative, inside the text. */
function bound(place: number, length: number): number {
  const whole = Math.trunc(place)
  return whole < 0 ? Math.max(length + whole, 0) : Math.min(whole, length)
}

/** Where `part` first stands at or after `from`, in code points; -1 if nowhere. */
export function textFind(text: string, part: string, from: number): number {
  const whole = measured(text)
  const start = unitAt(whole, from)
  const at = unitOfPart(text, part, start)
  return at < 0 ? -1 : pointAt(whole, at)
}

/** The same in units. The machine's own search is slow for long parts that almost match everywhere. */
function unitOfPart(text: string, part: string, start: number): number {
  const short = part.length <= SHORT_PART_UNITS
  const at = short ? text.indexOf(part, start) : unitOfLongPart(text, part, start)
  const seen = (at < 0 ? text.length : at) - start + part.length
  burn(short ? (part.length < 2 ? seen >> 4 : seen >> 1) : 2 * seen)
  return at
}

/** After Knuth, Morris and Pratt: no unit of the text is read twice. */
function unitOfLongPart(text: string, part: string, start: number): number {
  if (part.length > text.length - start) return -1
  const borders = new Int32Array(part.length)
  for (let i = 1, fits = 0; i < part.length; i++) {
    while (fits > 0 && part.charCodeAt(i) !== part.charCodeAt(fits)) fits = borders[fits - 1]!
    if (part.charCodeAt(i) === part.charCodeAt(fits)) fits++
    borders[i] = fits
  }
  for (let i = start, fits = 0; i < text.length; i++) {
    while (fits > 0 && text.charCodeAt(i) !== part.charCodeAt(fits)) fits = borders[fits - 1]!
    if (text.charCodeAt(i) === part.charCodeAt(fits)) fits++
    if (fits === part.length) return i - fits + 1
  }
  return -1
}

/** Every place of a part replaced. */
export function textReplaceAll(text: string, part: string, by: string): string {
  return part === '' ? text : joinTexts(textSplit(text, part), by)
}

/** An empty separator splits between code points. */
export function textSplit(text: string, separator: string): string[] {
  if (separator === '') {
    burn(4 * text.length)
    grow(16 * text.length)
    return [...text]
  }
  grow(text.length)
  if (separator.length <= SHORT_PART_UNITS) {
    burn(separator.length < 2 ? text.length >> 3 : text.length)
    const parts = text.split(separator)
    burn(5 * parts.length)
    grow(16 * parts.length)
    return parts
  }
  const parts: string[] = []
  let start = 0
  for (
    let at = unitOfPart(text, separator, start);
    at >= 0;
    at = unitOfPart(text, separator, start)
  ) {
    parts.push(text.slice(start, at))
    start = at + separator.length
  }
  parts.push(text.slice(start))
  burn(5 * parts.length)
  grow(16 * parts.length)
  return parts
}

/** -1, 0 or 1, by code point. */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  let i = 0
  while (i < length && a.charCodeAt(i) === b.charCodeAt(i)) i++
  burn(i >> 2)
  if (i === length) return a.length === b.length ? 0 : a.length > b.length ? 1 : -1
  const x = a.charCodeAt(i)
  const y = b.charCodeAt(i)
  // A pair stands for a code point above all others, so halves of pairs go last.
  const high = Number(x >= 0xd800 && x < 0xe000) - Number(y >= 0xd800 && y < 0xe000)
  return high > 0 || (high === 0 && x > y) ? 1 : -1
}

/** -1, 0 or 1, with capitals as small letters; 2 if that takes more than ASCII. */
export function compareAscii(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  let order = 0
  let i = 0
  for (; i < length && order === 0; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x >= 128 || y >= 128) order = 2
    else if (x !== y) {
      const difference = lowerUnit(x) - lowerUnit(y)
      if (difference !== 0) order = difference > 0 ? 1 : -1
    }
  }
  burn(i >> 2)
  if (order !== 0 || a.length === b.length) return order
  return a.length > b.length ? 1 : -1
}

function lowerUnit(unit: number): number {
  return unit >= 65 && unit <= 90 ? unit + 32 : unit
}

/** Capitals as small letters in a text of ASCII; undefined for any other. */
export function lowerAscii(text: string): string | undefined {
  return isAscii(text) ? text.toLowerCase() : undefined
}

/** Small letters as capitals in a text of ASCII; undefined for any other. */
export function upperAscii(text: string): string | undefined {
  return isAscii(text) ? text.toUpperCase() : undefined
}

function isAscii(text: string): boolean {
  let i = 0
  while (i < text.length && text.charCodeAt(i) < 128) i++
  burn(2 + (i >> 2))
  return i === text.length
}

/** Without white space at both ends, as Unicode and JavaScript know it. */
export function textTrim(text: string): string {
  const trimmed = text.trim()
  burn((text.length - trimmed.length) >> 2)
  return trimmed
}

export function repeatText(text: string, times: number): string {
  burn((text.length * times) >> 4)
  grow(text.length * times)
  return text.repeat(times)
}

function isLead(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00
}

function isTrail(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000
}

/** Whether a code point of two units begins at a place. */
function isPair(text: string, at: number): boolean {
  return isLead(text.charCodeAt(at)) && isTrail(text.charCodeAt(at + 1))
}
