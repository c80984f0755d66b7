// Parser of a pattern. Constructs that a linear-time matcher cannot do, and unknown ones, are
// refused with a message instead of being taken for something else.

import { REGEX_MAX_NESTING, REGEX_MAX_REPEATS } from '../limits.ts'
import { burn, codePoints } from '../primitives.ts'
import { type ErrorValue, isError } from '../values.ts'
import { parseClass } from './class.ts'
import { escapedPoint, peek, type Reader, refusal, takes } from './escapes.ts'
import { isWordPoint, LINE_ENDS, shorthand } from './sets.ts'
import type { Pattern, Place, Tree } from './tree.ts'

interface State extends Reader {
  groups: number
  depth: number
  ignoreCase: boolean
  lines: boolean
  dotAll: boolean
}

interface Counts {
  readonly least: number
  readonly most: number
}

export function parsePattern(text: string, ignoreCase: boolean): Pattern | ErrorValue {
  const points = codePoints(text)
  burn(16 * points.length)
  const state: State = {
    points,
    at: 0,
    groups: 1,
    depth: 0,
    ignoreCase,
    lines: false,
    dotAll: false,
  }
  readFlags(state)
  const tree = choice(state)
  if (isProblem(tree)) return tree
  if (peek(state) === 41) return refusal('a ) has no (')
  return { tree, groups: state.groups, ignoreCase: state.ignoreCase }
}

function isProblem(found: Tree | ErrorValue): found is ErrorValue {
  return 'k' in found && isError(found)
}

/** `(?i)` at the very start, and its kind. */
function readFlags(state: State): void {
  if (!takes(state, '(?')) return
  let end = state.at
  while (end < state.points.length && isFlag(state.points[end]!)) end++
  if (end === state.at || state.points[end] !== 41) {
    state.at = 0
    return
  }
  for (; state.at < end; state.at++) {
    if (peek(state) === 105) state.ignoreCase = true
    else if (peek(state) === 109) state.lines = true
    else state.dotAll = true
  }
  state.at++
}

function isFlag(point: number): boolean {
  return point === 105 || point === 109 || point === 115
}

function choice(state: State): Tree | ErrorValue {
  const items: Tree[] = []
  while (true) {
    const item = sequence(state)
    if (isProblem(item)) return item
    items.push(item)
    if (!takes(state, '|')) break
  }
  return items.length === 1 ? items[0]! : { t: 'any', items }
}

function sequence(state: State): Tree | ErrorValue {
  const items: Tree[] = []
  while (peek(state) >= 0 && peek(state) !== 124 && peek(state) !== 41) {
    const firstGroup = state.groups
    const body = atom(state)
    if (isProblem(body)) return body
    const counts = quantifier(state)
    if (counts === undefined) {
      items.push(body)
      continue
    }
    if ('k' in counts) return counts
    if (body.t === 'place') return refusal('there is nothing to repeat')
    const greedy = !takes(state, '?')
    if (peek(state) === 43) return refusal('possessive repetition is not supported')
    const { least, most } = counts
    items.push({ t: 'repeat', body, least, most, greedy, firstGroup, endGroup: state.groups })
  }
  return items.length === 1 ? items[0]! : { t: 'all', items }
}

function quantifier(state: State): Counts | ErrorValue | undefined {
  if (takes(state, '*')) return { least: 0, most: -1 }
  if (takes(state, '+')) return { least: 1, most: -1 }
  if (takes(state, '?')) return { least: 0, most: 1 }
  const start = state.at
  if (!takes(state, '{')) return undefined
  const least = wholeNumber(state)
  let most = least
  if (least >= 0 && takes(state, ',')) most = peek(state) === 125 ? -1 : wholeNumber(state)
  // Braces that hold anything else are characters.
  const isCount = least >= 0 && most >= -1 && takes(state, '}')
  if (!isCount) {
    state.at = start
    return undefined
  }
  if (least > REGEX_MAX_REPEATS || most > REGEX_MAX_REPEATS)
    return refusal(`a repetition counts beyond ${REGEX_MAX_REPEATS}`)
  if (most >= 0 && most < least) return refusal('a repetition counts backwards')
  return { least, most }
}

/** -2 if there is none. Too long a number stops counting above every limit. */
function wholeNumber(state: State): number {
  let value = -2
  while (peek(state) >= 48 && peek(state) <= 57) {
    value = Math.min(Math.max(value, 0) * 10 + peek(state) - 48, 1_000_000)
    state.at++
  }
  return value
}

function atom(state: State): Tree | ErrorValue {
  const point = peek(state)
  if (point === 42 || point === 43 || point === 63) return refusal('there is nothing to repeat')
  state.at++
  if (point === 40) return group(state)
  if (point === 91) {
    const set = parseClass(state)
    return 'k' in set ? set : { t: 'set', set }
  }
  if (point === 46) return dot(state)
  if (point === 94) return placed(state.lines ? 'line-start' : 'start')
  if (point === 36) return placed(state.lines ? 'line-end' : 'end')
  if (point === 92) return escaped(state)
  if (point === 123) {
    // A count with nothing before it; any other brace is a character.
    state.at--
    if (quantifier(state) !== undefined) return refusal('there is nothing to repeat')
    state.at++
  }
  return { t: 'char', point }
}

function placed(place: Place): Tree {
  return { t: 'place', place }
}

function dot(state: State): Tree {
  return { t: 'set', set: { exact: state.dotAll ? [] : LINE_ENDS, written: [], negated: true } }
}

function escaped(state: State): Tree | ErrorValue {
  if (takes(state, 'b')) return placed('edge')
  if (takes(state, 'B')) return placed('inside')
  const set = shorthand(peek(state))
  if (set !== undefined) {
    state.at++
    return { t: 'set', set: { exact: set, written: [], negated: false } }
  }
  if (takes(state, 'k')) return refusal('references back to a group (\\k) are not supported')
  const point = escapedPoint(state)
  return typeof point === 'number' ? { t: 'char', point } : point
}

function group(state: State): Tree | ErrorValue {
  let index = 0
  if (takes(state, '?=') || takes(state, '?!') || takes(state, '?<=') || takes(state, '?<!'))
    return refusal('looking ahead or behind is not supported')
  if (takes(state, '?<') || takes(state, '?P<')) {
    if (!takesName(state)) return refusal('a group has no proper name')
    index = state.groups
  } else if (!takes(state, '?:')) {
    if (peek(state) === 63) return refusal('there is no such kind of group')
    index = state.groups
  }
  if (index > 0) state.groups++
  state.depth++
  if (state.depth > REGEX_MAX_NESTING)
    return refusal(`groups are nested deeper than ${REGEX_MAX_NESTING}`)
  const body = choice(state)
  state.depth--
  if (isProblem(body)) return body
  if (!takes(state, ')')) return refusal('a group ( is not closed')
  // A group without a number is a unit all the same: a repetition applies to all of it.
  return index > 0 ? { t: 'group', index, body } : { t: 'all', items: [body] }
}

/** A name and its closing angle. The name itself is of no use: groups count. */
function takesName(state: State): boolean {
  const start = state.at
  while (isWordPoint(peek(state))) state.at++
  return state.at > start && takes(state, '>')
}
