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

test.each([
  ['own-functions', 'functions.ts', 3],
  ['model-host', 'manifest.json', 1],
])('the models in %s are tested with the functions that %s declares', async (name, file, cases) => {
  const folder = `${root}examples/${name}`
  const functions = ['--functions', `${folder}/${file}`]
  const models = (await readdir(folder)).filter((one) => one.endsWith('.grid'))
  const paths = models.map((one) => `${folder}/${one}`)
  expect(await inProcess(['check', ...paths, ...functions])).toMatchObject({ code: 0 })
  expect(await inProcess(['fmt', '--check', ...paths])).toMatchObject({ code: 0 })
  const ran = await inProcess(['test', folder, ...functions, '--json'])
  expect(JSON.parse(ran.out)).toMatchObject({ passed: cases, failed: 0 })
  const without = await inProcess(['check', ...paths])
  expect(without).toMatchObject({ code: 1, out: expect.stringContaining('unknown-function') })
  const once = await inProcess(['eval', paths[0]!, ...functions])
  expect(once).toMatchObject({ code: 0, out: expect.stringContaining('queued') })
})

test('the functions of the example answer, and refuse what they cannot', async () => {
  const { tax } = (await import(`${root}examples/own-functions/functions.ts`)) as {
    tax: { handler: (args: readonly unknown[], context: unknown) => unknown }
  }
  expect(tax.handler([240, 'DE'], {})).toBe(45.6)
  expect(() => tax.handler([240, 'XX'], {})).toThrow('no tax rate of XX')
})
