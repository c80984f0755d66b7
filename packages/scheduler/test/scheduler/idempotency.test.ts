// The validator of computations: what differs when it runs again on the same inputs is named.
import { describe, expect, it } from 'vitest'
import { at, num, turns, world } from './support.ts'

describe('the validator', () => {
  it('finds what counts itself up, once, and leaves its value alone', async () => {
    const w = await world()
    w.s.idempotencyCheck()
    w.computation('counter', (get) => get('counter') + 1 + get('s') * 0)
    w.effect('show', (get) => get('counter'))
    await w.change({ s: 1 })
    await w.change({ s: 2 })
    expect(w.codes()).toEqual(['not-idempotent'])
    expect(w.errors[0]?.name).toBe('counter')
    // The second runs are thrown away.
    expect(w.value('counter')).toBe(w.last('show'))
    expect(w.value('counter')).toBeLessThanOrEqual(2)
  })

  it('finds chance', async () => {
    const w = await world()
    w.s.idempotencyCheck()
    let chance = 0
    w.computation('random', (get) => get('s') + ++chance)
    w.effect('show', (get) => get('random'))
    await w.s.idle()
    expect(w.codes()).toEqual(['not-idempotent'])
  })

  it('finds a field that goes', async () => {
    const w = await world()
    w.s.idempotencyCheck()
    let first = true
    w.computation('shrinks', () => {
      const value = first ? { a: 1, b: 2 } : { a: 1 }
      first = false
      return value
    })
    w.effect('show', (_get, tx) => tx.read(at('shrinks')))
    await w.s.idle()
    expect(w.codes()).toEqual(['not-idempotent'])
  })

  it('has nothing against a right one, synchronous or not, nor against effects', async () => {
    const w = await world()
    w.s.idempotencyCheck()
    let effects = 0
    w.computation('right', (get) => get('s') * 2)
    w.computation('late', async (get) => {
      const s = get('s')
      await turns(2)
      return { s }
    })
    w.effect('show', (get, tx) => {
      tx.read(at('late'))
      tx.write(at('ran'), ++effects)
      return get('right')
    })
    await w.change({ s: 1 })
    await w.change({ s: 2 })
    expect(w.errors).toEqual([])
    expect(w.last('show')).toBe(4)
    expect(() => w.s.assertIdempotency()).not.toThrow()
  })

  it('inputs that move between the two runs explain any difference', async () => {
    const w = await world()
    w.s.idempotencyCheck()
    let moves = 0
    w.computation('moving', async (_get, tx) => {
      const s = num(tx, 's')
      await turns(1)
      if (++moves % 2 === 0 && moves < 8) await w.put({ s: s + 1 })
      return s
    })
    w.effect('show', (get) => get('moving'))
    await w.s.idle()
    expect(w.errors).toEqual([])
    expect(w.last('show')).toBe(w.value('s'))
  })

  it('what is expected is not reported, and missed when it does not come', async () => {
    const w = await world()
    w.s.idempotencyCheck()
    w.s.expectNonIdempotent('counter')
    expect(() => w.s.assertIdempotency()).toThrow('counter')
    w.computation('counter', (get) => get('counter') + 1)
    w.effect('show', (get) => get('counter'))
    await w.s.idle()
    expect(w.errors).toEqual([])
    expect(() => w.s.assertIdempotency()).not.toThrow()
  })
})
