// Mistakes: each is a report with a code, names the node, and harms nothing beside it.
import { describe, expect, it } from 'vitest'
import { type HandlerSpec, SchedulerError } from '../../src/index.ts'
import { at, latch, num, send, turns, world } from './support.ts'

describe('refused at once', () => {
  it('a computation without an output', async () => {
    const w = await world()
    const register = () => w.s.register({ name: 'nowhere', kind: 'computation', run: () => {} })
    expect(register).toThrow(SchedulerError)
    expect(register).toThrow(expect.objectContaining({ code: 'no-output' }))
    expect(register).toThrow('nowhere')
    expect(w.s.getGraphSnapshot().nodes).toEqual([])
  })

  it('a second handler of a stream, naming both', async () => {
    const w = await world()
    const handler = (name: string) => ({ name, stream: at('s'), reads: [], run: () => {} })
    w.s.addEventHandler(handler('first'))
    const add = () => w.s.addEventHandler(handler('second'))
    expect(add).toThrow(expect.objectContaining({ code: 'second-handler' }))
    expect(add).toThrow(/second.*first/)
  })

  it.each([Number.NaN, -1, Number.POSITIVE_INFINITY, '5'])('a gate of %s', async (ms) => {
    const w = await world()
    const wrong = ms as number
    const spec = { name: 'gated', kind: 'effect', run: () => {} } as const
    w.s.register(spec)
    for (const set of [
      () => w.s.setDebounce(spec, wrong),
      () => w.s.setDebounce(spec, 5, wrong),
      () => w.s.setThrottle('gated', wrong),
      () => w.s.register({ ...spec, name: 'other' }, { gate: { maxWait: wrong } }),
      () => w.s.setThrottle({ ...spec, name: 'later' }, wrong),
    ]) {
      expect(set).toThrow(expect.objectContaining({ code: 'bad-gate' }))
    }
    expect([w.s.getDebounce(spec), w.s.getThrottle(spec)]).toEqual([undefined, undefined])
  })

  it('a node that is not there', async () => {
    const w = await world()
    for (const ask of [
      () => w.s.isDirty('ghost'),
      () => w.s.getActionStats('ghost'),
      () => w.s.getDependents('ghost'),
      () => w.s.setDebounce('ghost', 5),
      () => w.s.setBreakpoint('ghost', () => {}),
    ]) {
      expect(ask).toThrow(expect.objectContaining({ code: 'unknown-node' }))
      expect(ask).toThrow('ghost')
    }
  })
})

describe('a node that throws', () => {
  it.each([
    ['an error', new Error('broken'), 'broken'],
    ['text', 'just text', 'just text'],
    ['nothing', undefined, 'undefined'],
    ['an object', { a: 1 }, '[object Object]'],
  ])('%s: reported as an error with its name', async (_what, thrown, message) => {
    for (const late of [false, true]) {
      const w = await world()
      w.effect('thrower', () => {
        if (late) return Promise.reject(thrown)
        throw thrown
      })
      w.effect('healthy', (get) => get('s'))
      await w.change({ s: 1 })
      expect(w.errors).toHaveLength(1)
      expect(w.errors[0]?.name).toBe('thrower')
      expect(w.errors[0]?.error).toBeInstanceOf(Error)
      expect(w.errors[0]?.error.message).toBe(message)
      expect(w.last('healthy')).toBe(1)
      expect(w.said).toEqual([`thrower: ${message}`])
    }
  })

  it('has its old output left standing, and its readers do not run', async () => {
    const w = await world()
    w.computation('c', (get) => {
      if (get('s') === 2) throw new Error('not 2')
      return get('s')
    })
    w.effect('show', (get) => get('c'))
    await w.change({ s: 1 })
    w.taken()
    await w.change({ s: 2 })
    expect([w.taken(), w.value('c'), w.last('show')]).toEqual([['c'], 1, 1])
    await w.change({ s: 3 })
    expect(w.last('show')).toBe(3)
  })
})

describe('a run that never ends', () => {
  it('holds up what waits behind it, and nothing that is done already', async () => {
    const w = await world()
    const never = latch()
    w.effect('before', (get) => get('s'))
    w.effect('never', (get) => {
      get('s')
      return never.promise
    })
    w.effect('behind', (get) => get('s'))
    await turns()
    expect(w.runs).toEqual(['before', 'never'])
    // The store goes on, and what reads it directly.
    await w.put({ s: 1 })
    expect(w.value('s')).toBe(1)
    expect(await w.restsWithin(60_000)).toBe(false)
    never.open()
    await w.s.idle()
    expect([w.last('before'), w.last('behind')]).toEqual([1, 1])
  })

  it('events wait behind it too, in order', async () => {
    const w = await world()
    const never = latch()
    w.effect('never', () => never.promise)
    const handled: unknown[] = []
    w.s.addEventHandler({
      name: 'H',
      stream: 'h',
      reads: [],
      run: (payload: unknown) => {
        handled.push(payload)
      },
    })
    await turns()
    w.s.queueEvent('h', 1)
    w.s.queueEvent('h', 2)
    await turns()
    expect(handled).toEqual([])
    never.open()
    await w.s.idle()
    expect(handled).toEqual([1, 2])
  })

  it('can be looked at: it is the one that began and did not end', async () => {
    const w = await world()
    w.s.setTraceEnabled('run', true)
    w.effect('never', () => new Promise(() => {}))
    await turns()
    expect(w.s.getTrace('run').map(({ name, what }) => `${name} ${what}`)).toEqual(['never begins'])
    w.s.dispose()
  })

  it('disposing does not wait for it; another scheduler on the store is not touched by it', async () => {
    const w = await world()
    w.effect('never', () => new Promise(() => {}))
    await turns()
    w.s.dispose()
    const other = await world({ store: w.store })
    other.effect('show', (get) => get('s'))
    await other.change({ s: 1 })
    expect(other.last('show')).toBe(1)
    expect(w.clock.pending).toBe(0)
  })
})

describe('removed while it runs', () => {
  it('what it wrote is thrown away, and nothing of it is left', async () => {
    const w = await world()
    const gate = latch()
    const stop = w.computation('slow', async () => {
      await gate.promise
      return 7
    })
    w.effect('show', (get) => get('slow'))
    await turns()
    expect(w.runs).toContain('slow')
    stop()
    gate.open()
    await w.s.idle()
    expect(w.value('slow')).toBeUndefined()
    expect(w.s.getGraphSnapshot().nodes.map(({ name }) => name)).toEqual(['show'])
    w.taken()
    await w.change({ s: 1 })
    expect(w.taken()).toEqual([])
  })

  it('a node that removes itself is gone, and what it wrote with it', async () => {
    const w = await world()
    const stop = w.effect('once', (get, tx) => {
      stop()
      tx.write(at('x'), 1)
      return get('s')
    })
    await w.s.idle()
    await w.change({ s: 1 })
    expect([w.count('once'), w.value('x')]).toEqual([1, undefined])
  })

  it('a run that throws after its removal is still reported', async () => {
    const w = await world()
    const gate = latch()
    const stop = w.effect('slow', async () => {
      await gate.promise
      throw new Error('too late')
    })
    await turns()
    stop()
    gate.open()
    await w.s.idle()
    expect(w.errors).toMatchObject([{ name: 'slow' }])
  })
})

describe('a handler that does not say what it reads', () => {
  it('is refused by the compiler, and drops its events otherwise', async () => {
    const w = await world()
    // @ts-expect-error a handler declares what it reads
    const handler: HandlerSpec = { name: 'careless', stream: 'h', run: () => {} }
    w.s.addEventHandler(handler)
    expect(await send(w, 'h')).toMatchObject({ handled: false })
    expect(w.errors[0]?.name).toBe('careless')
    expect(w.codes().at(-1)).toBe('event-dropped')
    await w.s.idle()
  })
})

describe('values and names that cannot be stored', () => {
  it('fail the run that writes them, with the code of the store', async () => {
    const w = await world()
    w.effect('map', (_get, tx) => tx.write(at('x'), new Map()))
    w.effect('name', (_get, tx) => tx.read(at('')))
    w.effect('fine', (get) => get('s'))
    await w.s.idle()
    expect(w.errors.map(({ name, error }) => [name, (error as { code?: string }).code])).toEqual([
      ['map', 'value-malformed'],
      ['name', 'name-malformed'],
    ])
    expect(w.count('fine')).toBe(1)
  })

  it('a run that uses a transaction which is over fails, and only that run', async () => {
    const w = await world()
    let kept: Parameters<typeof num>[0] | undefined
    w.effect('keeps', (get, tx) => {
      const old = kept
      kept = tx
      if (old !== undefined) num(old, 's')
      return get('s')
    })
    await w.s.idle()
    await w.change({ s: 1 })
    expect(w.errors.map(({ error }) => (error as { code?: string }).code)).toEqual(['tx-closed'])
  })
})
