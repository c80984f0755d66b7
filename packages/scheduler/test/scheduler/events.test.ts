// Events: sent, queued, handled in order, each settled exactly once.
import { MemoryDriver, openStore } from '@cellwake/store'
import { describe, expect, it } from 'vitest'
import { EVENT_BACKLOG } from '../../src/limits.ts'
import { at, HeldDriver, latch, num, send, turns, type World, world } from './support.ts'

/** Appends what it gets to a list. */
function appending(w: World, stream = 'add'): void {
  w.s.addEventHandler({
    name: `append ${stream}`,
    stream,
    reads: [at('list')],
    run: (payload: unknown, tx) => {
      const list = (tx.read(at('list')) as unknown[] | undefined) ?? []
      tx.write(at('list'), [...list, payload])
    },
  })
}

describe('events', () => {
  it('are handled later, not inside the call that sends them', async () => {
    const w = await world()
    appending(w)
    w.s.queueEvent('add', 1)
    expect(w.value('list')).toBeUndefined()
    await w.s.idle()
    expect(w.value('list')).toEqual([1])
  })

  it('are handled in the order in which they were sent, over all streams', async () => {
    const w = await world()
    appending(w, 'a')
    appending(w, 'b')
    for (let i = 0; i < 10; i++) w.s.queueEvent(i % 2 === 0 ? 'a' : 'b', i)
    await w.s.idle()
    expect(w.value('list')).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  it('rapid ones are all kept', async () => {
    const w = await world()
    appending(w)
    for (let i = 0; i < 100; i++) w.s.queueEvent('add', i)
    await w.s.idle()
    expect(w.value('list')).toHaveLength(100)
  })

  it('the next one does not wait for the verdict of the one before', async () => {
    const held = new HeldDriver(new MemoryDriver())
    const w = await world({ driver: held })
    appending(w)
    const hold = latch()
    held.beforeTransact = hold.promise
    for (let i = 0; i < 3; i++) w.s.queueEvent('add', i)
    await turns(20)
    expect(w.value('list')).toEqual([0, 1, 2])
    held.beforeTransact = undefined
    hold.open()
    await w.s.idle()
    expect(w.value('list')).toEqual([0, 1, 2])
  })

  it('a stream may be a place, and places with other paths are other streams', async () => {
    const w = await world()
    const handled: unknown[] = []
    const handler = (name: string, ...path: string[]) => {
      w.s.addEventHandler({
        name,
        stream: at('doc', ...path),
        reads: [],
        run: (payload: unknown) => {
          handled.push([name, payload])
        },
      })
    }
    handler('whole')
    handler('part', 'a')
    handler('nested', 'a', 'b')
    handler('mimic', 'a","b')
    w.s.queueEvent(at('doc', 'a', 'b'), 1)
    w.s.queueEvent(at('doc', 'a","b'), 2)
    w.s.queueEvent(at('doc'), 3)
    w.s.queueEvent(at('doc', 'a'), 4)
    await w.s.idle()
    expect(handled).toEqual([
      ['nested', 1],
      ['mimic', 2],
      ['whole', 3],
      ['part', 4],
    ])
  })

  it('a handler that was removed handles nothing, and another may take its place', async () => {
    const w = await world()
    const handled: string[] = []
    const add = (name: string) =>
      w.s.addEventHandler({
        name,
        stream: 'h',
        reads: [],
        run: () => {
          handled.push(name)
        },
      })
    const remove = add('first')
    await send(w, 'h')
    remove()
    expect(await send(w, 'h')).toEqual({ handled: false, why: 'nothing handles h' })
    add('second')
    remove()
    expect(await send(w, 'h')).toMatchObject({ handled: true })
    expect(handled).toEqual(['first', 'second'])
  })

  it('a computation that an event dirties while it runs, runs again', async () => {
    const w = await world()
    const gate = latch()
    w.computation('slow', async (get) => {
      const saw = get('list', 0)
      await gate.promise
      return saw
    })
    w.effect('show', (get) => get('slow'))
    appending(w)
    await turns()
    w.s.queueEvent('add', 5)
    gate.open()
    await w.s.idle()
    expect(w.last('show')).toBe(5)
  })

  it('time and chance of the handler are its own: an asynchronous one is waited for', async () => {
    const w = await world()
    const order: string[] = []
    w.s.addEventHandler({
      name: 'H',
      stream: 'h',
      reads: [],
      run: async (payload: unknown, tx) => {
        order.push(`begin ${payload}`)
        await turns(3)
        order.push(`end ${payload}`)
        tx.write(at('x'), payload)
      },
    })
    w.s.queueEvent('h', 1)
    w.s.queueEvent('h', 2)
    await w.s.idle()
    expect(order).toEqual(['begin 1', 'end 1', 'begin 2', 'end 2'])
    expect(w.value('x')).toBe(2)
  })
})

describe('an event is settled exactly once', () => {
  async function outcomesOf(prepare: (w: World) => void, w: World): Promise<unknown[]> {
    const outcomes: unknown[] = []
    prepare(w)
    w.s.queueEvent('h', 1, { onCommit: (outcome) => outcomes.push(outcome) })
    await turns(30)
    await w.s.idle()
    return outcomes
  }

  it('handled, with the commit that did it', async () => {
    const w = await world()
    const outcomes = await outcomesOf(() => {
      w.s.addEventHandler({
        name: 'H',
        stream: 'h',
        reads: [],
        run: (_payload: unknown, tx) => tx.write(at('x'), 1),
      })
    }, w)
    const [last] = await w.store.history({ space: 'demo', id: 'x' })
    expect(outcomes).toEqual([{ handled: true, seq: last?.seq }])
  })

  it('nothing handles it', async () => {
    const w = await world()
    expect(await outcomesOf(() => {}, w)).toEqual([{ handled: false, why: 'nothing handles h' }])
    expect(w.codes()).toEqual(['event-dropped'])
  })

  it('the handler throws, at once or later: nothing of it is committed, and it is not retried', async () => {
    for (const late of [false, true]) {
      const w = await world()
      let attempts = 0
      const outcomes = await outcomesOf(() => {
        w.s.addEventHandler({
          name: 'H',
          stream: 'h',
          reads: [],
          run: (_payload: unknown, tx) => {
            attempts++
            tx.write(at('x'), 1)
            tx.publish({ topic: 't', messageId: 'm' })
            if (!late) throw new Error('no')
            return turns(2).then(() => {
              throw new Error('no')
            })
          },
        })
      }, w)
      expect(outcomes).toEqual([{ handled: false, why: 'the handler threw' }])
      expect([attempts, w.value('x')]).toEqual([1, undefined])
      expect(await w.store.topics()).toEqual([])
      expect(w.errors.map(({ name }) => name)).toEqual(['H'])
    }
  })

  it('finding out what the handler reads throws', async () => {
    const w = await world()
    const outcomes = await outcomesOf(() => {
      w.s.addEventHandler({
        name: 'H',
        stream: 'h',
        reads: () => {
          throw new Error('cannot tell')
        },
        run: () => {},
      })
    }, w)
    expect(outcomes).toEqual([{ handled: false, why: 'its reads could not be found out' }])
    expect(w.codes()).toEqual(['cannot tell', 'event-dropped'])
  })

  it('finding out what the handler reads writes: refused, and dropped', async () => {
    const w = await world()
    const outcomes = await outcomesOf(() => {
      w.s.addEventHandler({
        name: 'H',
        stream: 'h',
        reads: (tx) => tx.write(at('x'), 1),
        run: () => {},
      })
    }, w)
    expect(outcomes).toHaveLength(1)
    expect(w.value('x')).toBeUndefined()
  })

  it('the handler gives its transaction up', async () => {
    const w = await world()
    let attempts = 0
    const outcomes = await outcomesOf(() => {
      w.s.addEventHandler({
        name: 'H',
        stream: 'h',
        reads: [],
        run: (_payload: unknown, tx) => {
          attempts++
          tx.write(at('x'), 1)
          tx.abort('not today')
        },
      })
    }, w)
    expect(outcomes).toEqual([{ handled: false, why: 'not today' }])
    expect([attempts, w.value('x')]).toEqual([1, undefined])
    await expect(w.s.idle()).resolves.toBeUndefined()
  })

  it('the handler returns what cannot be stored: it is handled, without a result', async () => {
    const w = await world()
    const outcomes = await outcomesOf(() => {
      w.s.addEventHandler({ name: 'H', stream: 'h', reads: [], run: () => new Map([[1, 2]]) })
    }, w)
    expect(outcomes).toEqual([{ handled: true, seq: 1 }])
  })

  it('its id cannot be the name of a receipt', async () => {
    const w = await world()
    w.s.addEventHandler({ name: 'H', stream: 'h', reads: [], run: () => {} })
    const outcomes: unknown[] = []
    const onCommit = (outcome: { handled: boolean }) => outcomes.push(outcome.handled)
    w.s.queueEvent('h', 1, { id: 'x'.repeat(600), onCommit })
    w.s.queueEvent('h', 2, { onCommit })
    await w.s.idle()
    expect(outcomes).toEqual([false, true])
  })

  it('the callback throws: reported, and the next event goes', async () => {
    const w = await world()
    appending(w)
    w.s.queueEvent('add', 1, {
      onCommit: () => {
        throw new Error('callback')
      },
    })
    w.s.queueEvent('add', 2)
    await w.s.idle()
    expect(w.value('list')).toEqual([1, 2])
    expect(w.codes()).toEqual(['callback'])
  })

  it('too many wait: the last is refused, and says so at once', async () => {
    const w = await world()
    appending(w)
    for (let i = 0; i < EVENT_BACKLOG; i++) w.s.queueEvent('add', i)
    const outcomes: unknown[] = []
    w.s.queueEvent('add', 'too much', { onCommit: (outcome) => outcomes.push(outcome) })
    expect(outcomes).toEqual([{ handled: false, why: `${EVENT_BACKLOG} events wait already` }])
    expect(w.codes()).toEqual(['event-dropped'])
    w.s.dispose()
  })

  it('the store is closed under it', async () => {
    const w = await world()
    appending(w)
    await w.store.close()
    const outcomes: unknown[] = []
    w.s.queueEvent('add', 1, { onCommit: ({ handled }) => outcomes.push(handled) })
    await turns(20)
    await w.s.idle()
    expect(outcomes).toEqual([false])
  })
})

describe('ids', () => {
  it('are minted one after the other, and differ between stores', async () => {
    const driver = new MemoryDriver()
    const [one, two] = [await world({ driver }), await world({ driver })]
    const ids = [one.s.queueEvent('x'), one.s.queueEvent('x'), two.s.queueEvent('x')]
    expect(new Set(ids).size).toBe(3)
    expect(ids[0]).toContain(one.store.session)
    await Promise.all([one.s.idle(), two.s.idle()])
  })

  it('differ between two schedulers on one store', async () => {
    const store = await openStore('memory:')
    const [one, two] = [await world({ store }), await world({ store })]
    expect(one.s.queueEvent('x')).not.toBe(two.s.queueEvent('x'))
    await Promise.all([one.s.idle(), two.s.idle()])
  })

  it('given by the caller are kept, and told to the handler', async () => {
    const w = await world()
    const ids: string[] = []
    w.s.addEventHandler({
      name: 'H',
      stream: 'h',
      reads: [],
      run: (_payload: unknown, _tx, event) => {
        ids.push(event.id)
      },
    })
    expect(w.s.queueEvent('h', 1, { id: 'mine' })).toBe('mine')
    await w.s.idle()
    expect(ids).toEqual(['mine'])
  })
})

describe('what feeds a handler', () => {
  function reading(w: World, ...ids: string[]): unknown[] {
    const saw: unknown[] = []
    w.s.addEventHandler({
      name: 'H',
      stream: 'h',
      reads: ids.map((id) => at(id)),
      run: (_payload: unknown, tx) => {
        saw.push(ids.map((id) => num(tx, id)))
      },
    })
    return saw
  }

  it('runs although the handler is its only reader', async () => {
    const w = await world()
    w.computation('total', (get) => get('s') * 10)
    const saw = reading(w, 'total')
    await w.put({ s: 1 })
    await send(w, 'h')
    expect(saw).toEqual([[10]])
    expect(w.isLive('total')).toBe(false)
  })

  it('another path of the same document is left alone', async () => {
    const w = await world()
    const part = (path: string) =>
      w.s.register({
        name: path,
        kind: 'computation',
        outputs: [at('doc', path)],
        run: (tx) => {
          w.runs.push(path)
          tx.write(at('doc', path), num(tx, 's'))
        },
      })
    part('a')
    part('b')
    w.s.addEventHandler({ name: 'H', stream: 'h', reads: [at('doc', 'a')], run: () => {} })
    await send(w, 'h')
    expect(w.runs).toEqual(['a'])
  })

  it('several writers all run first', async () => {
    const w = await world()
    for (const id of ['a', 'b', 'c']) w.computation(id, (get) => get('s'))
    const saw = reading(w, 'a', 'b', 'c')
    await w.put({ s: 1 })
    await send(w, 'h')
    expect(saw).toEqual([[1, 1, 1]])
  })

  it('a change while it is brought up to date is seen too', async () => {
    const w = await world()
    const gate = latch()
    w.computation('slow', async (get) => {
      const saw = get('s')
      await gate.promise
      return saw
    })
    const saw = reading(w, 'slow')
    await w.put({ s: 1 })
    const sent = send(w, 'h')
    await turns()
    await w.put({ s: 2 })
    gate.open()
    await sent
    expect(saw).toEqual([[2]])
  })

  it('unrelated passes do not wake an event that waits', async () => {
    const w = await world()
    w.computation('total', (get) => get('s'), { gate: { throttle: 1000 } })
    const saw = reading(w, 'total')
    await send(w, 'h')
    await w.put({ s: 1 })
    w.s.queueEvent('h')
    w.effect('other', (get) => get('t'))
    for (let t = 1; t < 5; t++) {
      await w.put({ t })
      await turns()
    }
    expect([saw.length, w.last('other')]).toEqual([1, 4])
    await w.advance(1000)
    expect(saw).toEqual([[0], [1]])
  })

  it('a writer that is made while the event waits runs first', async () => {
    const w = await world()
    let made = false
    w.computation('maker', (get) => {
      if (!made) w.computation('late', (read) => read('s') * 7)
      made = true
      return get('s')
    })
    const saw = reading(w, 'maker', 'late')
    await w.put({ s: 1 })
    await send(w, 'h')
    expect(saw).toEqual([[1, 7]])
  })

  it('one that throws does not wedge the lane', async () => {
    const w = await world()
    w.computation('broken', (get) => {
      if (get('s') > 0) throw new Error('broken')
      return 1
    })
    const saw = reading(w, 'broken')
    await send(w, 'h')
    await w.put({ s: 1 })
    expect(await send(w, 'h')).toMatchObject({ handled: true })
    expect(saw).toEqual([[1], [1]])
    expect(w.codes()).toEqual(['broken'])
  })

  it('a circle that only an event wants is cut like any other', async () => {
    const w = await world()
    w.computation('a', (get) => get('b') + 1)
    w.computation('b', (get) => get('a') + 1)
    reading(w, 'a')
    w.s.queueEvent('h')
    await turns(60)
    expect(w.count('a')).toBeLessThanOrEqual(10 * w.s.getStats().passes)
    const before = w.count('a')
    await turns(60)
    expect(w.count('a')).toBe(before)
    w.s.dispose()
  })

  it('a gated node in its closure is waited for, a gated one elsewhere is not', async () => {
    const w = await world()
    w.computation('mine', (get) => get('s'), { gate: { throttle: 100 } })
    w.computation('other', (get) => get('s'), { gate: { throttle: 60_000 } })
    w.effect('keeps', (get) => get('other'))
    const saw = reading(w, 'mine')
    await w.change({ s: 1 })
    await send(w, 'h')
    await w.put({ s: 2 })
    w.s.queueEvent('h')
    await w.advance(100)
    expect(saw).toEqual([[1], [2]])
    expect(w.statusOf('other')).toBe('invalid')
  })
})
