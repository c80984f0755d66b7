// Goal: what the catalogue promises about mathematics holds. Method: every example of its rows, and
// every row has an implementation.
import { catalogue } from '@cellwake/language'
import { expect, test } from 'vitest'
import { statisticsFunctions } from '../../src/functions/statistics.ts'
import { evaluate, ownFunctions } from './evaluate.ts'

const own = catalogue.names.map((name) => catalogue.get(name)!)
const mathematics = own.filter(({ category }) => category === 'math')
// Older names of rounding functions and the like have rows elsewhere and are tied to these later.
const known = { ...statisticsFunctions, ...ownFunctions }

test('every function of mathematics is there', () => {
  const older = mathematics.filter(({ about }) => about.startsWith('The older name'))
  const missing = mathematics.filter((row) => !older.includes(row) && !(row.name in known))
  expect(missing.map(({ name }) => name)).toEqual([])
})

const examples = mathematics
  .filter(({ name }) => name in known)
  .flatMap(({ examples }) => examples.map(({ formula, result }) => [formula, result] as const))

test.each(examples)('%s is %s', (formula, result) => {
  expect(evaluate(formula)).toEqual(evaluate(result))
})
