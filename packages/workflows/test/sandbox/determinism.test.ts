// Goal: a phase that is run again with the same gives the same, on every machine and at every time.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Bench, bench, NOW } from './support.ts'

let made: Bench
beforeAll(async () => {
  made = await bench()
})
afterAll(() => made[Symbol.asyncDispose]())

const at = Date.parse(NOW)

const shown = async (code: string) =>
  (await made.try('prepare', `async (ctx) => ({ data: ${code} })`)).value

it.each([
  ['Date.now()', at],
  ['new Date().toISOString()', NOW],
  ['+new Date', at],
  ['Reflect.construct(Date, []).getTime()', at],
  ['new (class extends Date {})().getTime()', at],
  ['new (new Date(0).constructor)().getTime()', at],
  ['new (Object.getPrototypeOf(new Date(0)).constructor)().getTime()', at],
  ['Date()', 'Sun Mar 01 2026 12:00:00 GMT+0000'],
  ['new Date(0) instanceof Date', true],
  ['new Date(2026, 0, 2, 3).toISOString()', '2026-01-02T03:00:00.000Z'],
  ['Date.UTC(2026, 0, 1)', Date.UTC(2026, 0, 1)],
  ['Date.parse("2026-01-01T00:00:00Z")', Date.UTC(2026, 0, 1)],
  ['new Date(0).getTimezoneOffset()', 0],
  ['new Date(1767225600000).toLocaleDateString().length > 0', true],
  ['Date.length', 7],
])('%s shows the time of the run', async (code, value) => {
  expect(await shown(code)).toEqual({ data: value })
})

it('time stands still while a phase runs', async () => {
  const body = `async (ctx) => {
    const before = Date.now()
    for (let i = 0; i < 3e6; i++);
    await ctx.tools.read(1)
    return { data: Date.now() - before }
  }`
  expect((await made.try('prepare', body)).value).toEqual({ data: 0 })
})

it('chance is refused, with what to do instead', async () => {
  const done = await made.try('prepare', `async () => ({ data: Math.random() })`)
  expect(done.failure).toMatchObject({ class: 'logic' })
  expect(done.failure?.message).toMatch(/Math\.random is not available: derive ids from the events/)
})

it.each([
  'WeakRef',
  'FinalizationRegistry',
  'performance',
  'crypto',
  'SharedArrayBuffer',
  'Atomics',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'fetch',
  'console',
  'process',
  'require',
  'module',
  'global',
  'window',
  'self',
  'navigator',
  'WebAssembly',
  'XMLHttpRequest',
  'WebSocket',
  'Worker',
  'Buffer',
  'URL',
  'Intl',
  'print',
  'std',
  'os',
  'bjson',
  'scriptArgs',
  '__dirname',
  '__filename',
])('there is no %s', async (name) => {
  expect(await shown(`typeof ${name}`)).toEqual({ data: 'undefined' })
})

it('the same twice is the same twice', async () => {
  const body = `async (ctx, state) => {
    const words = 'the quick brown fox jumps over the lazy dog'.split(' ')
    const counts = {}
    for (const word of words) for (const letter of word) counts[letter] = (counts[letter] ?? 0) + 1
    const events = await ctx.peek('orders')
    return { data: [counts, words.sort(), events.map((event) => event.payload), ctx.now, Date.now(),
      Object.keys(globalThis), new Error('x').stack, 0.1 + 0.2, Math.sin(1e9), (1234.5678).toFixed(2), state] }
  }`
  const [first, second] = [
    await made.try('prepare', body, { args: [{ n: 1 }] }),
    await made.try('prepare', body, { args: [{ n: 1 }] }),
  ]
  expect(first.failure).toBeUndefined()
  expect(JSON.stringify(second.value)).toBe(JSON.stringify(first.value))
})
