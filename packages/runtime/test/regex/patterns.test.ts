// Goal: what patterns may say, what they may not, and that none takes long. Method: tables, and texts
// on which a matcher that goes back would not end.
import { afterEach, describe, expect, it } from 'vitest'
import { codePoints, refuel } from '../../src/primitives.ts'
import { compilePattern } from '../../src/regex/compile.ts'
import { findMatch } from '../../src/regex/match.ts'

function found(pattern: string, text: string, ignoreCase = false): string | undefined {
  const program = compilePattern(pattern, ignoreCase)
  if ('k' in program) return program.message
  const at = findMatch(program, codePoints(text), 0)
  return at === undefined ? undefined : [...text].slice(at[0], at[1]).join('')
}

describe('a pattern', () => {
  it.each([
    ['b{2}', 'abbbc', 'bb'],
    ['x{', 'ax{', 'x{'],
    ['a{,3}', 'a{,3}', 'a{,3}'],
    ['[]a]+', 'x]a]', ']a]'],
    ['[a-]+', 'b-a', '-a'],
    ['[[:alpha:]]+', '12ab3', 'ab'],
    ['[^[:digit:]x]', '1x2y', 'y'],
    ['\\x41\\u0042\\u{43}\\x{44}', 'ABCD', 'ABCD'],
    ['\\.\\*\\/', 'a.*/', '.*/'],
    ['(?<year>\\d{4})', 'in 2026', '2026'],
    ['(?i)ABC', 'xabc', 'abc'],
    ['(?s)a.b', 'a\nb', 'a\nb'],
    ['(?m)^b$', 'a\nb\nc', 'b'],
    ['^b$', 'a\nb\nc', undefined],
    ['[\\b]', 'a\bc', '\b'],
    ['.', '😀', '😀'],
    ['^.$', '😀', '😀'],
    ['', 'abc', ''],
    ['colou?r', 'the color', 'color'],
    ['\\S+@\\S+', 'to me@x.org now', 'me@x.org'],
    ['a.*c', 'abcabc', 'abcabc'],
    ['a.*?c', 'abcabc', 'abc'],
  ])('%s in %j finds %j', (pattern, text, expected) => {
    expect(found(pattern, text)).toBe(expected)
  })

  it.each([
    ['straße', 'STRAßE', 'STRAßE'],
    ['σ', 'ς', 'ς'],
    ['[k]', '\u212a', '\u212a'],
    ['[^a]', 'A', undefined],
    ['ÉTÉ', 'été', 'été'],
    ['[а-я]+', 'ПРИВЕТ', 'ПРИВЕТ'],
  ])('%s finds in %s, without regard to case, %s', (pattern, text, expected) => {
    expect(found(pattern, text, true)).toBe(expected)
  })
})

describe('a pattern is refused', () => {
  it.each([
    ['(a)\\1', 'references back'],
    ['\\k<a>', 'references back'],
    ['a(?=b)', 'looking ahead'],
    ['(?<!b)a', 'looking ahead'],
    ['(a', 'not closed'],
    ['a)', 'has no ('],
    ['[a', 'not closed'],
    ['[a-', 'not closed'],
    ['[z-a]', 'backwards'],
    ['*a', 'nothing to repeat'],
    ['{2}', 'nothing to repeat'],
    ['a**', 'nothing to repeat'],
    ['^*', 'nothing to repeat'],
    ['a++', 'possessive'],
    ['a{3,2}', 'backwards'],
    ['a{1001}', 'beyond 1000'],
    ['a{99999999999999999999}', 'beyond 1000'],
    ['\\', 'backslash'],
    ['\\q', 'no escape'],
    ['\\p{L}', 'Unicode'],
    ['\\u{110000}', 'no such character'],
    ['\\xZZ', 'hexadecimal'],
    ['(?>a)', 'kind of group'],
    ['((a{100}){100}){100}', 'too large'],
    [`${'('.repeat(51)}a${')'.repeat(51)}`, 'deeper than 50'],
    ['[[:constructor:]', 'x'],
  ])('%s', (pattern, message) => {
    const program = compilePattern(pattern, false)
    const said = 'k' in program ? program.message : 'x'
    expect(said).toContain(message)
  })
})

describe('time', () => {
  it('counted repetitions of nothing, nested, are no work', () => {
    const pattern = `${'(?:'.repeat(49)}${'){1000}'.repeat(49)}a{0}b`
    expect(found(pattern, 'ab')).toBe('b')
  })

  afterEach(() => refuel(Number.POSITIVE_INFINITY))

  it.each(['(a*)*b', '(a|a)*b', '(a+)+$', '(a?){30}a{30}b', '((a*)*)*b', '(.*)*(.*)*x'])(
    '%s takes steps in proportion to the text',
    (pattern) => {
      const steps = (length: number) => {
        refuel(1e9)
        found(pattern, `${'a'.repeat(length)}!`)
        return 1e9 - refuel(Number.POSITIVE_INFINITY)
      }
      const [short, long] = [steps(200), steps(800)]
      expect(long).toBeLessThan(short * 4.5)
      expect(long).toBeLessThan(3_000_000)
    },
  )
})
