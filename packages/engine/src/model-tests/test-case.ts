// A test case as its file says it, checked: every key is known, and it claims something.

import { type DiagnosticCode, severities } from '@cellwake/language'
import { parseInstant, TimeError } from '@cellwake/language/time'
import type { Json } from '@cellwake/runtime'
import { ModelTestError } from '../errors.ts'
import { countOf, type Fields, fieldsOf, isFields, listOf, shownJson, textOf } from './fields.ts'
import { type Fixtures, fixturesOf } from './fixtures.ts'
import { type Step, stepsOf } from './steps.ts'

export interface TestCase {
  readonly id: string
  /** The text of the model, or the path of its file, from the folder of the test. */
  readonly model: { readonly source: string } | { readonly path: string }
  readonly deployAt: number
  readonly runtime: Runtime | undefined
  readonly functions: Fixtures
  readonly claim: { readonly steps: readonly Step[] } | { readonly rejects: readonly Rejection[] }
}

export interface Rejection {
  readonly code: DiagnosticCode
  readonly line: number | undefined
}

export type Runtime = (typeof runtimes)[number]

const runtimes = ['ts', 'lua_generated', 'lua_interpreter'] as const
const keys = ['id', 'source', 'model', 'deployAt', 'runtime', 'functions', 'steps', 'rejects']
const DEPLOY_AT = '2026-01-01T00:00:00Z'

/** Name of a case, also when the rest of it cannot be read. */
export function idOf(json: Json, index: number): string {
  return isFields(json) && typeof json.id === 'string' && json.id !== ''
    ? json.id
    : `case ${index + 1}`
}

export function testCaseOf(json: Json): TestCase {
  const fields = fieldsOf(json, 'A case', keys)
  const id = textOf(fields.id, '"id"')
  if (id === '') throw new ModelTestError('"id" says what the case claims; it is empty.')
  return {
    id,
    model: modelOf(fields),
    deployAt: instantOf(fields.deployAt ?? DEPLOY_AT),
    runtime: fields.runtime === undefined ? undefined : runtimeOf(fields.runtime),
    functions: fixturesOf(fields.functions),
    claim: claimOf(fields),
  }
}

function modelOf(fields: Fields): TestCase['model'] {
  const { source, model } = fields
  if ((source === undefined) === (model === undefined)) {
    throw new ModelTestError('A case has either "source" or "model".')
  }
  return source === undefined
    ? { path: textOf(model, '"model"') }
    : { source: textOf(source, '"source"') }
}

function claimOf({ steps, rejects }: Fields): TestCase['claim'] {
  if (steps === undefined && rejects === undefined) {
    throw new ModelTestError('A case has "steps" or "rejects", or it tests nothing.')
  }
  if (rejects === undefined) return { steps: stepsOf(steps!) }
  if (steps !== undefined) {
    throw new ModelTestError(
      'A source that is refused has no steps: leave out "rejects" or "steps".',
    )
  }
  return { rejects: listOf(rejects, '"rejects"').map(rejectionOf) }
}

function rejectionOf(json: Json, i: number): Rejection {
  const what = `Entry ${i + 1} of "rejects"`
  const fields = fieldsOf(json, what, ['code', 'line'])
  const code = textOf(fields.code, `"code" of entry ${i + 1}`)
  if (!Object.hasOwn(severities, code)) {
    throw new ModelTestError(`There is no diagnostic with the code "${code}".`)
  }
  const line = fields.line === undefined ? undefined : countOf(fields.line, '"line"')
  return { code: code as DiagnosticCode, line }
}

export function runtimeOf(json: Json): Runtime {
  const found = runtimes.find((runtime) => runtime === json)
  if (found === undefined) {
    throw new ModelTestError(
      `There is no runtime ${shownJson(json)}; there are ${runtimes.join(', ')}.`,
    )
  }
  return found
}

function instantOf(json: Json): number {
  try {
    return parseInstant(textOf(json, '"deployAt"'))
  } catch (error) {
    if (!(error instanceof TimeError)) throw error
    throw new ModelTestError(
      `"deployAt" is a datetime with an offset such as "${DEPLOY_AT}", not ${shownJson(json)}.`,
    )
  }
}
