// The programs in examples/ run as they stand, and print what the pages say.

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../../', import.meta.url))

test('the store example writes, refuses a second receipt, and explains', async () => {
  const { stdout } = await run(process.execPath, ['--import', 'tsx', 'examples/store-basics.ts'], {
    cwd: root,
  })
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
    ['--import', 'tsx', 'examples/scheduler-basics.ts'],
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
