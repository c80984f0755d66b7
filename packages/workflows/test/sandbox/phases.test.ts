// Goal: a script keeps the contract that TypeScript keeps: each phase is given the same, may do the same, and what it
// returns comes back as JSON would carry it. Method: real children, the runner's own contexts.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HandlerPhase } from '../../src/capabilities.ts'
import { DEFAULT_LIMITS } from '../../src/limits.ts'
import { type Bench, bench, NOW, scriptOf } from './support.ts'

let made: Bench
beforeAll(async () => {
  made = await bench()
})
afterAll(() => made[Symbol.asyncDispose]())

describe('a producer', () => {
  it('is given its context and undefined the first time, and returns its state', async () => {
    const done = await made.try(
      'producer',
      `async (ctx, state) => ({ first: state === undefined, now: ctx.now, more: [1, 'two', null] })`,
    )
    expect(done.value).toEqual({ first: true, now: NOW, more: [1, 'two', null] })
  })

  it('publishes, registers inputs, reads by tools and logs', async () => {
    const done = await made.try(
      'producer',
      `async (ctx, state) => {
        const inputId = await ctx.registerInput({ source: 'mail', type: 'invoice', id: '7', title: 'Invoice 7' })
        await ctx.publish('orders', { messageId: 'a', inputId, payload: { n: state.n } })
        await ctx.publish(['orders'], { messageId: 'b', payload: await ctx.tools.group.read({ q: 1 }) })
        ctx.log('published', 2, { of: 'orders' }, new Error('not really'))
        return { n: state.n + 1 }
      }`,
      { args: [{ n: 4 }] },
    )
    expect(done.failure).toBeUndefined()
    expect(done.value).toEqual({ n: 5 })
    expect(done.published).toEqual([
      { messageId: 'a', payload: { n: 4 } },
      { messageId: 'b', payload: { got: { q: 1 } } },
    ])
    expect(done.inputs).toEqual([{ source: 'mail', type: 'invoice', id: '7', title: 'Invoice 7' }])
    expect(done.toolCalls).toEqual([{ name: 'group.read', input: { q: 1 } }])
    expect(done.logs).toEqual(['published 2 {"of":"orders"} Error: not really'])
  })
})

describe('a consumer', () => {
  it('looks at events in prepare, and returns what it has prepared', async () => {
    const done = await made.try(
      'prepare',
      `async (ctx, state) => {
        const two = await ctx.peek('orders', { limit: 2 })
        const all = await ctx.peek('orders')
        const [third] = await ctx.getByIds('orders', ['m3'])
        return { reservations: [{ topic: 'orders', ids: two.map((event) => event.id) }],
          data: { all: all.length, third: third.payload, attempt: third.attempt, state }, ui: { title: 'Two' } }
      }`,
      { args: [{ kept: true }] },
    )
    expect(done.value).toEqual({
      reservations: [{ topic: 'orders', ids: ['m1', 'm2'] }],
      data: { all: 3, third: { n: 3 }, attempt: 1, state: { kept: true } },
      ui: { title: 'Two' },
    })
  })

  it('calls its one tool in mutate', async () => {
    const prepared = { reservations: [], data: { amount: 12 }, ui: {} }
    const done = await made.try('mutate', `async (ctx, { data }) => ctx.tools.send(data)`, {
      args: [prepared],
    })
    expect(done.toolCalls).toEqual([{ name: 'send', input: { amount: 12 } }])
    expect(done.failure).toBeUndefined()
  })

  it('is given what was prepared and what came of the mutation in next, and may return nothing', async () => {
    const body = `async (ctx, prepared, mutation) => {
      await ctx.publish('done', { messageId: 'd', payload: { prepared, mutation } })
    }`
    const prepared = { reservations: [], data: 1, ui: {} }
    const mutation = { status: 'applied', result: { row: 9 } }
    const done = await made.try('next', body, { args: [prepared, mutation] })
    expect(done.published).toEqual([{ messageId: 'd', payload: { prepared, mutation } }])
    expect(done.value).toBeUndefined()
    expect('value' in done).toBe(true)
  })
})

describe('a handler', () => {
  it('may be a method, sees its siblings by this, and may give a value without waiting', async () => {
    const script = `const shared = 40
export default { consumers: { file: { plus: 2, prepare(ctx, state) { return { data: shared + this.plus } } } } }`
    expect((await made.tryScript('prepare', script)).value).toEqual({ data: 42 })
  })

  it('may import workflow as TypeScript does', async () => {
    const script = `import { workflow } from 'cellwake/workflows'
export default workflow({ consumers: { file: { prepare: async () => ({ data: 'imported' }) } } })`
    expect((await made.tryScript('prepare', script)).value).toEqual({ data: 'imported' })
  })

  it('may wait at the top of its script for what needs nobody else', async () => {
    const script = `const value = await Promise.resolve(5)
export default { consumers: { file: { prepare: async () => ({ data: value }) } } }`
    expect((await made.tryScript('prepare', script)).value).toEqual({ data: 5 })
  })

  it('sees nothing that another phase left behind', async () => {
    const body = `async () => { globalThis.count = (globalThis.count ?? 0) + 1; return { data: count } }`
    const home = made.sandbox.open(scriptOf('prepare', body), limits())
    for (let i = 0; i < 3; i++) {
      expect((await made.try('prepare', body, { home })).value).toEqual({ data: 1 })
    }
  })

  it('that the script does not have is a failure with its name', async () => {
    const done = await made.try('prepare', 'async () => ({})', { handler: 'constructor' })
    expect(done.failure?.message).toContain('no prepare of consumers.constructor')
  })

  it('has all it asked for without waiting done before its phase ends', async () => {
    const done = await made.try(
      'producer',
      `(ctx) => { for (let i = 0; i < 50; i++) ctx.publish('orders', { messageId: 'm' + i }) }`,
    )
    expect(done.published).toHaveLength(50)
  })

  it('that asks for much at once is answered in order', async () => {
    const done = await made.try(
      'prepare',
      `async (ctx) => ({ data: await Promise.all(Array.from({ length: 60 }, (_, i) => ctx.tools.read(i))) })`,
      { gives: (input) => ({ i: input }) },
    )
    expect(done.value).toEqual({ data: Array.from({ length: 60 }, (_, i) => ({ i })) })
  })
})

describe('the capabilities of a phase', () => {
  const calls = {
    peek: `ctx.peek('orders')`,
    getByIds: `ctx.getByIds('orders', ['m1'])`,
    publish: `ctx.publish('TOPIC', { messageId: 'x' })`,
    registerInput: `ctx.registerInput({ source: 's', type: 't', id: 'i', title: 'T' })`,
    read: `ctx.tools.read(1)`,
    mutation: `ctx.tools.send(1)`,
  }
  const allowed: Record<HandlerPhase, readonly string[]> = {
    producer: ['publish', 'registerInput', 'read'],
    prepare: ['peek', 'getByIds', 'read'],
    mutate: ['mutation'],
    next: ['publish'],
  }
  const table = Object.entries(allowed).flatMap(([phase, may]) =>
    Object.entries(calls).map(
      ([name, code]) => [phase as HandlerPhase, name, code, may.includes(name)] as const,
    ),
  )

  it.each(table)('%s, %s', async (phase, name, code, may) => {
    const call = code.replace('TOPIC', phase === 'next' ? 'done' : 'orders')
    const body = `async (ctx) => { try { await ${call} } catch { return { caught: true } } return { reached: true } }`
    const done = await made.try(phase, body)
    if (may) expect([name, done.value]).toEqual([name, { reached: true }])
    else {
      expect([name, done.failure?.class]).toEqual([name, 'logic'])
      expect(done.failure?.message).toMatch(new RegExp(`^${phase} may not `))
      expect([done.published, done.toolCalls]).toEqual([[], []])
    }
  })

  it.each([
    [
      'a topic that is not declared',
      'next',
      `ctx.publish('other', {})`,
      /does not declare .* other/,
    ],
    ['a topic without a subscription', 'prepare', `ctx.peek('done')`, /does not subscribe to done/],
  ] as const)('%s is out of reach', async (_, phase, code, message) => {
    const done = await made.try(phase, `async (ctx) => { try { await ${code} } catch {} }`)
    expect(done.failure).toMatchObject({ class: 'logic', message: expect.stringMatching(message) })
  })

  it('are all there is in its context', async () => {
    const done = await made.try(
      'prepare',
      `async (ctx) => ({ data: [Object.keys(ctx).sort(), Object.isFrozen(ctx), Object.getPrototypeOf(ctx),
        Object.keys(ctx.tools).sort(), Object.isFrozen(ctx.tools.group)] })`,
    )
    const names = ['getByIds', 'log', 'now', 'peek', 'publish', 'registerInput', 'tools']
    const toolNames = ['fails', 'group', 'read', 'rejects', 'send', 'slow']
    expect(done.value).toEqual({ data: [names, true, null, toolNames, true] })
  })
})

describe('a tool that fails', () => {
  it('decides the run with its own class, whatever the script catches', async () => {
    const done = await made.try(
      'prepare',
      `async (ctx) => {
        try { await ctx.tools.fails(1) } catch (error) { ctx.log('caught', String(error)) } finally { ctx.log('finally') }
        return { data: 'went on' }
      }`,
    )
    expect(done.failure).toMatchObject({ class: 'transient', message: 'the other side is down' })
    expect(done.logs).toEqual([])
  })

  it('decides it also if nobody waits for it', async () => {
    const done = await made.try(
      'prepare',
      `async (ctx) => { ctx.tools.fails(1); return { data: 1 } }`,
    )
    expect(done.failure).toMatchObject({ class: 'transient' })
  })

  it('decides it also while the script runs on for ever, and the next script has a child', async () => {
    const done = await made.try('prepare', `async (ctx) => { ctx.tools.fails(1); for (;;); }`)
    expect(done.failure).toMatchObject({ class: 'transient' })
    expect((await made.try('prepare', 'async () => ({ data: 1 })')).value).toEqual({ data: 1 })
  })
})

describe('a phase that is ended from outside', () => {
  it('rejects with the reason, in the middle of a call', async () => {
    const controller = new AbortController()
    const run = made.try('prepare', `async (ctx) => { await ctx.tools.slow(1) }`, {
      signal: controller.signal,
    })
    controller.abort(new Error('the host ends'))
    expect((await run).failure?.message).toBe('the host ends')
    expect((await made.try('prepare', 'async () => ({ data: 1 })')).value).toEqual({ data: 1 })
  })

  it('does not begin if it has ended before', async () => {
    const run = made.try('prepare', `async (ctx) => { ctx.log('ran') }`, {
      signal: AbortSignal.abort(new Error('too late')),
    })
    const done = await run
    expect([done.failure?.message, done.logs]).toEqual(['too late', []])
  })
})

function limits() {
  return { ...DEFAULT_LIMITS, phaseMs: 20_000 }
}
