// Goal: rules mean the same on SQLite as in memory, where all cases run. Method: every second case of the
// rules' conformance files, each on a database file of its own that outlives its restarts.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runModelTests } from '@cellwake/engine'
import { openDriver } from '@cellwake/store'
import { afterAll, expect, it } from 'vitest'

const cases = join(import.meta.dirname, '../conformance')
const folder = mkdtempSync(join(tmpdir(), 'cellwake-rules-'))
afterAll(() => rmSync(folder, { recursive: true }))

interface File {
  readonly cases: readonly unknown[]
}

const files = readdirSync(cases)
  .filter((name) => name.startsWith('rules-'))
  .map((path) => {
    const all = (JSON.parse(readFileSync(join(cases, path), 'utf8')) as File).cases
    return { path, count: Math.ceil(all.length / 2), sample: all.filter((_, i) => i % 2 === 0) }
  })

let opened = 0

it('the sample has at least 150 cases', () => {
  expect(files.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThanOrEqual(150)
})

it.each(files)('$path: $count cases', { timeout: 120_000 }, async ({ path, count, sample }) => {
  const { cases: results, passed } = await runModelTests(
    [{ path, text: JSON.stringify({ cases: sample }) }],
    { readModel: String, openDriver: () => openDriver(`sqlite:${join(folder, `${opened++}.db`)}`) },
  )
  expect(results.filter(({ ok }) => !ok)).toEqual([])
  expect(passed).toBe(count)
})
