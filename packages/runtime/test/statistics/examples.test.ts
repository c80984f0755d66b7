// Goal: every example of the catalogue holds for the functions of this area. Method: each is run as a
// formula and compared with its result, which is run as a formula too.

import { catalogue } from '@cellwake/language'
import { describe, expect, it } from 'vitest'
import { evaluate, functions, shown } from './evaluate.ts'

/** Their examples look at cells, which only an engine has. */
const needCells = ['COLUMN', 'ROW', 'ISREF']

const examples = catalogue.names
  .filter((name) => name in functions && !needCells.includes(name))
  .flatMap((name) => catalogue.get(name)!.examples)
  .map(({ formula, result }) => [formula, result] as const)

describe('the examples of the catalogue', () => {
  it('are many', () => {
    expect(examples.length).toBeGreaterThan(100)
  })

  it.each(examples)('%s is %s', (formula, result) => {
    expect(shown(evaluate(formula))).toBe(shown(evaluate(result)))
  })
})
