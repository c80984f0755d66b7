// Launches of a transaction belong to it at any time, also after an `await`: it
// has the run as its parent, is wanted for its first run, and lives only if the commit does.
import { describe, expect, it } from 'vitest'
import type { NodeSpec, RunTx } from '../../src/index.ts'
import { at, latch, num, send, turns, unluckyWorld, type World, world } from './support.ts'

function names(w: World): string[] {
  return w.s.getGraphSnapshot().nodes.map(({ name }) => name)
}

function parentOf(w: World, name: string): string | undefined {
  return w.s.getGraphSnapshot().nodes.find((node) => node.name === name)?.parent
}

/** A computation that copies s. */
function copy(w: World, name: string): NodeSpec {
  return {
    name,
    kind: 'computation',
    outputs: [at(name)],
    run: (tx) => {
      w.began(name, tx)
      tx.write(at(name), num(tx, 's'))
    },
  }
}

function watcher(w: World, name: string): NodeSpec {
  return {
    name,
    kind: 'effect',
    run: (tx) => {
      w.began(name, tx)
      num(tx, 's')
    },
  }
}

type Launch = (tx: RunTx) => void

/** H does something, waits, and does something else. */
function handler(w: World, later: Launch): void {
  w.s.addEventHandler({
    name: 'H',
    stream: 'h',
    reads: [],
    run: async (_payload: unknown, tx) => {
      const x = num(tx, 'x')
      await turns(2)
      tx.write(at('h'), x)
      later(tx)
    },
  })
}

/** Collects what is sent to F. */
function follower(w: World): unknown[] {
  const handled: unknown[] = []
  w.s.addEventHandler({
    name: 'F',
    stream: 'f',
    reads: [],
    run: (payload: unknown, tx) => {
      handled.push(payload)
      tx.write(at('f'), payload)
    },
  })
  return handled
}

describe('after an await, in a handler', () => {
  const throwing = (launch: Launch): Launch => {
    return (tx) => {
      launch(tx)
      throw new Error('no')
    }
  }

  it('an event that is sent goes when the handler has committed', async () => {
    const w = await world()
    const handled = follower(w)
    handler(w, (tx) => tx.send('f', num(tx, 'h')))
    await w.put({ x: 7 })
    expect(await send(w, 'h')).toMatchObject({ handled: true })
    await w.s.idle()
    expect(handled).toEqual([7])
  })

  it('an event that is sent by an attempt that throws is dropped', async () => {
    const w = await world()
    const handled = follower(w)
    const outcomes: unknown[] = []
    handler(
      w,
      throwing((tx) => tx.send('f', 1, { onCommit: (outcome) => outcomes.push(outcome.handled) })),
    )
    await send(w, 'h')
    await w.s.idle()
    expect([handled, outcomes]).toEqual([[], [false]])
  })

  it('only what the attempt that commits sends is handled', async () => {
    const u = await unluckyWorld()
    follower(u.w)
    handler(u.w, (tx) => tx.send('f', num(tx, 'h')))
    await u.w.put({ x: 1 })
    u.conflictNext('x', 2)
    const sent = send(u.w, 'h')
    await u.w.advance(1000)
    expect(await sent).toMatchObject({ handled: true })
    await u.w.s.idle()
    expect(u.w.value('f')).toBe(2)
    expect(await u.w.store.history({ space: 'demo', id: 'f' })).toHaveLength(1)
  })

  it('a piece lives if the commit does, and is stopped with it', async () => {
    for (const fails of [false, true]) {
      const w = await world()
      const start: Launch = (tx) => tx.startPiece('P', () => w.effect('inP', (get) => get('h')))
      handler(w, fails ? throwing(start) : start)
      await send(w, 'h')
      await w.s.idle()
      expect(names(w)).toEqual(fails ? [] : ['inP'])
    }
  })

  it('a node lives if the commit does, and is removed with it', async () => {
    for (const fails of [false, true]) {
      const w = await world()
      const register: Launch = (tx) => tx.register(watcher(w, 'made'))
      handler(w, fails ? throwing(register) : register)
      await send(w, 'h')
      await w.s.idle()
      expect(names(w)).toEqual(fails ? [] : ['made'])
    }
  })

  it('a computation is wanted for its first run, and not after', async () => {
    const w = await world()
    handler(w, (tx) => tx.register(copy(w, 'c')))
    await send(w, 'h')
    await w.s.idle()
    expect([w.count('c'), w.isLive('c')]).toEqual([1, false])
    await w.change({ s: 2 })
    expect(w.count('c')).toBe(1)
  })

  it('so are the computations of a piece', async () => {
    const w = await world()
    handler(w, (tx) =>
      tx.startPiece('P', () => {
        w.s.register(copy(w, 'c'))
        w.s.register(copy(w, 'd'))
      }),
    )
    await send(w, 'h')
    await w.s.idle()
    expect(w.taken()).toEqual(['c', 'd'])
  })
})

describe('before any await, in a handler', () => {
  it('what is registered by a plain call lives only if the commit does, as what is sent does', async () => {
    const w = await world()
    w.s.addEventHandler({
      name: 'H',
      stream: 'h',
      reads: [],
      run: (fails: unknown) => {
        w.s.register(watcher(w, 'made'))
        w.s.register(copy(w, 'c'))
        if (fails === true) throw new Error('no')
      },
    })
    await send(w, 'h', true)
    await w.s.idle()
    expect(names(w)).toEqual([])
    await send(w, 'h', false)
    await w.s.idle()
    expect([names(w), w.count('c')]).toEqual([['made', 'c'], 1])
  })
})

describe('after an await, in a run', () => {
  /** An effect that waits, and then does something once. */
  function maker(w: World, later: Launch): void {
    let done = false
    w.effect('parent', async (_get, tx) => {
      num(tx, 'p')
      await turns(2)
      if (!done) later(tx as RunTx)
      done = true
    })
  }

  it('a node has the run as its parent, and a computation is wanted for its first run', async () => {
    const w = await world()
    maker(w, (tx) => tx.register(copy(w, 'child')))
    await w.change({ s: 1 })
    expect(parentOf(w, 'child')).toBe('parent')
    expect([w.count('child'), w.isLive('child')]).toEqual([1, false])
  })

  it('so have the nodes of a piece', async () => {
    const w = await world()
    maker(w, (tx) => tx.startPiece('P', () => w.s.register(copy(w, 'child'))))
    await w.change({ s: 1 })
    expect([parentOf(w, 'child'), w.count('child')]).toEqual(['parent', 1])
    w.s.stopPiece('P')
    expect(names(w)).toEqual(['parent'])
  })

  it('a computation that a dormant run makes is wanted by nobody', async () => {
    const w = await world()
    w.computation('parent', async (get, tx) => {
      const s = get('s')
      await turns(2)
      ;(tx as RunTx).register(copy(w, 'child'))
      return s
    })
    w.s.addEventHandler({ name: 'H', stream: 'h', reads: [at('parent')], run: () => {} })
    await send(w, 'h')
    await w.s.idle()
    expect([w.taken(), parentOf(w, 'child')]).toEqual([['parent'], 'parent'])
  })

  it('a plain call that comes after the await belongs to nobody, whatever runs meanwhile', async () => {
    const w = await world()
    let done = false
    w.effect('parent', async (get) => {
      get('p')
      await turns(2)
      if (!done) w.s.register(copy(w, 'child'))
      done = true
    })
    await w.change({ s: 1 })
    expect([parentOf(w, 'child'), w.count('child')]).toEqual([undefined, 0])
  })

  it('what a run that throws has launched is taken back', async () => {
    const w = await world()
    const handled = follower(w)
    maker(w, (tx) => {
      tx.send('f', 1)
      tx.register(watcher(w, 'made'))
      tx.startPiece('P', () => w.effect('inP', (get) => get('s')))
      throw new Error('no')
    })
    await w.s.idle()
    expect([names(w), handled]).toEqual([['parent'], []])
  })

  it('what a run with a stale basis has launched is taken back, and its retry launches anew', async () => {
    const u = await unluckyWorld()
    const { w } = u
    follower(w)
    const made: number[] = []
    w.computation('c', async (get, tx) => {
      const x = get('x')
      await turns(2)
      ;(tx as RunTx).register(watcher(w, `made ${x}`))
      ;(tx as RunTx).send('f', x)
      made.push(x)
      return x
    })
    await w.put({ x: 1 })
    u.conflictNext('x', 2)
    w.effect('show', (get) => get('c'))
    await w.restsSlowlyWithin(5000)
    expect(made).toEqual([1, 2])
    expect(names(w)).toEqual(['c', 'show', 'made 2'])
    expect(w.value('f')).toBe(2)
    expect(await w.store.history({ space: 'demo', id: 'f' })).toHaveLength(1)
  })
})

describe('a transaction that is over', () => {
  it('committed, it launches as before; failed, it launches nothing', async () => {
    const w = await world()
    const handled = follower(w)
    const kept: RunTx[] = []
    w.s.addEventHandler({
      name: 'H',
      stream: 'h',
      reads: [],
      run: (fails: unknown, tx) => {
        kept.push(tx)
        if (fails === true) throw new Error('no')
      },
    })
    await send(w, 'h', true)
    await send(w, 'h', false)
    await w.s.idle()
    for (const [i, tx] of kept.entries()) {
      tx.send('f', i)
      tx.register(watcher(w, `made ${i}`))
      tx.startPiece(`P${i}`, () => w.effect(`in ${i}`, (get) => get('s')))
    }
    await w.s.idle()
    expect([names(w), handled]).toEqual([['made 1', 'in 1'], [1]])
  })

  it('a run that does as the one before, and then launches, launches', async () => {
    const w = await world()
    const handled = follower(w)
    w.effect('e', (get, tx) => {
      if (get('s') === 5) (tx as RunTx).send('f', 5)
    })
    for (const s of [1, 2, 3, 4, 5, 6]) await w.change({ s })
    expect(handled).toEqual([5])
  })
})

it('a second run for the check of idempotency launches nothing', async () => {
  const w = await world()
  const handled = follower(w)
  w.s.idempotencyCheck()
  const child = watcher(w, 'child')
  let built = 0
  w.computation('parent', (get, tx) => {
    const s = get('s')
    ;(tx as RunTx).register(child)
    ;(tx as RunTx).send('f', s)
    ;(tx as RunTx).startPiece('P', () => {
      built++
    })
    return s
  })
  w.effect('show', (get) => get('parent'))
  await w.change({ s: 1 })
  expect([names(w), handled, built]).toEqual([['parent', 'show', 'child'], [1], 1])
  expect(w.codes()).toEqual([])
})

it('while a handler waits, what others send belongs to them', async () => {
  const w = await world()
  const handled = follower(w)
  const gate = latch()
  w.s.addEventHandler({
    name: 'H',
    stream: 'h',
    reads: [],
    run: async () => {
      await gate.promise
      throw new Error('no')
    },
  })
  const sent = send(w, 'h')
  await turns()
  w.s.queueEvent('f', 'from outside')
  w.s.startPiece('P', () => w.effect('inP', (get) => get('s')))
  gate.open()
  await sent
  await w.s.idle()
  expect([handled, names(w)]).toEqual([['from outside'], ['inP']])
})
