// Goal: each limit of a script ends it with a sentence that says which and where, and the next script runs as if nothing
// had been.

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { LOG_LINES } from '../../src/limits.ts'
import { ANSWER_CHARS, KILL_AFTER_MS, OTHER_CALLS } from '../../src/sandbox/limits.ts'
import { type Bench, bench } from './support.ts'

let made: Bench
beforeAll(async () => {
  made = await bench({ children: 1 })
  // The first start of a child is not what is measured.
  await made.try('prepare', 'async () => ({})')
})
afterEach(async () => {
  expect((await made.try('prepare', 'async () => ({ data: 1 })')).value).toEqual({ data: 1 })
})
afterAll(() => made[Symbol.asyncDispose]())

const lines = (...text: string[]) => text.join('\n')

describe('memory', () => {
  it.each([
    ['objects', 'const all = []; for (;;) all.push({ n: all.length })'],
    ['one text', 'let text = "ab"; for (;;) text += text + text.length'],
    ['texts', 'const all = []; for (;;) all.push(String(all.length).repeat(1e5))'],
    ['buffers', 'const all = []; for (;;) all.push(new Uint8Array(1e6))'],
    ['maps', 'const all = new Map(); for (;;) all.set(all.size, [all.size])'],
  ])('%s beyond it end the phase', async (_, code) => {
    const done = await made.try('prepare', `async () => { ${code} }`, {
      limits: { sandboxBytes: 16 * 1024 * 1024 },
    })
    expect(done.failure).toMatchObject({
      class: 'logic',
      message: expect.stringMatching(/needs more than 16 MiB|string too long/),
    })
  })

  it('is what the host allows, and not less', async () => {
    const body = `async () => ({ data: new Uint8Array(40 * 1024 * 1024).length })`
    expect((await made.try('prepare', body)).value).toEqual({ data: 40 * 1024 * 1024 })
  })

  it('is said where it ran out', async () => {
    const body = lines(
      'async () => {',
      '  const all = []',
      '  for (;;) all.push(new Array(1e5).fill(0))',
      '}',
    )
    const done = await made.try('prepare', body)
    expect(done.failure?.location).toMatch(/^\d+:\d+$/)
  })
})

describe('the stack', () => {
  it.each([
    ['a function that calls itself', 'const f = () => f() + 1; f()'],
    ['a getter of itself', 'const o = { get a() { return this.a } }; o.a'],
    ['a text nested deep, parsed', 'JSON.parse("[".repeat(1e5))'],
    [
      'a value nested deep, written',
      'let a = []; for (let i = 0; i < 2e4; i++) a = [a]; JSON.stringify(a)',
    ],
    [
      'a value nested deep, returned',
      'let a = []; for (let i = 0; i < 2e4; i++) a = [a]; return { data: a }',
    ],
    [
      'a list in itself as a text',
      'const a = []; a[0] = a; a[1] = { toString() { return String(a) + this } }; String(a[1])',
    ],
  ])('%s is too deep', async (_, code) => {
    const done = await made.try('prepare', `async () => { ${code} }`)
    expect(done.failure?.class).toBe('logic')
    expect(done.failure?.message).toMatch(/too deep|stack overflow/)
  })

  it('takes a thousand calls', async () => {
    const body =
      'async () => { const f = (n) => (n === 0 ? 0 : 1 + f(n - 1)); return { data: f(1000) } }'
    expect((await made.try('prepare', body)).value).toEqual({ data: 1_000 })
  })
})

describe('time', () => {
  const limits = { phaseMs: 400 }

  it('of a loop is over at the deadline, and its function is known', async () => {
    const body = lines('async () => {', '  let n = 0', '  for (;;) n++', '}')
    const done = await made.try('prepare', body, { scriptMs: 400 })
    expect(done.failure).toMatchObject({ class: 'logic', location: '6:77' })
    expect(done.failure?.message).toMatch(
      /^prepare of file failed at 6:77: it was not done after 0\.4 s\. Do less/,
    )
    expect(done.tookMs).toBeGreaterThan(300)
  })

  it.each([
    ['catches', 'for (;;) { try { for (;;); } catch {} }'],
    ['finally', 'try { for (;;); } finally { return { data: "went on" } }'],
    ['awaits what loops', 'for (;;) { try { await (async () => { for (;;); })() } catch {} }'],
    ['promises that make promises', 'const f = () => Promise.resolve().then(f); await f()'],
    ['a generator without an end', 'for (const _ of (function* () { for (;;) yield 1 })());'],
    ['a pattern that backtracks', '/^(a+)+$/.test("a".repeat(40) + "b")'],
  ])('of a script that %s is over all the same', async (_, code) => {
    const done = await made.try('prepare', `async () => { ${code} }`, { limits })
    expect(done.failure).toMatchObject({ class: 'logic', message: expect.stringMatching(/0\.4 s/) })
    expect(done.tookMs).toBeLessThan(limits.phaseMs + KILL_AFTER_MS + 2_000)
  })

  it('of one long step that looks at no clock is over by the end of its child', async () => {
    const body = 'async () => { const a = []; a.length = 2 ** 32 - 1; a.indexOf(1) }'
    const done = await made.try('prepare', body, { scriptMs: 400 })
    expect(done.failure?.message).toMatch(/after 0\.4 s, in one step that cannot be interrupted\./)
  })

  it('that passes while a tool is waited for counts too', async () => {
    const body = 'async (ctx) => { await ctx.tools.slow(1) }'
    const done = await made.try('prepare', body, { scriptMs: 400 })
    expect(done.failure?.message).toMatch(/after 0\.4 s, and waits for tools\.slow\./)
  })

  it('of the runner ends the phase too', async () => {
    const done = await made.try('prepare', 'async () => { for (;;); }', {
      limits,
      scriptMs: 10_000,
    })
    expect(done.failure?.message).toBe('prepare took longer than 0.4 s')
  })
})

describe('calls', () => {
  it('of tools are counted', async () => {
    const body = 'async (ctx) => { for (;;) await ctx.tools.read(1) }'
    const done = await made.try('prepare', body, { limits: { toolCallsPerRun: 7 } })
    expect(done.failure?.message).toBe('a run calls at most 7 tools')
    expect(done.toolCalls).toHaveLength(7)
  })

  it('of publish are counted', async () => {
    const body = `async (ctx) => { for (let i = 0; ; i++) ctx.publish('orders', { messageId: 'm' + i }) }`
    const done = await made.try('producer', body, { limits: { publishesPerRun: 5 } })
    expect(done.failure?.message).toBe('a run publishes at most 5 events')
  })

  it('of publish have a size together, whatever each of them has', async () => {
    const body = `async (ctx) => { for (let i = 0; ; i++) ctx.publish('orders', { messageId: 'm' + i, payload: 'abcdef' }) }`
    const done = await made.try('producer', body, { limits: { publishedChars: 20 } })
    expect(done.failure?.message).toBe('a run publishes at most 20 characters in all')
    expect(done.published).toHaveLength(2)
  })

  it('of everything are counted, without waiting for any', async () => {
    const body = `async (ctx) => { for (;;) ctx.peek('orders') }`
    const limits = { publishesPerRun: 1, toolCallsPerRun: 1 }
    const done = await made.try('prepare', body, { limits })
    expect(done.failure?.message).toContain(`it calls more than ${OTHER_CALLS + 2} operations`)
  })

  it('are not answered with more than a script can take', async () => {
    const body = 'async (ctx) => ({ data: (await ctx.tools.read(1)).length })'
    const done = await made.try('prepare', body, { gives: () => 'x'.repeat(ANSWER_CHARS) })
    expect(done.failure?.message).toContain(`${ANSWER_CHARS} are allowed`)
    const most = await made.try('prepare', body, { gives: () => 'x'.repeat(ANSWER_CHARS - 2) })
    expect(most.value).toEqual({ data: ANSWER_CHARS - 2 })
  })
})

describe('sizes', () => {
  it('of a payload are held by the host', async () => {
    const body = `async (ctx) => { await ctx.publish('orders', { messageId: 'm', payload: 'x'.repeat(300 * 1024) }) }`
    const done = await made.try('producer', body)
    expect(done.failure?.message).toMatch(/the payload has .* 262144 are allowed/)
  })

  it('of what is returned end the phase before they reach the host', async () => {
    const done = await made.try('producer', `async () => 'x'.repeat(4e6)`)
    expect(done.failure?.message).toMatch(/a value has 4000002 characters as JSON; \d+ are allowed/)
  })

  it('of what is published end the phase before they reach the host', async () => {
    const body = `async (ctx) => { ctx.publish('orders', { payload: 'x'.repeat(4e6) }); for (;;); }`
    const done = await made.try('producer', body)
    expect(done.failure?.message).toMatch(/characters as JSON; \d+ are allowed/)
  })

  it('of logs are cut, and the script goes on', async () => {
    const body = `async (ctx) => { for (let i = 0; i < 1e4; i++) ctx.log(i); return { data: 1 } }`
    const done = await made.try('prepare', body)
    expect(done.value).toEqual({ data: 1 })
    expect(done.logs).toHaveLength(LOG_LINES)
    const long = await made.try(
      'prepare',
      `async (ctx) => { ctx.log('x'.repeat(1e6)); ctx.log('short') }`,
    )
    expect(long.logs).toEqual(['a line that is too long', 'short'])
  })
})

describe('values', () => {
  it.each([
    ['a number that is none', '{ a: NaN }', /a is NaN/],
    ['a number without an end', '[1 / 0]', /0 is Infinity/],
    ['a function', '{ f() {} }', /f is a function/],
    ['a symbol', '{ s: Symbol("x") }', /s is a symbol/],
    ['a big integer', '{ b: 1n }', /bigint/i],
    ['a circle', '(() => { const a = {}; a.a = a; return a })()', /circular/],
    ['a toJSON that throws', '{ toJSON() { throw new Error("no") } }', /no/],
  ])('%s is not returned', async (_, code, message) => {
    const done = await made.try('prepare', `async () => ({ data: ${code} })`)
    expect(done.failure).toMatchObject({ class: 'logic', message: expect.stringMatching(message) })
    expect(done.failure?.message).toMatch(/what prepare returned is not JSON/)
  })

  it('that is not JSON is not published, caught or not', async () => {
    const body = `async (ctx) => {
      try { await ctx.publish('orders', { messageId: 'm', payload: { f() {} } }) } catch {}
      return { n: 1 }
    }`
    const done = await made.try('producer', body)
    expect(done.failure?.message).toMatch(/what publish is given is not JSON: f is a function/)
    expect(done.published).toEqual([])
  })
})

describe('a failure', () => {
  it('says what, where, in which phase, and what was logged last', async () => {
    const body = lines(
      'async (ctx, state) => {',
      "  for (let i = 1; i <= 30; i++) ctx.log('line', i)",
      '  const order = undefined',
      '  return { data: order.id }',
      '}',
    )
    const done = await made.try('prepare', body)
    expect(done.failure?.location).toMatch(/^\d+:\d+$/)
    expect(done.failure?.message).toMatch(
      /^prepare of file failed at \d+:\d+: TypeError: cannot read property 'id' of undefined\. Correct /,
    )
    expect(done.logs).toHaveLength(30)
  })

  it.each([
    ['a text', '"out of stock"', /: out of stock\./],
    ['nothing', 'undefined', /it threw undefined/],
    [
      'an error of its own',
      'new (class OrderError extends Error { name = "OrderError" })("no stock")',
      /OrderError: no stock/,
    ],
    ['an error without a message', 'new Error()', /: Error\./],
    ['an object', '{ code: 5 }', /it threw {"code":5}/],
  ])('that is %s is told', async (_, code, message) => {
    const done = await made.try('prepare', `async () => { throw ${code} }`)
    expect(done.failure).toMatchObject({ class: 'logic', message: expect.stringMatching(message) })
  })

  it('that is null is told, and is not taken for a lack of memory', async () => {
    const done = await made.try('prepare', 'async () => { throw null }')
    expect(done.failure?.message).toMatch(/it threw null/)
  })

  it('of waiting for nothing is told at once', async () => {
    const done = await made.try('prepare', 'async () => { await new Promise(() => {}) }')
    expect(done.failure?.message).toMatch(/waits for something that never comes/)
    expect(done.tookMs).toBeLessThan(10_000)
  })
})
