// Model tests: spreadsheets deserve tests. Each case has its own clock and its own store, so that no
// case can depend on another. A file that cannot be read is a failure among the results, never a throw.

import { dirname, isAbsolute, join } from 'node:path'
import type { Catalogue } from '@cellwake/language'
import type { Json } from '@cellwake/runtime'
import type { Driver } from '@cellwake/store'
import { ModelTestError } from '../errors.ts'
import type { OpenHome } from '../home/model-home.ts'
import { runCase } from './run-case.ts'
import { idOf, type Runtime, runtimeOf, type TestCase, testCaseOf } from './test-case.ts'
import { casesIn, type TestFile } from './test-file.ts'

export interface ModelTestOptions {
  /** Runs every case on this runtime, instead of its own. */
  readonly runtime?: string
  /** The text of a model that a case names, by its path from where the test file's path starts. */
  readModel(path: string): string | Promise<string>
  /** The case with this id; if there is none, those whose ids contain it. */
  readonly only?: string
  /** A database of its own for each case; left out, one in memory. */
  readonly openDriver?: () => Promise<Driver>
  /** Homes of models that are computed elsewhere; left out, their cases fail. */
  readonly openHome?: OpenHome
  /** The functions that models may call; left out, the language's own. */
  readonly catalogue?: Catalogue
  /** Told after each case. */
  readonly onCase?: (result: ModelTestResult) => void
}

export interface ModelTestResult {
  readonly file: string
  readonly id: string
  readonly ok: boolean
  /** Why it failed. */
  readonly message?: string
  /** Whether something of ours broke: nothing is wrong with the model then. */
  readonly fault?: true
  readonly runtime: string
}

export interface ModelTestResults {
  readonly passed: number
  readonly failed: number
  readonly cases: readonly ModelTestResult[]
}

/** A case of a file, or the reason why the file has none. */
interface Entry {
  readonly file: string
  readonly id: string
  readonly json?: Json
  readonly problem?: string
}

/** The id of a result that is about a whole file. */
const WHOLE_FILE = '(file)'

export async function runModelTests(
  files: readonly TestFile[],
  options: ModelTestOptions,
): Promise<ModelTestResults> {
  const cases: ModelTestResult[] = []
  for (const entry of chosen(files.flatMap(entriesOf), options.only)) {
    const result = await resultOf(entry, options)
    cases.push(result)
    options.onCase?.(result)
  }
  const passed = cases.filter(({ ok }) => ok).length
  return { passed, failed: cases.length - passed, cases }
}

function entriesOf(file: TestFile): Entry[] {
  try {
    return casesIn(file).map((json, i) => ({ file: file.path, id: idOf(json, i), json }))
  } catch (error) {
    return [{ file: file.path, id: WHOLE_FILE, problem: messageOf(error) }]
  }
}

/** A file that cannot be read is never left out: the chosen case might be in it. */
function chosen(entries: readonly Entry[], only: string | undefined): readonly Entry[] {
  if (only === undefined) return entries
  const isExact = entries.some(({ id }) => id === only)
  return entries.filter(
    ({ id, problem }) => problem !== undefined || (isExact ? id === only : id.includes(only)),
  )
}

async function resultOf(entry: Entry, options: ModelTestOptions): Promise<ModelTestResult> {
  const { file, id, problem } = entry
  let runtime = options.runtime ?? 'ts'
  try {
    if (problem !== undefined) throw new ModelTestError(problem)
    const test = testCaseOf(entry.json!)
    const chosenRuntime =
      options.runtime === undefined ? (test.runtime ?? 'ts') : runtimeOf(options.runtime)
    runtime = chosenRuntime
    if (options.openHome === undefined) mustRunHere(chosenRuntime)
    const source = await sourceOf(test, file, options)
    await runCase(test, source, {
      // A runtime that is asked for wins over the header of the source.
      runtime: (options.runtime ?? test.runtime) === undefined ? undefined : chosenRuntime,
      openHome: chosenRuntime === 'ts' ? undefined : options.openHome,
      ...(options.openDriver && { openDriver: options.openDriver }),
      ...(options.catalogue && { catalogue: options.catalogue }),
    })
    return { file, id, ok: true, runtime }
  } catch (error) {
    const message = messageOf(error)
    const where = problem === undefined ? `Case "${id}", ` : ''
    const isFault = !(error instanceof ModelTestError) || error.isFault
    const fault = isFault ? ({ fault: true } as const) : {}
    return { file, id, ok: false, message: `${where}${message}`, ...fault, runtime }
  }
}

function mustRunHere(runtime: Runtime): void {
  if (runtime === 'ts') return
  throw new ModelTestError(
    `${runtime} needs Redis: say where it is with --redis, or run it with "ts".`,
  )
}

async function sourceOf(
  { model }: TestCase,
  file: string,
  options: ModelTestOptions,
): Promise<string> {
  if ('source' in model) return model.source
  const path = isAbsolute(model.path) ? model.path : join(dirname(file), model.path)
  try {
    return await options.readModel(path)
  } catch (error) {
    throw new ModelTestError(`the model ${model.path} cannot be read: ${messageOf(error)}`)
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
