// Goal: the examples that users read are formulas of the language, and show the function they stand
// under. Method: every example is parsed and checked, and its tree searched for the call.

import { describe, expect, it } from 'vitest'
import { catalogue } from '../../src/catalogue/catalogue.ts'
import { acceptsCount } from '../../src/catalogue/parameters.ts'
import { compile } from '../../src/compile.ts'
import type { Expr } from '../../src/parser/ast.ts'
import { parseExpression } from '../../src/parser/parse.ts'

const examples = catalogue.names.flatMap((name) =>
  (catalogue.get(name)?.examples ?? []).map((example) => ({ name, ...example })),
)

/** Every node of a tree, in no special order. */
function nodes(root: unknown): Expr[] {
  if (typeof root !== 'object' || root === null) return []
  const inside = Object.values(root).flatMap(nodes)
  return 'type' in root ? [root as Expr, ...inside] : inside
}

/** How many arguments each call of a function has in a formula. */
function callsIn(formula: string, name: string): number[] {
  return nodes(parseExpression(formula).expr).flatMap((node) => {
    if (node.type === 'call' && node.fn === name) return [node.args.length]
    // NOT(x) is the operator on a parenthesis.
    return node.type === 'unary' && node.op === name ? [1] : []
  })
}

describe('an example', () => {
  it('parses, and so does its result', () => {
    const wrong = examples.flatMap(({ formula, result }) =>
      [formula, result].flatMap((text) =>
        parseExpression(text).diagnostics.map(({ message }) => `${text}: ${message}`),
      ),
    )
    expect(wrong).toEqual([])
  })

  it('calls the function that it stands under, with as many arguments as fit', () => {
    const wrong = examples.filter(({ name, formula }) => {
      const signature = catalogue.get(name)
      const counts = callsIn(formula, name)
      return !signature || counts.length === 0 || !counts.every((n) => acceptsCount(signature, n))
    })
    expect(wrong).toEqual([])
  })

  it('is a model without mistakes when a cell holds it, and so is its result', () => {
    const wrong = examples.flatMap(({ formula, result }) =>
      [formula, result].flatMap((text) =>
        compile(`A1 = ${text}`).diagnostics.map(({ message }) => `${text}: ${message}`),
      ),
    )
    expect(wrong).toEqual([])
  })
})

describe('a parameter', () => {
  it('can be named in a call of every function', () => {
    const wrong = catalogue.names.flatMap((name) =>
      (catalogue.get(name)?.params ?? []).flatMap((param) => {
        const text = `${name}(${param.name} := 1)`
        const { expr, diagnostics } = parseExpression(text)
        const named = nodes(expr).some(
          (node) => node.type === 'call' && node.args[0]?.name?.text === param.name,
        )
        return named && diagnostics.length === 0 ? [] : [text]
      }),
    )
    expect(wrong).toEqual([])
  })
})
