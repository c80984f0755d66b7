// Goal: what is printed reads as the same model, with all its comments, and prints the same again.
// Method: random models, the corpus, and soups that happen to be well formed.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse, parseExpression, print, printExpression } from '../../src/index.ts'
import { expressions, models, soup } from '../support/generate.ts'
import { bare, corpus } from '../support/tree.ts'

function check(source: string): void {
  const { model, diagnostics } = parse(source)
  expect({ source, diagnostics }).toEqual({ source, diagnostics: [] })
  const printed = print(model)
  const again = parse(printed)
  expect({ printed, diagnostics: again.diagnostics }).toEqual({ printed, diagnostics: [] })
  expect(bare(again.model.statements)).toEqual(bare(model.statements))
  const texts = (comments: readonly { text: string }[]) => comments.map(({ text }) => text).sort()
  expect(texts(again.model.comments)).toEqual(texts(model.comments))
  expect(print(again.model)).toBe(printed)
}

describe('printing', () => {
  it.each(corpus('valid'))('$name keeps its meaning and its comments', ({ source }) => {
    check(source)
    check(source.replaceAll('\n', '\r\n'))
  })

  it('a random model keeps its meaning and its comments', () => {
    fc.assert(fc.property(models, check), { numRuns: 500 })
  })

  it('a soup that happens to be a model keeps its meaning', () => {
    const wellFormed = soup
      .map((text) => `A1 = ${text}`)
      .filter((text) => parse(text).diagnostics.length === 0)
    fc.assert(fc.property(wellFormed, check), { numRuns: 200 })
  })

  it('a random expression keeps its meaning', () => {
    fc.assert(
      fc.property(expressions, (source) => {
        const { expr, diagnostics } = parseExpression(`(${source}\n)`)
        expect({ source, diagnostics }).toEqual({ source, diagnostics: [] })
        const printed = printExpression(expr)
        expect(bare(parseExpression(printed).expr)).toEqual(bare(expr))
      }),
      { numRuns: 500 },
    )
  })
})
