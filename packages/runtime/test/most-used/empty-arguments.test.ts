// Goal: an argument left empty, as in `ROUND(2.5, )`, never breaks a call, and one that must be there
// counts as blank. Method: every function, with each of its arguments empty in turn, and with all of them.

import { type ArgumentKind, catalogue } from '@cellwake/language'
import { expect, it } from 'vitest'
import { callable } from '../../src/call.ts'
import { functions } from '../../src/library.ts'
import {
  BLANK,
  datetime,
  durationOf,
  K_LAMBDA,
  K_REFERENCE,
  listOf,
  objectOf,
  type Value,
} from '../../src/values.ts'
import { evaluate } from '../evaluate.ts'

const samples: Readonly<Record<ArgumentKind, Value>> = {
  any: 1,
  number: 1,
  text: 'a',
  logical: true,
  datetime: datetime(0),
  duration: durationOf(0, 1, 0),
  array: listOf([1, 2]),
  object: objectOf(['a'], [1]),
  lambda: { k: K_LAMBDA, arity: 1, call: (args) => args[0] ?? BLANK },
  reference: { k: K_REFERENCE, sheet: 0, column: 1, row: 1, lastColumn: 1, lastRow: 1 },
}

it.each(Object.keys(functions))('%s gives a value whichever argument is empty', (name) => {
  const signature = catalogue.get(name)
  if (signature === undefined) throw new Error(`The catalogue does not know ${name}`)
  const call = callable(signature, functions[name]!)
  const kinds = signature.params.map(({ kind }) => kind)
  const once = signature.repeats === 0 ? kinds : [...kinds, ...kinds.slice(-signature.repeats)]
  expect(call(once.map(() => undefined))).toBeDefined()
  for (const empty of once.keys())
    expect(call(once.map((kind, at) => (at === empty ? undefined : samples[kind])))).toBeDefined()
})

it.each([
  ['ROUND(2.5, )', 3],
  ['ROUND(, 1)', 0],
  ['LEFT(, 2)', ''],
  ['SUBSTITUTE("abc", "b", )', 'ac'],
  ['SUM(, 4)', 4],
  ['PMT(0, 10, 1000, , 1)', -100],
])('%s is %s', (formula, expected) => {
  expect(evaluate(formula)).toBe(expected)
})
