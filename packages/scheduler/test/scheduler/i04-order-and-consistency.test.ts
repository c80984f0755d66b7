// I4: events are handled in order, each after everything that feeds what its handler reads.
import { MemoryDriver, openStore } from '@cellwake/store'
import { describe, expect, it } from 'vitest'
import { Documents } from '../../src/tasks/documents.ts'
import { at, HeldDriver, latch, num, send, turns, type World, world } from './support.ts'

function handle(
  w: World,
  name: string,
  reads: string[],
  more: { stream?: string } = {},
): unknown[] {
  const saw: unknown[] = []
  w.s.addEventHandler({
    name,
    stream: more.stream ?? name,
    reads: reads.map((id) => at(id)),
    run: (payload: unknown, tx) => {
      w.runs.push(`${name} ${payload}`)
      saw.push(reads.map((id) => num(tx, id)))
    },
  })
  return saw
}

describe('events behind what feeds them', () => {
  it('wait for a throttled writer, in order, and keep idle open meanwhile', async () => {
    const w = await world()
    w.computation('total', (get) => get('s') * 10, { gate: { throttle: 100 } })
    const saw = handle(w, 'add', ['total'])
    await w.put({ s: 1 })
    await send(w, 'add', 'first')
    w.taken()
    await w.put({ s: 2 })
    const a = send(w, 'add', 'A')
    const b = send(w, 'add', 'B')
    expect(await w.restsWithin(99)).toBe(false)
    expect(w.taken()).toEqual([])
    await w.advance(1)
    await Promise.all([a, b])
    await w.s.idle()
    expect(w.taken()).toEqual(['total', 'add A', 'add B'])
    expect(saw).toEqual([[10], [20], [20]])
  })

  it('wait for a throttled writer however long its throttle is', async () => {
    const w = await world()
    w.computation('total', (get) => get('s') * 10, { gate: { throttle: 120_000 } })
    const saw = handle(w, 'add', ['total'])
    await w.put({ s: 1 })
    await send(w, 'add', 'first')
    await w.put({ s: 2 })
    const late = send(w, 'add', 'A')
    await w.advance(120_000)
    expect(await late).toMatchObject({ handled: true })
    expect(saw).toEqual([[10], [20]])
  })

  it('go as soon as the gate they wait for is taken away', async () => {
    const w = await world()
    w.computation('total', (get) => get('s') * 10, { gate: { throttle: 1000 } })
    const saw = handle(w, 'add', ['total'])
    await w.put({ s: 1 })
    await send(w, 'add', 'first')
    await w.put({ s: 2 })
    const late = send(w, 'add', 'A')
    await turns()
    w.s.clearThrottle('total')
    await turns()
    expect(await late).toMatchObject({ handled: true })
    expect(saw).toEqual([[10], [20]])
  })

  it('go as soon as the node they wait for is removed', async () => {
    const w = await world()
    const stop = w.computation('total', (get) => get('s') * 10, { gate: { throttle: 1000 } })
    const saw = handle(w, 'add', ['total'])
    await w.put({ s: 1 })
    await send(w, 'add', 'first')
    await w.put({ s: 2 })
    const late = send(w, 'add', 'A')
    await turns()
    stop()
    expect(await late).toMatchObject({ handled: true })
    expect(saw).toEqual([[10], [10]])
  })

  it('see through clean nodes to the invalid one behind them', async () => {
    const w = await world()
    w.computation('a', (get) => get('s') + 1)
    w.computation('b', (get) => get('a') + 1)
    w.computation('c', (get) => get('b') + 1)
    const saw = handle(w, 'add', ['c'])
    await w.put({ s: 1 })
    await send(w, 'add', 1)
    await w.put({ s: 2 })
    expect([w.statusOf('a'), w.statusOf('b'), w.statusOf('c')]).toEqual([
      'invalid',
      'clean',
      'clean',
    ])
    await send(w, 'add', 2)
    expect(saw).toEqual([[4], [5]])
  })

  it('wait for a materializer that may write what they read', async () => {
    const w = await world()
    w.s.register({
      name: 'm',
      kind: 'computation',
      envelope: [at('rows')],
      run: (tx) => {
        w.runs.push('m')
        tx.write(at('rows'), num(tx, 's') * 10)
      },
    })
    const saw = handle(w, 'add', ['rows'])
    await w.change({ s: 1 })
    await w.put({ s: 2 })
    await send(w, 'add', 'A')
    expect(saw).toEqual([[20]])
  })

  it('wait for a materializer behind a computation that reads what it may write', async () => {
    const w = await world()
    w.s.register(
      {
        name: 'm',
        kind: 'computation',
        envelope: [at('rows')],
        run: (tx) => tx.write(at('rows'), num(tx, 's') * 10),
      },
      { gate: { throttle: 100 } },
    )
    w.computation('view', (get) => get('rows') + 1)
    const saw = handle(w, 'add', ['view'])
    await w.put({ s: 1 })
    await w.s.idle()
    await send(w, 'add', 'first')
    await w.put({ s: 2 })
    const late = send(w, 'add', 'A')
    await w.advance(100)
    await late
    expect(saw).toEqual([[11], [21]])
  })

  it('wait for an invalid node behind such a materializer', async () => {
    const w = await world()
    w.computation('input', (get) => get('s') * 10, { gate: { throttle: 100 } })
    w.s.register({
      name: 'm',
      kind: 'computation',
      envelope: [at('rows')],
      run: (tx) => tx.write(at('rows'), num(tx, 'input')),
    })
    w.computation('view', (get) => get('rows') + 1)
    const saw = handle(w, 'add', ['view'])
    await w.put({ s: 1 })
    await w.s.idle()
    await send(w, 'add', 'first')
    await w.put({ s: 2 })
    const late = send(w, 'add', 'A')
    await w.advance(100)
    await late
    expect(saw).toEqual([[11], [21]])
  })

  it('a hub of two hundred clean writers costs a handler few looks', async () => {
    const w = await world()
    for (let i = 0; i < 200; i++) w.computation(`w${i}`, (get) => get('s') + i)
    w.computation('hub', (get) => {
      let sum = 0
      for (let i = 0; i < 200; i++) sum += get(`w${i}`)
      return sum
    })
    w.computation('one', (get) => get('t'))
    handle(w, 'add', ['hub', 'one'])
    await w.put({ s: 1, t: 1 })
    await send(w, 'add', 'first')
    await w.put({ t: 2 })
    w.taken()
    const { runs } = w.s.getStats()
    await send(w, 'add', 'A')
    expect(w.taken()).toEqual(['one', 'add A'])
    expect(w.s.getStats().runs - runs).toBe(1)
  })

  it('a closure of two hundred documents is looked up once a look, not once an invalid node', async () => {
    const w = await world()
    for (let i = 0; i < 200; i++) w.computation(`w${i}`, (get) => get('s') + i)
    const reads = Array.from({ length: 200 }, (_, i) => `w${i}`)
    handle(w, 'add', reads)
    await w.put({ s: 1 })
    await send(w, 'add', 'first')
    await w.put({ s: 2 })
    let looks = 0
    const { writersOf } = Documents.prototype
    Documents.prototype.writersOf = function (this: Documents, addresses) {
      looks++
      return writersOf.call(this, addresses)
    }
    try {
      await send(w, 'add', 'A')
    } finally {
      Documents.prototype.writersOf = writersOf
    }
    expect(looks).toBeLessThan(5)
    expect(w.count('w0')).toBe(2)
  })

  it('an invalid node that feeds something else is left alone', async () => {
    const w = await world()
    w.computation('total', (get) => get('s'))
    w.computation('other', (get) => get('s'))
    handle(w, 'add', ['total'])
    handle(w, 'peek', ['other'])
    await w.put({ s: 1 })
    await send(w, 'peek', 0)
    await send(w, 'add', 0)
    w.taken()
    await w.put({ s: 2 })
    await send(w, 'add', 'A')
    expect(w.taken()).toEqual(['total', 'add A'])
    expect(w.statusOf('other')).toBe('invalid')
  })
})

describe('events behind documents that are still loading', () => {
  async function cold() {
    const inner = new MemoryDriver()
    const seed = await openStore(inner)
    await seed.edit((tx) => {
      tx.write(at('s'), 7)
      tx.write(at('total'), 1)
    })
    await seed.close()
    const driver = new HeldDriver(inner)
    return { driver, w: await world({ driver, cold: true }) }
  }

  it('are handled once, after what the handler reads has arrived', async () => {
    const { driver, w } = await cold()
    const hold = latch()
    driver.beforeLoad = hold.promise
    const saw = handle(w, 'add', ['s'])
    const sent = send(w, 'add', 'A')
    expect(await w.restsWithin(50)).toBe(false)
    expect(saw).toEqual([])
    hold.open()
    await sent
    await w.s.idle()
    expect(saw).toEqual([[7]])
  })

  it('are handled after what feeds a node that they read has arrived', async () => {
    const { driver, w } = await cold()
    w.computation('total', (get) => get('s') * 10)
    const saw = handle(w, 'add', ['total'])
    await w.store.load(at('total'))
    const hold = latch()
    driver.beforeLoad = hold.promise
    const sent = send(w, 'add', 'A')
    expect(await w.restsWithin(50)).toBe(false)
    // It has run on what was here, and is clean; its input is on the way.
    expect(w.statusOf('total')).toBe('clean')
    expect(saw).toEqual([])
    hold.open()
    await sent
    await w.s.idle()
    expect(saw).toEqual([[70]])
  })

  it('are dropped, and settled once, when a load fails', async () => {
    const { driver, w } = await cold()
    const hold = latch()
    driver.beforeLoad = hold.promise
    const saw = handle(w, 'add', ['s'])
    const outcomes: unknown[] = []
    w.s.queueEvent('add', 'A', { onCommit: (outcome) => outcomes.push(outcome) })
    await turns()
    hold.fail(new Error('gone'))
    await turns()
    await w.s.idle()
    expect(saw).toEqual([])
    expect(outcomes).toHaveLength(1)
    expect(outcomes[0]).toMatchObject({ handled: false })
    expect(w.codes()).toEqual(['event-dropped'])
  })

  it('go at once when nothing is on the way', async () => {
    const { driver, w } = await cold()
    await w.store.load({ space: 'demo' })
    const { loads } = driver
    const saw = handle(w, 'add', ['s'])
    await send(w, 'add', 'A')
    expect(saw).toEqual([[7]])
    expect(driver.loads).toBe(loads)
  })

  it('a document that is definitely absent counts as arrived', async () => {
    const { w } = await cold()
    const saw = handle(w, 'add', ['nowhere'])
    await send(w, 'add', 'A')
    expect(saw).toEqual([[0]])
  })

  it('reads that are looked up by a function are loaded too, and do not park it twice', async () => {
    const { driver, w } = await cold()
    const saw: unknown[] = []
    let looks = 0
    w.s.addEventHandler({
      name: 'add',
      stream: 'add',
      reads: (tx) => {
        looks++
        tx.read(at('s'))
      },
      run: (_payload: unknown, tx) => {
        saw.push(num(tx, 's'))
      },
    })
    await send(w, 'add', 'A')
    expect(saw).toEqual([7])
    expect(looks).toBe(2)
    expect(driver.loads).toBe(1)
  })
})
