// A format as pieces: literals, digit places, parts of a date, and bracketed parts.

import { burn, codePoints, fromCodePoints, parseDecimal } from '../primitives.ts'

export type Token =
  | { readonly t: 'literal'; readonly text: string }
  /** `0`, `#` or `?`. */
  | { readonly t: 'digit'; readonly text: string }
  | { readonly t: 'point' | 'comma' | 'percent' | 'text' | 'general' }
  /** The sign is always shown with `E+`. */
  | { readonly t: 'exponent'; readonly text: string }
  /** A letter of y m d h s, so many times. */
  | { readonly t: 'date'; readonly letter: string; readonly count: number }
  | { readonly t: 'elapsed'; readonly letter: string; readonly count: number }
  /** `AM/PM`, or `A/P` as it is written. */
  | { readonly t: 'half'; readonly text: string }

export interface Section {
  readonly tokens: Token[]
  /** `<`, `<=`, `=`, `<>`, `>=`, `>`, or empty. */
  condition: string
  bound: number
}

interface Reader {
  readonly points: readonly number[]
  at: number
}

const QUOTE = 34
const SEMICOLON = 59

export function tokensOf(format: string): Section[] {
  const reader: Reader = { points: codePoints(format), at: 0 }
  burn(3 * reader.points.length)
  const sections: Section[] = [{ tokens: [], condition: '', bound: 0 }]
  while (reader.at < reader.points.length) {
    if (reader.points[reader.at] === SEMICOLON) {
      sections.push({ tokens: [], condition: '', bound: 0 })
      reader.at++
    } else readToken(reader, sections[sections.length - 1]!)
  }
  return sections
}

function readToken(reader: Reader, section: Section): void {
  const { tokens } = section
  const point = reader.points[reader.at]!
  const char = fromCodePoints([point])
  if (point === QUOTE) {
    tokens.push({ t: 'literal', text: quoted(reader) })
    return
  }
  if (char === '[') {
    readBrackets(reader, section)
    return
  }
  if (follows(reader, 'general')) tokens.push({ t: 'general' })
  else if (follows(reader, 'am/pm')) tokens.push({ t: 'half', text: 'AM/PM' })
  else if (follows(reader, 'a/p'))
    tokens.push({ t: 'half', text: fromCodePoints(reader.points.slice(reader.at - 3, reader.at)) })
  else if (follows(reader, 'e+')) tokens.push({ t: 'exponent', text: '+' })
  else if (follows(reader, 'e-')) tokens.push({ t: 'exponent', text: '-' })
  else {
    reader.at++
    readCharacter(reader, section, char)
  }
}

function readCharacter(reader: Reader, section: Section, char: string): void {
  const { tokens } = section
  const letter = dateLetter(char)
  if (letter !== '') tokens.push({ t: 'date', letter, count: 1 + more(reader, letter) })
  else if (char === '0' || char === '#' || char === '?') tokens.push({ t: 'digit', text: char })
  else if (char === '.') tokens.push({ t: 'point' })
  else if (char === ',') tokens.push({ t: 'comma' })
  else if (char === '%') tokens.push({ t: 'percent' })
  else if (char === '@') tokens.push({ t: 'text' })
  else if (char === '\\' || char === '_' || char === '*') {
    // `_x` is a gap as wide as x, and `*x` fills a column, which a text does not have.
    if (reader.at >= reader.points.length) return
    const next = fromCodePoints([reader.points[reader.at]!])
    reader.at++
    if (char === '\\') tokens.push({ t: 'literal', text: next })
    else if (char === '_') tokens.push({ t: 'literal', text: ' ' })
  } else tokens.push({ t: 'literal', text: char })
}

/** Up to the closing quote; without one, up to the end. */
function quoted(reader: Reader): string {
  const start = reader.at + 1
  let end = start
  while (end < reader.points.length && reader.points[end] !== QUOTE) end++
  reader.at = end + 1
  return fromCodePoints(reader.points.slice(start, end))
}

/** Elapsed time, a condition or a currency. Colours and languages change no text. */
function readBrackets(reader: Reader, section: Section): void {
  const start = reader.at + 1
  let end = start
  while (end < reader.points.length && reader.points[end] !== 93) end++
  const inside = reader.points.slice(start, end)
  reader.at = end + 1
  if (inside.length === 0) return
  const first = fromCodePoints([inside[0]!])
  if (first === '$') {
    let stop = 1
    while (stop < inside.length && inside[stop] !== 45) stop++
    section.tokens.push({ t: 'literal', text: fromCodePoints(inside.slice(1, stop)) })
  } else if (first === '<' || first === '>' || first === '=') {
    const second = inside.length > 1 ? fromCodePoints([inside[1]!]) : ''
    const isPair = second === '=' || (first === '<' && second === '>')
    const bound = parseDecimal(fromCodePoints(inside.slice(isPair ? 2 : 1)))
    if (Number.isNaN(bound)) return
    section.condition = isPair ? first + second : first
    section.bound = bound
  } else {
    const letter = dateLetter(first)
    if (letter !== 'h' && letter !== 'm' && letter !== 's') return
    for (const point of inside) if (dateLetter(fromCodePoints([point])) !== letter) return
    section.tokens.push({ t: 'elapsed', letter, count: inside.length })
  }
}

/** How many more of the same letter follow. */
function more(reader: Reader, letter: string): number {
  const start = reader.at
  while (
    reader.at < reader.points.length &&
    dateLetter(fromCodePoints([reader.points[reader.at]!])) === letter
  )
    reader.at++
  return reader.at - start
}

/** The letter in lower case; empty if it is no part of a date. */
function dateLetter(char: string): string {
  if (char === 'y' || char === 'Y') return 'y'
  if (char === 'm' || char === 'M') return 'm'
  if (char === 'd' || char === 'D') return 'd'
  if (char === 'h' || char === 'H') return 'h'
  return char === 's' || char === 'S' ? 's' : ''
}

/** Whether a word in lower case comes next, in any case; it is taken if so. */
function follows(reader: Reader, word: string): boolean {
  const wanted = codePoints(word)
  for (let i = 0; i < wanted.length; i++) {
    const at = reader.at + i
    if (at >= reader.points.length) return false
    const point = reader.points[at]!
    const small = point >= 65 && point <= 90 ? point + 32 : point
    if (small !== wanted[i]) return false
  }
  reader.at += wanted.length
  return true
}
