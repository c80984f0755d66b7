// Goal: a subscription outlives its connections: it resumes where it was, hears each event once, and knows
// whether it is live. Method: sockets that a script speaks through, and a clock that the test moves.

import { describe, expect, it } from 'vitest'
import type { LiveSocket } from '../src/environment.ts'
import { type ApiError, LiveClient, type LiveState } from '../src/index.ts'
import { LIVE_PING_MS, RECONNECT_DELAY_MAX_MS } from '../src/limits.ts'

class ScriptedSocket implements LiveSocket {
  static all: ScriptedSocket[] = []
  onopen: LiveSocket['onopen'] = null
  onmessage: LiveSocket['onmessage'] = null
  onclose: LiveSocket['onclose'] = null
  onerror: LiveSocket['onerror'] = null
  readonly url: string
  readonly sent: Record<string, unknown>[] = []
  closed = false

  constructor(url: string) {
    this.url = url
    ScriptedSocket.all.push(this)
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }

  close(): void {
    this.closed = true
  }

  open(): void {
    this.onopen?.({} as never)
  }

  say(frame: unknown): void {
    this.onmessage?.({ data: JSON.stringify(frame) } as never)
  }

  drop(code = 1006, reason = ''): void {
    this.onclose?.({ code, reason } as never)
  }
}

function live(token?: string) {
  ScriptedSocket.all = []
  const timers: { at: number; fn: () => void }[] = []
  let now = 0
  const environment = {
    now: () => now,
    random: () => 1,
    after: (ms: number, fn: () => void) => {
      const timer = { at: now + ms, fn }
      timers.push(timer)
      return () => {
        const at = timers.indexOf(timer)
        if (at >= 0) timers.splice(at, 1)
      }
    },
  }
  const advance = (ms: number) => {
    const until = now + ms
    for (;;) {
      const next = timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]
      if (next === undefined) break
      now = next.at
      timers.splice(timers.indexOf(next), 1)
      next.fn()
    }
    now = until
  }
  const client = new LiveClient({
    url: 'http://localhost:1/',
    token,
    WebSocket: ScriptedSocket,
    environment,
  })
  const heard: unknown[] = []
  const handlers = {
    onCells: (cells: object, rev: number) => heard.push(['cells', rev, Object.keys(cells).join()]),
    onEvent: (event: { type: string }, rev: number) => heard.push(['event', rev, event.type]),
    onReset: (cells: object, rev: number, why: string) =>
      heard.push(['reset', rev, Object.keys(cells).join(), why]),
    onError: (error: ApiError) => heard.push(['error', error.code]),
  }
  const socket = () => ScriptedSocket.all.at(-1)!
  const ready = () => {
    socket().open()
    socket().say({ op: 'ready', session: 's' })
  }
  return { client, heard, handlers, socket, ready, advance }
}

const cell = { kind: 'number', value: 1, typeTag: 'number', status: 'ready', rev: 1 }

describe('a live client', () => {
  it('connects when there is something to hear, says who it is, then asks', () => {
    const { client, handlers, socket, ready } = live('secret')
    expect(ScriptedSocket.all).toEqual([])
    client.subscribe({ model: 'm', symbols: ['A1'], demand: false }, handlers)
    expect(socket().url).toBe('ws://localhost:1/api/live')
    ready()
    expect(socket().sent).toEqual([
      { op: 'auth', token: 'secret' },
      { op: 'subscribe', id: '1', model: 'm', symbols: ['A1'], demand: false },
    ])
  })

  it('hears cells, events, resets and errors of its own subscriptions only', () => {
    const { client, heard, handlers, socket, ready } = live()
    client.subscribe({ model: 'm', symbols: ['A1'], events: true }, handlers)
    ready()
    socket().say({ id: '1', rev: 3, cells: { A1: cell } })
    socket().say({ id: '9', rev: 4, cells: { A1: cell } })
    socket().say({ id: '1', rev: 5, event: { type: 'deleted' } })
    socket().say({ id: '1', rev: 6, reset: { reason: 'slow reader', cells: { A1: cell } } })
    socket().say({ id: '1', error: { code: 'unknown-model', message: 'Gone.' } })
    socket().say({ id: '1', rev: 7, cells: {} })
    expect(heard).toEqual([
      ['cells', 3, 'A1'],
      ['event', 5, 'deleted'],
      ['reset', 6, 'A1', 'slow reader'],
      ['error', 'unknown-model'],
    ])
  })

  it('after a cut goes on from the last revision, with growing pauses', () => {
    const { client, handlers, socket, ready, advance } = live()
    client.subscribe({ model: 'm', symbols: ['A1'] }, handlers)
    ready()
    socket().say({ id: '1', rev: 3, cells: {} })
    socket().drop()
    advance(249)
    expect(ScriptedSocket.all.length).toBe(1)
    advance(1)
    socket().drop()
    advance(500)
    ready()
    expect(ScriptedSocket.all.length).toBe(3)
    expect(socket().sent).toEqual([
      { op: 'subscribe', id: '1', model: 'm', symbols: ['A1'], fromRev: 3 },
    ])
  })

  it('does not hear an event twice that a server tells again', () => {
    const { client, heard, handlers, socket, ready, advance } = live()
    client.subscribe({ model: 'm', events: true }, handlers)
    ready()
    socket().say({ id: '1', rev: 3, event: { type: 'fired' } })
    socket().say({ id: '1', rev: 3, event: { type: 'not-fired' } })
    socket().drop()
    advance(250)
    ready()
    for (const type of ['fired', 'not-fired', 'deployed']) {
      socket().say({ id: '1', rev: 3, event: { type } })
    }
    socket().say({ id: '1', rev: 4, event: { type: 'fired' } })
    expect(heard).toEqual([
      ['event', 3, 'fired'],
      ['event', 3, 'not-fired'],
      ['event', 3, 'deployed'],
      ['event', 4, 'fired'],
    ])
  })

  it('gives up a connection that is silent, and one that never gets ready', () => {
    const { client, handlers, socket, ready, advance } = live()
    client.subscribe({ model: 'm', symbols: ['A1'] }, handlers)
    ready()
    advance(LIVE_PING_MS)
    expect(socket().sent.at(-1)).toEqual({ op: 'ping' })
    socket().say({ op: 'pong' })
    advance(LIVE_PING_MS)
    expect(socket().closed).toBe(false)
    advance(2 * LIVE_PING_MS)
    expect(ScriptedSocket.all[0]!.closed).toBe(true)
    advance(RECONNECT_DELAY_MAX_MS + 60_000)
    expect(ScriptedSocket.all.length).toBeGreaterThan(2)
  })

  it('tells its state, and since when', () => {
    const { client, handlers, socket, ready, advance } = live()
    const states: [LiveState, number][] = []
    client.onState((state, since) => states.push([state, since]))
    client.subscribe({ model: 'm', symbols: ['A1'] }, handlers)
    advance(5)
    ready()
    advance(5)
    socket().drop()
    advance(250)
    expect(states).toEqual([
      ['connecting', 0],
      ['live', 5],
      ['cut-off', 10],
      ['connecting', 260],
    ])
  })

  it('does not try again when it is refused', () => {
    const { client, heard, handlers, socket, ready, advance } = live('revoked')
    client.subscribe({ model: 'm', symbols: ['A1'] }, handlers)
    ready()
    socket().drop(4401, 'The token was revoked.')
    advance(60_000)
    expect([heard, ScriptedSocket.all.length]).toEqual([[['error', 'refused']], 1])
  })

  it('asks again later for a model that is on its way to another host', () => {
    const { client, heard, handlers, socket, ready, advance } = live()
    client.subscribe({ model: 'm', symbols: ['A1'] }, handlers)
    ready()
    socket().say({ id: '1', error: { code: 'owned-elsewhere', message: 'Elsewhere.' } })
    advance(2_000)
    expect(heard).toEqual([['error', 'owned-elsewhere']])
    expect(socket().sent.length).toBe(2)
  })

  it('changes its symbols under another id, and ends', () => {
    const { client, heard, handlers, socket, ready } = live()
    const subscribed = client.subscribe({ model: 'm', symbols: ['A1'] }, handlers)
    ready()
    socket().say({ id: '1', rev: 3, cells: {} })
    subscribed.update(['B1'])
    socket().say({ id: '1', rev: 4, cells: {} })
    socket().say({ id: '2', rev: 4, cells: { B1: cell } })
    subscribed.close()
    socket().say({ id: '2', rev: 5, cells: {} })
    expect(heard).toEqual([
      ['cells', 3, ''],
      ['cells', 4, 'B1'],
    ])
    expect(socket().sent.slice(1)).toEqual([
      { op: 'unsubscribe', id: '1' },
      { op: 'subscribe', id: '2', model: 'm', symbols: ['B1'] },
      { op: 'unsubscribe', id: '2' },
    ])
    client.close()
    expect(socket().closed).toBe(true)
  })

  it('follows a workflow: statuses and runs, on from the newest revision, and anew after a reset', () => {
    const { client, heard, socket, ready, advance } = live()
    const following = client.subscribe(
      { workflow: 'mail' },
      {
        onStatus: ({ status }, rev) => heard.push(['status', rev, status]),
        onRun: ({ id, phase }, rev) => heard.push(['run', rev, id, phase]),
        onReset: (rev, why) => heard.push(['reset', rev, why]),
        onError: ({ code }) => heard.push(['error', code]),
      },
    )
    ready()
    expect(socket().sent).toEqual([{ op: 'subscribe', id: '1', workflow: 'mail' }])
    const say = (rev: number, what: object) => socket().say({ id: '1', rev, ...what })
    const run = (phase: string) => ({ event: { type: 'run', run: { id: 'r', phase } } })
    const status = (word: string) => ({ event: { type: 'status', status: { status: word } } })
    say(3, status('Idle'))
    say(4, run('preparing'))
    say(5, status('Running'))
    socket().drop()
    advance(RECONNECT_DELAY_MAX_MS)
    ready()
    expect(socket().sent).toEqual([{ op: 'subscribe', id: '1', workflow: 'mail', fromRev: 5 }])
    say(6, run('committed'))
    say(2, { reset: { reason: 'the revision to resume from is unknown here', cells: {} } })
    say(2, status('Idle'))
    socket().drop()
    advance(RECONNECT_DELAY_MAX_MS)
    ready()
    expect(socket().sent.at(-1)).toMatchObject({ fromRev: 2 })
    following.close()
    expect(socket().sent.at(-1)).toEqual({ op: 'unsubscribe', id: '1' })
    say(7, run('preparing'))
    expect(heard).toEqual([
      ['status', 3, 'Idle'],
      ['run', 4, 'r', 'preparing'],
      ['status', 5, 'Running'],
      ['run', 6, 'r', 'committed'],
      ['reset', 2, 'the revision to resume from is unknown here'],
      ['status', 2, 'Idle'],
    ])
  })
})
