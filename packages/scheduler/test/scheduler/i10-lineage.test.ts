// I10: what an attempt sends or starts lives only if its commit does.
import { describe, expect, it } from 'vitest'
import { failuresTakeBackWhatTheyLaunched } from './scenarios.ts'
import {
  at,
  latch,
  num,
  send,
  turns,
  type UnluckyWorld,
  unluckyWorld,
  type World,
  world,
} from './support.ts'

interface Family {
  readonly handled: unknown[]
  readonly pieces: string[]
}

/** H reads x, writes h, sends F with what it saw, and starts P. */
function family(w: World, more: (tx: Parameters<typeof num>[0]) => void = () => {}): Family {
  const handled: unknown[] = []
  const pieces: string[] = []
  w.s.addEventHandler({
    name: 'H',
    stream: 'h',
    reads: [at('x')],
    run: (_payload: unknown, tx) => {
      const x = num(tx, 'x')
      tx.write(at('h'), x)
      w.s.queueEvent('f', x)
      w.s.startPiece('P', () => {
        pieces.push(`start ${x}`)
        w.effect('inP', (get) => get('h'))
      })
      more(tx)
    },
  })
  w.s.addEventHandler({
    name: 'F',
    stream: 'f',
    reads: [],
    run: (payload: unknown, tx) => {
      handled.push(payload)
      tx.write(at('f'), payload)
    },
  })
  return { handled, pieces }
}

function hasPiece(w: World): boolean {
  return w.s.getGraphSnapshot().nodes.some(({ name }) => name === 'inP')
}

describe('lineage', () => {
  it('rejected stale once, then accepted: only what the second attempt launched counts', async () => {
    const u = await unluckyWorld()
    const { handled, pieces } = family(u.w)
    await u.w.put({ x: 1 })
    u.conflictNext('x', 2)
    const sent = send(u.w, 'h')
    await u.w.advance(1000)
    expect(await sent).toMatchObject({ handled: true })
    await u.w.s.idle()
    expect(u.w.value('f')).toBe(2)
    expect(u.w.value('h')).toBe(2)
    // The first attempt's follow-up may have been on its way; then its commit failed.
    expect(handled.at(-1)).toBe(2)
    expect(handled.filter((payload) => payload === 2)).toHaveLength(1)
    expect(await u.w.store.history({ space: 'demo', id: 'f' })).toHaveLength(1)
    expect(pieces).toEqual(['start 1', 'start 2'])
    expect(hasPiece(u.w)).toBe(true)
  })

  it('rejected for good: nothing it launched is left', failuresTakeBackWhatTheyLaunched)

  it('rejected for good: a follow-up that was dispatched already is refused and not retried', async () => {
    const u = await unluckyWorld()
    await u.w.put({ exists: 1 })
    const { handled } = family(u.w, (tx) =>
      tx.require({ type: 'entity-absent', space: 'demo', id: 'exists' }),
    )
    const hold = latch()
    u.held.beforeTransact = hold.promise
    const sent = send(u.w, 'h')
    await turns()
    // H waits for its verdict; F has been handled on top of it.
    expect(handled).toEqual([0])
    expect(u.w.value('f')).toBe(0)
    u.held.beforeTransact = undefined
    hold.open()
    expect(await sent).toMatchObject({ handled: false })
    await u.w.s.idle()
    expect(handled).toEqual([0])
    expect([u.w.value('f'), u.w.value('h')]).toEqual([undefined, undefined])
    expect(u.w.codes()).toEqual(['event-dropped', 'event-dropped'])
    expect(hasPiece(u.w)).toBe(false)
  })

  it('thrown: nothing it launched is left, and it is not retried', async () => {
    const w = await world()
    let attempts = 0
    const { handled } = family(w, () => {
      attempts++
      throw new Error('no')
    })
    expect(await send(w, 'h')).toEqual({ handled: false, why: 'the handler threw' })
    await w.s.idle()
    expect([attempts, handled, hasPiece(w)]).toEqual([1, [], false])
    expect(w.value('h')).toBeUndefined()
  })

  it('an origin that is settled already: committed lets it go, failed drops it', async () => {
    const w = await world()
    const { handled } = family(w)
    const committed = w.store.begin()
    committed.write(at('q'), 1)
    await committed.commit().verdict
    const failed = w.store.begin()
    failed.abort()
    const outcomes: unknown[] = []
    const onCommit = (outcome: { handled: boolean }) => outcomes.push(outcome.handled)
    w.s.queueEvent('f', 'yes', { origin: committed, onCommit })
    w.s.queueEvent('f', 'no', { origin: failed, onCommit })
    await w.s.idle()
    expect(handled).toEqual(['yes'])
    expect(outcomes).toEqual([false, true])
    w.s.startPiece('yes', () => w.effect('kept', (get) => get('q')), { after: committed })
    w.s.startPiece('no', () => w.effect('never', (get) => get('q')), { after: failed })
    expect(w.s.getGraphSnapshot().nodes.map(({ name }) => name)).toEqual(['kept'])
  })

  it('an origin that only read counts as committed once it is over', async () => {
    const w = await world()
    const { handled } = family(w)
    const origin = w.store.begin()
    num(origin, 'x')
    w.s.queueEvent('f', 'after a look', { origin })
    origin.commit()
    await w.s.idle()
    expect(handled).toEqual(['after a look'])
  })

  it('an origin that is still open keeps its follow-up waiting, and those behind it', async () => {
    const w = await world()
    const { handled } = family(w)
    const origin = w.store.begin()
    origin.write(at('q'), 1)
    w.s.queueEvent('f', 'follow-up', { origin })
    w.s.queueEvent('f', 'behind')
    await turns()
    expect(handled).toEqual([])
    origin.commit()
    await w.s.idle()
    expect(handled).toEqual(['follow-up', 'behind'])
  })

  it('an origin that is given up drops its waiting follow-up, and those behind it go', async () => {
    const w = await world()
    const { handled } = family(w)
    const origin = w.store.begin()
    w.s.queueEvent('f', 'follow-up', { origin })
    w.s.queueEvent('f', 'behind')
    await turns()
    origin.abort()
    await w.s.idle()
    expect(handled).toEqual(['behind'])
    expect(w.codes()).toEqual(['event-dropped'])
  })

  it('a follow-up that was sent back to the lane is still dropped with its origin', async () => {
    const u: UnluckyWorld = await unluckyWorld()
    const { w } = u
    await w.put({ exists: 1, y: 1 })
    const attempts: unknown[] = []
    const slow = latch()
    w.s.addEventHandler({
      name: 'H',
      stream: 'h',
      reads: [],
      run: (_payload: unknown, tx) => {
        tx.require({ type: 'entity-absent', space: 'demo', id: 'exists' })
        tx.write(at('h'), 1)
        w.s.queueEvent('f', 'payload')
      },
    })
    w.s.addEventHandler({
      name: 'F',
      stream: 'f',
      reads: [],
      run: async (payload: unknown, tx) => {
        attempts.push(payload)
        num(tx, 'y')
        await slow.promise
      },
    })
    const hold = latch()
    u.held.beforeTransact = hold.promise
    const sent = send(w, 'h')
    await turns()
    expect(attempts).toEqual(['payload'])
    // F's basis changes under it, here, so it is sent back while H has no verdict yet.
    void w.put({ y: 2 })
    slow.open()
    await turns()
    u.held.beforeTransact = undefined
    hold.open()
    await sent
    await w.advance(5000)
    await w.s.idle()
    expect(attempts).toEqual(['payload'])
  })

  it('a follow-up behind a document that loads is dropped with its origin', async () => {
    const u = await unluckyWorld()
    const { w } = u
    const origin = w.store.begin()
    origin.write(at('q'), 1)
    origin.require({ type: 'entity-absent', space: 'demo', id: 'q' })
    const handled: unknown[] = []
    w.s.addEventHandler({
      name: 'F',
      stream: 'f',
      reads: [{ space: 'elsewhere', id: 'doc', path: [] }],
      run: (payload: unknown) => {
        handled.push(payload)
      },
    })
    await w.put({ q: 0 })
    const load = latch()
    u.held.beforeLoad = load.promise
    const commit = latch()
    u.held.beforeTransact = commit.promise
    const outcomes: unknown[] = []
    w.s.queueEvent('f', 'x', { origin, onCommit: (outcome) => outcomes.push(outcome.handled) })
    origin.commit()
    await turns()
    u.held.beforeTransact = undefined
    commit.open()
    await turns()
    expect(outcomes).toEqual([false])
    load.open()
    await w.s.idle()
    expect(handled).toEqual([])
    expect(outcomes).toEqual([false])
  })

  it('a follow-up in another space is refused all the same when its origin fails', async () => {
    const w = await world()
    await w.put({ exists: 1 })
    w.s.addEventHandler({
      name: 'H',
      stream: 'h',
      reads: [],
      run: (_payload: unknown, tx) => {
        tx.require({ type: 'entity-absent', space: 'demo', id: 'exists' })
        w.s.queueEvent('far', 1)
      },
    })
    w.s.addEventHandler({
      name: 'far',
      stream: 'far',
      reads: [],
      run: (_payload: unknown, tx) => tx.write({ space: 'far', id: 'x', path: [] }, 1),
    })
    await send(w, 'h')
    await w.s.idle()
    expect(w.store.read({ space: 'far', id: 'x', path: [] })).toBeUndefined()
  })

  it('each attempt mints ids of its own: a follow-up is never taken for the one before', async () => {
    const u = await unluckyWorld()
    const ids: string[] = []
    u.w.s.addEventHandler({
      name: 'H',
      stream: 'h',
      reads: [at('x')],
      run: (_payload: unknown, tx) => {
        num(tx, 'x')
        ids.push(u.w.s.queueEvent('f', 1), u.w.s.queueEvent('f', 2))
      },
    })
    u.w.s.addEventHandler({ name: 'F', stream: 'f', reads: [], run: () => {} })
    await u.w.put({ x: 1 })
    u.conflictNext('x', 2)
    const sent = send(u.w, 'h')
    await u.w.advance(1000)
    await sent
    await u.w.s.idle()
    expect(ids).toHaveLength(4)
    expect(new Set(ids).size).toBe(4)
  })

  it('what stops a failed piece may throw; the others are stopped all the same', async () => {
    const w = await world()
    const origin = w.store.begin()
    const outcomes: unknown[] = []
    w.s.addEventHandler({ name: 'F', stream: 'f', reads: [], run: () => {} })
    w.s.queueEvent('f', 1, {
      origin,
      onCommit: () => {
        throw new Error('a callback that throws')
      },
    })
    w.s.queueEvent('f', 2, { origin, onCommit: (outcome) => outcomes.push(outcome.handled) })
    w.s.startPiece('P', () => w.effect('inP', (get) => get('q')), { after: origin })
    origin.abort()
    await w.s.idle()
    expect(outcomes).toEqual([false])
    expect(hasPiece(w)).toBe(false)
    expect(w.codes()).toContain('a callback that throws')
  })
})
