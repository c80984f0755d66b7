// Goal: offsets become lines and columns, and columns become letters, and back.
// Method: cases by hand, and properties.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columnName, columnNumber } from '../../src/columns.ts'
import { lineIndex, placesAt } from '../../src/index.ts'

describe('lines', () => {
  it('end at LF, CRLF and CR, and count from 1', () => {
    const lines = lineIndex('ab\ncd\r\nef\rg')
    expect(lines.count).toBe(4)
    expect([0, 2, 3, 6, 7, 10, 11].map((offset) => lines.place(offset))).toEqual([
      { line: 1, column: 1 },
      { line: 1, column: 3 },
      { line: 2, column: 1 },
      { line: 2, column: 4 },
      { line: 3, column: 1 },
      { line: 4, column: 1 },
      { line: 4, column: 2 },
    ])
  })

  it('count a character beyond 16 bits as two', () => {
    expect(lineIndex('😀x').place(2)).toEqual({ line: 1, column: 3 })
  })

  it('hold every offset, and give it back', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '\n', '\r', '€') }), (source) => {
        const lines = lineIndex(source)
        for (let offset = 0; offset <= source.length; offset++) {
          const { line, column } = lines.place(offset)
          expect(lines.start(line) + column - 1).toBe(offset)
        }
      }),
    )
  })

  it('are the same without an index', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', '\n', '\r', '€') })
    fc.assert(
      fc.property(texts, fc.array(fc.integer({ min: -2, max: 40 })), (source, offsets) => {
        const [lines, places] = [lineIndex(source), placesAt(source, offsets)]
        for (const offset of offsets) expect(places.get(offset)).toEqual(lines.place(offset))
      }),
    )
  })

  it('take what is outside the text as its ends', () => {
    expect(lineIndex('ab').place(9)).toEqual({ line: 1, column: 3 })
    expect(lineIndex('ab').place(-1)).toEqual({ line: 1, column: 1 })
  })
})

describe('columns', () => {
  it.each([
    ['A', 1],
    ['Z', 26],
    ['AA', 27],
    ['xfd', 16_384],
  ])('%s is %i', (letters, number) => {
    expect(columnNumber(letters)).toBe(number)
    expect(columnName(number)).toBe(letters.toUpperCase())
  })

  it.each(['XFE', 'AAAA', '', 'A1', 'É'])('%j is none', (letters) => {
    expect(columnNumber(letters)).toBe(0)
  })

  it('there and back is the same', () => {
    for (let column = 1; column <= 16_384; column++)
      expect(columnNumber(columnName(column))).toBe(column)
  })
})
