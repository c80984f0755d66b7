// Materializers: always wanted, run when nothing else does, and found before anybody reads what they
// may write.
import { describe, expect, it } from 'vitest'
import type { RegisterOptions } from '../../src/index.ts'
import { at, num, send, turns, type World, world } from './support.ts'

/** Copies s into a row of its own choosing. */
function rows(w: World, options: RegisterOptions = {}, name = 'm'): () => void {
  return w.s.register(
    {
      name,
      kind: 'computation',
      envelope: [at('rows')],
      run: (tx) => {
        w.runs.push(name)
        tx.write(at('rows', `r${num(tx, 's') % 2}`), num(tx, 's'))
      },
    },
    options,
  )
}

describe('materializers', () => {
  it('run without anybody who wants them', async () => {
    const w = await world()
    rows(w)
    await w.change({ s: 1 })
    expect(w.value('rows')).toEqual({ r1: 1 })
    expect(w.isLive('m')).toBe(true)
  })

  it('run after everything else that waits', async () => {
    const w = await world()
    rows(w)
    w.computation('a', (get) => get('s'))
    w.effect('show', (get) => get('a'))
    await w.s.idle()
    w.taken()
    await w.change({ s: 1 })
    expect(w.taken()).toEqual(['a', 'show', 'm'])
  })

  it('their ordinary output has readers that run in the same pass', async () => {
    const w = await world()
    w.s.register({
      name: 'm',
      kind: 'computation',
      outputs: [at('count')],
      envelope: [at('rows')],
      run: (tx) => {
        w.runs.push('m')
        tx.write(at('count'), num(tx, 's'))
      },
    })
    w.effect('show', (get) => get('count'))
    await w.s.idle()
    w.taken()
    await w.change({ s: 1 })
    expect(w.taken()).toEqual(['m', 'show'])
  })

  it('only readers of what really changed run', async () => {
    const w = await world()
    rows(w)
    w.effect('zero', (get) => get('rows', 'r0'))
    w.effect('one', (get) => get('rows', 'r1'))
    await w.s.idle()
    w.taken()
    await w.change({ s: 1 })
    expect(w.taken().filter((name) => name !== 'm')).toEqual(['one'])
    await w.change({ s: 2 })
    expect(w.taken().filter((name) => name !== 'm')).toEqual(['zero'])
  })

  it('an envelope is no edge: it neither makes wanted nor invalid', async () => {
    const w = await world()
    rows(w)
    w.effect('show', (get) => get('rows', 'r9'))
    await w.s.idle()
    expect(w.s.getDependents('m')).toEqual([])
    w.taken()
    await w.change({ s: 1 })
    expect(w.taken()).toEqual(['m'])
  })

  it('are found before an effect reads what they may write', async () => {
    const w = await world()
    rows(w)
    w.effect('show', (get) => get('rows', 'r1') + get('t'))
    await w.s.idle()
    w.taken()
    await w.put({ s: 1, t: 1 })
    await w.s.idle()
    expect(w.taken()).toEqual(['m', 'show'])
    expect(w.last('show')).toBe(2)
  })

  it('are found before the first run of an effect that declares it', async () => {
    const w = await world()
    await w.put({ s: 1 })
    rows(w)
    w.effect('show', (get) => get('rows', 'r1'), { declaredReads: [at('rows')] })
    await w.s.idle()
    expect(w.runs).toEqual(['m', 'show'])
  })

  it('an asynchronous one is waited for by the reader that found it', async () => {
    const w = await world()
    w.s.register({
      name: 'm',
      kind: 'computation',
      envelope: [at('rows')],
      run: async (tx) => {
        w.runs.push('m')
        const s = num(tx, 's')
        await turns(2)
        tx.write(at('rows'), s)
      },
    })
    w.effect('show', (get) => get('rows') + get('t'))
    await w.s.idle()
    w.taken()
    await w.put({ s: 1, t: 1 })
    await w.s.idle()
    expect(w.taken()).toEqual(['m', 'show'])
  })

  it('are found before an event', async () => {
    const w = await world()
    rows(w)
    const saw: unknown[] = []
    w.s.addEventHandler({
      name: 'H',
      stream: 'h',
      reads: [at('rows')],
      run: (_payload: unknown, tx) => {
        saw.push(num(tx, 'rows', 'r1'))
      },
    })
    await w.s.idle()
    await w.put({ s: 1 })
    await send(w, 'h')
    expect(saw).toEqual([1])
  })

  it('coalesce under a debounce', async () => {
    const w = await world()
    rows(w, { gate: { debounce: 100 } })
    await w.advance(200)
    w.taken()
    for (let s = 1; s <= 20; s++) await w.put({ s })
    await w.advance(100)
    expect(w.taken()).toEqual(['m'])
    expect(w.value('rows', 'r0')).toBe(20)
  })

  it('a writer of a fixed place stays lazy beside one', async () => {
    const w = await world()
    rows(w)
    w.computation('fixed', (get) => get('s'))
    await w.change({ s: 1 })
    expect(w.runs).not.toContain('fixed')
  })

  it('one that was taken away and put back is wanted again, and with it what it reads', async () => {
    const w = await world()
    w.computation('input', (get) => get('s') + 1)
    const spec = {
      name: 'm',
      kind: 'computation' as const,
      envelope: [at('rows')],
      run: (tx: Parameters<typeof num>[0]) => {
        w.runs.push('m')
        tx.write(at('rows'), num(tx, 'input'))
      },
    }
    w.s.register(spec)
    await w.change({ s: 1 })
    w.s.remove(spec)
    await w.change({ s: 5 })
    expect([w.isLive('input'), w.value('rows')]).toEqual([false, 2])
    w.s.register(spec)
    await w.s.idle()
    expect([w.isLive('input'), w.value('rows')]).toEqual([true, 6])
  })

  it('side writes of one with an envelope are not resolved ahead', async () => {
    const w = await world()
    w.s.register({
      name: 'm',
      kind: 'computation',
      envelope: [at('rows')],
      sideWrites: [at('side')],
      run: (tx) => tx.write(at('rows'), num(tx, 's')),
    })
    expect(w.s.getGraphSnapshot().nodes[0]?.outputs).toEqual([])
  })

  it('one that circles is cut like any other', async () => {
    const w = await world()
    w.s.register({
      name: 'm',
      kind: 'computation',
      envelope: [at('rows')],
      run: (tx) => {
        w.runs.push('m')
        tx.write(at('rows'), num(tx, 'back') + 1)
      },
    })
    w.effect('back', (get, tx) => tx.write(at('back'), get('rows') + 1))
    await turns(40)
    expect(w.count('m')).toBeLessThanOrEqual(10 * w.s.getStats().passes)
    expect(w.codes()).toContain('not-settling')
    expect(await w.restsWithin(3000)).toBe(true)
  })
})
