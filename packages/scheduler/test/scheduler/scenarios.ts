// Scenarios that hold in a right scheduler and fail in one with a planted bug. Each opens a world of
// its own, so a test can run it either way.

import { expect } from 'vitest'
import { at, latch, num, send, turns, unluckyWorld, world } from './support.ts'

/** Demand that comes back to an invalid chain runs it, although nothing changes any more. */
export async function demandReturns(): Promise<void> {
  const w = await world()
  w.computation('a', (get) => get('s') + 1)
  w.computation('b', (get) => get('a') * 10)
  const stop = w.effect('first', (get) => get('b'))
  await w.change({ s: 1 })
  stop()
  await w.change({ s: 2 })
  expect(w.value('b')).toBe(20)
  w.effect('second', (get) => get('b'))
  await w.s.idle()
  expect(w.value('b')).toBe(30)
  expect(w.last('second')).toBe(30)
}

/** What a run was caused by is still its cause when its commit must be tried again. */
export async function causesSurviveARetry(): Promise<void> {
  const u = await unluckyWorld()
  const { w } = u
  w.computation('sum', (get) => get('a') + get('b') + get('c'))
  w.effect('show', (get) => get('sum'))
  await w.change({ a: 1, b: 1, c: 1 })
  await w.put({ a: 2 })
  u.conflictNext('c', 7)
  await w.s.idle()
  expect(w.value('sum')).toBe(10)
  const last = (await w.store.history({ space: 'demo', id: 'sum' }))[0]
  const info = last?.commit?.info as { by: string; causes: unknown[] }
  expect(info.by).toBe('sum')
  expect(info.causes).toContainEqual(at('a'))
  expect(info.causes).toContainEqual(at('c'))
}

/** A cycle that lost its last root is dormant: it does not keep itself alive. */
export async function cyclesAreReleased(): Promise<void> {
  const w = await world()
  w.computation('a', (get) => Math.min(get('b') + get('s'), 5))
  w.computation('b', (get) => Math.min(get('a') + get('s'), 5))
  const stop = w.effect('show', (get) => get('a'))
  await w.change({ s: 1 })
  expect([w.isLive('a'), w.isLive('b')]).toEqual([true, true])
  stop()
  await w.s.idle()
  expect([w.isLive('a'), w.isLive('b')]).toEqual([false, false])
  w.taken()
  await w.change({ s: 2 })
  expect(w.taken()).toEqual([])
}

/** A document that changes between its first read and the end of an asynchronous run is not missed. */
export async function nothingChangesUnseen(): Promise<void> {
  const w = await world()
  const gate = latch()
  w.effect('slow', async (get) => {
    const saw = get('s')
    await gate.promise
    return saw
  })
  await turns()
  expect(w.taken()).toEqual(['slow'])
  await w.put({ s: 5 })
  gate.open()
  await w.s.idle()
  expect(w.last('slow')).toBe(5)
}

/** A run whose commit failed goes again in a later pass, never in the one in which it failed. */
export async function retriesWaitForTheNextPass(): Promise<void> {
  const w = await world()
  const passes: number[] = []
  const changes = [1, 2, 3]
  w.computation(
    'slow',
    async (_get, tx) => {
      passes.push(w.s.getStats().passes)
      const fresh = `d${passes.length}`
      const saw = num(tx, fresh)
      await turns(2)
      // Read for the first time in this run, so nobody is told of the change.
      const value = changes.shift()
      if (value !== undefined) await w.put({ [fresh]: value })
      return saw
    },
    {},
  )
  // Keeps the pass open after the failed run.
  w.effect('other', async (get) => {
    await turns(3)
    return get('d1') + get('d2') + get('d3')
  })
  w.effect('show', (get) => get('slow'))
  await w.s.idle()
  expect(passes).toHaveLength(4)
  expect(new Set(passes).size).toBe(4)
}

/** Without demand nothing runs, whatever changes. */
export async function dormantNodesDoNotRun(): Promise<void> {
  const w = await world()
  w.computation('a', (get) => get('s') + 1)
  const stop = w.effect('show', (get) => get('a'))
  await w.change({ s: 1 })
  stop()
  w.taken()
  for (let s = 2; s < 12; s++) await w.change({ s })
  expect(w.taken()).toEqual([])
  expect(w.statusOf('a')).toBe('invalid')
}

/** The same event, delivered twice, is handled once. */
export async function eventsAreHandledOnce(): Promise<void> {
  const w = await world()
  w.s.addEventHandler({
    name: 'count',
    stream: 'clicks',
    reads: [at('n')],
    run: (_payload: unknown, tx) => tx.write(at('n'), num(tx, 'n') + 1),
  })
  const outcomes = await Promise.all([
    send(w, 'clicks', {}, 'click-1'),
    send(w, 'clicks', {}, 'click-1'),
  ])
  await w.s.idle()
  expect(outcomes.map(({ handled }) => handled)).toEqual([true, false])
  expect(w.value('n')).toBe(1)
}

/** What a node writes into what it reads does not make it run again; what others write does. */
export async function ownWritesDoNotComeBack(): Promise<void> {
  const w = await world()
  w.computation('x', (get) => Math.min(get('x') + 1 + get('s') * 0, 5))
  w.effect('show', (get) => get('x'))
  await w.change({ s: 1 })
  expect(w.value('x')).toBe(1)
  expect(w.count('x')).toBe(1)
  await w.change({ s: 2 })
  expect(w.value('x')).toBe(2)
  await w.change({ x: 3 })
  expect(w.value('x')).toBe(4)
  expect(w.count('x')).toBe(3)
  expect(w.seen.show).toEqual([0, 1, 2, 4])
}

/** Two writers of one document run in the order of registration, however the changes arrive. */
export async function tiesGoByRegistration(): Promise<void> {
  const w = await world()
  w.computation('first', (get) => `first ${get('a')}`, { outputs: [at('out')] })
  w.computation('second', (get) => `second ${get('b')}`, { outputs: [at('out')] })
  w.effect('show', (_get, tx) => tx.read(at('out')))
  await w.change({ a: 1, b: 1 })
  w.taken()
  // The change of the second comes first.
  const changed = [w.put({ b: 2 }), w.put({ a: 2 })]
  await Promise.all(changed)
  await w.s.idle()
  expect(w.taken()).toEqual(['first', 'second', 'show'])
}

/** What an attempt launched goes when the attempt fails: pieces are stopped, events not handled. */
export async function failuresTakeBackWhatTheyLaunched(): Promise<void> {
  const w = await world()
  await w.put({ taken: true })
  const handled: unknown[] = []
  w.s.addEventHandler({
    name: 'H',
    stream: 'h',
    reads: [],
    run: (_payload: unknown, tx) => {
      tx.require({ type: 'entity-absent', space: 'demo', id: 'taken' })
      tx.write(at('h'), 1)
      w.s.queueEvent('f', 'payload')
      w.s.queueEvent('f', 'another')
      w.s.startPiece('P', () => {
        w.effect('inP', (get) => get('h'))
      })
    },
  })
  w.s.addEventHandler({
    name: 'F',
    stream: 'f',
    reads: [],
    run: (payload: unknown) => {
      handled.push(payload)
    },
  })
  const outcome = await send(w, 'h')
  await w.s.idle()
  expect(outcome.handled).toBe(false)
  // The first may have been on its way; the one behind it was still in the lane.
  expect(handled).not.toContain('another')
  expect(w.s.getGraphSnapshot().nodes.map(({ name }) => name)).toEqual([])
}
