// Goal: whatever the text, parsing ends, throws nothing, and reports inside the text.
// Method: noise, soups of tokens, and models with a piece cut out or put in.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lineIndex, parse, parseExpression } from '../../src/index.ts'
import { models, noise, soup } from '../support/generate.ts'
import { walk } from '../support/tree.ts'

function check(source: string): void {
  const { model, diagnostics } = parse(source)
  const isInside = ({ start, end }: { start: number; end: number }) =>
    start >= 0 && start <= end && end <= source.length
  expect(diagnostics.filter((found) => !isInside(found))).toEqual([])
  for (const { fix } of diagnostics)
    expect(fix === undefined || fix.edits.every(isInside)).toBe(true)
  walk(model, (node, parent) => {
    expect(isInside(node)).toBe(true)
    if (parent !== undefined)
      expect(node.start >= parent.start && node.end <= parent.end).toBe(true)
  })
  const { comments } = model
  for (const [index, { start, end, text }] of comments.entries()) {
    expect(source.slice(start, end)).toBe(text)
    expect(start).toBeGreaterThanOrEqual(comments[index - 1]?.end ?? 0)
  }
  expect(parseExpression(source).expr).toBeDefined()
  expect(lineIndex(source).count).toBeGreaterThan(0)
}

describe('any text', () => {
  it('with a template that is not closed is survived', () => {
    check('a *= `TRY [ ] ELSE B9\nEVERY 1h BACKFILL THEN\nEND\n')
  })

  it('with a bracket that is not closed, and a comment over the end of its line, is survived', () => {
    check('a = [1, /* no ]\n/* a block */\nb = 2\n')
  })

  it('with a word of the language that a DO binds is survived', () => {
    check('a = DO # first\n_ = 1\n2\nEND\n')
  })

  it('of noise is survived', () => {
    fc.assert(fc.property(noise, check), { numRuns: 1000 })
  })

  it('of tokens in any order is survived', () => {
    fc.assert(fc.property(soup, check), { numRuns: 2000 })
  })

  it('made from a model by one change is survived', () => {
    fc.assert(
      fc.property(models, fc.nat(), fc.nat(9), soup, (source, place, length, piece) => {
        const at = place % (source.length + 1)
        check(source.slice(0, at) + source.slice(at + length))
        check(source.slice(0, at) + piece + source.slice(at))
      }),
      { numRuns: 300 },
    )
  })
})
