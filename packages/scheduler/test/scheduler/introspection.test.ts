// Looking inside: what is shown is what is, it is bounded, and it changes nothing.
import { describe, expect, it } from 'vitest'
import { TRACE_ENTRIES, TRACE_NODES } from '../../src/limits.ts'
import { at, send, turns, type World, world } from './support.ts'

describe('the snapshot of the graph', () => {
  it('shows nodes with their state, and edges from writers to readers', async () => {
    const w = await world()
    w.computation('a', (get) => get('s'))
    w.computation('asleep', (get) => get('s'))
    w.effect('show', (get) => get('a'))
    await w.change({ s: 1 })
    const { nodes, edges } = w.s.getGraphSnapshot()
    expect(edges).toEqual([{ from: 'a', to: 'show' }])
    expect(nodes.map(({ name, kind, status, live }) => [name, kind, status, live])).toEqual([
      ['a', 'computation', 'clean', true],
      ['asleep', 'computation', 'never-ran', false],
      ['show', 'effect', 'clean', true],
    ])
    expect(nodes[0]).toMatchObject({
      reads: [at('s')],
      outputs: [at('a')],
      stats: { runCount: 1, errors: 0 },
    })
    expect(nodes[2]!.height).toBeGreaterThan(nodes[0]!.height)
  })

  it('is a copy: changing it changes nothing', async () => {
    const w = await world()
    w.effect('show', (get) => get('s'))
    await w.s.idle()
    const [node] = w.s.getGraphSnapshot().nodes
    ;(node!.stats as { runCount: number }).runCount = 99
    expect(w.s.getActionStats('show').runCount).toBe(1)
  })

  it('knows the readers of what a node writes', async () => {
    const w = await world()
    w.computation('a', (get) => get('s'))
    w.effect('one', (get) => get('a'))
    w.effect('two', (get) => get('a'))
    await w.s.idle()
    expect(w.s.getDependents('a')).toEqual(['one', 'two'])
  })
})

describe('the stats', () => {
  it('of all: effects, computations, and what is pending: wanted, invalid, and held by no gate', async () => {
    const w = await world()
    w.computation('asleep', (get) => get('s'))
    w.computation('a', (get) => get('s'))
    w.effect('show', (get) => get('a'))
    w.effect('gated', (get) => get('s'), { gate: { throttle: 1000 } })
    expect(w.s.getStats()).toMatchObject({ effects: 2, computations: 2, pending: 2, invalid: 4 })
    await turns()
    expect(w.s.getStats()).toMatchObject({ pending: 0, invalid: 1 })
    void w.put({ s: 1 })
    expect(w.s.getStats()).toMatchObject({ pending: 1, invalid: 3 })
    await w.advance(1000)
    expect(w.s.getStats()).toMatchObject({ pending: 0, invalid: 1 })
  })

  it('of one node: how often it ran, how long in all, on average and last, and when', async () => {
    const w = await world()
    expect(() => w.s.getActionStats('show')).toThrow(
      expect.objectContaining({ code: 'unknown-node' }),
    )
    w.effect('show', async (_get, tx) => {
      const s = tx.read(at('s'))
      await w.clock.advance(s === 1 ? 30 : 10)
    })
    expect(w.s.getActionStats('show')).toEqual({
      runCount: 0,
      errors: 0,
      totalTime: 0,
      averageTime: 0,
      lastRunTime: 0,
      lastRunTimestamp: 0,
    })
    await w.s.idle()
    await w.change({ s: 1 })
    expect(w.s.getActionStats('show')).toEqual({
      runCount: 2,
      errors: 0,
      totalTime: 40,
      averageTime: 20,
      lastRunTime: 30,
      lastRunTimestamp: w.clock.now(),
    })
  })
})

/** The trace of settling, without the numbers of passes. */
function settled(w: World): unknown[] {
  return w.s.getTrace('settle').map(({ what, nodes }) => [what, nodes])
}

describe('traces', () => {
  it('are off until they are switched on, and forgotten when they are switched off', async () => {
    const w = await world()
    w.effect('show', (get) => get('s'))
    await w.change({ s: 1 })
    expect(w.s.getTrace('run')).toEqual([])
    w.s.setTraceEnabled('run', true)
    await w.change({ s: 2 })
    expect(w.s.getTrace('run').length).toBe(2)
    w.s.setTraceEnabled('run', false)
    expect(w.s.getTrace('run')).toEqual([])
  })

  it('of triggers: every decision about every reader', async () => {
    const w = await world()
    const group = {}
    w.effect('fresh', (get) => get('s'))
    w.effect('grouped', (get) => get('s'), { changeGroup: group })
    w.effect('own', (get, tx) => tx.write(at('s'), Math.max(get('s'), 5)))
    w.effect('gated', (get) => get('s'), { gate: { throttle: 1000 } })
    await w.put({ s: 6 })
    await turns()
    w.s.setTraceEnabled('trigger', true)
    await w.store.edit((tx) => tx.write(at('s'), 7), { changeGroup: group })
    await turns()
    await w.store.edit((tx) => tx.write(at('s'), 1), { changeGroup: group })
    await turns()
    const trace = w.s.getTrace('trigger')
    const decisions = new Set(trace.map(({ name, what }) => `${name} ${what}`))
    expect(decisions).toContain('fresh mark-invalid')
    expect(decisions).toContain('grouped skip-group')
    expect(decisions).toContain('own skip-own')
    expect(decisions).toContain('gated already-invalid')
    expect(trace[0]?.addresses).toEqual([at('s')])
  })

  it('of runs: exactly what one change made run, why, and what that wrote', async () => {
    const w = await world()
    w.computation('a', (get) => get('s'))
    w.effect('show', (get) => get('a'))
    await w.change({ s: 1 })
    w.s.setTraceEnabled('run', true)
    await w.change({ s: 2 })
    expect(w.s.getTrace('run').map(({ name, what, addresses }) => [name, what, addresses])).toEqual(
      [
        ['a', 'begins', [at('s')]],
        ['a', 'ran', [at('a')]],
        ['show', 'begins', [at('a')]],
        ['show', 'ran', []],
      ],
    )
  })

  it('of settling: the work set, the order in which it ran, and the iterations', async () => {
    const w = await world()
    w.computation('b', (get) => get('a') + get('s'))
    w.computation('a', (get) => get('s'))
    w.effect('show', (get) => get('b'))
    w.effect('other', (get) => get('t'))
    await w.change({ s: 1 })
    w.s.setTraceEnabled('settle', true)
    await w.change({ s: 2 })
    expect(settled(w)).toEqual([
      ['iteration 1: work set of 3', ['a', 'b', 'show']],
      ['iteration 1: 3 ran', ['a', 'b', 'show']],
      ['over after 1 iteration', undefined],
    ])
  })

  it('of settling: what is clean when its turn comes was in the work set, and did not run', async () => {
    const w = await world()
    w.computation('sign', (get) => Math.sign(get('s')))
    w.effect('show', (get) => get('sign'))
    await w.change({ s: 1 })
    w.s.setTraceEnabled('settle', true)
    await w.change({ s: 2 })
    expect(settled(w)).toEqual([
      ['iteration 1: work set of 2', ['sign', 'show']],
      ['iteration 1: 1 ran', ['sign']],
      ['over after 1 iteration', undefined],
    ])
  })

  it('of settling: a branch that is found on the way is another iteration', async () => {
    const w = await world()
    w.computation('left', (get) => get('s'))
    w.computation('right', (get) => -get('s'))
    w.effect('show', (get) => (get('side') > 0 ? get('right') : get('left')))
    await w.change({ s: 1 })
    w.s.setTraceEnabled('settle', true)
    await w.change({ side: 1 })
    expect(settled(w)).toEqual([
      ['iteration 1: work set of 1', ['show']],
      ['iteration 1: 1 ran', ['show']],
      ['iteration 2: work set of 2', ['right', 'show']],
      ['iteration 2: 2 ran', ['right', 'show']],
      ['over after 2 iterations', undefined],
    ])
  })

  it('of settling: an effect that is debounced by itself', async () => {
    const w = await world()
    w.s.setTraceEnabled('settle', true)
    w.effect('slow', async (_get, tx) => {
      tx.read(at('s'))
      await w.clock.advance(60)
    })
    for (let s = 0; s < 3; s++) await w.change({ s })
    const said = w.s.getTrace('settle').filter(({ name }) => name === 'slow')
    expect(said.map(({ what }) => what)).toEqual([
      'debounced by itself for 100 ms: its runs take 60 ms on average',
    ])
  })

  it('of settling: the names of a large work set are cut, and counted', async () => {
    const w = await world()
    for (let i = 0; i < TRACE_NODES + 20; i++) w.effect(`e${i}`, (get) => get('s'))
    await w.s.idle()
    w.s.setTraceEnabled('settle', true)
    await w.change({ s: 1 })
    const [set] = w.s.getTrace('settle')
    expect(set?.what).toBe(`iteration 1: work set of ${TRACE_NODES + 20}`)
    expect(set?.nodes).toHaveLength(TRACE_NODES)
  })

  it('of events: waited, went, and what became of it', async () => {
    const w = await world()
    w.s.setTraceEnabled('event', true)
    w.computation('total', (get) => get('s'))
    w.s.addEventHandler({ name: 'H', stream: 'h', reads: [at('total')], run: () => {} })
    await send(w, 'h', 1, 'e1')
    expect(w.s.getTrace('event').map(({ what }) => what)).toEqual([
      'e1 waits for nodes',
      'e1 goes to H',
      'e1 handled',
    ])
  })

  it('are bounded', async () => {
    const w = await world()
    w.s.setTraceEnabled('run', true)
    w.effect('show', (get) => get('s'))
    for (let s = 0; s < TRACE_ENTRIES / 2 + 50; s++) {
      void w.put({ s })
      await turns(2)
    }
    await w.s.idle()
    expect(w.s.getStats().runs).toBeGreaterThan(TRACE_ENTRIES / 2)
    expect(w.s.getTrace('run')).toHaveLength(TRACE_ENTRIES)
  })
})

describe('diagnosis', () => {
  it('names what is invalid, what waits and until when, and the last errors', async () => {
    const w = await world()
    w.effect('waits', (get) => get('s'), { gate: { throttle: 500 } })
    w.effect('fails', () => {
      throw new Error('as planned')
    })
    await turns()
    await w.put({ s: 1 })
    await turns()
    expect(w.s.runDiagnosis()).toEqual({
      invalid: ['waits'],
      waiting: [{ name: 'waits', until: w.clock.now() + 500 }],
      notSettling: [],
      outsideWrites: [],
      lastErrors: [{ name: 'fails', message: 'as planned' }],
    })
  })

  it('keeps twenty errors', async () => {
    const w = await world()
    w.effect('fails', (get) => {
      throw new Error(`no ${get('s')}`)
    })
    for (let s = 1; s <= 30; s++) await w.change({ s })
    const { lastErrors } = w.s.runDiagnosis()
    expect(lastErrors).toHaveLength(20)
    expect(lastErrors.at(-1)).toEqual({ name: 'fails', message: 'no 30' })
  })
})

describe('breakpoints and listeners', () => {
  it('a breakpoint is called before each run, until it is taken away', async () => {
    const w = await world()
    const stops: string[] = []
    w.effect('show', (get) => get('s'))
    w.s.setBreakpoint('show', (name) => stops.push(`${name} after ${w.runs.length}`))
    await w.s.idle()
    await w.change({ s: 1 })
    w.s.clearBreakpoint('show')
    await w.change({ s: 2 })
    expect(stops).toEqual(['show after 0', 'show after 1'])
  })

  it('a breakpoint without a function of its own says that the node is about to run, and why', async () => {
    const w = await world()
    w.effect('show', (get) => get('s'))
    await w.s.idle()
    w.s.setBreakpoint('show')
    await w.change({ s: 1 })
    expect(w.said).toEqual(['Breakpoint: show is about to run because of demo/s.'])
    expect(w.count('show')).toBe(2)
    w.s.clearBreakpoint('show')
    await w.change({ s: 2 })
    expect(w.said).toHaveLength(1)
  })

  it('a breakpoint that throws fails the run and nothing else', async () => {
    const w = await world()
    w.effect('show', (get) => get('s'))
    w.effect('other', (get) => get('s'))
    w.s.setBreakpoint('show', () => {
      throw new Error('stopped here')
    })
    await w.s.idle()
    expect([w.count('show'), w.count('other'), w.codes()]).toEqual([0, 1, ['stopped here']])
  })

  it('a listener that throws harms nobody', async () => {
    const w = await world()
    w.s.onError(() => {
      throw new Error('listener')
    })
    w.s.onConsole(() => {
      throw new Error('console')
    })
    const heard: string[] = []
    w.s.onError((_error, name) => heard.push(name))
    w.effect('fails', () => {
      throw new Error('no')
    })
    w.effect('works', (get) => get('s'))
    await w.s.idle()
    expect([heard, w.count('works')]).toEqual([['fails'], 1])
  })

  it('a listener that is taken away hears nothing', async () => {
    const w = await world()
    const heard: string[] = []
    const [stopErrors, stopConsole] = [
      w.s.onError((_error, name) => heard.push(name)),
      w.s.onConsole((text) => heard.push(text)),
    ]
    stopErrors()
    stopConsole()
    w.effect('fails', () => {
      throw new Error('no')
    })
    await w.s.idle()
    expect([heard, w.codes()]).toEqual([[], ['no']])
  })
})
