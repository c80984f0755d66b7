// Goal: the examples run, and print what the page on cells says. Method: they are run as a reader
// would run them.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { schedulerErrors } from '../../src/errors.ts'
import { BACKOFF_MAX_MS, BACKOFF_MS, PASS_RUN_BUDGET, PASS_SLICE_MS } from '../../src/limits.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const page = readFileSync(`${root}docs/cells.md`, 'utf8')

const examples = ['cells-price-desk', 'cells-list', 'cells-alerts']

it.each(examples)('examples/%s.ts prints what the page shows', async (name) => {
  const args = ['--import', './scripts/source.mjs', `examples/${name}.ts`]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root })
  const [, shown] = page.split(`\`examples/${name}.ts\``)[1]!.split('```')
  expect(stdout.trim()).toBe(shown!.trim())
})

it('every code on the page exists', () => {
  const codes = Array.from(page.matchAll(/^\| `([a-z-]+)` \|/gm), (match) => match[1]!)
  expect(codes).toHaveLength(5)
  expect(Object.keys(schedulerErrors)).toEqual(expect.arrayContaining(codes))
})

it('the figures on the page are those of the limits', () => {
  expect(page).toContain(`more than ${PASS_RUN_BUDGET} times in one pass`)
  expect(page).toContain(`it waits ${BACKOFF_MS} ms`)
  expect(page).toContain(`and ${BACKOFF_MAX_MS.toLocaleString('en')} from then on`)
  expect(page).toContain(`every ${PASS_SLICE_MS} ms`)
})
