// Capitals and small letters, from one pinned table, so that every machine and Lua agree. Each code
// point changes by itself: a sigma at the end of a word is no exception, and no language is.

import {
  burn,
  codePoints,
  fromCodePoints,
  lowerAscii,
  unmetered,
  upperAscii,
} from './primitives.ts'
import {
  FOLD_EXCEPTIONS,
  LETTER_RUNS,
  LOWER_RUNS,
  LOWER_SEVERAL,
  UPPER_RUNS,
  UPPER_SEVERAL,
} from './unicode-case.ts'

interface Mapping {
  /** Mappings of one code point to one. */
  readonly single: Record<number, number>
  /** Mappings to more than one: `ß` is `SS`. */
  readonly several: Record<number, number[]>
}

interface Tables {
  readonly upper: Mapping
  readonly lower: Mapping
  readonly foldExceptions: Record<number, number>
  /** Code points that fold alike, by their folded form, where there are several. */
  readonly alike: Record<number, number[]>
  /** Starts of runs of letters, and the code points after their ends. */
  readonly letterStarts: readonly number[]
  readonly letterEnds: readonly number[]
}

// Made at the first use: while a Lua library loads, nothing can be computed.
const made: { tables: Tables | undefined } = { tables: undefined }

export function upper(text: string): string {
  const plain = upperAscii(text)
  return plain === undefined ? converted(text, tables().upper) : plain
}

export function lower(text: string): string {
  const plain = lowerAscii(text)
  return plain === undefined ? converted(text, tables().lower) : plain
}

/** For comparing without regard to case. It has as many code points as the text. */
export function folded(text: string): string {
  const plain = lowerAscii(text)
  if (plain !== undefined) return plain
  const points = codePoints(text)
  burn(2 * points.length)
  for (let i = 0; i < points.length; i++) points[i] = foldedPoint(points[i]!)
  return fromCodePoints(points)
}

/** The small letter of the capital, where both are one code point. */
export function foldedPoint(point: number): number {
  if (point < 128) return point >= 65 && point <= 90 ? point + 32 : point
  burn(6)
  const known = tables()
  const exception = known.foldExceptions[point]
  if (exception !== undefined) return exception
  const high = known.upper.single[point]
  const from = high === undefined ? point : high
  const low = known.lower.single[from]
  if (low !== undefined) return low
  return known.lower.several[from] === undefined ? from : point
}

/** Every code point that folds to the same, itself among them. */
export function alikePoints(point: number): readonly number[] {
  const fold = foldedPoint(point)
  const found = tables().alike[fold]
  return found === undefined ? [point] : found
}

/** The first letter of each word large, all others small. A word is letters in a row. */
export function proper(text: string): string {
  const known = tables()
  const points = codePoints(text)
  burn(12 * points.length)
  const result: number[] = []
  let inWord = false
  for (const point of points) {
    if (inWord) append(result, point, known.lower)
    else appendTitle(result, point, known)
    inWord = isLetter(point)
  }
  return fromCodePoints(result)
}

/** A letter of any script, or a mark on one. */
export function isLetter(point: number): boolean {
  const starts = tables().letterStarts
  const ends = tables().letterEnds
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (starts[middle]! <= point) low = middle
    else high = middle - 1
  }
  return point >= starts[low]! && point < ends[low]!
}

function converted(text: string, mapping: Mapping): string {
  const points = codePoints(text)
  burn(4 * points.length)
  const result: number[] = []
  for (const point of points) append(result, point, mapping)
  return fromCodePoints(result)
}

function append(result: number[], point: number, mapping: Mapping): void {
  const one = mapping.single[point]
  if (one !== undefined) {
    result.push(one)
    return
  }
  const more = mapping.several[point]
  if (more === undefined) result.push(point)
  else for (const each of more) result.push(each)
}

/** As a capital at the start of a word: of a letter that is two in one, only the first is large. */
function appendTitle(result: number[], point: number, known: Tables): void {
  const digraph = titleOfDigraph(point)
  const more = known.upper.several[point]
  if (digraph > 0) result.push(digraph)
  else if (more === undefined) append(result, point, known.upper)
  else {
    result.push(more[0]!)
    for (let i = 1; i < more.length; i++) append(result, more[i]!, known.lower)
  }
}

/** The Croatian letters of two parts stand in threes: large, first part large, small. */
function titleOfDigraph(point: number): number {
  if (point >= 0x1c4 && point <= 0x1cc) return 0x1c5 + 3 * Math.floor((point - 0x1c4) / 3)
  if (point >= 0x1f1 && point <= 0x1f3) return 0x1f2
  return 0
}

function tables(): Tables {
  if (made.tables === undefined) made.tables = unmetered(makeTables)
  return made.tables
}

function makeTables(): Tables {
  const letterStarts: number[] = []
  const letterEnds: number[] = []
  const gaps = numbersIn(LETTER_RUNS)
  let end = 0
  for (let i = 0; i < gaps.length; i += 2) {
    const start = end + gaps[i]!
    letterStarts.push(start)
    letterEnds.push(start + gaps[i + 1]!)
    end = start + gaps[i + 1]! - 1
  }
  const foldExceptions: Record<number, number> = {}
  const pairs = numbersIn(FOLD_EXCEPTIONS)
  for (let i = 0; i < pairs.length; i += 2) foldExceptions[pairs[i]!] = pairs[i + 1]!
  const alike: Record<number, number[]> = {}
  const upperCodes: number[] = []
  const lowerCodes: number[] = []
  const upperMapping = mappingOf(UPPER_RUNS, UPPER_SEVERAL, upperCodes)
  const lowerMapping = mappingOf(LOWER_RUNS, LOWER_SEVERAL, lowerCodes)
  const found: Tables = {
    upper: upperMapping,
    lower: lowerMapping,
    foldExceptions,
    alike,
    letterStarts,
    letterEnds,
  }
  // Folding asks for the tables, which are complete but for the entries made here.
  made.tables = found
  for (const code of upperCodes) addAlike(alike, code)
  for (const code of lowerCodes) addAlike(alike, code)
  return found
}

function addAlike(alike: Record<number, number[]>, code: number): void {
  const fold = foldedPoint(code)
  const group = alike[fold]
  if (group === undefined) alike[fold] = code === fold ? [code] : [fold, code]
  else if (!group.includes(code)) group.push(code)
}

/** Reads runs and exceptions; every code point that changes is added to `codes`. */
function mappingOf(runs: string, exceptions: string, codes: number[]): Mapping {
  const single: Record<number, number> = {}
  const several: Record<number, number[]> = {}
  const numbers = numbersIn(runs)
  let start = 0
  for (let i = 0; i < numbers.length; i += 4) {
    start += numbers[i]!
    for (let n = 0; n < numbers[i + 1]!; n++) {
      const code = start + n * numbers[i + 2]!
      single[code] = code + numbers[i + 3]!
      codes.push(code)
    }
  }
  const more = numbersIn(exceptions)
  for (let i = 0; i < more.length; i += 2 + more[i + 1]!) {
    const to: number[] = []
    for (let n = 0; n < more[i + 1]!; n++) to.push(more[i + 2 + n]!)
    several[more[i]!] = to
    codes.push(more[i]!)
  }
  return { single, several }
}

/** Numbers in base 36 with white space between them. */
function numbersIn(data: string): number[] {
  const numbers: number[] = []
  let value = 0
  let sign = 1
  let digits = 0
  for (const code of codePoints(`${data} `)) {
    if (code === 45) sign = -1
    else if (code > 32) {
      value = value * 36 + (code >= 97 ? code - 87 : code - 48)
      digits++
    } else if (digits > 0) {
      numbers.push(sign * value)
      value = 0
      sign = 1
      digits = 0
    }
  }
  return numbers
}
