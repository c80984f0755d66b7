// Cells in a store: the same program, and its values outlive it.

import { MemoryDriver, openStore, type Store } from '@cellwake/store'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Cells, cells, durableCells, type SchedulerError } from '../src/index.ts'

let driver: MemoryDriver
let open: { close(): unknown }[]

beforeEach(() => {
  driver = new MemoryDriver()
  open = []
})
afterEach(async () => {
  for (const thing of open.reverse()) await thing.close()
})

async function runtime(errors: unknown[] = []): Promise<{ rt: Cells; store: Store }> {
  const store = await openStore(driver)
  const rt = durableCells({ store, onError: (error) => errors.push(error) })
  open.push(store, rt)
  return { rt, store }
}

describe('a durable cell', () => {
  test('is set at once, and has its value after a restart', async () => {
    const first = await runtime()
    const a = first.rt.cell(1, { id: 'a' })
    a.set(5)
    expect(a.get()).toBe(5)
    await first.rt.idle()
    const second = await runtime()
    const again = second.rt.cell(1, { id: 'a' })
    await second.rt.idle()
    expect(again.get()).toBe(5)
  })

  test('tells sinks when its stored value arrives after they were made', async () => {
    const first = await runtime()
    first.rt.cell(1, { id: 'a' }).set(7)
    await first.rt.idle()
    const { rt } = await runtime()
    const a = rt.cell(1, { id: 'a' })
    const doubled = rt.derive(() => a.get() * 2, { id: 'doubled' })
    const seen: number[] = []
    rt.sink(doubled, (value) => seen.push(value))
    await rt.idle()
    expect(seen.at(-1)).toBe(14)
  })

  test('needs an id, and one of its own', async () => {
    const { rt } = await runtime()
    expect(() => rt.cell(1)).toThrow(expect.objectContaining({ code: 'id-missing' }))
    expect(() => rt.derive(() => 1)).toThrow(expect.objectContaining({ code: 'id-missing' }))
    rt.cell(1, { id: 'a' })
    expect(() => rt.cell(2, { id: 'a' })).toThrow(expect.objectContaining({ code: 'id-taken' }))
  })

  test('is seen by another host, and follows it', async () => {
    const here = await runtime()
    const there = await runtime()
    const a = here.rt.cell(0, { id: 'a' })
    const other = there.rt.cell(0, { id: 'a' })
    await Promise.all([here.rt.idle(), there.rt.idle()])
    a.set(3)
    await here.rt.idle()
    await there.store.load({ space: 'cells' })
    await expect.poll(() => other.get()).toBe(3)
  })

  test('says in its history who set it', async () => {
    const { rt, store } = await runtime()
    const a = rt.cell(0, { id: 'a' })
    a.set(1)
    await rt.idle()
    const [newest] = await store.history({ space: 'cells', id: 'a' })
    expect(newest?.commit?.info).toEqual({ by: 'cell a' })
  })
})

describe('a durable batch', () => {
  test('is one commit', async () => {
    const { rt, store } = await runtime()
    const a = rt.cell(0, { id: 'a' })
    const b = rt.cell(0, { id: 'b' })
    rt.batch(() => {
      a.set(1)
      b.set(a.get() + 1)
    })
    await rt.idle()
    expect([store.seq, a.get(), b.get()]).toEqual([1, 1, 2])
  })

  test('that throws leaves nothing behind', async () => {
    const { rt, store } = await runtime()
    const a = rt.cell(0, { id: 'a' })
    expect(() =>
      rt.batch(() => {
        a.set(1)
        throw new Error('no')
      }),
    ).toThrow('no')
    await rt.idle()
    expect([a.get(), store.seq]).toEqual([0, 0])
  })
})

describe('a stream', () => {
  test('is handled in order, with what the handler reads up to date', async () => {
    const rt = cells()
    open.push(rt)
    const a = rt.cell(1)
    const doubled = rt.derive(() => a.get() * 2)
    const log = rt.cell<number[]>([])
    const clicks = rt.stream<number>()
    rt.handler(clicks, [doubled], (event, tx) => {
      tx.set(log, [...tx.get(log), event + tx.get(doubled)])
    })
    clicks.send(10)
    a.set(5)
    clicks.send(20)
    await rt.idle()
    expect(log.get()).toEqual([20, 30])
  })

  test('has one handler', () => {
    const rt = cells()
    open.push(rt)
    const clicks = rt.stream()
    rt.handler(clicks, [], () => {})
    expect(() => rt.handler(clicks, [], () => {})).toThrow(
      expect.objectContaining({ code: 'second-handler' }),
    )
  })

  test('goes on after a handler that throws, and none of its changes happen', async () => {
    const errors: unknown[] = []
    const rt = cells({ onError: (error) => errors.push(error) })
    open.push(rt)
    const total = rt.cell(0)
    const clicks = rt.stream<number>()
    rt.handler(clicks, [], (event, tx) => {
      tx.set(total, tx.get(total) + event)
      if (event === 3) throw new Error('three')
    })
    for (const event of [1, 3, 5]) clicks.send(event)
    await rt.idle()
    expect(total.get()).toBe(6)
    expect(errors).toEqual([expect.objectContaining({ message: 'three' })])
  })

  test('without a handler drops its events loudly', async () => {
    const errors: SchedulerError[] = []
    const rt = cells({ onError: (error) => errors.push(error as SchedulerError) })
    open.push(rt)
    rt.stream().send({})
    await rt.idle()
    expect(errors.map(({ code }) => code)).toEqual(['event-dropped'])
  })

  test('sends on what a handler sends, after its changes', async () => {
    const rt = cells()
    open.push(rt)
    const seen: unknown[] = []
    const a = rt.cell(0)
    const first = rt.stream<number>()
    const second = rt.stream<string>()
    rt.handler(first, [], (event, tx) => {
      tx.send(second, `from ${event}`)
      tx.set(a, event)
    })
    rt.handler(second, [], (event, tx) => {
      seen.push([event, tx.get(a)])
    })
    first.send(4)
    await rt.idle()
    expect(seen).toEqual([['from 4', 4]])
  })
})

describe('a durable stream', () => {
  test('handles an event with a known id once, on any host and after a restart', async () => {
    const hosts = [await runtime(), await runtime()]
    for (const { rt } of [...hosts, await runtime()]) {
      const total = rt.cell(0, { id: 'total' })
      const clicks = rt.stream<number>({ id: 'clicks' })
      rt.handler(clicks, [total], (event, tx) => tx.set(total, tx.get(total) + event))
      await rt.idle()
      clicks.send(5, { id: 'e1' })
      await rt.idle()
    }
    const { rt } = await runtime()
    const total = rt.cell(0, { id: 'total' })
    await rt.idle()
    expect(total.get()).toBe(5)
  })

  test('runs a handler again when what it read has changed elsewhere', async () => {
    const here = await runtime()
    const there = await runtime()
    const total = here.rt.cell(0, { id: 'total' })
    const other = there.rt.cell(0, { id: 'total' })
    const clicks = here.rt.stream<number>({ id: 'clicks' })
    let runs = 0
    here.rt.handler(clicks, [total], async (event, tx) => {
      const before = tx.get(total)
      if (++runs === 1) {
        other.set(100)
        await there.rt.idle()
      }
      tx.set(total, before + event)
    })
    await Promise.all([here.rt.idle(), there.rt.idle()])
    clicks.send(1)
    await here.rt.idle()
    expect([runs, total.get()]).toEqual([2, 101])
  })
})
