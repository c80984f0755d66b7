// Shared by the tests of model tests: one case, run, and what it came to.

import { type ModelTestResult, runModelTests } from '../../src/index.ts'

export type CaseJson = Readonly<Record<string, unknown>>

/** Runs one case; what is left out has a default. */
export async function run(given: CaseJson, id = 'claim'): Promise<ModelTestResult> {
  const { cases } = await runText(JSON.stringify({ cases: [{ id, ...given }] }))
  return cases[0]!
}

export function runText(text: string, path = 'models/a.test.json') {
  return runModelTests([{ path, text }], {
    readModel: () => {
      throw new Error('there is no file')
    },
  })
}

/** The message of a case that must fail; a text that no message has when it passes. */
export async function failure(given: CaseJson): Promise<string> {
  const { ok, message } = await run(given)
  return ok ? 'it passed' : (message ?? 'it failed without a message')
}
