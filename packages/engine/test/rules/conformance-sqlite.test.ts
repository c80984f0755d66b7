// Goal: rules mean the same on SQLite as in memory. Method: all cases of the rules' conformance files, each on
// a database file of its own that outlives its restarts.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runModelTests } from '@cellwake/engine'
import { openDriver } from '@cellwake/store'
import { afterAll, expect, it } from 'vitest'

const cases = join(import.meta.dirname, '../conformance')
// Durability is not the subject here, and memory is several times faster to open.
const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
const folder = mkdtempSync(join(parent, 'cellwake-rules-'))
afterAll(() => rmSync(folder, { recursive: true }))

interface File {
  readonly cases: readonly unknown[]
}

const files = readdirSync(cases)
  .filter((name) => name.startsWith('rules-'))
  .map((path) => {
    const text = readFileSync(join(cases, path), 'utf8')
    return { path, text, count: (JSON.parse(text) as File).cases.length }
  })

let opened = 0

it('the cases are at least 400', () => {
  expect(files.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThanOrEqual(400)
})

it.each(files)('$path: $count cases', { timeout: 120_000 }, async ({ path, text, count }) => {
  const { cases: results, passed } = await runModelTests([{ path, text }], {
    readModel: String,
    openDriver: () => openDriver(`sqlite:${join(folder, `${opened++}.db`)}`),
  })
  expect(results.filter(({ ok }) => !ok)).toEqual([])
  expect(passed).toBe(count)
})
