// Goal: what live readers hold is bounded, each and all together, and one who asks for too much takes nothing from
// others. Method: large subscriptions over one socket and several.

import { describe, expect, it } from 'vitest'
import { LIVE_CONNECTION_CELLS } from '../../src/limits.ts'
import { connected, liveHost, until } from './support.ts'

const CELLS = 40_000
const SOURCE = 'A1:H5200 = ROW_INDEX\n'
const WITHIN_MS = 120_000

async function openHost() {
  const host = await liveHost()
  await host.engine.deploy(SOURCE, { id: 'm' })
  return host
}

describe('live subscriptions', { timeout: WITHIN_MS }, () => {
  it('of a connection hold so many cells together, and others go on', async () => {
    const { url, metrics } = await openHost()
    const greedy = await connected(url)
    const asked = 5
    for (let i = 0; i < asked; i++) {
      greedy.send({ op: 'subscribe', id: String(i), model: 'm', symbols: [`A1:H${5_000 + i}`] })
    }
    await until(() => greedy.frames.length === asked + 1)
    const codes = greedy.frames.slice(1).map(({ error }) => error?.code ?? 'cells')
    const fitting = Math.floor(LIVE_CONNECTION_CELLS / CELLS)
    expect(codes.filter((code) => code === 'cells')).toHaveLength(fitting)
    expect(codes.filter((code) => code === 'too-much-memory')).toHaveLength(asked - fitting)
    const modest = await connected(url)
    modest.send({ op: 'subscribe', id: '1', model: 'm', symbols: ['A1:B2'] })
    expect(Object.keys((await modest.next()).cells ?? {})).toHaveLength(4)
    // What was refused is not there any more.
    expect((await metrics.subscribers.get()).values[0]?.value).toBe(fitting + 1)
  })

  it('make room when they end', async () => {
    const { url } = await openHost()
    const socket = await connected(url)
    for (let i = 0; i < 6; i++) {
      const id = String(i)
      socket.send({ op: 'subscribe', id, model: 'm', symbols: [`A1:H${5_000 + i}`] })
      expect((await socket.next()).error).toBeUndefined()
      socket.send({ op: 'unsubscribe', id })
    }
  })

  it('read a rectangle that is named again and again once', async () => {
    const { url } = await openHost()
    const socket = await connected(url)
    const symbols = new Array<string>(100).fill('A1:H5000')
    socket.send({ op: 'subscribe', id: '1', model: 'm', symbols })
    expect(Object.keys((await socket.next()).cells ?? {})).toHaveLength(CELLS)
    const nearly = Array.from({ length: 100 }, (_, i) => `A1:H${5_000 - i}`)
    socket.send({ op: 'subscribe', id: '2', model: 'm', symbols: nearly })
    expect((await socket.next()).error?.code).toBe('too-much-work')
  })

  it.each([
    ['cells', 'A1 = 1\nC1 = SEQUENCE(A1, 2)\n', 30_000],
    ['values', 'A1 = 1\nC1:C40 = REPT("x", $A$1)\n', 300_000],
    ['cells at once', 'A1 = 1\nC1 = SEQUENCE(A1, 2)\n', 200_000],
    ['values at once', 'A1 = 1\nC1:C40 = REPT("x", $A$1)\n', 1_000_000],
  ])('end when a rectangle grows to too many %s, and others go on', async (_, source, large) => {
    const { url, engine } = await liveHost()
    await engine.deploy(source, { id: 'm' })
    const [greedy, modest] = [await connected(url), await connected(url)]
    greedy.send({ op: 'subscribe', id: 'all', model: 'm', symbols: ['B1:Z200000'] })
    greedy.send({ op: 'subscribe', id: 'one', model: 'm', symbols: ['A1'] })
    modest.send({ op: 'subscribe', id: '1', model: 'm', symbols: ['A1', 'C1'] })
    await until(() => greedy.frames.length === 3 && modest.frames.length === 2)
    await engine.running('m').set({ A1: 2 })
    await until(() => greedy.frames.length === 5)
    await engine.running('m').set({ A1: large })
    await until(() => modest.frames.at(-1)?.cells?.A1?.value === large)
    await until(() => greedy.frames.some(({ error }) => error !== undefined))
    const told = greedy.frames.find(({ error }) => error !== undefined)
    expect([told?.id, told?.error?.code]).toEqual([
      'all',
      expect.stringMatching(/^too-much-(memory|work)$/),
    ])
    await engine.running('m').set({ A1: 3 })
    await until(() => modest.frames.at(-1)?.cells?.A1?.value === 3)
    const later = greedy.frames.filter(
      ({ id, rev }) => id === 'all' && (rev ?? 0) > (told?.rev ?? 0),
    )
    expect(later.some(({ cells }) => Object.keys(cells ?? {}).length > 100)).toBe(false)
    expect(greedy.frames.at(-1)).toMatchObject({ id: 'one', cells: { A1: { value: 3 } } })
  })

  it('end when another version has too many cells in them, which is deployed all the same', async () => {
    const { url, engine } = await liveHost()
    await engine.deploy('A1 = 1\n', { id: 'm' })
    const socket = await connected(url)
    socket.send({ op: 'subscribe', id: 'all', model: 'm', symbols: ['A1:Z100000'] })
    socket.send({ op: 'subscribe', id: 'one', model: 'm', symbols: ['A1'] })
    await until(() => socket.frames.length === 3)
    await engine.deploy('A1 = 2\nB1:D20000 = 1\n', { id: 'm' })
    await until(() => socket.frames.some(({ error }) => error?.code === 'range-too-large'))
    await until(() => socket.frames.at(-1)?.cells?.A1?.value === 2)
    expect(socket.frames.at(-1)?.id).toBe('one')
  })
})
