// Goal: whoever follows a workflow hears its status first and then every change of it and of its runs, resumes without a gap,
// and sees nothing out of reach. Method: live servers over memory and SQLite, plain sockets and streams, a peer that is held.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WorkflowEvent } from '@cellwake/client'
import { MemoryDriver } from '@cellwake/store'
import { WrappedDriver } from '@cellwake/store/testing'
import { defineTool, ToolError, workflow } from '@cellwake/workflows'
import { describe, expect, it } from 'vitest'
import { newToken } from '../../src/index.ts'
import { LIVE_LATE_EVENTS, LIVE_LATE_MS, LIVE_SLOW_BYTES } from '../../src/limits.ts'
import { Outbox } from '../../src/live/outbox.ts'
import { WorkflowSubscription } from '../../src/live/workflow-subscription.ts'
import { atEnd, connected, HeldPeer, liveHost, type TestSocket, until } from './support.ts'

function mailing(name = 'mail') {
  return workflow({
    name,
    topics: { orders: { shared: true } },
    consumers: {
      send: {
        subscribe: ['orders'],
        prepare: async (ctx) => {
          const [event] = await ctx.peek('orders', { limit: 1 })
          if (event === undefined) return { reservations: [] }
          return { reservations: [{ topic: 'orders', ids: [event.id] }], data: event.payload }
        },
        mutate: (ctx, { data }) => ctx.tools.outbox!.send!(data),
      },
    },
  })
}

/** A host with the workflow `mail`, at rest. */
async function stage(options: Parameters<typeof liveHost>[0] = {}) {
  const outcome = { fails: false }
  const send = defineTool({
    name: 'outbox.send',
    call: () => {
      if (outcome.fails) throw new ToolError('auth', 'the key has expired')
      return 'sent'
    },
  })
  const host = await liveHost({ ...options, tools: [send] })
  await host.workflows.deploy(mailing())
  await host.workflows.idle()
  const order = async (id: string) => {
    await host.workflows.publish('orders', { messageId: id, payload: id })
    await host.workflows.idle()
  }
  return { ...host, outcome, order }
}

const ask = { op: 'subscribe', id: 'w', workflow: 'mail' }

const told = (frame: { readonly event?: unknown }) => frame.event as WorkflowEvent

/** Frames from now on, until one holds. */
async function framesUntil(socket: TestSocket, holds: (event: WorkflowEvent) => boolean) {
  const heard: { readonly rev: number; readonly event: WorkflowEvent }[] = []
  for (;;) {
    const frame = await socket.next()
    heard.push({ rev: frame.rev!, event: told(frame) })
    if (heard.at(-1)!.event !== undefined && holds(heard.at(-1)!.event)) return heard
  }
}

const isOver = (event: WorkflowEvent) => event.type === 'run' && event.run.status === 'committed'
const isWord = (word: string) => (event: WorkflowEvent) =>
  event.type === 'status' && event.status.status === word

describe.each(['memory', 'sqlite'])('a workflow on %s', (kind) => {
  const place = () => {
    if (kind === 'memory') return 'memory:'
    const folder = mkdtempSync(join(tmpdir(), 'cellwake-live-'))
    atEnd(() => rmSync(folder, { recursive: true, force: true }))
    return `sqlite:${join(folder, 'live.db')}`
  }

  it('gives its status first, then its runs as they move, and its status when it changes', async () => {
    const { url, order, workflows, outcome } = await stage({ store: place() })
    const socket = await connected(url)
    socket.send(ask)
    const first = await socket.next()
    expect(first).toMatchObject({ id: 'w', rev: expect.any(Number) })
    const { status, pending } = await workflows.status('mail')
    expect(told(first)).toMatchObject({
      type: 'status',
      status: { name: 'mail', status, pending, kind: 'typescript' },
    })

    await order('o-1')
    const heard = await framesUntil(socket, isOver)
    const [run] = await workflows.runs('mail')
    expect(heard.at(-1)!.event).toEqual({ type: 'run', run })
    expect(heard.at(-1)!.rev).toBeGreaterThan(first.rev!)

    outcome.fails = true
    await order('o-2')
    const needs = await framesUntil(socket, isWord('Needs attention'))
    const { issue } = await workflows.status('mail')
    expect(needs.at(-1)!.event).toMatchObject({ status: { pending: 1, issue } })
    const revs = [...heard, ...needs].map(({ rev }) => rev)
    expect(revs).toEqual([...revs].sort((a, b) => a - b))

    await workflows.pause('mail')
    await workflows.reject('mail', { keep: true })
    await framesUntil(socket, isWord('Stopped'))
  })

  it('goes on from a revision: every run that moved since, then the status', async () => {
    const { url, order, store, workflows } = await stage({ store: place() })
    await order('o-1')
    const since = store.seq
    await order('o-2')
    await order('o-3')
    const socket = await connected(url)
    socket.send({ ...ask, fromRev: since + 1 })
    const heard = await framesUntil(socket, (event) => event.type === 'status')
    const [third, second] = await workflows.runs('mail')
    const finals = heard.filter(({ event }) => isOver(event)).map(({ event }) => event)
    expect(finals).toContainEqual({ type: 'run', run: third })
    expect(finals.map((event) => event.type === 'run' && event.run.id)).toContain(second!.id)
    expect(heard.at(-1)).toMatchObject({ rev: store.seq, event: { type: 'status' } })
    const revs = heard.map(({ rev }) => rev)
    expect(revs).toEqual([...revs].sort((a, b) => a - b))
  })
})

it('a revision that is unknown here, and more runs than are told, are a reset and then the status', async () => {
  const { url, order, store } = await stage()
  const socket = await connected(url)
  socket.send({ ...ask, fromRev: store.seq + 100 })
  expect((await socket.next()).reset?.reason).toBe('the revision to resume from is unknown here')
  expect(told(await socket.next())).toMatchObject({ type: 'status', status: { name: 'mail' } })
  for (let i = 0; i <= LIVE_LATE_EVENTS; i++) await order(`o-${i}`)
  socket.send({ ...ask, id: 'late', fromRev: 1 })
  let frame = await socket.next()
  while (frame.id !== 'late') frame = await socket.next()
  expect(frame.reset?.reason).toBe('too much has changed since')
})

it('a stream of server-sent events gives the same, and resumes from Last-Event-ID', async () => {
  const { url, order, store } = await stage()
  const follow = async (headers: Record<string, string> = {}) => {
    const stop = new AbortController()
    atEnd(() => stop.abort())
    const response = await fetch(`${url}/api/live/workflows/mail`, { headers, signal: stop.signal })
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    return async () => {
      while (!text.includes('\n\n')) text += (await reader.read()).value ?? ''
      const [id = '', data = ''] = text.slice(0, text.indexOf('\n\n')).split('\n')
      text = text.slice(text.indexOf('\n\n') + 2)
      return { id: Number(id.slice(4)), event: told(JSON.parse(data.slice(6))) }
    }
  }
  const next = await follow()
  const first = await next()
  expect(first).toMatchObject({ id: store.seq, event: { type: 'status' } })
  await order('o-1')
  let frame = await next()
  while (!isOver(frame.event)) frame = await next()
  await order('o-2')
  const again = await follow({ 'last-event-id': String(frame.id + 1) })
  const missed = await again()
  expect(missed.event).toMatchObject({ type: 'run' })
  expect(missed.id).toBeGreaterThan(frame.id)
})

describe('who may follow', () => {
  const callers = (['read', 'write', 'deploy', 'admin'] as const).flatMap((scope) =>
    (['mail', 'other'] as const).map((reach) => ({ scope, reach, token: newToken() })),
  )
  const tokens = callers.map(({ scope, reach, token }) => ({
    name: `${scope}-${reach}`,
    token,
    scopes: [scope],
    workflows: [reach],
  }))

  it('is who may read it; one out of reach looks like one that does not exist', async () => {
    const { url, workflows } = await stage({ tokens })
    await workflows.deploy(mailing('nobodys'))
    for (const { reach, token } of callers) {
      const headers = { authorization: `Bearer ${token}` }
      const socket = await connected(url, headers)
      for (const name of ['mail', 'nobodys', 'missing']) {
        const may = name === 'mail' && reach === 'mail'
        socket.send({ ...ask, id: name, workflow: name })
        const { error, event } = await socket.next()
        const message = `There is no workflow ${name}. See which workflows there are.`
        const expected = may ? undefined : { code: 'unknown-workflow', message }
        expect([reach, name, error]).toEqual([reach, name, expected])
        expect(event?.type).toBe(may ? 'status' : undefined)
        const stop = new AbortController()
        const over = await fetch(`${url}/api/live/workflows/${name}`, {
          headers,
          signal: stop.signal,
        })
        expect([reach, name, over.status]).toEqual([reach, name, may ? 200 : expect.any(Number)])
        if (!may) expect(await over.json()).toMatchObject({ code: 'unknown-workflow' })
        stop.abort()
      }
      socket.socket.close()
    }
  })

  it('is nobody any more whose token was revoked', async () => {
    const { url, auth } = await stage({ tokens })
    const { token } = callers[0]!
    const socket = await connected(url, { authorization: `Bearer ${token}` })
    socket.send(ask)
    await socket.next()
    auth.revoke('read-mail')
    expect((await socket.closed).code).toBe(4401)
  })
})

it.each([
  ['neither a model nor a workflow', { workflow: undefined }, 'bad-request'],
  ['both', { model: 'm' }, 'bad-request'],
  ['cells of a workflow', { symbols: ['A1'] }, 'bad-request'],
  ['events of a workflow', { events: true }, 'bad-request'],
  ['demand of a workflow', { demand: false }, 'bad-request'],
  ['a workflow that is not there', { workflow: 'none' }, 'unknown-workflow'],
  ['what is no workflow', { workflow: '../x' }, 'unknown-workflow'],
  ['a workflow called __proto__', { workflow: '__proto__' }, 'unknown-workflow'],
])('who asks for %s is refused, and the connection goes on', async (_what, more, code) => {
  const { url } = await stage()
  const socket = await connected(url)
  socket.send({ ...ask, ...more })
  expect((await socket.next()).error?.code).toBe(code)
  socket.send({ ...ask, id: '2' })
  expect(told(await socket.next()).type).toBe('status')
})

describe('while the reader is slow', () => {
  const run = (id: string, phase: string) =>
    ({ type: 'run', run: { id, phase } }) as unknown as WorkflowEvent
  const status = (pending: number) =>
    ({ type: 'status', status: { pending } }) as unknown as WorkflowEvent

  function heldReader() {
    const clock = { now: 0 }
    const peer = new HeldPeer()
    const outbox = new Outbox(peer, () => clock.now)
    const one = new WorkflowSubscription({ id: 'w', workflow: 'mail', fromRev: undefined }, outbox)
    // More than fits: the reader is slow from here on.
    peer.held = true
    one.start({ rev: 1, event: run('0', 'x'.repeat(LIVE_SLOW_BYTES)) }, [])
    peer.frames.length = 0
    return { clock, peer, outbox, one }
  }

  it('the newest of each run and of the status is kept, in the order of revisions', () => {
    const { peer, one } = heldReader()
    one.tell({ rev: 2, event: run('a', 'preparing') })
    one.tell({ rev: 3, event: status(3) })
    one.tell({ rev: 4, event: run('b', 'preparing') })
    one.tell({ rev: 5, event: run('a', 'committed') })
    expect(peer.frames).toEqual([])
    peer.release()
    expect(peer.frames.map(({ rev, event }) => [rev, event])).toEqual([
      [3, status(3)],
      [4, run('b', 'preparing')],
      [5, run('a', 'committed')],
    ])
  })

  it('too much, or too long, is a reset and the status as it is', () => {
    const many = heldReader()
    many.one.tell({ rev: 2, event: status(2) })
    for (let i = 0; i <= LIVE_LATE_EVENTS; i++)
      many.one.tell({ rev: i + 3, event: run(`${i}`, 'x') })
    many.peer.release()
    const rev = LIVE_LATE_EVENTS + 3
    expect(many.peer.frames.map(({ rev, reset, event }) => [rev, reset?.reason ?? event])).toEqual([
      [rev, 'slow reader'],
      [rev, status(2)],
    ])

    const late = heldReader()
    late.one.tell({ rev: 2, event: status(7) })
    late.clock.now += LIVE_LATE_MS + 1
    late.outbox.tick(late.clock.now)
    late.peer.release()
    expect(late.peer.frames.map(({ reset, event }) => reset?.reason ?? event)).toEqual([
      'slow reader',
      status(7),
    ])
  })
})

describe('on a store that several hosts share', () => {
  /** Memory that several hosts can have. */
  class SharedMemory extends WrappedDriver {
    override get durability() {
      return { ...this.inner.durability, driver: 'postgres' as const }
    }
  }

  it('a host follows a workflow that another one runs, by looking', async () => {
    const driver = new SharedMemory(new MemoryDriver())
    const runs = await stage({ store: driver })
    const shows = await liveHost({ store: driver })
    const socket = await connected(shows.url)
    socket.send(ask)
    expect(told(await socket.next())).toMatchObject({ status: { status: 'Idle' } })
    await runs.order('o-1')
    const heard = await framesUntil(socket, isOver)
    expect(heard.at(-1)!.event).toEqual({
      type: 'run',
      run: (await runs.workflows.runs('mail'))[0],
    })
    await until(() => shows.store.seq === runs.store.seq)
  })
})
