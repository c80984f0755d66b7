// I8: a run's transaction knows the node, and exactly the changes that made it run.
import type { Address } from '@cellwake/store'
import { describe, expect, it } from 'vitest'
import type { RunTx } from '../../src/index.ts'
import { causesSurviveARetry } from './scenarios.ts'
import { at, latch, num, turns, unluckyWorld, type World, world } from './support.ts'

/** The causes of each run of a node, as its own transaction shows them. */
function causesOf(w: World, name: string, reads: string[]): (readonly Address[])[] {
  const causes: (readonly Address[])[] = []
  w.effect(name, (get, tx) => {
    causes.push(tx.options.cause?.causes ?? [])
    expect(tx.options.cause?.by).toBe(name)
    return reads.map((id) => get(id))
  })
  return causes
}

describe('provenance', () => {
  it('two changes before a run are its causes, each once', async () => {
    const w = await world()
    const causes = causesOf(w, 'show', ['a', 'b', 'c'])
    await w.s.idle()
    await Promise.all([w.put({ a: 1 }), w.put({ b: 1 }), w.put({ a: 2 })])
    await w.s.idle()
    expect(causes).toEqual([[], [at('a'), at('b')]])
  })

  it('causes at different paths of one document are kept apart, whatever their names', async () => {
    const w = await world()
    const causes: (readonly Address[])[] = []
    w.effect('show', (get, tx) => {
      causes.push(tx.options.cause?.causes ?? [])
      return get('doc', 'a', 'b') + get('doc', 'a/b')
    })
    await w.change({ doc: { a: { b: 1 }, 'a/b': 1 } })
    await Promise.all([
      w.store.edit((tx) => tx.write(at('doc', 'a', 'b'), 2)),
      w.store.edit((tx) => tx.write(at('doc', 'a/b'), 2)),
    ])
    await w.s.idle()
    expect(causes.at(-1)).toEqual([at('doc', 'a', 'b'), at('doc', 'a/b')])
  })

  it('the commit of a computation is stored with its node and its causes', async () => {
    const w = await world()
    w.computation('sum', (get) => get('a') + get('b'))
    w.effect('show', (get) => get('sum'))
    await w.s.idle()
    await w.put({ a: 1, b: 1 })
    await w.s.idle()
    const [last] = await w.store.history({ space: 'demo', id: 'sum' })
    expect(last?.commit?.info).toEqual({ by: 'sum', causes: [at('a'), at('b')] })
  })

  it('the transactions of a derived node carry its name and its causes, run by run', async () => {
    const w = await world()
    const kept: RunTx[] = []
    w.computation(
      'sum',
      (get, tx) => {
        kept.push(tx as RunTx)
        return get('a') + get('b')
      },
      { derived: true },
    )
    w.effect('show', (get) => get('sum'))
    await w.s.idle()
    // Often enough to do as the run before did.
    for (const a of [1, 2, 3, 4]) await w.change({ a })
    await Promise.all([w.put({ a: 5 }), w.put({ b: 5 })])
    await w.s.idle()
    expect(kept.map((tx) => tx.options.cause)).toEqual([
      { by: 'sum', causes: [] },
      ...[1, 2, 3, 4].map(() => ({ by: 'sum', causes: [at('a')] })),
      { by: 'sum', causes: [at('a'), at('b')] },
    ])
  })

  it('one derived node is the cause of the next', async () => {
    const w = await world()
    const causes: unknown[] = []
    w.computation('a', (get) => get('s') + 1, { derived: true })
    w.computation(
      'b',
      (get, tx) => {
        causes.push(tx.options.cause?.causes)
        return get('a') + 1
      },
      { derived: true },
    )
    w.effect('show', (get) => get('b'))
    for (const s of [1, 2, 3]) await w.change({ s })
    expect(causes.slice(-2)).toEqual([[at('a')], [at('a')]])
  })

  it('a retry carries the causes of the run that failed, and new ones', causesSurviveARetry)

  it('a document that changed under an asynchronous run is a cause of the next', async () => {
    const w = await world()
    const gate = latch()
    const causes: (readonly Address[])[] = []
    w.effect('slow', async (_get, tx) => {
      causes.push(tx.options.cause?.causes ?? [])
      const saw = num(tx, 'late')
      await gate.promise
      return saw
    })
    await turns()
    await w.put({ late: 5 })
    gate.open()
    await w.s.idle()
    expect(causes).toEqual([[], [at('late')]])
  })

  it('a change that was suppressed is no cause of a later run', async () => {
    const w = await world()
    const group = {}
    const causes: (readonly Address[])[] = []
    w.effect(
      'show',
      (get, tx) => {
        causes.push(tx.options.cause?.causes ?? [])
        return get('a') + get('b')
      },
      { changeGroup: group },
    )
    await w.s.idle()
    await w.store.edit((tx) => tx.write(at('a'), 1), { changeGroup: group })
    await w.put({ b: 1 })
    await w.s.idle()
    expect(causes).toEqual([[], [at('b')]])
  })

  it('its own write is no cause of its next run', async () => {
    const w = await world()
    const causes: (readonly Address[])[] = []
    w.effect('count', (get, tx) => {
      causes.push(tx.options.cause?.causes ?? [])
      tx.write(at('n'), get('n') + 1)
      return get('s')
    })
    await w.s.idle()
    await w.change({ s: 1 })
    expect(causes).toEqual([[], [at('s')]])
  })

  it('what a removed node was waiting for is forgotten', async () => {
    const w = await world()
    const causes: (readonly Address[])[] = []
    const spec = {
      name: 'show',
      kind: 'effect' as const,
      run: (tx: Parameters<typeof num>[0]) => {
        causes.push(tx.options.cause?.causes ?? [])
        num(tx, 'a')
      },
    }
    w.s.register(spec, { gate: { throttle: 1000 } })
    await w.s.idle()
    await w.put({ a: 1 })
    w.s.remove(spec)
    w.s.register(spec)
    await w.s.idle()
    expect(causes).toEqual([[], []])
  })

  it('causes do not outlive the run that they caused', async () => {
    const w = await world()
    const causes = causesOf(w, 'show', ['a', 'b'])
    await w.s.idle()
    await w.change({ a: 1 })
    await w.change({ b: 1 })
    expect(causes).toEqual([[], [at('a')], [at('b')]])
  })

  it('a commit that is refused for good does not hand its causes on', async () => {
    const w = await world()
    await w.put({ exists: 1 })
    const causes: (readonly Address[])[] = []
    w.effect('show', (get, tx) => {
      causes.push(tx.options.cause?.causes ?? [])
      if (get('a') === 1) tx.require({ type: 'entity-absent', space: 'demo', id: 'exists' })
      return get('b')
    })
    await w.s.idle()
    await w.change({ a: 1 })
    await w.change({ a: 2 })
    expect(causes).toEqual([[], [at('a')], [at('a')]])
    await w.change({ b: 1 })
    expect(causes.at(-1)).toEqual([at('b')])
    expect(w.codes()).toEqual(['commit-rejected'])
  })

  it('an event is the cause of what its handler commits', async () => {
    const u = await unluckyWorld()
    u.w.s.addEventHandler({
      name: 'H',
      stream: 'h',
      reads: [],
      run: (_payload: unknown, tx) => tx.write(at('x'), 1),
    })
    u.w.s.queueEvent('h', {}, { id: 'e1' })
    await u.w.s.idle()
    const [last] = await u.w.store.history({ space: 'demo', id: 'x' })
    expect(last?.commit?.info).toMatchObject({ by: 'H', detail: { event: 'e1', stream: 'h' } })
  })
})
