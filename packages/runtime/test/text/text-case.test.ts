// Goal: case changes by the pinned table, code point by code point. Method: all of Unicode against
// this Node, where its Unicode is the same, and known words.
import { describe, expect, it } from 'vitest'
import {
  alikePoints,
  folded,
  foldedPoint,
  isLetter,
  lower,
  proper,
  upper,
} from '../../src/text-case.ts'
import { UNICODE_VERSION } from '../../src/unicode-case.ts'

const LAST = 0x10ffff

/** Another Unicode has a few letters more or less; the same one has none. */
const strangers = process.versions.unicode === UNICODE_VERSION ? 0 : 400

function differences(differs: (char: string, code: number) => boolean): string[] {
  const found: string[] = []
  for (let code = 0; code <= LAST; code++) {
    if (code >= 0xd800 && code < 0xe000) continue
    if (differs(String.fromCodePoint(code), code)) found.push(code.toString(16))
  }
  return found
}

describe('the table', () => {
  it('gives the capital of every code point', () => {
    const found = differences((char) => upper(char) !== char.toUpperCase())
    expect(found.length, found.join(' ')).toBeLessThanOrEqual(strangers)
  })

  it('gives the small letter of every code point', () => {
    const found = differences((char) => lower(char) !== char.toLowerCase())
    expect(found.length, found.join(' ')).toBeLessThanOrEqual(strangers)
  })

  it('knows every letter and mark', () => {
    const found = differences((char, code) => isLetter(code) !== /[\p{L}\p{M}]/u.test(char))
    expect(found.length).toBeLessThanOrEqual(strangers === 0 ? 0 : 20_000)
  })

  it('folds together what a pattern without regard to case takes for the same', () => {
    const cased: number[] = []
    differences((char, code) => {
      if (upper(char) !== char || lower(char) !== char) cased.push(code)
      return false
    })
    const all = cased.map((code) => String.fromCodePoint(code)).join('')
    const wrong: string[] = []
    for (const code of cased) {
      const same = all.match(new RegExp(`\\u{${code.toString(16)}}`, 'giu')) ?? []
      const theirs = same.map((char) => char.codePointAt(0)!).sort((a, b) => a - b)
      const ours = [...alikePoints(code)].sort((a, b) => a - b)
      if (theirs.join() !== ours.join()) wrong.push(`${code.toString(16)}: ${theirs} / ${ours}`)
    }
    expect(cased.length).toBeGreaterThan(2700)
    expect(wrong.length, wrong.slice(0, 20).join('; ')).toBeLessThanOrEqual(strangers)
  })

  it('folds what is folded to itself', () => {
    const found = differences((_, code) => foldedPoint(foldedPoint(code)) !== foldedPoint(code))
    expect(found).toEqual([])
  })
})

describe('words', () => {
  it.each([
    ['straße', 'STRASSE', 'straße'],
    ['Ab1', 'AB1', 'ab1'],
    ['', '', ''],
    ['ﬁne', 'FINE', 'ﬁne'],
    ['ΑΣ', 'ΑΣ', 'ας'.replace('ς', 'σ')],
    ['čĆ đ', 'ČĆ Đ', 'čć đ'],
    ['привет', 'ПРИВЕТ', 'привет'],
    ['😀a', '😀A', '😀a'],
    ['𐐨', '𐐀', '𐐨'],
    ['İ', 'İ', 'i̇'],
  ])('%s is %s and %s', (word, large, small) => {
    expect(upper(word)).toBe(large)
    expect(lower(word)).toBe(small)
  })

  it.each([
    ['hello wide WORLD', 'Hello Wide World'],
    ['2-way street', '2-Way Street'],
    ['76BudGet', '76Budget'],
    ["it's", "It'S"],
    ['o’neill', 'O’Neill'],
    ['ßa', 'Ssa'],
    ['ǆul', 'ǅul'],
    ['éa éa', 'Éa Éa'],
    ['中a', '中a'],
    ['', ''],
  ])('%s as a title is %s', (text, title) => {
    expect(proper(text)).toBe(title)
  })

  it.each([
    ['ABC', 'abc'],
    ['Σας', 'ΣΑΣ'],
    ['K', 'k'],
    ['ſ', 'S'],
    ['ẞ', 'ß'],
  ])('%s and %s fold together', (a, b) => {
    expect(folded(a)).toBe(folded(b))
  })

  it('folding keeps the count of code points, so ß is not ss', () => {
    expect(folded('ß')).not.toBe(folded('ss'))
    expect(folded('ı')).not.toBe(folded('i'))
  })
})
