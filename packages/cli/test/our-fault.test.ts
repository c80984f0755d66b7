// Goal: a command that fails by our fault says so in a sentence and leaves 3, whoever was waiting for what broke.
// Method: the program as a child in which something throws where nobody waits, and in this process on an engine that
// breaks on purpose.

import { writeFile } from 'node:fs/promises'
import { MemoryDriver, StoreError } from '@cellwake/store'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { inProcess } from './in-process.ts'
import { cellwake, inFolder } from './support.ts'

const folder = inFolder()
afterEach(() => vi.restoreAllMocks())

const EVERY = 'EVERY 6h SKIP MISSED THEN\n B1 = B1 + 1\nEND\n'
const SPAN = ['--from', '2026-01-01T00:00Z', '--until', '2026-01-02T00:00Z']

describe('what breaks where nobody waits', () => {
  const late = (what: string) =>
    `data:text/javascript,${encodeURIComponent(`
      const timer = setInterval(() => {
        if (process.listenerCount('uncaughtException') === 0) return
        clearInterval(timer)
        ${what}
      }, 1)`)}`

  it.each([
    ['an exception', "throw new Error('too late')"],
    ['a rejected promise', "Promise.reject(new Error('too late'))"],
  ])('is told as a fault of ours: %s', async (_, what) => {
    const args = ['simulate', '-', '--from', '2026-01-01T00:00Z', '--until', '2036-01-01T00:00Z']
    const model = 'EVERY 1s SKIP MISSED THEN\n B1 = B1 + 1\nEND\n'
    const { code, err } = await cellwake(args, model, ['--import', late(what)])
    expect(code).toBe(3)
    expect(err).toMatch(/^error Something in Cellwake went wrong. Please report this.\n.*too late/)
  })
})

/** The database breaks at the second group of commits that it is given. */
function breakStore(): void {
  const { transact } = MemoryDriver.prototype
  let groups = 0
  vi.spyOn(MemoryDriver.prototype, 'transact').mockImplementation(function (
    this: MemoryDriver,
    ...args
  ) {
    if (++groups > 1) throw new StoreError('internal', 'on purpose')
    return transact.apply(this, args)
  })
}

it('a simulation whose store breaks says so', async () => {
  breakStore()
  const { code, err } = await inProcess(['simulate', '-', ...SPAN], EVERY)
  expect(code).toBe(3)
  expect(err).toContain('Something in Cellwake went wrong')
})

it('a test whose store breaks fails with that', async () => {
  breakStore()
  const path = folder.path('broken.test.json')
  const steps = [{ advance: '1d' }, { expect: { B1: 4 } }]
  await writeFile(path, JSON.stringify({ cases: [{ id: 'x', source: EVERY, steps }] }))
  const { code, out } = await inProcess(['test', path])
  expect(out).toContain('Something in Cellwake went wrong')
  expect(code).toBe(3)
})
