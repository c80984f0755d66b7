// REGEXTEST, REGEXEXTRACT and REGEXREPLACE, over our own matcher.

import { type Args, type Fn, type Functions, numOr, text } from '../functions.ts'
import { ARRAY_MAX_ELEMENTS } from '../limits.ts'
import { burn, codePoints, fromCodePoints } from '../primitives.ts'
import { compilePattern, type Program } from '../regex/compile.ts'
import { findMatch } from '../regex/match.ts'
import { type ErrorValue, errorOf, listOf, type Value } from '../values.ts'
import { truncated } from './arguments.ts'
import { joinedTexts } from './text-limit.ts'

type Match = readonly number[]

const DOLLAR_SIGN = 36
const NO_MATCH = errorOf('N/A', 'no part of the text fits the pattern')

/** The pattern at place 1, with the case sensitivity at another. */
function programOf(a: Args, caseAt: number): Program | ErrorValue {
  const sensitivity = truncated(numOr(a, caseAt, 0))
  if (sensitivity !== 0 && sensitivity !== 1)
    return errorOf('VALUE!', 'the case sensitivity is 0 or 1')
  return compilePattern(text(a, 1), sensitivity === 1)
}

/** Every match, from left to right, none over another. */
function allMatches(program: Program, points: readonly number[]): Match[] | ErrorValue {
  const found: Match[] = []
  let from = 0
  while (from <= points.length) {
    const match = findMatch(program, points, from)
    if (match === undefined) break
    found.push(match)
    if (found.length > ARRAY_MAX_ELEMENTS) return errorOf('CALC!', 'there are too many matches')
    // A match of nothing must not be found again.
    from = match[1]! > match[0]! ? match[1]! : match[1]! + 1
  }
  return found
}

/** The text of a group; empty for one that took no part. */
function groupText(points: readonly number[], match: Match, group: number): string {
  const start = match[group * 2]!
  return start < 0 ? '' : fromCodePoints(points.slice(start, match[group * 2 + 1]!))
}

const test: Fn = (a) => {
  const program = programOf(a, 2)
  if ('k' in program) return program
  return findMatch(program, codePoints(text(a, 0)), 0) !== undefined
}

const extract: Fn = (a) => {
  const program = programOf(a, 3)
  if ('k' in program) return program
  const mode = truncated(numOr(a, 2, 0))
  const points = codePoints(text(a, 0))
  if (mode === 1) return allTexts(program, points)
  if (mode !== 0 && mode !== 2) return errorOf('VALUE!', 'the return mode is 0, 1 or 2')
  const match = findMatch(program, points, 0)
  if (match === undefined) return NO_MATCH
  if (mode === 0) return groupText(points, match, 0)
  if (program.groups < 2) return errorOf('N/A', 'the pattern has no groups')
  const texts: Value[] = []
  for (let group = 1; group < program.groups; group++) texts.push(groupText(points, match, group))
  return listOf(texts)
}

function allTexts(program: Program, points: readonly number[]): Value {
  const matches = allMatches(program, points)
  if ('k' in matches) return matches
  if (matches.length === 0) return NO_MATCH
  const texts: Value[] = []
  for (const match of matches) texts.push(groupText(points, match, 0))
  return listOf(texts)
}

const replace: Fn = (a) => {
  const program = programOf(a, 4)
  if ('k' in program) return program
  const occurrence = truncated(numOr(a, 3, 0))
  const points = codePoints(text(a, 0))
  const matches = allMatches(program, points)
  if ('k' in matches) return matches
  const only = occurrence > 0 ? occurrence - 1 : matches.length + occurrence
  const template = codePoints(text(a, 2))
  const parts: string[] = []
  let from = 0
  for (let i = 0; i < matches.length; i++) {
    if (occurrence !== 0 && i !== only) continue
    const match = matches[i]!
    parts.push(fromCodePoints(points.slice(from, match[0]!)))
    burn(template.length)
    addReplacement(parts, template, points, match, program.groups)
    from = match[1]!
  }
  parts.push(fromCodePoints(points.slice(from)))
  return joinedTexts(parts, '')
}

/** `$1` and `${1}` stand for a group, `$0` and `$&` for the whole, `$$` for a dollar. */
function addReplacement(
  parts: string[],
  template: readonly number[],
  points: readonly number[],
  match: Match,
  groups: number,
): void {
  let plain: number[] = []
  let at = 0
  while (at < template.length) {
    const reference = template[at] === DOLLAR_SIGN ? referenceAt(template, at, groups) : undefined
    if (reference === undefined) {
      plain.push(template[at]!)
      at++
      continue
    }
    if (reference.group < 0) plain.push(DOLLAR_SIGN)
    else {
      parts.push(fromCodePoints(plain), groupText(points, match, reference.group))
      plain = []
    }
    at = reference.next
  }
  parts.push(fromCodePoints(plain))
}

interface GroupReference {
  /** -1 for a dollar itself. */
  readonly group: number
  readonly next: number
}

/** The group reference after a dollar; undefined if there is none: then the dollar is a literal. */
function referenceAt(
  template: readonly number[],
  at: number,
  groups: number,
): GroupReference | undefined {
  const next = template[at + 1]
  if (next === DOLLAR_SIGN) return { group: -1, next: at + 2 }
  if (next === 38) return { group: 0, next: at + 2 }
  const braced = next === 123
  const start = braced ? at + 2 : at + 1
  let end = start
  let group = 0
  while (end < start + 2 && end < template.length) {
    const digit = template[end]! - 48
    // A second digit counts only if there is such a group: $10 may be $1 and a zero.
    if (digit < 0 || digit > 9 || group * 10 + digit >= groups) break
    group = group * 10 + digit
    end++
  }
  if (end === start) return undefined
  if (!braced) return { group, next: end }
  return template[end] === 125 ? { group, next: end + 1 } : undefined
}

export const textPatternFunctions: Functions = {
  REGEXEXTRACT: extract,
  REGEXREPLACE: replace,
  REGEXTEST: test,
}
