// The programs in examples/ run as they stand, and print what the pages say. The models there are clean.

import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { inProcess } from './in-process.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../../', import.meta.url))

test('the store example writes, refuses a second receipt, and explains', async () => {
  const { stdout } = await run(
    process.execPath,
    ['--import', './scripts/source.mjs', 'examples/store-basics.ts'],
    {
      cwd: root,
    },
  )
  expect(stdout.trim().split('\n')).toEqual([
    'commit: price undefined → {"usd":120}',
    'commit: price {"usd":120} → {"usd":125}',
    'commit 2',
    'refused: raise/2026-01-02 was done in commit 2',
    '{"usd":125} by raise of 2 January',
    '{"usd":120} by opening price',
  ])
})

test('the scheduler example adds up, and handles an event once', async () => {
  const { stdout } = await run(
    process.execPath,
    ['--import', './scripts/source.mjs', 'examples/scheduler-basics.ts'],
    { cwd: root },
  )
  expect(stdout.trim().split('\n')).toEqual([
    'total 0',
    'total 20',
    'a handled',
    'total 42',
    'b handled',
    'b was handled before',
  ])
})

test('the example models have nothing to mend and are in canonical form', async () => {
  const names = (await readdir(`${root}examples`)).filter((name) => name.endsWith('.grid'))
  const models = names.map((name) => `${root}examples/${name}`)
  expect(models.length).toBeGreaterThanOrEqual(3)
  const checked = await inProcess(['check', ...models])
  expect(checked.out).toBe(`Nothing to mend in ${models.length} files\n`)
  const formatted = await inProcess(['fmt', '--check', ...models])
  expect(formatted.out).toBe(`${models.length} files already in order\n`)
  expect([checked.code, formatted.code]).toEqual([0, 0])
})
