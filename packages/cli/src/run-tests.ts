// Runs the model tests of files and folders. A file that cannot be read is a failure among the others.

import { type ModelTestResult, type ModelTestResults, runModelTests } from '@cellwake/engine'
import { CliError } from './errors.ts'
import { catalogueWith } from './hosting/user-functions.ts'
import { mustHavePlace, openHome, type RuntimeOptions } from './runtime-option.ts'
import { readSources } from './sources.ts'
import { testFiles } from './test-files.ts'

export interface TestRunOptions extends RuntimeOptions {
  readonly only?: string
  /** A module with functions of the user's own. */
  readonly functions?: string
}

export async function runTests(
  paths: readonly string[],
  options: TestRunOptions,
  onCase: ((result: ModelTestResult) => void) | undefined,
): Promise<ModelTestResults> {
  mustHavePlace(options)
  const { runtime, redis } = options
  const found = await testFiles(paths)
  if (found.length === 0) {
    throw new CliError('no-tests', 'There are no *.test.json or *.test.yaml files there.')
  }
  const sources = await readSources(found)
  const files = sources.flatMap((source) =>
    'text' in source ? [{ path: source.file, text: source.text }] : [],
  )
  const unread = sources.flatMap((source) =>
    'text' in source ? [] : [unreadable(source.file, source.message, runtime ?? 'ts')],
  )
  const results = await runModelTests(files, {
    readModel: modelText,
    catalogue: await catalogueWith(options.functions),
    ...(runtime !== undefined && { runtime }),
    ...(options.only !== undefined && { only: options.only }),
    ...(onCase !== undefined && { onCase }),
    ...(redis !== undefined && {
      openHome: (clock, onError) => openHome(redis, clock, onError),
    }),
  })
  const cases = [...unread, ...results.cases]
  if (cases.length === 0) {
    throw new CliError('no-tests', `No case has "${options.only ?? ''}" in its id.`)
  }
  return { passed: results.passed, failed: results.failed + unread.length, cases }
}

function unreadable(file: string, message: string, runtime: string): ModelTestResult {
  return { file, id: '(file)', ok: false, message, runtime }
}

async function modelText(path: string): Promise<string> {
  const [source] = await readSources([path])
  if (source !== undefined && 'text' in source) return source.text
  throw new CliError('no-tests', source?.message ?? '')
}
