// Goal: a subscription gets its cells as they are, then every durable change, and can be resumed. Method: a
// live server on a memory store, plain WebSockets, and the frames of the contract.

import { frameOut } from '@cellwake/client'
import { describe, expect, it } from 'vitest'
import { HeldDriver } from '../../../engine/test/support/held-driver.ts'
import { connected, liveHost, until, valuesIn } from './support.ts'

const SOURCE = 'A1 = 1\nA2 = 1\nB1 = A1 * 10\nlazy ~= A1 * 100\n'

async function host() {
  const live = await liveHost()
  const { model } = await live.engine.deploy(SOURCE, { id: 'm' })
  return { ...live, model }
}

describe('a subscription', () => {
  it('gets the cells as they are, then what changes, with revisions', async () => {
    const { url, model } = await host()
    const socket = await connected(url)
    socket.send({ op: 'subscribe', id: 'x', model: 'm', symbols: ['B1', 'A2'] })
    const first = await socket.next()
    expect([first.id, first.rev, valuesIn(first.cells)]).toEqual([
      'x',
      model.rev,
      { B1: 10, A2: 1 },
    ])
    const { rev } = await model.set({ A1: 2 })
    const second = await socket.next()
    expect([second.rev, valuesIn(second.cells), second.cells?.B1?.rev]).toEqual([
      rev,
      { B1: 20 },
      rev,
    ])
    for (const frame of socket.frames) expect(frameOut.safeParse(frame).success).toBe(true)
  })

  it('is demand, unless it says that it only looks', async () => {
    const { url, model } = await host()
    const socket = await connected(url)
    socket.send({ op: 'subscribe', id: '1', model: 'm', symbols: ['lazy'], demand: false })
    expect(valuesIn((await socket.next()).cells)).toEqual({ lazy: null })
    socket.send({ op: 'subscribe', id: '2', model: 'm', symbols: ['lazy'] })
    expect(valuesIn((await socket.next()).cells)).toEqual({ lazy: 100 })
    socket.send({ op: 'unsubscribe', id: '2' })
    socket.send({ op: 'ping' })
    await until(() => socket.frames.some(({ op }) => op === 'pong'))
    await model.set({ A1: 2 })
    expect(model.get('lazy').status).toBe('dirty')
  })

  it('hears nothing more once it is ended', async () => {
    const { url, model, metrics } = await host()
    const socket = await connected(url)
    socket.send({ op: 'subscribe', id: '1', model: 'm', symbols: ['B1'] })
    socket.send({ op: 'subscribe', id: '2', model: 'm', symbols: ['B1'] })
    await until(() => socket.frames.length === 3)
    socket.send({ op: 'unsubscribe', id: '1' })
    socket.send({ op: 'ping' })
    await until(() => socket.frames.some(({ op }) => op === 'pong'))
    await model.set({ A1: 3 })
    await until(() => socket.frames.length === 5)
    expect(socket.frames.at(-1)).toMatchObject({ id: '2', cells: { B1: { value: 30 } } })
    expect((await metrics.subscribers.get()).values[0]?.value).toBe(1)
  })

  it('goes on after a deploy with what is different there', async () => {
    const { url, engine } = await host()
    const socket = await connected(url)
    socket.send({ op: 'subscribe', id: '1', model: 'm', symbols: ['A2', 'B1'], events: true })
    await socket.next()
    const { model } = await engine.deploy(SOURCE.replace('* 10\n', '* 11\n'), { id: 'm' })
    expect(await socket.next()).toMatchObject({ event: { type: 'deployed', version: 2 } })
    expect((await socket.next()).cells).toMatchObject({ B1: { value: 11 } })
    const { rev } = await model.set({ A1: 2 })
    expect(await socket.next()).toMatchObject({ rev, cells: { B1: { value: 22 } } })
  })

  it('ends with an error when its model is deleted', async () => {
    const { url, engine } = await host()
    const socket = await connected(url)
    socket.send({ op: 'subscribe', id: '1', model: 'm', symbols: ['B1'], events: true })
    await socket.next()
    await engine.delete('m', 'm')
    expect(await socket.next()).toMatchObject({ event: { type: 'deleted' } })
    expect(await socket.next()).toMatchObject({ id: '1', error: { code: 'unknown-model' } })
  })

  it('tells firings as events, before the cells of the same revision', async () => {
    const { url, engine } = await liveHost()
    const source = 'A1 = 0\nWHEN A1 > 5 THEN\n  C1 = A1\nEND\n'
    const { model } = await engine.deploy(source, { id: 'm' })
    const socket = await connected(url)
    socket.send({ op: 'subscribe', id: '1', model: 'm', symbols: ['A1', 'C1'], events: true })
    await socket.next()
    const { rev } = await model.set({ A1: 9 })
    expect(await socket.next()).toMatchObject({ event: { type: 'fired' } })
    const cells = await socket.next()
    expect([cells.rev, valuesIn(cells.cells)]).toEqual([rev, { A1: 9, C1: 9 }])
  })
})

describe('durability', () => {
  it('shows nothing while a set is on its way', async () => {
    const driver = new HeldDriver()
    const { url, engine } = await liveHost({ store: driver })
    const { model } = await engine.deploy(SOURCE, { id: 'm' })
    const [early, late] = [await connected(url), await connected(url)]
    const asked = { op: 'subscribe', id: '1', model: 'm', symbols: ['B1'] }
    early.send(asked)
    await early.next()
    driver.hold()
    const setting = model.set({ A1: 2 })
    late.send(asked)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect([early.frames.length, late.frames.length]).toEqual([2, 1])
    driver.release()
    const { rev } = await setting
    for (const socket of [early, late]) {
      expect(await socket.next()).toMatchObject({ rev, cells: { B1: { value: 20 } } })
    }
  })

  it('shows nothing of a set that is refused', async () => {
    const driver = new HeldDriver()
    const { url, engine } = await liveHost({ store: driver })
    const { model } = await engine.deploy(SOURCE, { id: 'm' })
    const socket = await connected(url)
    socket.send({ op: 'subscribe', id: '1', model: 'm', symbols: ['B1'] })
    await socket.next()
    driver.refuseNext()
    await expect(model.set({ A1: 2 })).rejects.toThrow()
    const { rev } = await model.set({ A1: 3 })
    expect(await socket.next()).toMatchObject({ rev, cells: { B1: { value: 30 } } })
  })
})

describe('a rectangle', () => {
  it('stands for its cells that hold something, now and later', async () => {
    const { url, model } = await host()
    const socket = await connected(url)
    socket.send({ op: 'subscribe', id: '1', model: 'm', symbols: ['A1:B3'], demand: false })
    expect(valuesIn((await socket.next()).cells)).toEqual({ A1: 1, A2: 1, B1: 10 })
    await model.set({ B3: 7, C9: 8 })
    expect(valuesIn((await socket.next()).cells)).toEqual({ B3: 7 })
    await model.set({ B3: null })
    expect(valuesIn((await socket.next()).cells)).toEqual({ B3: null })
  })

  it('that was left is resumed with a reset, because cells may be gone', async () => {
    const { url, model } = await host()
    const socket = await connected(url)
    const asked = { op: 'subscribe', model: 'm', symbols: ['A1:B3'], fromRev: model.rev }
    socket.send({ ...asked, id: '1' })
    expect(valuesIn((await socket.next()).cells)).toEqual({ A1: 1, A2: 1, B1: 10 })
    socket.send({ op: 'unsubscribe', id: '1' })
    socket.send({ op: 'ping' })
    await socket.next()
    await model.set({ A1: 2 })
    socket.send({ ...asked, id: '2' })
    const { reset, rev } = await socket.next()
    expect([rev, valuesIn(reset?.cells)]).toEqual([model.rev, { A1: 2, A2: 1, B1: 20 }])
  })
})

describe('resuming', () => {
  it('sends only what changed since', async () => {
    const { url, model } = await host()
    const { rev: before } = await model.set({ A1: 2 })
    const { rev } = await model.set({ A2: 5 })
    const socket = await connected(url)
    const symbols = ['A1', 'A2', 'B1']
    socket.send({ op: 'subscribe', id: '1', model: 'm', symbols, fromRev: before + 1 })
    const frame = await socket.next()
    expect([frame.rev, valuesIn(frame.cells)]).toEqual([rev, { A2: 5 }])
  })

  it('from a revision that is not there yet is a reset', async () => {
    const { url, model } = await host()
    const socket = await connected(url)
    socket.send({ op: 'subscribe', id: '1', model: 'm', symbols: ['A1'], fromRev: 1_000_000 })
    const frame = await socket.next()
    expect([frame.rev, valuesIn(frame.reset?.cells)]).toEqual([model.rev, { A1: 1 }])
    expect(frame.reset?.reason).toMatch(/unknown/)
  })

  it('with events tells those that were missed, or says that they are not kept', async () => {
    const { url, engine } = await liveHost()
    const source = 'A1 = 0\nWHEN A1 > 5 THEN\n  C1 = A1\nEND\n'
    const { model } = await engine.deploy(source, { id: 'm' })
    const [one, two] = [await connected(url), await connected(url)]
    const asked = { op: 'subscribe', id: '1', model: 'm', events: true }
    one.send(asked)
    const { rev: start } = await one.next()
    two.send({ ...asked, fromRev: start! })
    expect(await two.next()).toMatchObject({
      reset: { reason: expect.stringContaining('not kept') },
    })
    const { rev } = await model.set({ A1: 9 })
    await one.next()
    const late = await connected(url)
    late.send({ ...asked, fromRev: start! + 1 })
    expect(await late.next()).toMatchObject({ rev, event: { type: 'fired' } })
    expect(await late.next()).toMatchObject({ rev, cells: {} })
  })
})
