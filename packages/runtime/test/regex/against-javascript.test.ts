// Goal: a pattern finds what JavaScript's RegExp finds, with the same groups. Method: generated
// patterns and texts, from fixed seeds, compared group by group.
import { describe, expect, it } from 'vitest'
import { codePoints } from '../../src/primitives.ts'
import { compilePattern } from '../../src/regex/compile.ts'
import { findMatch } from '../../src/regex/match.ts'

type Chance = (below: number) => number

/** The same numbers each time. */
function chance(seed: number): Chance {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

const letters = ['a', 'b', 'A', '1', '_', '-', ' ', 'é', 'É', '😀', '\\n', 'c']
const sets = [
  '.',
  '\\d',
  '\\w',
  '\\s',
  '\\D',
  '\\S',
  '[ab]',
  '[^a]',
  '[a-c1]',
  '[\\d_-]',
  '[^\\wé]',
]
const places = ['^', '$', '\\b', '\\B']
const counts = ['*', '+', '?', '{2}', '{0,1}', '{1,2}', '{0,2}', '{2,}', '{0,}', '{0}']

function pick<T>(from: readonly T[], next: Chance): T {
  return from[next(from.length)]!
}

function pattern(next: Chance, depth: number): string {
  let text = ''
  const items = next(4)
  for (let i = 0; i < items; i++) text += item(next, depth)
  return next(4) === 0 ? `${text}|${pattern(next, Math.max(depth - 1, 0))}` : text
}

function item(next: Chance, depth: number): string {
  const which = next(10)
  if (which === 0) return pick(places, next)
  const atom =
    which < 4 && depth > 0
      ? `${pick(['(', '(', '(?:'], next)}${pattern(next, depth - 1)})`
      : which < 6
        ? pick(sets, next)
        : pick(letters, next)
  if (next(5) > 1) return atom
  return atom + pick(counts, next) + pick(['', '', '?'], next)
}

function text(next: Chance): string {
  let made = ''
  const length = next(9)
  for (let i = 0; i < length; i++) {
    const char = pick([...letters, 'a', 'b', 'a'], next)
    made += char === '\\n' ? '\n' : char
  }
  return made
}

/** Places of the groups in code points, as ours are. */
function theirs(source: string, flags: string, subject: string): number[] | undefined {
  const found = new RegExp(source, `d${flags}`).exec(subject)
  if (found === null) return undefined
  return found.indices!.flatMap((pair) =>
    pair === undefined ? [-1, -1] : pair.map((unit) => [...subject.slice(0, unit)].length),
  )
}

function ours(source: string, ignoreCase: boolean, subject: string): number[] | undefined | string {
  const program = compilePattern(source, ignoreCase)
  if ('k' in program) return program.message
  return findMatch(program, codePoints(subject), 0)?.slice(0, program.groups * 2)
}

describe('generated patterns', () => {
  it.each([1, 2, 3, 4])('find the same in generated texts, from seed %i', (seed) => {
    const next = chance(seed * 7919)
    let found = 0
    for (let round = 0; round < 1500; round++) {
      const source = pattern(next, 3)
      for (let i = 0; i < 6; i++) {
        const subject = text(next)
        const ignoreCase = next(3) === 0
        const expected = theirs(source, ignoreCase ? 'iu' : 'u', subject)
        if (expected !== undefined) found++
        const shown = `${JSON.stringify(source)} in ${JSON.stringify(subject)} ${ignoreCase}`
        expect({ shown, at: ours(source, ignoreCase, subject) }).toEqual({ shown, at: expected })
      }
    }
    expect(found).toBeGreaterThan(1000)
  })

  it.each([
    ['(a*)*', 'b'],
    ['(a*)+', 'b'],
    ['(|a)+', 'aa'],
    ['(|a)*', 'aa'],
    ['(a|)*?b', 'aab'],
    ['(a*)?', 'b'],
    ['(a?){0,2}', 'b'],
    ['(a?){2,3}b', 'ab'],
    ['(?:(a)|b)*', 'ab'],
    ['(z)((a+)?(b+)?(c))*', 'zaacbbbcac'],
    ['(?:a|ab)(?:c|bcd)(d*)', 'abcd'],
    ['((a)|(b))+?$', 'aba'],
    ['(\\b|a)*x', 'aax'],
    ['(?:a*?)*?b', 'aab'],
    ['(?:(?:a?)?(?:b?)?)*c', 'abbac'],
  ])('%s in %s', (source, subject) => {
    expect(ours(source, false, subject)).toEqual(theirs(source, 'u', subject))
  })
})
