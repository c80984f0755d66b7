// The steps of a test case, read and checked before anything runs: a mistake in the last step shows
// even when an earlier one fails.

import type { Duration } from '@cellwake/language/time'
import type { Json } from '@cellwake/runtime'
import { ModelTestError } from '../errors.ts'
import type { GivenValue } from '../model/given-value.ts'
import { checkExpected } from './expectation.ts'
import {
  anyFieldsOf,
  countOf,
  type Fields,
  fieldsOf,
  isFields,
  lengthOf,
  listOf,
  shownJson,
  textOf,
} from './fields.ts'

export type Step =
  | { readonly do: 'expect'; readonly cells: Fields }
  | { readonly do: 'set'; readonly values: Readonly<Record<string, GivenValue>> }
  | { readonly do: 'refuse'; readonly values: Readonly<Record<string, GivenValue>> }
  | { readonly do: 'advance'; readonly length: Duration }
  | { readonly do: 'down'; readonly length: Duration }
  | { readonly do: 'restart' }
  | { readonly do: 'resolve'; readonly symbol: string }
  | { readonly do: 'redeploy'; readonly source: string }
  | { readonly do: 'firings'; readonly count: number }
  | { readonly do: 'runs'; readonly counts: Readonly<Record<string, number>> }
  | { readonly do: 'events'; readonly events: readonly ExpectedEvent[] }

export interface ExpectedEvent {
  readonly topic: string
  readonly event: string
  readonly args: readonly Json[]
}

const readers: Readonly<Record<Step['do'], (json: Json) => Step>> = {
  expect: (json) => ({ do: 'expect', cells: expectedCells(json) }),
  set: (json) => ({ do: 'set', values: givenValues(json, '"set"') }),
  refuse: (json) => ({ do: 'refuse', values: givenValues(json, '"refuse"') }),
  advance: (json) => ({ do: 'advance', length: lengthOf(json, '"advance"') }),
  down: (json) => ({ do: 'down', length: lengthOf(json, '"down"') }),
  restart: (json) => {
    if (json !== true) throw new ModelTestError(`"restart" is true, not ${shownJson(json)}.`)
    return { do: 'restart' }
  },
  resolve: (json) => ({ do: 'resolve', symbol: textOf(json, '"resolve"') }),
  redeploy: (json) => ({ do: 'redeploy', source: textOf(json, '"redeploy"') }),
  firings: (json) => ({ do: 'firings', count: countOf(json, '"firings"') }),
  runs: (json) => ({ do: 'runs', counts: runCounts(json) }),
  events: (json) => ({ do: 'events', events: listOf(json, '"events"').map(expectedEvent) }),
}

export function stepsOf(json: Json): Step[] {
  return listOf(json, '"steps"').map((step, i) => {
    try {
      return stepOf(step)
    } catch (error) {
      if (!(error instanceof ModelTestError)) throw error
      throw new ModelTestError(`step ${i + 1}: ${error.message}`)
    }
  })
}

function stepOf(json: Json): Step {
  const known = Object.keys(readers)
  const step = anyFieldsOf(json, 'A step')
  const names = Object.keys(step)
  const [name = ''] = names
  const unknown = names.find((one) => !known.includes(one))
  if (unknown !== undefined) {
    throw new ModelTestError(`There is no step "${unknown}"; there are ${known.join(', ')}.`)
  }
  if (names.length !== 1) {
    throw new ModelTestError(`A step does one thing, not ${names.length}: ${shownJson(step)}.`)
  }
  return readers[name as Step['do']](step[name]!)
}

function expectedCells(json: Json): Fields {
  const cells = anyFieldsOf(json, '"expect"')
  for (const [symbol, expected] of Object.entries(cells)) checkExpected(expected, symbol)
  return cells
}

function givenValues(json: Json, what: string): Readonly<Record<string, GivenValue>> {
  const values = anyFieldsOf(json, what)
  for (const [symbol, value] of Object.entries(values)) {
    if (!isFields(value) || !Object.hasOwn(value, 'expr')) continue
    textOf(fieldsOf(value, `The value of ${symbol}`, ['expr']).expr, `The expression of ${symbol}`)
  }
  return values
}

function runCounts(json: Json): Readonly<Record<string, number>> {
  const counts = Object.entries(anyFieldsOf(json, '"runs"'))
  return Object.fromEntries(
    counts.map(([symbol, count]) => [symbol, countOf(count, `The runs of ${symbol}`)]),
  )
}

function expectedEvent(json: Json, i: number): ExpectedEvent {
  const what = `Event ${i + 1}`
  const fields = fieldsOf(json, what, ['topic', 'event', 'args'])
  const args = listOf(fields.args ?? [], `"args" of event ${i + 1}`)
  for (const arg of args) checkExpected(arg, what, true)
  return {
    topic: textOf(fields.topic, `"topic" of event ${i + 1}`),
    event: textOf(fields.event, `"event" of event ${i + 1}`),
    args,
  }
}
