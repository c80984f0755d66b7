// Rewiring: nodes that change what they read, make nodes, and take them away.
import type { Tx } from '@cellwake/store'
import { describe, expect, it } from 'vitest'
import { at, num, turns, type World, world } from './support.ts'

describe('rewiring', () => {
  it('a branch that is not taken does not run', async () => {
    const w = await world()
    for (const branch of ['yes', 'no']) w.computation(branch, (get) => get('s'))
    w.effect('if', (get) => get(get('c') > 0 ? 'yes' : 'no'))
    await w.change({ c: 1, s: 1 })
    w.taken()
    await w.change({ s: 2 })
    expect(w.taken()).toEqual(['yes', 'if'])
    await w.change({ c: 0 })
    expect(w.taken()).toEqual(['if', 'no', 'if'])
    await w.change({ s: 3 })
    expect(w.taken()).toEqual(['no', 'if'])
  })

  it('a branch that is only declared is not pulled when it is not named', async () => {
    const w = await world()
    for (const branch of ['yes', 'no']) w.computation(branch, (get) => get('s'))
    w.effect('if', (get) => get(get('c') > 0 ? 'yes' : 'no'), { declaredReads: [at('c')] })
    await w.change({ c: 1, s: 1 })
    expect(w.runs).not.toContain('no')
  })

  it('once per change, through a diamond', async () => {
    const w = await world()
    w.computation('left', (get) => get('s') + 1)
    w.computation('right', (get) => get('s') * 2)
    w.computation('join', (get) => get('left') + get('right'))
    w.effect('show', (get) => get('join'))
    await w.change({ s: 1 })
    w.taken()
    await w.change({ s: 2 })
    expect(w.taken()).toEqual(['left', 'right', 'join', 'show'])
  })

  it('an arm of a diamond that goes leaves the other alone', async () => {
    const w = await world()
    const stop = w.computation('left', (get) => get('s') + 1)
    w.computation('right', (get) => get('s') * 2)
    w.effect('show', (get) => get('left') + get('right'))
    await w.change({ s: 1 })
    stop()
    await w.change({ s: 5 })
    expect(w.last('show')).toBe(2 + 10)
    expect(w.isLive('right')).toBe(true)
  })

  it('a dropped dependency no longer makes it run', async () => {
    const w = await world()
    w.effect('show', (get) => (get('c') > 0 ? get('a') : 0))
    await w.change({ c: 1, a: 1 })
    await w.change({ c: 0 })
    w.taken()
    await w.change({ a: 2 })
    expect(w.taken()).toEqual([])
  })
})

describe('nodes that make nodes', () => {
  /** A parent that makes a computation in its first run. */
  function maker(w: World, more: { debounce?: number } = {}): void {
    let made = false
    w.effect('parent', (get) => {
      if (!made) {
        w.computation('child', (read) => read('s') + 1, {
          ...(more.debounce === undefined ? {} : { gate: { debounce: more.debounce } }),
        })
      }
      made = true
      return get('p')
    })
  }

  it('a computation made by a live node is wanted for its first run, and not after', async () => {
    const w = await world()
    maker(w)
    await w.change({ s: 1 })
    expect(w.count('child')).toBe(1)
    expect(w.isLive('child')).toBe(false)
    await w.change({ s: 2 })
    expect(w.count('child')).toBe(1)
  })

  it('it stays wanted if something reads it before the pass is over', async () => {
    const w = await world()
    maker(w)
    w.effect('late', (get) => get('child'))
    await w.change({ s: 1 })
    expect(w.isLive('child')).toBe(true)
    await w.change({ s: 2 })
    expect(w.last('late')).toBe(3)
  })

  it('a debounced child keeps its demand over passes until it has run', async () => {
    const w = await world()
    maker(w, { debounce: 100 })
    await turns()
    await w.put({ p: 1 })
    await turns()
    expect(w.runs).not.toContain('child')
    expect(w.isLive('child')).toBe(true)
    await w.advance(100)
    expect(w.count('child')).toBe(1)
    expect(w.isLive('child')).toBe(false)
  })

  it('idle waits for the first run of such a child', async () => {
    const w = await world()
    maker(w, { debounce: 100 })
    expect(await w.restsWithin(99)).toBe(false)
    expect(await w.restsWithin(1)).toBe(true)
    expect(w.count('child')).toBe(1)
  })

  it('a first run that throws is over as well', async () => {
    const w = await world()
    let made = false
    w.effect('parent', (get) => {
      if (!made) {
        w.computation('child', () => {
          throw new Error('no')
        })
      }
      made = true
      return get('p')
    })
    await w.s.idle()
    expect(w.isLive('child')).toBe(false)
    expect(w.codes()).toEqual(['no'])
  })

  it('a computation made by a dormant node is wanted by nobody', async () => {
    const w = await world()
    w.computation('parent', (get) => {
      w.computation(`child ${get('s')}`, (read) => read('s'))
      return get('s')
    })
    w.s.addEventHandler({ name: 'H', stream: 'h', reads: [at('parent')], run: () => {} })
    w.s.queueEvent('h')
    await w.s.idle()
    expect(w.runs).toEqual(['parent'])
  })

  it('a parent goes on when its child writes what it sampled', async () => {
    const w = await world()
    let made = false
    w.effect('parent', (get) => {
      if (!made) w.computation('child', (read) => read('s') * 2)
      made = true
      return get('child')
    })
    await w.change({ s: 1 })
    await w.change({ s: 2 })
    expect(w.last('parent')).toBe(4)
    expect(w.count('parent')).toBeLessThanOrEqual(4)
  })

  it('an unrelated child does not make the parent run again, a related one does', async () => {
    const w = await world()
    const made = new Set<string>()
    const make = (id: string) => {
      if (made.has(id)) return
      made.add(id)
      w.computation(id, (read) => read('s') + 1)
    }
    w.effect('apart', () => make('unrelated'))
    w.effect('bound', (get) => {
      make('related')
      return get('related')
    })
    await w.s.idle()
    expect([w.count('apart'), w.count('bound')]).toEqual([1, 2])
  })

  it('a new computation in the place of an old one sees what stands there now', async () => {
    const w = await world()
    let stop: (() => void) | undefined
    w.effect('parent', (get) => {
      stop?.()
      const factor = get('factor')
      stop = w.computation('child', (read) => read('s') * factor)
      return factor
    })
    w.effect('show', (get) => get('child'))
    await w.change({ s: 3, factor: 2 })
    expect(w.last('show')).toBe(6)
    await w.change({ factor: 5 })
    expect(w.last('show')).toBe(15)
  })

  it('parents are known, whichever way a node came', async () => {
    const w = await world()
    const spec = { name: 'later', kind: 'effect' as const, run: (tx: Tx) => num(tx, 's') }
    let made = false
    w.effect('parent', () => {
      if (!made) {
        w.computation('first', (get) => get('s'))
        w.s.register(spec)
      }
      made = true
    })
    await w.s.idle()
    w.s.remove(spec)
    w.s.register(spec)
    const parents = Object.fromEntries(
      w.s.getGraphSnapshot().nodes.map((node) => [node.name, node.parent]),
    )
    expect(parents).toEqual({ parent: undefined, first: 'parent', later: 'parent' })
  })

  it('a parent that removes itself while it makes a child is still its parent', async () => {
    const w = await world()
    const stop = w.effect('parent', () => {
      stop()
      w.effect('child', (get) => get('s'))
    })
    await w.s.idle()
    const [child] = w.s.getGraphSnapshot().nodes
    expect([child?.name, child?.parent]).toEqual(['child', 'parent'])
  })

  it('a sliding window of children leaves only the last ones behind', async () => {
    const w = await world()
    const window: (() => void)[] = []
    w.effect('parent', (get) => {
      const n = get('n')
      window.push(w.effect(`child ${n}`, (read) => read('n')))
      if (window.length > 3) window.shift()?.()
    })
    for (let n = 1; n <= 30; n++) await w.change({ n })
    expect(w.s.getStats().effects).toBe(4)
    expect(w.s.getGraphSnapshot().nodes.map(({ name }) => name)).toEqual([
      'parent',
      'child 28',
      'child 29',
      'child 30',
    ])
  })
})

describe('waits of nodes that circle', () => {
  it('a node that nobody wants is not backed off', async () => {
    const w = await world()
    w.computation('a', (get) => get('b') + 1)
    w.computation('b', (get) => get('a') + 1)
    const stop = w.effect('watch', (get) => get('a'))
    await turns(20)
    stop()
    await w.advance(10_000)
    w.taken()
    await w.put({ b: 100 })
    await w.advance(10_000)
    expect(w.taken()).toEqual([])
    expect(w.clock.pending).toBe(0)
  })

  it('a debounced node waits for its debounce and is not backed off', async () => {
    const w = await world()
    w.computation('a', (get) => get('s') + 1, { gate: { debounce: 100 } })
    w.effect('show', (get) => get('a'))
    await w.s.idle()
    for (let s = 1; s < 40; s++) await w.put({ s })
    await turns()
    expect(w.tasks.get('a')?.gate.backoffStreak).toBe(0)
    expect(w.errors).toEqual([])
  })

  it('an unrelated node that is held by a throttle is not backed off by a cycle', async () => {
    const w = await world()
    w.computation('a', (get) => get('b') + 1)
    w.computation('b', (get) => get('a') + 1)
    w.effect('watch', (get) => get('a'))
    w.effect('slow', (get) => get('s'), { gate: { throttle: 5000 } })
    await turns(20)
    await w.put({ s: 1 })
    await turns(20)
    expect(w.tasks.get('slow')?.gate.backoffStreak).toBe(0)
  })

  it('the cause of a cycle that goes ends its wait, and another wait is planned right', async () => {
    const w = await world()
    const cancels = [
      w.computation('a', (get) => get('b') + 1),
      w.computation('b', (get) => get('a') + 1),
    ]
    w.effect('watch', (get) => get('a'))
    w.effect('slow', (get) => get('s'), { gate: { throttle: 5000 } })
    await w.put({ s: 1 })
    await turns(20)
    await w.put({ s: 2 })
    await turns(20)
    for (const cancel of cancels) cancel()
    await w.advance(2000)
    expect(w.clock.nextAt - w.clock.now()).toBe(3000)
  })

  it('a cycle that sleeps and is wanted again starts with the shortest wait', async () => {
    const w = await world()
    w.computation('a', (get) => get('b') + 1)
    w.computation('b', (get) => get('a') + 1)
    let stop = w.effect('watch', (get) => get('a'))
    await w.advance(4000)
    stop()
    await w.advance(10_000)
    stop = w.effect('watch', (get) => get('a'))
    await turns(20)
    const { waiting } = w.s.runDiagnosis()
    expect(waiting.length).toBeGreaterThan(0)
    expect(Math.max(...waiting.map(({ until }) => until - w.clock.now()))).toBe(250)
    stop()
  })
})
