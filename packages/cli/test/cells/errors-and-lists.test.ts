// Goal: programs of cells behave as people who know signals expect, in memory and kept in a store.
// Method: each claim is a small program over the public face of `cellwake/cells`, run in both runtimes.

import { describe, expect, it } from 'vitest'
import { id, kept, message, runtimes } from './worlds.ts'

describe.each(runtimes)('%s', (_name, world) => {
  describe('errors', () => {
    it('a value that throws passes its error on and heals', async () => {
      const { rt } = await world()
      const a = rt.cell(0, id('a'))
      const b = rt.derive(() => {
        if (a.get() === 0) throw new Error('zero')
        return 1 / a.get()
      }, id('b'))
      const c = rt.derive(() => b.get() + 1, id('c'))
      expect(() => c.get()).toThrow('zero')
      a.set(1)
      expect(c.get()).toBe(2)
    })

    it('a value that throws is not run again for each read', async () => {
      const { rt } = await world()
      let runs = 0
      const a = rt.cell(0, id('a'))
      const b = rt.derive(() => {
        runs++
        throw new Error(`${a.get()}`)
      }, id('b'))
      expect(() => b.get()).toThrow('0')
      expect(() => b.get()).toThrow('0')
      expect(runs).toBe(1)
    })

    it('reads before the throw are dependencies', async () => {
      const { rt } = await world()
      const a = rt.cell(1, id('a'))
      const b = rt.derive(() => {
        if (a.get() === 1) throw new Error('one')
        return a.get()
      }, id('b'))
      const seen: unknown[] = []
      rt.effect(() => {
        try {
          seen.push(b.get())
        } catch (error) {
          seen.push(message(error))
        }
      })
      rt.flushSync()
      a.set(2)
      rt.flushSync()
      expect(seen).toEqual(['one', 2])
    })

    it('an effect that throws keeps its dependencies', async () => {
      const { rt, errors } = await world()
      const a = rt.cell(1, id('a'))
      const seen: number[] = []
      rt.effect(() => {
        if (a.get() === 1) throw new Error('one')
        seen.push(a.get())
      })
      rt.flushSync()
      a.set(2)
      rt.flushSync()
      expect(seen).toEqual([2])
      expect(errors.map(message)).toEqual(['one'])
    })

    it('an effect that throws does not stop the others', async () => {
      const { rt, errors } = await world()
      const a = rt.cell(1, id('a'))
      const seen: number[] = []
      rt.effect(() => {
        a.get()
        throw new Error('bad')
      })
      rt.effect(() => void seen.push(a.get()))
      rt.flushSync()
      a.set(2)
      rt.flushSync()
      expect(seen).toEqual([1, 2])
      expect(errors).toHaveLength(2)
    })

    it('inner effects of a run that throws end before the next', async () => {
      const { rt } = await world()
      const a = rt.cell(1, id('a'))
      const log: string[] = []
      rt.effect(() => {
        const n = a.get()
        rt.effect(() => () => log.push(`gone ${n}`))
        throw new Error('after')
      })
      rt.flushSync()
      a.set(2)
      rt.flushSync()
      expect(log.filter((x) => x === 'gone 1')).toHaveLength(1)
    })

    it('an error that comes out the same does not run readers again', async () => {
      const { rt } = await world()
      let runs = 0
      const boom = new Error('same')
      const a = rt.cell(1, id('a'))
      const b = rt.derive((): number => {
        a.get()
        throw boom
      }, id('b'))
      rt.effect(() => {
        runs++
        try {
          b.get()
        } catch {}
      })
      rt.flushSync()
      a.set(2)
      rt.flushSync()
      expect(runs).toBe(1)
    })

    it('a rejected promise of an effect is reported', async () => {
      const { rt, errors } = await world()
      rt.effect((async () => {
        throw new Error('later')
      }) as never)
      await rt.idle()
      expect(errors.map(message)).toEqual(['later'])
    })
  })

  describe('lists and streams', () => {
    it('map computes what changed alone', async () => {
      const { rt } = await world()
      const ran: number[] = []
      const list = rt.cell([1, 2, 3], id('l'))
      const doubled = rt.map(list, (x: number) => {
        ran.push(x)
        return x * 2
      })
      rt.sink(doubled, () => {})
      rt.flushSync()
      ran.length = 0
      list.set([1, 5, 3])
      rt.flushSync()
      expect(ran).toEqual([5])
      expect(doubled.get()).toEqual([2, 10, 6])
    })

    it('filter and flatMap', async () => {
      const { rt } = await world()
      const list = rt.cell([1, 2, 3, 4], id('l'))
      const even = rt.filter(list, (x: number) => x % 2 === 0)
      const twice = rt.flatMap(list, (x: number) => [x, x])
      expect(even.get()).toEqual([2, 4])
      expect(twice.get()).toEqual([1, 1, 2, 2, 3, 3, 4, 4])
      list.set([6])
      expect(even.get()).toEqual([6])
      expect(twice.get()).toEqual([6, 6])
      list.set([])
      expect(even.get()).toEqual([])
    })

    it('a handler gets events in order, with values up to date, and sets through its transaction', async () => {
      const { rt } = await world()
      const a = rt.cell(1, id('a'))
      const b = rt.derive(() => a.get() * 10, id('b'))
      const log = rt.cell<unknown[]>([], id('log'))
      const clicks = rt.stream<{ n: number }>(id('s'))
      rt.handler(clicks, [b], (event: { n: number }, tx) => {
        tx.set(log, [...tx.get(log), [event.n, tx.get(b)]])
      })
      a.set(2)
      clicks.send({ n: 1 })
      clicks.send({ n: 2 })
      await rt.idle()
      expect(log.get()).toEqual([
        [1, 20],
        [2, 20],
      ])
    })
  })
})

describe('streams in a store', () => {
  it('have ids of their own, since receipts bear them', async () => {
    const { rt } = await kept()
    rt.stream({ id: 'clicks' })
    expect(() => rt.stream({ id: 'clicks' })).toThrow(expect.objectContaining({ code: 'id-taken' }))
    rt.cell(1, { id: 'clicks' })
  })
})
