// Goal: every node knows where it stands.
// Method: over the whole corpus, what is at a node's span reads as that node again; children lie
// inside their parents, and brothers follow each other.
import { describe, expect, it } from 'vitest'
import { parse, parseExpression } from '../../src/index.ts'
import type { Expr } from '../../src/parser/ast.ts'
import { bare, corpus, type Placed, walk } from '../support/tree.ts'

const samples = [...corpus('valid'), ...corpus('broken')]

/** Parts that can be cut out of their surroundings and still mean the same. */
function standsAlone(node: Placed): boolean {
  let alone = true
  walk(node, (inner) => {
    if (inner.type === 'broken') alone = false
    // `f(2)` applies f only where f is bound.
    if (inner.type === 'apply' && (inner as Expr & { fn: Expr }).fn.type === 'name') alone = false
  })
  return alone
}

const expressions = new Set(
  'number duration datetime cron string template boolean blank error array object lambda cell range name hole position spill call apply match field index column unary percent binary is choice tagged paren do let with try case select'.split(
    ' ',
  ),
)

describe('spans', () => {
  it.each(samples)('in $name children lie inside their parents, in order', ({ source }) => {
    const { model } = parse(source)
    let before: Placed | undefined
    let parentBefore: Placed | undefined
    walk(model.statements, (node, parent) => {
      expect(node.start).toBeLessThanOrEqual(node.end)
      expect(node.end).toBeLessThanOrEqual(source.length)
      if (parent !== undefined) {
        expect(node.start).toBeGreaterThanOrEqual(parent.start)
        expect(node.end).toBeLessThanOrEqual(parent.end)
      }
      if (before !== undefined && parent === parentBefore)
        expect(node.start).toBeGreaterThanOrEqual(before.start)
      before = node
      parentBefore = parent
    })
    expect(model.statements.length > 0).toBe(source !== '')
  })

  it.each(corpus('valid'))(
    'in $name the text of each expression reads as it again',
    ({ source }) => {
      let count = 0
      walk(parse(source).model.statements, (node) => {
        if (!expressions.has(node.type ?? '') || !standsAlone(node)) return
        const text = source.slice(node.start, node.end)
        // In brackets, as a newline may stand in it that brackets around it allowed.
        const { expr, diagnostics } = parseExpression(`(${text}\n)`)
        expect({ text, diagnostics }).toEqual({ text, diagnostics: [] })
        expect({ text, tree: bare(expr) }).toEqual({
          text,
          tree: { type: 'paren', value: bare(node) },
        })
        count++
      })
      expect(count > 0 || source === '').toBe(true)
    },
  )

  it.each(samples)('in $name a comment and a word are where they say', ({ source }) => {
    const { model } = parse(source)
    for (const { start, end, text } of model.comments) expect(source.slice(start, end)).toBe(text)
    walk(model.statements, (node) => {
      if (node.type === 'name')
        expect(source.slice(node.start, node.end)).toBe((node as Placed & { name: string }).name)
      if (node.type === 'call') {
        const { fn, fnEnd } = node as Placed & { fn: string; fnEnd: number }
        expect(source.slice(node.start, fnEnd).toUpperCase()).toBe(fn)
      }
    })
    expect(model.source).toBe(source)
  })
})
