// Each fault has the effect it claims, seen from both sides: by the process that meets it, and by
// the next one, which opens the same data.

import { describe, expect, it } from 'vitest'
import { type Driver, MemoryDriver, openStore, type Store } from '../../src/index.ts'
import {
  type Fault,
  FaultDriver,
  NO_FAULTS,
  once,
  type Plan,
  seededPlan,
  seededSystem,
} from '../../src/testing/index.ts'

const at = (id: string) => ({ space: 's', id, path: [] })

/** A commit with a part of every kind. */
const everything = (value: number) => ({
  write: ['a', 'b'].map((id) => ({ at: at(id), value })),
  receipts: [{ id: 'r', value }],
  publish: [{ topic: 't', messageId: 'm', payload: value }],
  jobs: [{ op: 'add' as const, id: 'j', queue: 'q', payload: value }],
  timers: [{ op: 'set' as const, id: 'alarm', at: value }],
})

/** Each process has a seed of its own: two with one seed would have the same session. */
let seeds = 0

async function open(driver: Driver, plan: Plan) {
  const system = seededSystem(++seeds)
  const faulty = new FaultDriver(driver, plan, system)
  const errors: unknown[] = []
  const store = await openStore(faulty, { system, onError: (error) => errors.push(error) })
  return { store, faulty, system, errors }
}

async function partsIn(driver: Driver): Promise<number> {
  const { documents, commits, events, jobs, timers } = await driver.stats()
  const receipt = (await driver.receipt('r')) === undefined ? 0 : 1
  return documents + commits + events + jobs.queued + timers + receipt
}

async function expectDead(store: Store): Promise<void> {
  const result = await store.commit({ write: [{ at: at('late'), value: 1 }] })
  expect(result).toMatchObject({ rejected: 'transport', code: 'store-closed' })
  await expect(store.load({ space: 'unread', id: 'x' })).rejects.toMatchObject({
    code: 'store-closed',
  })
}

describe('a crash', () => {
  it('before a group leaves nothing, and the process is dead from then on', async () => {
    const data = new MemoryDriver()
    const { store, faulty } = await open(
      data,
      once('transact', 1, { kind: 'crash', when: 'before' }),
    )
    const result = await store.commit(everything(1))
    expect(result).toMatchObject({ rejected: 'transport', code: 'store-closed' })
    expect(await partsIn(data)).toBe(0)
    expect(faulty.dead).toBe(true)
    await expectDead(store)
  })

  it('after a group leaves all of it, though nobody was told', async () => {
    const data = new MemoryDriver()
    const { store } = await open(data, once('transact', 1, { kind: 'crash', when: 'after' }))
    const result = await store.commit(everything(1))
    expect(result.rejected).toBe('transport')
    expect(await partsIn(data)).toBe(7)
    await expectDead(store)
  })

  it('is followed by a new process that learns what the old one landed', async () => {
    const data = new MemoryDriver()
    const { store } = await open(data, once('transact', 1, { kind: 'crash', when: 'after' }))
    await store.commit(everything(1))
    const next = await open(data, NO_FAULTS)
    const result = await next.store.commit(everything(1))
    expect(result).toMatchObject({ code: 'receipt-exists', existing: { seq: 1, value: 1 } })
  })

  it('silences the news that a dead process would hear', async () => {
    const data = new MemoryDriver()
    const { store, faulty } = await open(data, NO_FAULTS)
    let heard = 0
    store.onArrival(() => heard++)
    faulty.crash()
    const other = await open(data, NO_FAULTS)
    await other.store.commit(everything(1))
    expect(heard).toBe(0)
  })
})

describe('a torn group', () => {
  it.each([0, 1, 2, 3, 4, 5, 6, 7, 99])('after %i rows leaves nothing', async (afterPuts) => {
    const data = new MemoryDriver()
    const { store } = await open(data, once('transact', 1, { kind: 'torn', afterPuts }))
    const result = await store.commit(everything(1))
    expect(result.rejected).toBe('transport')
    expect(await partsIn(data)).toBe(0)
    await expectDead(store)
  })
})

describe('a timeout', () => {
  it.each([true, false])('is hidden: the commit lands once (committed: %s)', async (committed) => {
    const data = new MemoryDriver()
    const { store, faulty } = await open(data, once('transact', 1, { kind: 'timeout', committed }))
    const result = await store.commit(everything(1))
    expect(result).toMatchObject({ seq: 1 })
    expect(faulty.injected).toHaveLength(1)
    expect(await partsIn(data)).toBe(7)
    expect(await data.head()).toBe(1)
  })

  it('that never ends is told as an unknown outcome', async () => {
    const lost: Plan = ({ operation }) =>
      operation === 'transact' ? { kind: 'timeout', committed: true } : undefined
    const data = new MemoryDriver()
    const { store } = await open(data, lost)
    const result = await store.commit(everything(1))
    expect(result).toMatchObject({ rejected: 'transport', code: 'outcome-unknown' })
    expect(await data.head()).toBe(1)
  })

  it('on the way there keeps the database from doing anything', async () => {
    const lost: Plan = ({ operation }) =>
      operation === 'transact' ? { kind: 'timeout', committed: false } : undefined
    const data = new MemoryDriver()
    const { store } = await open(data, lost)
    const result = await store.commit(everything(1))
    expect(result).toMatchObject({ rejected: 'transport', code: 'outcome-unknown' })
    expect(await partsIn(data)).toBe(0)
  })
})

describe('a conflict', () => {
  it('lands first: what was read is stale, and edit runs again on the new state', async () => {
    const conflict: Fault = { kind: 'conflict', space: 's', id: 'a', value: 40 }
    const { store } = await open(new MemoryDriver(), once('transact', 2, conflict))
    await store.commit({ write: [{ at: at('a'), value: 1 }] })
    let runs = 0
    const { seq } = await store.edit((tx) => {
      runs++
      tx.write(at('a'), Number(tx.read(at('a'))) + 2)
    })
    expect(runs).toBe(2)
    expect(seq).toBe(3)
    expect(store.read(at('a'))).toBe(42)
  })

  it('does not reject a commit that read nothing', async () => {
    const conflict: Fault = { kind: 'conflict', space: 's', id: 'a', value: 40 }
    const { store } = await open(new MemoryDriver(), once('transact', 1, conflict))
    const result = await store.commit({ write: [{ at: at('a'), value: 1 }] })
    expect(result).toMatchObject({ seq: 2 })
    expect(store.read(at('a'))).toBe(1)
  })
})

describe('slowness', () => {
  it('takes as long as it says', async () => {
    const { store, system } = await open(
      new MemoryDriver(),
      once('transact', 1, { kind: 'slow', ms: 1_234 }),
    )
    const before = system.now()
    await store.commit({ write: [{ at: at('a'), value: 1 }] })
    expect(system.now() - before).toBe(1_234)
  })
})

describe('duplicate delivery', () => {
  it('of a group has one effect', async () => {
    const data = new MemoryDriver()
    const { store } = await open(data, once('transact', 1, { kind: 'twice' }))
    const result = await store.commit(everything(1))
    expect(result).toMatchObject({ seq: 1 })
    expect(await data.head()).toBe(1)
    expect(store.read(at('a'))).toBe(1)
    expect((await data.versions('s', 'a', 99, 99)).length).toBe(1)
  })

  it('of news changes nothing the second time', async () => {
    const data = new MemoryDriver()
    const { store, faulty } = await open(data, once('delivery', 1, { kind: 'twice' }))
    await store.load({ space: 's' })
    const seen: unknown[] = []
    store.subscribe(({ changes }) => seen.push(...changes.map(({ after }) => after)))
    let arrivals = 0
    store.onArrival(() => arrivals++)
    const other = await open(data, NO_FAULTS)
    await other.store.commit({ write: [{ at: at('a'), value: 1 }] })
    await expect.poll(() => store.read(at('a'))).toBe(1)
    expect(arrivals).toBe(2)
    expect(faulty.injected).toHaveLength(1)
    expect(seen).toEqual([1])
  })
})

describe('an unreachable database', () => {
  it('fails a load, and the next load works', async () => {
    const data = new MemoryDriver()
    const first = await open(data, NO_FAULTS)
    await first.store.commit({ write: [{ at: at('a'), value: 1 }] })
    const { store } = await open(data, once('load', 1, { kind: 'unreachable' }))
    await expect(store.load(at('a'))).rejects.toMatchObject({ code: 'store-unreachable' })
    expect(await store.load(at('a'))).toBe('present')
  })

  it('is waited for by commits', async () => {
    const { store } = await open(new MemoryDriver(), once('transact', 1, { kind: 'unreachable' }))
    expect(await store.commit({ write: [{ at: at('a'), value: 1 }] })).toMatchObject({ seq: 1 })
  })
})

describe('plans', () => {
  it('that want what cannot happen are refused', async () => {
    const faulty = new FaultDriver(new MemoryDriver(), once('load', 1, { kind: 'twice' }))
    await expect(faulty.load('s')).rejects.toThrow('the plan wants twice at load')
  })

  it('from the same seed are the same, and from another are not', async () => {
    const trace = async (seed: number) => {
      const system = seededSystem(seed)
      const plan = seededPlan(seed, { rate: 0.5 })
      const faulty = new FaultDriver(new MemoryDriver(), plan, system)
      const store = await openStore(faulty, { system })
      for (let n = 0; n < 20; n++) await store.commit({ write: [{ at: at('a'), value: n }] })
      return JSON.stringify([faulty.injected, system.now(), await store.commits()])
    }
    const [first, again, other] = [await trace(7), await trace(7), await trace(8)]
    expect(again).toBe(first)
    expect(other).not.toBe(first)
  })
})
