// Goal: models mean what the language says, from the text of a source to redeploys. Method: every
// model test below `conformance`, each on a clock and a store of its own, one test per case.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ModelTestResult, runModelTests } from '@cellwake/engine'
import { describe, expect, it } from 'vitest'

const folder = join(import.meta.dirname, 'conformance')

const files = readdirSync(folder)
  .filter((name) => name.endsWith('.test.json'))
  .map((name) => ({ path: name, text: readFileSync(join(folder, name), 'utf8') }))

const { cases } = await runModelTests(files, {
  readModel: (path) => readFileSync(join(folder, path), 'utf8'),
})

const byFile = new Map<string, ModelTestResult[]>()
for (const result of cases) byFile.set(result.file, [...(byFile.get(result.file) ?? []), result])

describe('the cases', () => {
  it('are at least 300', () => {
    expect(cases.length).toBeGreaterThanOrEqual(300)
  })

  it('have each an id of its own', () => {
    const ids = cases.map(({ id }) => id)
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([])
  })
})

describe.each([...byFile])('%s', (_file, results) => {
  const byId = results.map((result) => [result.id, result] as const)
  it.each(byId)('%s', (_id, { ok, message }) => {
    expect(message).toBeUndefined()
    expect(ok).toBe(true)
  })
})
