// Goal: carets stand under what they mean, whatever the line holds, and no line can take over the
// terminal. Method: excerpts of single lines, and a property over random ones.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { excerpt } from '../src/text/excerpt.ts'
import { glyphs, visible } from '../src/text/visible-text.ts'

/** The line and the carets under `word`. */
function under(line: string, word: string, width = 60): string[] {
  const from = line.indexOf(word)
  const { line: shown, carets } = excerpt(line, from, from + word.length, width)
  return [shown, carets]
}

describe('carets', () => {
  it('stand under the range', () => {
    expect(under('A1 = XLOKUP(1)', 'XLOKUP')).toEqual(['A1 = XLOKUP(1)', '     ^^^^^^'])
  })

  it('count a tab up to its stop', () => {
    expect(under('\tA1\t= NO(1)', 'NO')).toEqual(['    A1  = NO(1)', '          ^^'])
  })

  it('count wide letters and emoji as two columns, accents as none', () => {
    expect(under('"日本" & NO(1)', 'NO')).toEqual(['"日本" & NO(1)', '         ^^'])
    expect(under('"👩‍👩‍👧" & NO(1)', 'NO')).toEqual(['"👩‍👩‍👧" & NO(1)', '       ^^'])
    expect(under('"e\u0301" & NO(1)', 'NO')).toEqual(['"e\u0301" & NO(1)', '      ^^'])
    expect(under('A1 = 値', '値')).toEqual(['A1 = 値', '     ^^'])
  })

  it('are one for an empty range, also behind the end of the line', () => {
    expect(excerpt('A1 = ', 5, 5, 60)).toEqual({ line: 'A1 = ', carets: '     ^' })
    expect(excerpt('', 0, 0, 60)).toEqual({ line: '', carets: '^' })
  })

  it('end with the line when the range goes on in the next', () => {
    expect(excerpt('A1 = (1 +', 5, 400, 60).carets).toBe('     ^^^^')
  })
})

describe('a long line', () => {
  const line = `A1 = ${'1 + '.repeat(100)}NO(1)${' + 2'.repeat(100)}`

  it('is trimmed on both sides of the carets', () => {
    const [shown = '', carets = ''] = under(line, 'NO')
    expect(shown).toMatch(/^….*NO\(1\).*…$/)
    expect(glyphs(shown).length).toBeLessThanOrEqual(60)
    expect(shown.slice(carets.indexOf('^'), carets.lastIndexOf('^') + 1)).toBe('NO')
  })

  it('keeps its start when the carets are there', () => {
    const [shown, carets] = under(line, 'A1')
    expect(shown).toMatch(/^A1 = .*…$/)
    expect(carets).toBe('^^')
  })

  it('of eight megabytes costs no more than a short one', () => {
    const huge = `${'1+'.repeat(4_000_000)}NO(1)`
    const [shown = '', carets = ''] = under(huge, 'NO')
    expect(shown.slice(carets.indexOf('^'), carets.lastIndexOf('^') + 1)).toBe('NO')
  })

  it('is never wider than asked, and never without a caret', () => {
    const texts = fc.string({ unit: 'grapheme', maxLength: 200 })
    fc.assert(
      fc.property(texts, fc.nat(250), fc.nat(50), (text, from, length) => {
        const start = Math.min(from, text.length)
        const { line: shown, carets } = excerpt(text, start, start + length, 40)
        const columns = glyphs(shown).reduce((sum, glyph) => sum + glyph.columns, 0)
        expect(columns).toBeLessThanOrEqual(40)
        expect(carets.trimStart()).toMatch(/^\^+$/)
        expect(carets.length).toBeLessThanOrEqual(41)
      }),
    )
  })
})

describe('what a terminal would obey', () => {
  it('is shown as a picture', () => {
    expect(visible('a\u001b[31mb\u0007\u009b\u202e\ufeff')).toBe('a␛[31mb␇\ufffd\ufffd\ufffd')
    expect(under('A1 = \u001b[2J NO(1)', 'NO')).toEqual(['A1 = ␛[2J NO(1)', '          ^^'])
  })
})
