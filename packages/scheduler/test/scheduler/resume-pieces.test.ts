// Resume by pieces: a piece is brought in once, before its nodes are registered, and nothing else is;
// its nodes are as they were, with their reads and their gates, and run only if something changed.
import { type Driver, MemoryDriver } from '@cellwake/store'
import { describe, expect, it } from 'vitest'
import type { NodeSpec, RunTx } from '../../src/index.ts'
import { at, HeldDriver, latch, send, turns, type World, world } from './support.ts'

const identity = (id: string, fingerprint = 'v1') => ({ identity: { id, fingerprint } })

/** A piece of one computation and an effect on it. */
function build(w: World, piece: string, fingerprint = 'v1'): () => void {
  return () => {
    const name = `${piece} sum`
    w.computation(name, (get) => get(`${piece} a`) + get(`${piece} b`), {
      ...identity('sum', fingerprint),
    })
    w.effect(`${piece} show`, (get) => get(name))
  }
}

const PIECES = ['one', 'two', 'three']

/** Three pieces that have run. */
async function ran(driver: Driver): Promise<void> {
  const w = await world({ driver, cold: true })
  for (const piece of PIECES) w.s.startPiece(piece, build(w, piece))
  for (const piece of PIECES) await w.change({ [`${piece} a`]: 1, [`${piece} b`]: 2 })
  expect(PIECES.map((piece) => w.last(`${piece} show`))).toEqual([3, 3, 3])
  w.s.dispose()
  await w.store.close()
}

async function between(driver: Driver, values: Record<string, unknown>): Promise<void> {
  const w = await world({ driver })
  await w.put(values)
  w.s.dispose()
  await w.store.close()
}

describe('a piece that is resumed', () => {
  it('runs no computation when nothing has changed', async () => {
    const driver = new MemoryDriver()
    await ran(driver)
    const w = await world({ driver, cold: true })
    await w.s.startPiece('one', build(w, 'one'), { mode: 'resume' })
    expect(w.statusOf('one sum')).toBe('clean')
    await w.s.idle()
    await turns()
    expect(new Set(w.taken())).toEqual(new Set(['one show']))
    await w.change({ 'one a': 10 })
    expect(w.taken()).toEqual(['one sum', 'one show'])
  })

  it('brings in its own rows and what they name, and nothing of other pieces', async () => {
    const inner = new MemoryDriver()
    await ran(inner)
    const driver = new HeldDriver(inner)
    const asked: string[] = []
    const load = driver.load.bind(driver)
    driver.load = (space, id) => {
      asked.push(id === undefined ? space : `${space}/${id}`)
      return load(space, id)
    }
    const w = await world({ driver, cold: true })
    await w.s.startPiece('two', build(w, 'two'), { mode: 'resume' })
    expect(new Set(asked)).toEqual(new Set(['cellwake/scheduler/two', 'demo/two a', 'demo/two b']))
    asked.length = 0
    await w.s.loadResume()
    expect(asked).toEqual(['cellwake/scheduler'])
  })

  it('is one thing, and so are its identities: another piece may use the same', async () => {
    const driver = new MemoryDriver()
    await ran(driver)
    await between(driver, { 'two a': 5 })
    const w = await world({ driver, cold: true })
    for (const piece of PIECES) await w.s.startPiece(piece, build(w, piece), { mode: 'resume' })
    await w.s.idle()
    await turns()
    expect(w.taken().filter((run) => run.endsWith('sum'))).toEqual(['two sum'])
    expect(w.last('two show')).toBe(7)
  })

  it('what changed while it was down is invalid, with what it read and why', async () => {
    const driver = new MemoryDriver()
    await ran(driver)
    await between(driver, { 'one b': 9 })
    const w = await world({ driver, cold: true })
    const causes: unknown[] = []
    await w.s.startPiece(
      'one',
      () =>
        w.computation(
          'one sum',
          (get, tx) => {
            causes.push(tx.options.cause?.causes)
            return get('one a') + get('one b')
          },
          identity('sum'),
        ),
      { mode: 'resume' },
    )
    const node = w.s.getGraphSnapshot().nodes.find(({ name }) => name === 'one sum')
    expect(node).toMatchObject({ status: 'invalid', reads: [at('one a'), at('one b')] })
    w.effect('show', (get) => get('one sum'))
    await turns()
    expect(w.last('show')).toBe(10)
    expect(causes).toEqual([[at('one b')]])
  })

  it('another version of its code is fresh', async () => {
    const driver = new MemoryDriver()
    await ran(driver)
    const w = await world({ driver, cold: true })
    await w.s.startPiece('one', build(w, 'one', 'v2'), { mode: 'resume' })
    expect(w.statusOf('one sum')).toBe('never-ran')
  })

  it('holds idle while it is brought in, and builds nothing until then', async () => {
    const inner = new MemoryDriver()
    await ran(inner)
    const driver = new HeldDriver(inner)
    const w = await world({ driver, cold: true })
    const gate = latch()
    driver.beforeLoad = gate.promise
    const started = w.s.startPiece('one', build(w, 'one'), { mode: 'resume' })
    let idle = false
    void w.s.idle().then(() => {
      idle = true
    })
    await turns()
    expect([idle, w.s.getGraphSnapshot().nodes]).toEqual([false, []])
    driver.beforeLoad = undefined
    gate.open()
    await started
    await w.s.idle()
    expect(w.s.getGraphSnapshot().nodes).toHaveLength(2)
  })

  it('started twice is one, stopped while it is brought in is none', async () => {
    const inner = new MemoryDriver()
    await ran(inner)
    const driver = new HeldDriver(inner)
    const w = await world({ driver, cold: true })
    let built = 0
    const count = () => {
      built++
    }
    await Promise.all([
      w.s.startPiece('one', count, { mode: 'resume' }),
      w.s.startPiece('one', count, { mode: 'resume' }),
    ])
    expect(built).toBe(1)
    const gate = latch()
    driver.beforeLoad = gate.promise
    const stopped = w.s.startPiece('two', count, { mode: 'resume' })
    w.s.stopPiece('two')
    gate.open()
    await stopped
    expect(built).toBe(1)
    await w.s.startPiece('two', count, { mode: 'resume' })
    expect(built).toBe(2)
  })

  it('started by a commit that fails meanwhile is not built', async () => {
    const inner = new MemoryDriver()
    await ran(inner)
    const driver = new HeldDriver(inner)
    const w = await world({ driver, cold: true })
    const gate = latch()
    driver.beforeLoad = gate.promise
    let built = 0
    w.s.addEventHandler({
      name: 'H',
      stream: 'h',
      reads: [],
      run: (_payload: unknown, tx) => {
        void tx.startPiece('one', () => built++, { mode: 'resume' })
        throw new Error('no')
      },
    })
    await send(w, 'h')
    gate.open()
    await w.s.idle()
    expect(built).toBe(0)
  })

  it('disposed while it is brought in is not built', async () => {
    const driver = new HeldDriver(new MemoryDriver())
    const w = await world({ driver, cold: true })
    const gate = latch()
    driver.beforeLoad = gate.promise
    let built = 0
    const started = w.s.startPiece('one', () => built++, { mode: 'resume' })
    w.s.dispose()
    gate.open()
    await started
    expect(built).toBe(0)
  })

  it('that cannot be brought in is reported, and starts fresh', async () => {
    const inner = new MemoryDriver()
    await ran(inner)
    const driver = new HeldDriver(inner)
    const w = await world({ driver, cold: true })
    driver.beforeLoad = Promise.reject(new Error('the disk is gone'))
    driver.beforeLoad.catch(() => {})
    await w.s.startPiece('one', build(w, 'one'), { mode: 'resume' })
    driver.beforeLoad = undefined
    expect(w.codes()).toEqual(['the disk is gone'])
    expect(w.statusOf('one sum')).toBe('never-ran')
  })

  it('whose building throws tells who started it and who listens, and leaves nothing', async () => {
    const w = await world()
    const failing = () => {
      w.effect('e', (get) => get('s'))
      throw new Error('half built')
    }
    await expect(w.s.startPiece('P', failing, { mode: 'resume' })).rejects.toThrow('half built')
    expect([w.codes(), w.s.getGraphSnapshot().nodes]).toEqual([['half built'], []])
    // Nobody waits for this one: it must not end the process.
    void w.s.startPiece('P', failing, { mode: 'resume' })
    await w.s.idle()
    expect(w.codes()).toEqual(['half built', 'half built'])
  })

  it('its nodes may say otherwise, one by one', async () => {
    const driver = new MemoryDriver()
    await ran(driver)
    const w = await world({ driver, cold: true })
    await w.s.startPiece(
      'one',
      () => w.computation('one sum', (get) => get('one a'), { mode: 'fresh', ...identity('sum') }),
      { mode: 'resume' },
    )
    expect(w.statusOf('one sum')).toBe('never-ran')
  })

  it('a name that no row can have is refused when the node is registered', async () => {
    const w = await world()
    for (const id of ['x'.repeat(2000), '', 'a\nb']) {
      expect(() => w.computation('c', (get) => get('s'), identity(id))).toThrow(/name|character/i)
    }
    expect(() =>
      w.s.startPiece('p'.repeat(2000), () => w.computation('c', (get) => get('s'), identity('c'))),
    ).toThrow(/name|character/i)
    w.s.startPiece('p'.repeat(2000), () => w.computation('c', (get) => get('s')))
    expect(w.s.getGraphSnapshot().nodes).toHaveLength(1)
  })
})

describe('a node that made nodes', () => {
  it.each<[string, (w: World, tx: RunTx, child: NodeSpec) => unknown]>([
    ['by a plain call', (w, _tx, child) => w.s.register(child)],
    ['by its transaction', (_w, tx, child) => tx.register(child)],
    ['as a piece', (w, tx, child) => tx.startPiece('made', () => w.s.register(child))],
  ])('runs after a restart, though it does not say that it makes any: %s', async (_, make) => {
    const driver = new MemoryDriver()
    for (const start of [1, 2, 3]) {
      const w = await world({ driver })
      await w.s.loadResume()
      let made = false
      w.computation(
        'maker',
        (get, tx) => {
          const child: NodeSpec = {
            name: 'child',
            kind: 'effect',
            run: (read) => {
              w.began('child', read)
            },
          }
          if (!made) make(w, tx as RunTx, child)
          made = true
          return get('s')
        },
        { mode: 'resume', ...identity('maker') },
      )
      w.effect('show', (get) => get('maker'))
      await w.s.idle()
      // Also when its last run made none.
      if (start === 1) await w.change({ s: 1 })
      expect(w.s.getGraphSnapshot().nodes.map(({ name }) => name)).toContain('child')
      w.s.dispose()
      await w.store.close()
    }
  })
})

describe('a document that is not here', () => {
  it('is not taken for one that was absent', async () => {
    const driver = new MemoryDriver()
    const first = await world({ driver })
    first.computation('c', (get) => get('s') + 1, identity('c'))
    first.effect('show', (get) => get('c'))
    await first.s.idle()
    first.s.dispose()
    await first.store.close()
    await between(driver, { s: 5 })
    const w = await world({ driver, cold: true })
    // The rows are here, what they name is not.
    await w.store.load({ space: 'cellwake/scheduler' })
    w.computation('c', (get) => get('s') + 1, { mode: 'resume', ...identity('c') })
    expect(w.statusOf('c')).not.toBe('clean')
    w.effect('show', (get) => get('c'))
    await turns(30)
    expect(w.last('show')).toBe(6)
  })
})

describe('gates', () => {
  const gates = (w: World) => [w.s.getDebounce('c'), w.s.getThrottle('c')]

  async function started(driver: Driver, gate = {}, fingerprint = 'v1'): Promise<World> {
    const w = await world({ driver })
    await w.s.loadResume()
    w.computation('c', (get) => get('s'), {
      mode: 'resume',
      gate,
      ...identity('c', fingerprint),
    })
    w.effect('show', (get) => get('c'))
    await turns()
    return w
  }

  async function stopped(w: World): Promise<void> {
    await w.store.pendingCommitsSettled()
    w.s.dispose()
    await w.store.close()
  }

  it('that were set on a node are set again when it is resumed, clean or not', async () => {
    const driver = new MemoryDriver()
    const w = await started(driver, { throttle: 30 })
    w.s.setDebounce('c', 100, 500)
    await w.put({ s: 1 })
    await w.advance(1000)
    await stopped(w)
    const clean = await started(driver, { throttle: 30 })
    expect([clean.statusOf('c'), ...gates(clean)]).toEqual(['clean', 100, 30])
    await stopped(clean)
    await between(driver, { s: 2 })
    const dirty = await started(driver, { throttle: 30 })
    expect([dirty.statusOf('c'), ...gates(dirty)]).toEqual(['invalid', 100, 30])
    // It waits as one that had stayed alive would.
    expect(dirty.count('c')).toBe(0)
    await dirty.advance(100)
    expect(dirty.count('c')).toBe(1)
    await stopped(dirty)
  })

  it('that were set after its last run are kept too', async () => {
    const driver = new MemoryDriver()
    const w = await started(driver)
    await w.put({ s: 1 })
    await turns()
    w.s.setThrottle('c', 70)
    await stopped(w)
    const again = await started(driver)
    expect([again.statusOf('c'), ...gates(again)]).toEqual(['clean', undefined, 70])
    again.s.clearThrottle('c')
    await stopped(again)
    const last = await started(driver)
    expect([last.statusOf('c'), ...gates(last)]).toEqual(['clean', undefined, undefined])
    await stopped(last)
  })

  it('that are taken away stay away, though the registration gives them', async () => {
    const driver = new MemoryDriver()
    const w = await started(driver, { debounce: 40 })
    await w.put({ s: 1 })
    await w.advance(100)
    w.s.clearDebounce('c')
    await stopped(w)
    const again = await started(driver, { debounce: 40 })
    expect(gates(again)).toEqual([undefined, undefined])
    await stopped(again)
  })

  it('of the registration are those of this start', async () => {
    const driver = new MemoryDriver()
    await stopped(await started(driver, { debounce: 40 }))
    const again = await started(driver, { debounce: 80 })
    expect(gates(again)).toEqual([80, undefined])
    await stopped(again)
  })

  it('are not those of another version', async () => {
    const driver = new MemoryDriver()
    const w = await started(driver)
    w.s.setThrottle('c', 70)
    await stopped(w)
    const again = await started(driver, {}, 'v2')
    expect(gates(again)).toEqual([undefined, undefined])
    await stopped(again)
  })

  it('of a damaged row are not set', async () => {
    for (const gate of ['x', 5, { debounce: 'soon', throttle: -1, noAutoDebounce: 3 }, [1]]) {
      const driver = new MemoryDriver()
      const w = await started(driver)
      await w.put({ s: 1 })
      await turns()
      await w.store.edit((tx) =>
        tx.write({ space: 'cellwake/scheduler', id: 'c', path: ['gate'] }, gate),
      )
      await stopped(w)
      const again = await started(driver)
      expect([again.count('c'), ...gates(again)]).toEqual([1, undefined, undefined])
      await stopped(again)
    }
  })
})
