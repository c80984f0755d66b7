// Goal: programs of cells behave as people who know signals expect, in memory and kept in a store.
// Method: each claim is a small program over the public face of `cellwake/cells`, run in both runtimes.

import { describe, expect, it } from 'vitest'
import { id, inMemory, runtimes } from './worlds.ts'

describe.each(runtimes)('%s', (_name, world) => {
  describe('propagation', () => {
    it('a diamond runs its join once, and only with matching values', async () => {
      const { rt } = await world()
      const a = rt.cell(1, id('a'))
      const b = rt.derive(() => a.get() + 1, id('b'))
      const c = rt.derive(() => a.get() * 10, id('c'))
      const seen: string[] = []
      const d = rt.derive(() => `${b.get()}/${c.get()}`, id('d'))
      rt.sink(d, (v) => seen.push(v))
      await rt.idle()
      a.set(2)
      await rt.idle()
      expect(seen).toEqual(['2/10', '3/20'])
    })

    it('a diamond with a tail runs the tail once', async () => {
      const { rt } = await world()
      let runs = 0
      const a = rt.cell('a', id('a'))
      const b = rt.derive(() => a.get(), id('b'))
      const c = rt.derive(() => a.get(), id('c'))
      const d = rt.derive(() => b.get() + c.get(), id('d'))
      const e = rt.derive(() => {
        runs++
        return d.get()
      }, id('e'))
      expect(e.get()).toBe('aa')
      expect(runs).toBe(1)
      a.set('b')
      expect(e.get()).toBe('bb')
      expect(runs).toBe(2)
    })

    it('a jagged diamond settles in order of dependency', async () => {
      const { rt } = await world()
      const order: string[] = []
      const a = rt.cell(1, id('a'))
      const b = rt.derive(() => a.get(), id('b'))
      const c = rt.derive(() => b.get(), id('c'))
      const d = rt.derive(() => {
        order.push('d')
        return a.get() + c.get()
      }, id('d'))
      rt.sink(d, () => order.push('sink d'))
      rt.sink(b, () => order.push('sink b'))
      await rt.idle()
      order.length = 0
      a.set(2)
      await rt.idle()
      expect(order.indexOf('d')).toBeLessThan(order.indexOf('sink d'))
      expect(order.filter((x) => x === 'd')).toHaveLength(1)
    })

    it('a change that comes out the same stops', async () => {
      const { rt } = await world()
      let runs = 0
      const a = rt.cell(1, id('a'))
      const parity = rt.derive(() => a.get() % 2, id('p'))
      const text = rt.derive(() => {
        runs++
        return `${parity.get()}`
      }, id('t'))
      const seen: string[] = []
      rt.sink(text, (v) => seen.push(v))
      await rt.idle()
      a.set(3)
      await rt.idle()
      expect(runs).toBe(1)
      expect(seen).toEqual(['1'])
    })

    it('one branch unchanged, the other changed: the join runs once', async () => {
      const { rt } = await world()
      let runs = 0
      const a = rt.cell(1, id('a'))
      const same = rt.derive(() => {
        a.get()
        return 'same'
      }, id('s'))
      const b = rt.derive(() => a.get(), id('b'))
      const d = rt.derive(() => {
        runs++
        return `${same.get()}${b.get()}`
      }, id('d'))
      rt.sink(d, () => {})
      await rt.idle()
      a.set(2)
      await rt.idle()
      expect(runs).toBe(2)
      expect(d.get()).toBe('same2')
    })

    it('both branches unchanged: the join does not run', async () => {
      const { rt } = await world()
      let runs = 0
      const a = rt.cell(1, id('a'))
      const b = rt.derive(() => {
        a.get()
        return 'b'
      }, id('b'))
      const c = rt.derive(() => {
        a.get()
        return 'c'
      }, id('c'))
      const d = rt.derive(() => {
        runs++
        return b.get() + c.get()
      }, id('d'))
      rt.effect(() => void d.get())
      await rt.idle()
      a.set(2)
      await rt.idle()
      expect(runs).toBe(1)
    })

    it('a cell read twice by one value is one dependency', async () => {
      const { rt } = await world()
      let runs = 0
      const a = rt.cell(1, id('a'))
      const b = rt.derive(() => {
        runs++
        return a.get() + a.get() + a.peek()
      }, id('b'))
      rt.sink(b, () => {})
      await rt.idle()
      a.set(2)
      await rt.idle()
      expect(b.get()).toBe(6)
      expect(runs).toBe(2)
    })

    it('many readers of one cell each run once', async () => {
      const { rt } = await world()
      let runs = 0
      const a = rt.cell(0, id('a'))
      for (let i = 0; i < 50; i++)
        rt.effect(() => {
          a.get()
          runs++
        })
      await rt.idle()
      a.set(1)
      a.set(2)
      await rt.idle()
      expect(runs).toBe(100)
    })

    it('a value first read after its cell was set twice is computed once', async () => {
      const { rt } = await world()
      let runs = 0
      const a = rt.cell(1, id('a'))
      const b = rt.derive(() => {
        runs++
        return a.get()
      }, id('b'))
      a.set(2)
      a.set(3)
      expect(runs).toBe(0)
      expect(b.get()).toBe(3)
      expect(b.get()).toBe(3)
      expect(runs).toBe(1)
    })
  })

  describe('dynamic dependencies', () => {
    it('a branch that is no longer read wakes nobody', async () => {
      const { rt } = await world()
      let runs = 0
      const on = rt.cell(true, id('on'))
      const a = rt.cell('a', id('a'))
      const b = rt.cell('b', id('b'))
      const c = rt.derive(() => {
        runs++
        return on.get() ? a.get() : b.get()
      }, id('c'))
      rt.sink(c, () => {})
      await rt.idle()
      on.set(false)
      await rt.idle()
      expect(c.get()).toBe('b')
      runs = 0
      a.set('aa')
      await rt.idle()
      expect(runs).toBe(0)
      on.set(true)
      await rt.idle()
      expect(c.get()).toBe('aa')
    })

    it('a new dependency counts from the run that read it', async () => {
      const { rt } = await world()
      const which = rt.cell(0, id('which'))
      const all = [0, 1, 2].map((i) => rt.cell(i * 10, id(`all${i}`)))
      const seen: number[] = []
      rt.effect(() => void seen.push(all[which.get()]!.get()))
      await rt.idle()
      which.set(2)
      await rt.idle()
      all[2]!.set(21)
      await rt.idle()
      all[0]!.set(1)
      await rt.idle()
      expect(seen).toEqual([0, 20, 21])
    })

    it("a value that lost its reader in a pass is dormant from then on, and its error is nobody's", async () => {
      const { rt, errors } = await world()
      let runs = 0
      const user = rt.cell<{ name: string } | null>({ name: 'Ada' }, id('user'))
      const name = rt.derive(() => {
        runs++
        return user.get()!.name
      }, id('name'))
      const out = rt.derive(() => (user.get() === null ? 'nobody' : name.get()), id('out'))
      const seen: string[] = []
      rt.sink(out, (v) => seen.push(v))
      await rt.idle()
      user.set(null)
      await rt.idle()
      expect(seen).toEqual(['Ada', 'nobody'])
      expect(errors).toEqual([])
      runs = 0
      user.set({ name: 'Eve' })
      await rt.idle()
      expect([seen.at(-1), runs]).toEqual(['Eve', 1])
    })

    it('a derived value that becomes deeper keeps its order', async () => {
      const { rt } = await world()
      const a = rt.cell(1, id('a'))
      const deep = rt.cell(false, id('deep'))
      const late: { get(): number }[] = []
      const out = rt.derive(() => (deep.get() ? late[0]!.get() : a.get()), id('out'))
      const b = rt.derive(() => a.get() + 1, id('b'))
      const c = rt.derive(() => b.get() + 1, id('c'))
      late.push(c)
      const seen: number[] = []
      rt.sink(out, (v) => seen.push(v))
      await rt.idle()
      deep.set(true)
      await rt.idle()
      a.set(10)
      await rt.idle()
      expect(seen).toEqual([1, 3, 12])
    })

    it('a value made within a derived value is followed', async () => {
      const { rt } = await inMemory()
      const a = rt.cell(1)
      const outer = rt.derive(() => {
        const inner = rt.derive(() => a.get() * 2)
        return inner.get()
      })
      const seen: number[] = []
      rt.sink(outer, (v) => seen.push(v))
      await rt.idle()
      a.set(2)
      await rt.idle()
      expect(seen).toEqual([2, 4])
    })

    it('ifElse takes one branch and leaves the other alone', async () => {
      const { rt } = await world()
      let other = 0
      const c = rt.cell(true, id('c'))
      const a = rt.cell('a', id('a'))
      const b = rt.derive(() => {
        other++
        return 'b'
      }, id('b'))
      const out = rt.ifElse(c, a, b)
      const seen: string[] = []
      rt.sink(out, (v: string) => seen.push(v))
      await rt.idle()
      expect(other).toBe(0)
      c.set(false)
      await rt.idle()
      expect(seen).toEqual(['a', 'b'])
    })
  })

  describe('equality', () => {
    it.each([
      ['NaN', Number.NaN, Number.NaN],
      ['zeros', 0, -0],
      ['arrays', [1, { a: 2 }], [1, { a: 2 }]],
      ['objects in another order', { a: 1, b: 2 }, { b: 2, a: 1 }],
      ['null', null, null],
      ['undefined', undefined, undefined],
    ])('%s are the same', async (_n, x, y) => {
      const { rt } = await inMemory()
      let runs = 0
      const a = rt.cell<unknown>(x)
      rt.effect(() => {
        a.get()
        runs++
      })
      rt.flushSync()
      a.set(y)
      rt.flushSync()
      expect(runs).toBe(1)
    })

    it.each([
      ['null and undefined', null, undefined],
      ['0 and false', 0, false],
      ['text and number', '1', 1],
      ['array and object', [], {}],
      ['a key of undefined and none', { a: undefined }, {}],
      ['dates of one moment', new Date(5), new Date(5)],
      ['holes', [1, 2], [1, 2, 3]],
    ])('%s are different', async (_n, x, y) => {
      const { rt } = await inMemory()
      let runs = 0
      const a = rt.cell<unknown>(x)
      rt.effect(() => {
        a.get()
        runs++
      })
      rt.flushSync()
      a.set(y)
      rt.flushSync()
      expect(runs).toBe(2)
    })

    it('the first of two equal values is kept', async () => {
      const { rt } = await inMemory()
      const first = { x: 1 }
      const a = rt.cell(first)
      a.set({ x: 1 })
      expect(a.get()).toBe(first)
    })

    it('a derived value that comes out equal keeps its identity', async () => {
      const { rt } = await world()
      const a = rt.cell(1, id('a'))
      const b = rt.derive(() => ({ odd: a.get() % 2 === 1 }), id('b'))
      const before = b.get()
      a.set(3)
      expect(b.get()).toBe(before)
    })

    it('update is a set by the value before', async () => {
      const { rt } = await world()
      const a = rt.cell(1, id('a'))
      a.update((n) => n + 1)
      a.update((n) => n * 10)
      expect(a.get()).toBe(20)
    })

    it('update reads without a dependency', async () => {
      const { rt } = await world()
      let runs = 0
      const a = rt.cell(1, id('a'))
      const b = rt.cell(1, id('b'))
      rt.effect(() => {
        runs++
        b.get()
        a.update((n) => n + 1)
      })
      await rt.idle()
      a.set(50)
      await rt.idle()
      expect(runs).toBe(1)
    })
  })

  describe('evaluation', () => {
    it('nothing runs before it is asked for', async () => {
      const { rt } = await world()
      let runs = 0
      const a = rt.cell(1, id('a'))
      rt.derive(() => {
        runs++
        return a.get()
      }, id('b'))
      a.set(2)
      await rt.idle()
      expect(runs).toBe(0)
    })

    it('a stale value is not computed for a change that its inputs did not have', async () => {
      const { rt } = await world()
      let runs = 0
      const a = rt.cell(1, id('a'))
      const b = rt.derive(() => a.get() > 0, id('b'))
      const c = rt.derive(() => {
        runs++
        return b.get()
      }, id('c'))
      c.get()
      a.set(2)
      c.get()
      a.set(3)
      c.get()
      expect(runs).toBe(1)
    })

    it('a stale chain that is read in the middle of a pass is right', async () => {
      const { rt } = await world()
      const a = rt.cell(1, id('a'))
      const chain = [rt.derive(() => a.get(), id('c0'))]
      for (let i = 1; i < 20; i++) {
        const before = chain[i - 1]!
        chain.push(rt.derive(() => before.get() + 1, id(`c${i}`)))
      }
      const seen: number[] = []
      rt.effect(() => {
        a.get()
        seen.push(chain[19]!.peek())
      })
      rt.flushSync()
      a.set(10)
      rt.flushSync()
      expect(seen).toEqual([20, 29])
    })

    it('peek is up to date and no dependency', async () => {
      const { rt } = await world()
      let runs = 0
      const a = rt.cell(1, id('a'))
      const b = rt.derive(() => {
        runs++
        return a.peek()
      }, id('b'))
      expect(b.get()).toBe(1)
      a.set(2)
      expect(b.get()).toBe(1)
      expect(a.peek()).toBe(2)
      expect(runs).toBe(1)
    })

    it('a derived value that is dropped from one reader stays right for another', async () => {
      const { rt } = await world()
      const a = rt.cell(1, id('a'))
      const b = rt.derive(() => a.get() * 2, id('b'))
      const first: number[] = []
      const second: number[] = []
      const end = rt.sink(b, (n) => first.push(n))
      rt.sink(b, (n) => second.push(n))
      rt.flushSync()
      end()
      a.set(2)
      rt.flushSync()
      expect([first, second]).toEqual([[2], [2, 4]])
    })

    it('lift passes values and follows its arguments', async () => {
      const { rt } = await world()
      const a = rt.cell(2, id('a'))
      const b = rt.cell(3, id('b'))
      const product = rt.lift((x: number, y: number) => x * y)(a, b)
      expect(product.get()).toBe(6)
      a.set(5)
      expect(product.get()).toBe(15)
    })

    it('sinks are told in the order in which they were made', async () => {
      const { rt } = await world()
      const a = rt.cell(1, id('a'))
      const log: string[] = []
      rt.sink(a, () => log.push('first'))
      rt.effect(() => {
        a.get()
        log.push('second')
      })
      rt.sink(a, () => log.push('third'))
      rt.flushSync()
      log.length = 0
      a.set(2)
      rt.flushSync()
      expect(log).toEqual(['first', 'second', 'third'])
    })

    it('flushSync inside an effect does not run it again from within', async () => {
      const { rt, errors } = await world()
      const a = rt.cell(1, id('a'))
      const b = rt.cell(0, id('b'))
      const seen: number[] = []
      rt.sink(b, (n) => seen.push(n))
      rt.effect(() => {
        b.set(a.get())
        rt.flushSync()
      })
      rt.flushSync()
      a.set(5)
      rt.flushSync()
      expect(seen.at(-1)).toBe(5)
      expect(errors).toEqual([])
    })
  })
})
