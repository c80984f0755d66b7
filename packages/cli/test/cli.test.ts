// The command line as a person meets it: what it prints, and the code it leaves.

import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const program = fileURLToPath(new URL('../bin/cellwake.mjs', import.meta.url))
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cellwake-cli-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function cellwake(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { cwd: folder }, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err })
    })
  })
}

test('the demonstration loses nothing, and remembers the next time', async () => {
  const first = await cellwake('demo')
  expect(first.err).toBe('')
  expect(first.code).toBe(0)
  expect(first.out).toContain('It is empty.')
  expect(first.out).toMatch(/[1-9][0-9,]* acknowledged payments? found: none lost/)
  expect(first.out).toContain('add up to 0')
  const second = await cellwake('demo')
  expect(second.code).toBe(0)
  expect(second.out).toMatch(/It holds [1-9][0-9,]* payments? from earlier runs/)
})

test('doctor shows the tier and the settings, for people and for machines', async () => {
  const url = `sqlite:${join(folder, '.cellwake/demo.db')}`
  const text = await cellwake('doctor', '--store', url)
  expect(text.code).toBe(0)
  expect(text.out).toContain('synchronous=FULL')
  expect(text.out).toContain('Nothing to fix.')
  const json = JSON.parse((await cellwake('doctor', '--store', url, '--json')).out)
  expect(json.durability.tier).toBe('A')
  expect(json.stats.documents).toBe(5)
})

test('doctor says what is wrong with a store and what to do', async () => {
  const path = join(folder, 'not-a-database')
  await writeFile(path, 'this is not SQLite, but it is long enough to look at'.repeat(100))
  const { code, out } = await cellwake('doctor', '--store', `sqlite:${path}`)
  expect(code).toBe(1)
  expect(out).toContain('store-corrupt')
  expect(out).toContain('restore the newest backup')
})

test('a password in a URL is never printed', async () => {
  const { code, out, err } = await cellwake('doctor', '--store', 'mysql://me:hunter2@host/db')
  expect(code).toBe(1)
  expect(out + err).toContain('url-malformed')
  expect(out + err).not.toContain('hunter2')
})

test('wrong usage ends with 2 and a hint', async () => {
  const { code, err } = await cellwake('doctr')
  expect(code).toBe(2)
  expect(err).toContain('Did you mean doctor?')
})
