// Goal: the documentation of functions tells the truth. Method: every example of the catalogue is
// evaluated as a formula, and so is the result it promises.
import { catalogue } from '@cellwake/language'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { context, setContext } from '../src/context.ts'
import { functions } from '../src/library.ts'
import { evaluate } from './evaluate.ts'

/** What needs a model around it, or somebody outside. The engine has them. */
const elsewhere = [
  ...['AI_PROMPT', 'FX_RATE', 'HTTP_JSON', 'ML_SCORE', 'PG_MUTATE', 'PG_SELECT'],
  ...['CELL', 'FORMULATEXT', 'INDIRECT', 'ISFORMULA', 'OFFSET', 'RANGE', 'SHEET', 'SHEETS'],
  'SINGLE',
]

const summer = Date.UTC(2026, 2, 29, 1)
const berlin = {
  name: 'Europe/Berlin',
  starts: [-8.64e15, summer],
  offsets: [3_600_000, 7_200_000],
}

describe('the functions', () => {
  const { zones } = context
  beforeAll(() => {
    setContext({ ...context, zones: [berlin] })
  })
  afterAll(() => {
    setContext({ ...context, zones })
  })

  it('are all there, but for those that need more than values', () => {
    const missing = catalogue.names.filter((name) => functions[name] === undefined)
    expect(missing.sort()).toEqual([...elsewhere].sort())
  })

  it('have no implementation that nobody can call', () => {
    expect(Object.keys(functions).filter((name) => catalogue.get(name) === undefined)).toEqual([])
  })

  const examples = catalogue.names
    .filter((name) => !elsewhere.includes(name))
    .flatMap((name) => catalogue.get(name)!.examples)

  it.each(examples.map(({ formula, result }) => [formula, result]))(
    '%s is %s',
    (formula, result) => {
      expect(shown(evaluate(formula))).toEqual(shown(evaluate(result)))
    },
  )
})

/** Errors are the same when their codes are. */
function shown(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, part) => (key === 'message' ? undefined : part)))
}
