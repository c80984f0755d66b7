// Fixtures of a simulation as they are sent: the lines of the page by function, in their order.

import type { FunctionView, Json, SimulateRequest } from '@cellwake/client'
import { type Unit, unitMs } from './units.ts'

export interface PlannedAnswer {
  readonly key: number
  /** A function, or a call with the arguments that it must have. */
  readonly call: string
  readonly ends: 'answers' | 'fails'
  /** A value, or the error. */
  readonly text: string
  readonly after: string
  readonly unit: Unit
}

type Fixtures = NonNullable<SimulateRequest['functions']>

const CALL = /^([A-Za-z][\w.]*)\s*(?:\((.*)\))?$/s

/** Without lines there is nothing to send. */
export function fixturesFrom(
  answers: readonly PlannedAnswer[],
): { readonly functions?: Fixtures } | { readonly problem: string } {
  const functions: Fixtures = {}
  for (const { call, ends, text, after, unit } of answers) {
    const [, name, inside] = CALL.exec(call.trim()) ?? []
    if (name === undefined)
      return { problem: 'Name the function that answers, or remove the line.' }
    const args = inside === undefined ? undefined : argumentsIn(inside)
    if (args === null)
      return { problem: `Write the arguments of ${name} as values: ${name}("EUR", 2).` }
    const wait = Number(after) * unitMs[unit]
    if (!Number.isFinite(wait) || wait < 0)
      return { problem: `Say with a number after how long ${name} answers.` }
    functions[name.toUpperCase()] ??= []
    functions[name.toUpperCase()]?.push({
      ...(args === undefined ? {} : { args }),
      ...(ends === 'fails'
        ? { fails: text.trim() || 'transient: down' }
        : { returns: valueIn(text) }),
      ...(wait > 0 ? { after: `${Math.round(wait)}ms` } : {}),
    })
  }
  return answers.length === 0 ? {} : { functions }
}

/** Null if that is no list of values. */
function argumentsIn(text: string): Json[] | null {
  try {
    return JSON.parse(`[${text}]`) as Json[]
  } catch {
    return null
  }
}

/** As JSON if it is some; any other text is itself, and nothing is blank. */
function valueIn(text: string): Json {
  if (text.trim() === '') return null
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}

/** The external functions that a source calls, by its text: a name in a comment is no harm. */
export function calledIn(source: string, functions: readonly FunctionView[]): string[] {
  const names = new Set<string | undefined>()
  for (const [, name, opens] of source.toUpperCase().matchAll(/([\w.]+)(\s*\()?/g))
    if (opens !== undefined) names.add(name)
  if (/[=(,]\s*SELECT\s/i.test(source)) names.add('PG_SELECT')
  return functions
    .filter(({ name, external }) => external && names.has(name))
    .map(({ name }) => name)
}
