// Goal: the editor's tree has a mistake where the parser reports one, and none elsewhere.
// Method: the parser's corpus, whole and cut into one piece per mistake. Where the editor's grammar
// asks less than the parser, or more, the difference is listed here and must stay as it is.
import { describe, expect, it } from 'vitest'
import { parse } from '../../src/index.ts'
import { corpus } from '../support/tree.ts'
import { editorMistakes } from './editor-classes.ts'

function isBroken(source: string): boolean {
  return parse(source).diagnostics.some(({ code }) => code === 'syntax')
}

/** The lines of a text from each mistake to the next. */
function pieces(source: string): string[] {
  const lines = source.split('\n')
  const starts = parse(source)
    .diagnostics.filter(({ code }) => code === 'syntax')
    .map(({ start }) => source.slice(0, start).split('\n').length - 1)
  const distinct = [...new Set(starts)].sort((a, b) => a - b)
  return distinct.map((start, index) => lines.slice(start, distinct[index + 1]).join('\n'))
}

/** Mistakes that a tree cannot show: they are in values, or in what the lines before said. */
const onlyInValues = [
  ['half a character', 'A9 = "\\u{D800}"'],
  ['rows of different lengths', 'B2 = [1, 2; 3]'],
  ['a key that is there twice', 'B3 = { a: 1, a: 2 }'],
] as const

/** Mistakes that would make the tables many times as large, or need a look far back. */
const onlyInPlaces = [
  ['a policy for WHEN', 'WHEN a SKIP MISSED THEN\n b = 1\nEND'],
  ['a zone for AT', 'AT t IN "UTC" BACKFILL THEN\n b = 1\nEND'],
  ['MAX behind a schedule', 'EVERY 1h MAX 5 THEN\n b = 1\nEND'],
  ['a line end behind a prefix', 'A1 = -\n1'],
  ['a line end before a tag', 'A1 = x as\nnumber'],
  ['IF alone', 'A1 = if'],
  ['END MODEL behind a statement', 'A1 = 2 END MODEL'],
] as const

const lenient = [...onlyInValues, ...onlyInPlaces]

describe('a model that is well formed', () => {
  it.each(corpus('valid'))('$name has no mistake', ({ source }) => {
    expect(isBroken(source)).toBe(false)
    expect(editorMistakes(source)).toEqual([])
  })

  it.each(corpus('valid'))('$name has none when its lines end as on Windows', ({ source }) => {
    expect(editorMistakes(source.replaceAll('\n', '\r\n'))).toEqual([])
  })
})

describe('a model with mistakes', () => {
  const known = new Set<string>(lenient.map(([, source]) => source))

  it.each(corpus('broken'))('$name has one at each piece that the parser refuses', ({ source }) => {
    expect(editorMistakes(source)).not.toEqual([])
    const missed = pieces(source)
      .map((piece) =>
        piece
          .split('\n')
          .filter((line) => !known.has(line))
          .join('\n'),
      )
      .filter((piece) => isBroken(piece) && editorMistakes(piece).length === 0)
    expect(missed).toEqual([])
  })

  it('a mistake in one line leaves the next line whole', () => {
    const source = 'A1 = 5 5\nA2\nA3 = "abc\nA4 = `a {x\nA5 = 1 +* 2\nA6 = SUM(1, 2) + x\n'
    const last = source.indexOf('A6')
    expect(editorMistakes(source).filter((at) => at >= last)).toEqual([])
  })
})

describe('differences', () => {
  it.each(lenient)('the parser alone refuses %s', (_what, source) => {
    expect(isBroken(source)).toBe(true)
    expect(editorMistakes(source)).toEqual([])
  })

  it('the editor alone refuses an operator behind a tag without brackets', () => {
    const source = 'A1 = x as number = 1'
    expect(isBroken(source)).toBe(false)
    expect(editorMistakes(source)).not.toEqual([])
    expect(editorMistakes('A1 = (x as number) = 1')).toEqual([])
  })
})
