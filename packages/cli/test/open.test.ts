// Goal: a program that opens a store has everything that a server has, and its rules act.
// Method: stores on SQLite and in memory, on a virtual clock, through the public face of the package.

import { virtualClock } from '@cellwake/scheduler'
import { describe, expect, it, onTestFinished } from 'vitest'
import { defineFunction } from '../src/functions.ts'
import { open } from '../src/index.ts'
import { inFolder } from './support.ts'

const start = '2026-01-01T00:00:00Z'
const ticking = 'EVERY 1h SKIP MISSED THEN\n  A1 = A1 + 1\nEND\n'

describe('after a restart', () => {
  const folder = inFolder()

  it('a schedule runs though nobody opens its model', async () => {
    const store = `sqlite:${folder.path('restart.db')}`
    const clock = virtualClock(start)
    const first = await open({ store, clock })
    await first.deploy(ticking, { id: 'ticking' })
    await first.close()

    const second = await open({ store, clock })
    onTestFinished(() => second.close())
    clock.onSettle(() => second.idle())
    await clock.advance(2 * 3_600_000)
    expect((await second.model('ticking')).get('A1').value).toBe(2)
  })
})

describe('answers', () => {
  async function opened() {
    const clock = virtualClock(start)
    const cw = await open({ store: 'memory:', clock })
    onTestFinished(() => cw.close())
    const model = await cw.deploy(
      'a = 1\nb = a * 2\nWHEN b > 10 THEN\n  c = NOW()\n  alerts!over(b)\nEND\n',
      { id: 'm' },
    )
    return { cw, model, clock }
  }

  it('a set is answered with plain data', async () => {
    const { model } = await opened()
    const answer = JSON.parse(JSON.stringify(await model.set({ a: 6 })))
    expect(answer).toMatchObject({ changed: expect.arrayContaining(['a', 'b']) })
    expect(answer.rev).toBe(model.rev)
    expect(answer.firings).toHaveLength(1)
  })

  it('rules, firings, versions, the graph and the audit can be read', async () => {
    const { cw, model } = await opened()
    await model.set({ a: 6 })
    const [rule] = model.rules()
    const { firings } = await model.firings(rule!.id)
    expect(firings.map(({ outcome }) => outcome)).toEqual(['fired'])
    expect(model.versions.map(({ version }) => version)).toEqual([1])
    expect(await model.source()).toContain('alerts!over')
    expect((await model.graph()).nodes.map(({ id }) => id)).toContain('b')
    expect((await cw.audit()).entries.map(({ act }) => act)).toContain('set')
    expect(model.describe().timezone).toBe('UTC')
  })

  it('what a deploy changed is plain data', async () => {
    const { cw } = await opened()
    const { deployed } = await cw.deploy('a = 1\nb = a * 3\n', { id: 'm' })
    expect(JSON.parse(JSON.stringify(deployed))).toMatchObject({
      version: 2,
      kept: expect.arrayContaining(['a']),
      dropped: [expect.stringMatching(/^when:/)],
      diagnostics: [],
    })
    const dry = await cw.deploy('a = 1\n', { id: 'm', dryRun: true })
    expect(dry.deployed?.dropped).toContain('b')
    expect(dry.version).toBe(2)
  })

  it.each([
    ['a Date', new Date(0), /not a Date.*dt"/],
    ['a Map within a list', [new Map()], /not a Map/],
  ])('%s is no value of a cell', async (_name, value, message) => {
    const { model } = await opened()
    await expect(model.set({ a: value as never })).rejects.toThrow(message)
    expect(model.get('a').value).toBe(1)
  })

  it('a program that gives no store, or asks after the end, is told so', async () => {
    await expect(open({} as never)).rejects.toMatchObject({ code: 'no-store' })
    await expect((open as () => Promise<unknown>)()).rejects.toMatchObject({ code: 'no-store' })
    const { cw, model } = await opened()
    await cw.close()
    expect(() => model.get('a')).toThrow(expect.objectContaining({ code: 'closed' }))
  })

  it('mistakes of a source are one sentence', async () => {
    const { cw } = await opened()
    await expect(cw.deploy('A1 = = 1')).rejects.toThrow(/found =\. Mend/)
  })

  it('a year can be simulated', async () => {
    const { cw } = await opened()
    const from = Date.parse(start)
    const done = await cw.simulate(ticking, { from, until: from + 3 * 3_600_000 })
    expect(done.firings).toHaveLength(3)
    expect(done.cells.A1?.value).toBe(3)
  })
})

describe('calls outside', () => {
  async function asking(handler: () => unknown) {
    const retry = { attempts: 1 }
    const ask = defineFunction({ name: 'ASK', args: ['what'], returns: 'number', retry, handler })
    const clock = virtualClock(start)
    const cw = await open({ store: 'memory:', clock, functions: [ask] })
    onTestFinished(() => cw.close())
    const model = await cw.deploy('a ~= ASK(1)\nb = ASK(2)\n', { id: 'm' })
    await cw.idle()
    return { cw, model, clock }
  }

  it('a resolve may wait for an answer, and a refresh asks again', async () => {
    let calls = 0
    const { cw, model } = await asking(() => ++calls)
    expect(model.get('a').status).toBe('dirty')
    expect(await model.resolve('a', { waitMs: 10_000 })).toMatchObject({
      value: 2,
      status: 'ready',
    })
    const { symbols, jobs } = await model.refresh({ function: 'ASK' })
    expect(symbols).toEqual([expect.stringMatching(/^__ext__:b:/)])
    await cw.idle()
    expect(model.get('b').value).toBe(3)
    expect(await model.job(jobs[0]!)).toMatchObject({ function: 'ASK', status: 'done', attempt: 1 })
    expect((await model.jobs({ symbol: 'b' })).jobs).toHaveLength(2)
  })

  it('a job that failed is tried again, and one that hangs is called off', async () => {
    let answer: () => unknown = () => Promise.reject(new Error('out of ink'))
    const { cw, model } = await asking(() => answer())
    expect(model.get('b')).toMatchObject({ kind: 'error', status: 'failed' })
    const [failed] = (await model.jobs({ status: 'failed' })).jobs
    expect(failed?.error).toContain('out of ink')
    answer = () => 7
    expect((await model.retryJob(failed!.id)).status).not.toBe('failed')
    await cw.idle()
    expect(model.get('b').value).toBe(7)
    answer = () => new Promise(() => {})
    const { jobs } = await model.refresh({ symbol: 'b' })
    expect((await model.cancelJob(jobs[0]!)).status).toBe('cancelled')
  })

  it('a simulation may call the functions of the host, with answers that are given', async () => {
    const { cw } = await asking(() => 1)
    const from = Date.parse(start)
    const functions = { ASK: [{ returns: 5 }] }
    const done = await cw.simulate('x = ASK(1)\n', { from, until: from + 1_000, functions })
    expect(done.cells.x?.value).toBe(5)
  })
})

describe.each(['memory', 'sqlite'])('topics on %s', (kind) => {
  const folder = inFolder()

  async function opened() {
    const store = kind === 'memory' ? 'memory:' : `sqlite:${folder.path('topics.db')}`
    const clock = virtualClock(start)
    const cw = await open({ store, clock })
    onTestFinished(() => cw.close())
    return { cw, clock }
  }

  it('hold what rules and programs published, newest first, as plain data', async () => {
    const { cw, clock } = await opened()
    const model = await cw.deploy('a = 0\nWHEN a > 5 THEN\n  alerts!over(a, "x")\nEND\n', {
      id: 'm',
    })
    const sent = await cw.publish('alerts', { messageId: 'one', payload: { text: 'by hand' } })
    await clock.advance(1_000)
    const { rev } = await model.set({ a: 6 })
    const events = await cw.events('alerts')
    expect(JSON.parse(JSON.stringify(events))).toEqual(events)
    expect(events).toMatchObject([
      { payload: { event: 'over', args: [6, 'x'] }, rev, at: '2026-01-01T00:00:01.000Z' },
      {
        messageId: 'one',
        payload: { text: 'by hand' },
        rev: sent.rev,
        at: '2026-01-01T00:00:00.000Z',
      },
    ])
    expect(events[0]!.position).toBeGreaterThan(events[1]!.position)
    expect(await cw.events('alerts', { limit: 1 })).toEqual([events[0]])
    expect(await cw.events('other')).toEqual([])
  })

  it('have a message once; one that nobody has taken yet is replaced', async () => {
    const { cw } = await opened()
    const message = { messageId: 'once', payload: [1, { two: null }] }
    await Promise.all([cw.publish('t', message), cw.publish('t', message)])
    expect((await cw.events('t')).map(({ payload }) => payload)).toEqual([[1, { two: null }]])
    expect(await cw.publish('t', { messageId: 'once', payload: 2 })).toMatchObject({
      messageId: 'once',
    })
    expect((await cw.events('t')).map(({ payload }) => payload)).toEqual([2])
    // The same id in another topic is another message, and one without an id is always new.
    await cw.publish('u', { messageId: 'once', payload: 2 })
    await cw.publish('u', { payload: 2 })
    await cw.publish('u', { payload: 2 })
    expect(await cw.events('u')).toHaveLength(3)
    const [newest] = (await cw.audit({ about: 't' })).entries
    expect(newest).toMatchObject({ act: 'publish', by: 'api' })
  })

  it('refuse what cannot be kept, and give a hundred events unless more are asked for', async () => {
    const { cw } = await opened()
    await expect(cw.publish('', { payload: 1 })).rejects.toMatchObject({ code: 'name-malformed' })
    const undone = cw.publish('t', { messageId: 'x', payload: () => 1 })
    await expect(undone).rejects.toThrow()
    for (let i = 0; i < 120; i++) await cw.publish('many', { messageId: `n${i}`, payload: i })
    const numbers = async (limit?: number) =>
      (await cw.events('many', limit === undefined ? {} : { limit })).map(({ payload }) => payload)
    expect((await numbers()).slice(0, 2)).toEqual([119, 118])
    expect([(await numbers()).length, (await numbers(1_000)).length]).toEqual([100, 120])
  })
})

describe('a host', () => {
  it('has named connections, and the names of its topics', async () => {
    const cw = await open({ store: 'memory:' })
    onTestFinished(() => cw.close())
    expect(await cw.connections.list()).toEqual([])
    await expect(cw.connections.test('none')).rejects.toMatchObject({ code: 'unknown-connection' })
    expect(await cw.connections.remove('none')).toBe(false)
    await expect(cw.connections.add('Bad Name', { url: 'http://127.0.0.1' })).rejects.toMatchObject(
      {
        code: 'bad-connection',
      },
    )
    await cw.publish('orders', { messageId: 'one', payload: 1 })
    expect(await cw.topics()).toEqual([{ topic: 'orders', events: 1 }])
  })
})
