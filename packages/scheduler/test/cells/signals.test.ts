// Goal: cells behave as users of signal libraries expect.
// Method: each claim is run twice, once settled by `flushSync` and once by `idle`, and again with a derived value or an effect
// made in another way where that could matter.

import { beforeEach, describe, expect, it } from 'vitest'
import { type Cell, type Cells, cells, type Readable } from '../../src/cells/cells.ts'
import type { SchedulerError } from '../../src/errors.ts'

type Settle = (rt: Cells) => unknown

const ways: readonly (readonly [string, Settle])[] = [
  ['flushSync', (rt) => rt.flushSync()],
  ['idle', (rt) => rt.idle()],
]

describe.each(ways)('settled by %s', (_name, settling) => {
  let rt: Cells
  let errors: unknown[]
  let log: unknown[]
  const settle = () => settling(rt)
  const note = (value: unknown) => log.push(value)
  const told = () => log.splice(0)

  beforeEach(() => {
    errors = []
    log = []
    rt = cells({ onError: (error) => errors.push(error) })
    return () => rt.close()
  })

  /** Counts how often a derived value runs. */
  function counted<T>(fn: () => T): Readable<T> & { runs: number } {
    const made = rt.derive(() => {
      found.runs++
      return fn()
    })
    const found = Object.assign(made, { runs: 0 })
    return found
  }

  async function set<T>(cell: Cell<T>, value: T): Promise<void> {
    cell.set(value)
    await settle()
  }

  describe('propagation', () => {
    it('a derived value follows its cell', async () => {
      const a = rt.cell(1)
      const b = rt.derive(() => a.get() + 1)
      expect(b.get()).toBe(2)
      await set(a, 5)
      expect(b.get()).toBe(6)
    })

    it('an effect sees each change once', async () => {
      const a = rt.cell(1)
      rt.effect(() => note(a.get()))
      await settle()
      await set(a, 2)
      await set(a, 3)
      expect(told()).toEqual([1, 2, 3])
    })

    it('a diamond runs its end once', async () => {
      const a = rt.cell(1)
      const b = rt.derive(() => a.get() + 1)
      const c = rt.derive(() => a.get() * 10)
      const d = counted(() => b.get() + c.get())
      rt.effect(() => note(d.get()))
      await settle()
      await set(a, 2)
      expect(told()).toEqual([12, 23])
      expect(d.runs).toBe(2)
    })

    it('a diamond with a tail runs the tail once', async () => {
      const a = rt.cell('a')
      const b = rt.derive(() => a.get())
      const c = rt.derive(() => a.get())
      const d = rt.derive(() => `${b.get()} ${c.get()}`)
      const e = counted(() => d.get())
      rt.effect(() => note(e.get()))
      await settle()
      await set(a, 'aa')
      expect(told()).toEqual(['a a', 'aa aa'])
      expect(e.runs).toBe(2)
    })

    it('a flag (jagged diamond) runs everything once and in order', async () => {
      const a = rt.cell('a')
      const b = rt.derive(() => a.get())
      const c = rt.derive(() => a.get())
      const d = rt.derive(() => c.get())
      rt.effect(() => note(`e ${b.get()} ${d.get()}`))
      rt.effect(() => note(`f ${b.get()} ${d.get()}`))
      await settle()
      told()
      await set(a, 'b')
      expect(told()).toEqual(['e b b', 'f b b'])
    })

    it('a branch that comes out the same does not run what follows', async () => {
      const a = rt.cell(1)
      const odd = rt.derive(() => a.get() % 2)
      const after = counted(() => odd.get())
      rt.effect(() => note(after.get()))
      await settle()
      await set(a, 3)
      expect(after.runs).toBe(1)
      expect(told()).toEqual([1])
    })

    it('one of two branches that changes is enough', async () => {
      const a = rt.cell(1)
      const same = rt.derive(() => a.get() * 0)
      const other = rt.derive(() => a.get() + 1)
      rt.effect(() => note([same.get(), other.get()]))
      await settle()
      await set(a, 2)
      expect(told()).toEqual([
        [0, 2],
        [0, 3],
      ])
    })

    it('if all branches come out the same, nobody is told', async () => {
      const a = rt.cell(1)
      const b = rt.derive(() => a.get() * 0)
      const c = rt.derive(() => a.get() > 0)
      const d = counted(() => [b.get(), c.get()])
      rt.effect(() => note(d.get()))
      await settle()
      await set(a, 2)
      expect(told()).toHaveLength(1)
      expect(d.runs).toBe(1)
    })

    it('a long chain arrives', async () => {
      const a = rt.cell(0)
      let last: Readable<number> = a
      for (let i = 0; i < 500; i++) {
        const below = last
        last = rt.derive(() => below.get() + 1)
      }
      const end = last
      rt.effect(() => note(end.get()))
      await settle()
      await set(a, 1)
      expect(told()).toEqual([500, 501])
    })

    it('a thousand effects of one cell are told in the order in which they were made', async () => {
      const a = rt.cell(0)
      for (let i = 0; i < 1000; i++) rt.effect(() => note(a.get() * 1000 + i))
      await settle()
      told()
      await set(a, 1)
      expect(told()).toEqual(Array.from({ length: 1000 }, (_, i) => 1000 + i))
    })

    it('no effect sees a mixture of old and new', async () => {
      const a = rt.cell(1)
      const twice = rt.derive(() => a.get() * 2)
      rt.effect(() => note(twice.get() === a.get() * 2))
      await settle()
      for (let i = 2; i < 10; i++) await set(a, i)
      expect(new Set(told())).toEqual(new Set([true]))
    })

    it('layers of many values all arrive', async () => {
      const sources = [1, 2, 3, 4].map((n) => rt.cell(n))
      let layer: Readable<number>[] = sources
      for (let i = 0; i < 20; i++) {
        const [p, q, r, s] = layer as [
          Readable<number>,
          Readable<number>,
          Readable<number>,
          Readable<number>,
        ]
        layer = [
          rt.derive(() => q.get()),
          rt.derive(() => p.get() - r.get()),
          rt.derive(() => q.get() + s.get()),
          rt.derive(() => r.get()),
        ]
      }
      const expected = () => {
        let values = sources.map((cell) => cell.peek())
        for (let i = 0; i < 20; i++) {
          const [p, q, r, s] = values as [number, number, number, number]
          values = [q, p - r, q + s, r]
        }
        return values
      }
      rt.effect(() => note(layer.map((value) => value.get())))
      await settle()
      expect(told()).toEqual([expected()])
      for (const [i, cell] of sources.entries()) cell.set(4 - i)
      await settle()
      expect(told()).toEqual([expected()])
    })
  })

  describe('dynamic dependencies', () => {
    it('a branch that is not taken is not followed', async () => {
      const flag = rt.cell(true)
      const a = rt.cell(1)
      const b = rt.cell(10)
      const chosen = counted(() => (flag.get() ? a.get() : b.get()))
      rt.effect(() => note(chosen.get()))
      await settle()
      await set(b, 11)
      expect(chosen.runs).toBe(1)
      await set(flag, false)
      expect(told()).toEqual([1, 11])
      await set(a, 2)
      expect(chosen.runs).toBe(2)
    })

    it('an effect follows only what it read last', async () => {
      const flag = rt.cell(true)
      const a = rt.cell('a')
      const b = rt.cell('b')
      rt.effect(() => note(flag.get() ? a.get() : b.get()))
      await settle()
      await set(flag, false)
      await set(a, 'a2')
      await set(b, 'b2')
      expect(told()).toEqual(['a', 'b', 'b2'])
    })

    it('a dependency that comes back is followed again', async () => {
      const flag = rt.cell(true)
      const a = rt.cell(1)
      rt.effect(() => note(flag.get() ? a.get() : 'off'))
      await settle()
      await set(flag, false)
      await set(a, 2)
      await set(flag, true)
      await set(a, 3)
      expect(told()).toEqual([1, 'off', 2, 3])
    })

    it('a derived value that nobody follows any more does not run', async () => {
      const flag = rt.cell(true)
      const a = rt.cell(1)
      const costly = counted(() => a.get())
      rt.effect(() => note(flag.get() ? costly.get() : 'off'))
      await settle()
      await set(flag, false)
      const { runs } = costly
      await set(a, 2)
      expect(costly.runs).toBe(runs)
    })

    it('reading one value many times follows it once', async () => {
      const a = rt.cell(1)
      const sum = counted(() => a.get() + a.get() + a.get())
      rt.effect(() => note(sum.get()))
      await settle()
      await set(a, 2)
      expect(told()).toEqual([3, 6])
      expect(sum.runs).toBe(2)
    })

    it('dependencies may swap their order', async () => {
      const order = rt.cell(true)
      const a = rt.cell('a')
      const b = rt.cell('b')
      rt.effect(() => note(order.get() ? a.get() + b.get() : b.get() + a.get()))
      await settle()
      await set(order, false)
      await set(a, 'x')
      await set(b, 'y')
      expect(told()).toEqual(['ab', 'ba', 'bx', 'yx'])
    })

    it('a derived value may be made while an effect runs', async () => {
      const a = rt.cell(1)
      rt.effect(() => {
        const twice = rt.derive(() => a.get() * 2)
        note(twice.get())
      })
      await settle()
      await set(a, 2)
      expect(told()).toEqual([2, 4])
    })

    it('an effect that reads nothing runs once', async () => {
      rt.effect(() => note('ran'))
      await settle()
      await set(rt.cell(0), 1)
      expect(told()).toEqual(['ran'])
    })

    it('a dependency that appears deep below is followed', async () => {
      const deep = rt.cell(false)
      const a = rt.cell(1)
      const b = rt.derive(() => (deep.get() ? a.get() : 0))
      const c = rt.derive(() => b.get() + 1)
      rt.effect(() => note(c.get()))
      await settle()
      await set(deep, true)
      await set(a, 5)
      expect(told()).toEqual([1, 2, 6])
    })
  })

  describe('evaluation', () => {
    it('a derived value does not run before it is read', () => {
      const a = rt.cell(1)
      const lazy = counted(() => a.get())
      expect(lazy.runs).toBe(0)
      lazy.get()
      expect(lazy.runs).toBe(1)
    })

    it('reading again does not run it again', () => {
      const a = rt.cell(1)
      const lazy = counted(() => a.get())
      lazy.get()
      lazy.get()
      expect(lazy.runs).toBe(1)
    })

    it('a change alone does not run what nobody wants', async () => {
      const a = rt.cell(1)
      const lazy = counted(() => a.get())
      lazy.get()
      await set(a, 2)
      expect(lazy.runs).toBe(1)
      expect(lazy.get()).toBe(2)
    })

    it('a read right after a set is up to date, before anything settles', () => {
      const a = rt.cell(1)
      const b = rt.derive(() => a.get() * 2)
      rt.effect(() => note(b.get()))
      a.set(4)
      expect(b.get()).toBe(8)
    })

    it('many changes before a read cost one run', () => {
      const a = rt.cell(1)
      const b = counted(() => a.get())
      b.get()
      for (let i = 0; i < 10; i++) a.set(i + 10)
      b.get()
      expect(b.runs).toBe(2)
    })

    it('a change elsewhere does not run it', () => {
      const a = rt.cell(1)
      const other = rt.cell(1)
      const b = counted(() => a.get())
      b.get()
      other.set(2)
      b.get()
      expect(b.runs).toBe(1)
    })

    it('an unwanted chain is checked without running what did not change', () => {
      const a = rt.cell(1)
      const odd = rt.derive(() => a.get() % 2)
      const end = counted(() => odd.get())
      end.get()
      a.set(3)
      end.get()
      expect(end.runs).toBe(1)
    })

    it('a derived value read by nobody but an ended effect is dormant again', async () => {
      const a = rt.cell(1)
      const b = counted(() => a.get())
      const end = rt.effect(() => note(b.get()))
      await settle()
      end()
      await set(a, 2)
      expect(b.runs).toBe(1)
    })

    it('peek is up to date', () => {
      const a = rt.cell(1)
      const b = rt.derive(() => a.get() + 1)
      a.set(2)
      expect(b.peek()).toBe(3)
    })
  })

  describe('equality', () => {
    it.each([
      ['a number', 1, 1],
      ['NaN', Number.NaN, Number.NaN],
      ['a text', 'x', 'x'],
      ['null', null, null],
      ['an array of the same', [1, 2], [1, 2]],
      ['an object of the same', { a: { b: 1 } }, { a: { b: 1 } }],
      ['zero of either sign', 0, -0],
    ])('setting %s again tells nobody', async (_what, first, again) => {
      const a = rt.cell<unknown>(first)
      rt.effect(() => note(a.get()))
      await settle()
      await set(a, again)
      expect(told()).toHaveLength(1)
    })

    it.each([
      ['a number and its text', 1, '1'],
      ['null and undefined', null, undefined],
      ['arrays of another order', [1, 2], [2, 1]],
      ['dates of one instant', new Date(0), new Date(0)],
      ['functions', () => 1, () => 1],
    ])('%s differ', async (_what, first, other) => {
      const a = rt.cell<unknown>(first)
      rt.effect(() => note(a.get()))
      await settle()
      await set(a, other)
      expect(told()).toHaveLength(2)
    })

    it('a derived value that becomes undefined tells it', async () => {
      const a = rt.cell(1)
      const b = rt.derive(() => (a.get() > 1 ? undefined : a.get()))
      rt.effect(() => note(b.get()))
      await settle()
      await set(a, 2)
      expect(told()).toEqual([1, undefined])
    })
  })

  describe('effects', () => {
    it('run once at the start', async () => {
      rt.effect(() => note('started'))
      await settle()
      expect(told()).toEqual(['started'])
    })

    it('do not run after they ended', async () => {
      const a = rt.cell(1)
      const end = rt.effect(() => note(a.get()))
      await settle()
      end()
      await set(a, 2)
      expect(told()).toEqual([1])
    })

    it('that end before they settle never run', async () => {
      rt.effect(() => note('ran'))()
      await settle()
      expect(told()).toEqual([])
    })

    it('that end between a set and its pass do not run', async () => {
      const a = rt.cell(1)
      const end = rt.effect(() => note(a.get()))
      await settle()
      a.set(2)
      end()
      await settle()
      expect(told()).toEqual([1])
    })

    it('may end twice', async () => {
      const end = rt.effect(() => note('ran'))
      await settle()
      end()
      end()
      expect(errors).toEqual([])
    })

    it('clean up before they run again', async () => {
      const a = rt.cell(1)
      rt.effect(() => {
        const value = a.get()
        note(`run ${value}`)
        return () => note(`clean ${value}`)
      })
      await settle()
      await set(a, 2)
      expect(told()).toEqual(['run 1', 'clean 1', 'run 2'])
    })

    it('clean up when they end', async () => {
      const end = rt.effect(() => () => note('clean'))
      await settle()
      end()
      expect(told()).toEqual(['clean'])
      end()
      expect(told()).toEqual([])
    })

    it('clean up in the order of registration, what is returned last', async () => {
      const end = rt.effect((onCleanup) => {
        onCleanup(() => note(1))
        onCleanup(() => note(2))
        return () => note(3)
      })
      await settle()
      end()
      expect(told()).toEqual([1, 2, 3])
    })

    it('follow nothing that a clean-up reads', async () => {
      const a = rt.cell(1)
      const b = rt.cell(1)
      rt.effect(() => {
        note(a.get())
        return () => b.get()
      })
      await settle()
      await set(a, 2)
      told()
      await set(b, 2)
      expect(told()).toEqual([])
    })

    it('may set cells in a clean-up', async () => {
      const a = rt.cell(1)
      const cleaned = rt.cell(0)
      rt.effect(() => {
        a.get()
        return () => cleaned.update((n) => n + 1)
      })
      await settle()
      await set(a, 2)
      await set(a, 3)
      expect(cleaned.get()).toBe(2)
    })

    it('go on when a clean-up throws, and all clean-ups run', async () => {
      const a = rt.cell(1)
      rt.effect((onCleanup) => {
        onCleanup(() => {
          throw new Error('clean')
        })
        onCleanup(() => note('second'))
        note(a.get())
      })
      await settle()
      await set(a, 2)
      expect(told()).toEqual([1, 'second', 2])
      expect(errors.map(String)).toEqual(['Error: clean'])
    })

    it('may end themselves while they run', async () => {
      const a = rt.cell(1)
      const end: () => void = rt.effect(() => {
        note(a.get())
        if (a.peek() === 2) end()
        return () => note('clean')
      })
      await settle()
      await set(a, 2)
      await set(a, 3)
      expect(told()).toEqual([1, 'clean', 2, 'clean'])
    })

    it('that ended themselves follow nothing that they read afterwards', async () => {
      const a = rt.cell(1)
      const b = rt.cell(1)
      let runs = 0
      const end: () => void = rt.effect(() => {
        runs++
        if (a.get() === 2) end()
        b.get()
      })
      await settle()
      await set(a, 2)
      await set(b, 2)
      expect(runs).toBe(2)
    })

    it('may end another one', async () => {
      const a = rt.cell(1)
      let end = () => {}
      rt.effect(() => {
        if (a.get() === 2) end()
      })
      end = rt.effect(() => note(a.get()))
      await settle()
      await set(a, 2)
      expect(told()).toEqual([1])
    })

    it('that return a promise hold idle until it is settled', async () => {
      let done = false
      rt.effect(async () => {
        await new Promise((resolve) => setTimeout(resolve, 5))
        done = true
      })
      await rt.idle()
      expect(done).toBe(true)
    })

    it('whose promise is rejected report it', async () => {
      rt.effect(async () => {
        throw new Error('async')
      })
      await rt.idle()
      expect(errors.map(String)).toEqual(['Error: async'])
    })

    it('end when the runtime closes, with their clean-ups', async () => {
      rt.effect(() => {
        rt.effect(() => () => note('inner'))
        return () => note('outer')
      })
      await settle()
      rt.close()
      expect(told().sort()).toEqual(['inner', 'outer'])
    })

    it('show in a snapshot', async () => {
      const a = rt.cell(1)
      rt.effect(() => a.get())
      rt.sink(a, () => {})
      await settle()
      const kinds = rt.snapshot().map(({ kind }) => kind)
      expect(kinds.sort()).toEqual(['cell', 'effect', 'sink'])
    })

    it('leave no edges behind when they end', async () => {
      const a = rt.cell(1)
      const end = rt.effect(() => a.get())
      await settle()
      end()
      expect(rt.snapshot()).toEqual([])
      expect((a as unknown as { readers: unknown }).readers).toBeNull()
    })
  })

  describe('nested effects', () => {
    it('an inner effect follows its own reads alone', async () => {
      const a = rt.cell(1)
      const b = rt.cell(1)
      rt.effect(() => {
        note(`outer ${a.get()}`)
        rt.effect(() => note(`inner ${b.get()}`))
      })
      await settle()
      told()
      await set(b, 2)
      expect(told()).toEqual(['inner 2'])
    })

    it('an inner effect ends when its outer one runs again', async () => {
      const a = rt.cell(1)
      const b = rt.cell(1)
      rt.effect(() => {
        a.get()
        rt.effect(() => note(b.get()))
      })
      await settle()
      await set(a, 2)
      await set(a, 3)
      told()
      await set(b, 2)
      expect(told()).toEqual([2])
    })

    it('an inner effect ends when its outer one ends', async () => {
      const b = rt.cell(1)
      const end = rt.effect(() => {
        rt.effect(() => note(b.get()))
      })
      await settle()
      end()
      told()
      await set(b, 2)
      expect(told()).toEqual([])
    })

    it('the outer effect runs before the inner one', async () => {
      const a = rt.cell(true)
      const b = rt.derive(() => (a.get() ? 'on' : 'off'))
      rt.effect(() => {
        if (!a.get()) return
        rt.effect(() => {
          note(b.get())
          if (!a.get()) errors.push('the inner one ran in vain')
        })
      })
      await settle()
      await set(a, false)
      expect(errors).toEqual([])
      expect(told()).toEqual(['on'])
    })

    it('the outer effect goes first though it stands on a longer chain', async () => {
      const a = rt.cell(1)
      let last: Readable<number> = a
      for (let i = 0; i < 10; i++) {
        const below = last
        last = rt.derive(() => below.get())
      }
      const far = last
      rt.effect(() => {
        note(`outer ${far.get()}`)
        const made = far.peek()
        rt.effect(() => note(`inner ${a.get()} of ${made}`))
      })
      await settle()
      told()
      await set(a, 2)
      expect(told()).toEqual(['outer 2', 'inner 2 of 2'])
    })

    it('three levels end from the inside when the middle runs again', async () => {
      const b = rt.cell(1)
      rt.effect(() => {
        rt.effect(() => {
          b.get()
          rt.effect(() => () => note('innermost ends'))
          return () => note('middle ends')
        })
        return () => note('outer ends')
      })
      await settle()
      await set(b, 2)
      expect(told()).toEqual(['innermost ends', 'middle ends'])
    })

    it('a sink that was made inside ends too', async () => {
      const a = rt.cell(1)
      const b = rt.cell(1)
      rt.effect(() => {
        a.get()
        rt.sink(b, note)
      })
      await settle()
      await set(a, 2)
      told()
      await set(b, 2)
      expect(told()).toEqual([2])
    })

    it('an effect made in a sink belongs to nobody', async () => {
      const a = rt.cell(1)
      const b = rt.cell(1)
      rt.sink(a, () => {
        rt.effect(() => note(b.get()))
      })
      await settle()
      await set(a, 2)
      told()
      await set(b, 2)
      expect(told()).toEqual([2, 2])
    })

    it('an effect cannot be made by a derived value', () => {
      const a = rt.derive(() => rt.effect(() => {}))
      expect(() => a.get()).toThrowError(/may not make an effect/)
    })

    it('an inner effect that ended by itself is not ended again', async () => {
      const a = rt.cell(1)
      rt.effect(() => {
        a.get()
        rt.effect(() => () => note('clean'))()
      })
      await settle()
      await set(a, 2)
      expect(errors).toEqual([])
    })
  })

  describe('inner writes', () => {
    it('an effect may set a cell that another follows', async () => {
      const a = rt.cell(1)
      const b = rt.cell(0)
      rt.effect(() => b.set(a.get() * 2))
      rt.effect(() => note(b.get()))
      await settle()
      await set(a, 2)
      expect(told().at(-1)).toBe(4)
    })

    it('an effect is not told of what it sets itself', async () => {
      const a = rt.cell(1)
      let runs = 0
      rt.effect(() => {
        runs++
        if (a.get() < 10) a.set(a.get() + 1)
      })
      await settle()
      expect(runs).toBe(1)
      expect(a.get()).toBe(2)
    })

    it('an effect is told of what another sets, until all agree', async () => {
      const a = rt.cell(0)
      const b = rt.cell(0)
      rt.effect(() => {
        if (a.get() < 3) b.set(a.get() + 1)
      })
      rt.effect(() => a.set(b.get()))
      await settle()
      expect(a.get()).toBe(3)
      expect(errors).toEqual([])
    })

    it('what an effect sets is read up to date by itself', async () => {
      const a = rt.cell(1)
      const twice = rt.derive(() => a.get() * 2)
      rt.effect(() => {
        a.set(5)
        note(twice.get())
      })
      await settle()
      expect(told()).toEqual([10])
    })

    it('a derived value may not set', () => {
      const a = rt.cell(1)
      const b = rt.derive(() => {
        a.set(2)
        return 1
      })
      expect(() => b.get()).toThrowError('A derived value may not set a cell.')
    })

    it('a derived value may not set, untracked either', () => {
      const a = rt.cell(1)
      const b = rt.derive(() => rt.untracked(() => a.set(2)))
      expect(() => b.get()).toThrowError('A derived value may not set a cell.')
    })

    it('a set in an effect of what an earlier effect follows runs that one again', async () => {
      const a = rt.cell(1)
      rt.effect(() => note(`first ${a.get()}`))
      rt.effect(() => a.set(2))
      await settle()
      expect(told()).toEqual(['first 1', 'first 2'])
    })
  })

  describe('cycles', () => {
    const code = (fn: () => unknown): string => {
      try {
        fn()
        return ''
      } catch (error) {
        return (error as SchedulerError).code
      }
    }

    it('a derived value that reads itself fails', () => {
      const a: Readable<number> = rt.derive(() => a.get() + 1)
      expect(code(() => a.get())).toBe('cycle')
    })

    it('two that read each other fail both', () => {
      const a: Readable<number> = rt.derive(() => b.get() + 1)
      const b: Readable<number> = rt.derive(() => a.get() + 1)
      expect([code(() => a.get()), code(() => b.get())]).toEqual(['cycle', 'cycle'])
    })

    it('a cycle that is gone is forgotten', async () => {
      const loops = rt.cell(true)
      const a: Readable<number> = rt.derive(() => (loops.get() ? a.get() : 1))
      expect(code(() => a.get())).toBe('cycle')
      await set(loops, false)
      expect(a.get()).toBe(1)
    })

    it('effects that never agree are put aside and reported, and the rest goes on', async () => {
      const a = rt.cell(0)
      const b = rt.cell(0)
      rt.effect(() => b.set(a.get() + 1))
      rt.effect(() => a.set(b.get() + 1))
      const other = rt.cell('x')
      rt.effect(() => note(other.get()))
      rt.flushSync()
      expect(errors.map((error) => (error as SchedulerError).code)).toContain('not-settling')
      other.set('y')
      rt.flushSync()
      expect(told()).toEqual(['x', 'y'])
    })

    it('an effect that reads a cycle reports it', async () => {
      const a: Readable<number> = rt.derive(() => a.get() + 1)
      rt.effect(() => a.get())
      await settle()
      expect(errors.map((error) => (error as SchedulerError).code)).toEqual(['cycle'])
    })
  })

  describe('batches', () => {
    it('are seen once', async () => {
      const a = rt.cell(1)
      const b = rt.cell(1)
      rt.effect(() => note(a.get() + b.get()))
      await settle()
      rt.batch(() => {
        a.set(2)
        b.set(3)
      })
      await settle()
      expect(told()).toEqual([2, 5])
    })

    it('that set a value and set it back notify nobody', async () => {
      const a = rt.cell(1)
      rt.effect(() => note(a.get()))
      rt.sink(a, (value) => note(`sink ${value}`))
      await settle()
      told()
      rt.batch(() => {
        a.set(2)
        a.set(1)
      })
      await settle()
      expect(told()).toEqual([])
    })

    it('that set a value and set it back run no derived value', async () => {
      const a = rt.cell(1)
      const b = counted(() => a.get())
      rt.effect(() => note(b.get()))
      await settle()
      rt.batch(() => {
        a.set(2)
        a.set(1)
      })
      await settle()
      expect(b.runs).toBe(1)
    })

    it('that set one value back still tell of the other', async () => {
      const a = rt.cell(1)
      const b = rt.cell(1)
      rt.effect(() => note([a.get(), b.get()]))
      await settle()
      told()
      rt.batch(() => {
        a.set(2)
        b.set(2)
        a.set(1)
      })
      await settle()
      expect(told()).toEqual([[1, 2]])
    })

    it('do not take back what was set before them', async () => {
      const a = rt.cell(1)
      rt.effect(() => note(a.get()))
      await settle()
      a.set(2)
      rt.batch(() => {
        a.set(3)
        a.set(2)
      })
      await settle()
      expect(told()).toEqual([1, 2])
    })

    it('that read in between are right afterwards', async () => {
      const a = rt.cell(1)
      const b = rt.derive(() => a.get() * 2)
      rt.effect(() => note(b.get()))
      await settle()
      rt.batch(() => {
        a.set(2)
        expect(b.get()).toBe(4)
        a.set(1)
      })
      await settle()
      expect(b.get()).toBe(2)
      expect(told().at(-1)).toBe(2)
    })

    it('nest, and settle after the outer one', async () => {
      const a = rt.cell(1)
      rt.effect(() => note(a.get()))
      await settle()
      rt.batch(() => {
        rt.batch(() => a.set(2))
        rt.flushSync()
        expect(told()).toEqual([1])
        a.set(3)
      })
      await settle()
      expect(told()).toEqual([3])
    })

    it('give what their function gives', () => {
      expect(rt.batch(() => 42)).toBe(42)
    })

    it('that throw pass it on, and effects run all the same', async () => {
      const a = rt.cell(1)
      rt.effect(() => note(a.get()))
      await settle()
      const failing = () =>
        rt.batch(() => {
          a.set(2)
          throw new Error('in the batch')
        })
      expect(failing).toThrowError('in the batch')
      await settle()
      expect(told()).toEqual([1, 2])
      await set(a, 3)
      expect(told()).toEqual([3])
    })

    it('read their own writes', () => {
      const a = rt.cell(1)
      const b = rt.derive(() => a.get() + 1)
      rt.batch(() => {
        a.set(10)
        expect(a.get()).toBe(10)
        expect(b.get()).toBe(11)
      })
    })

    it('inside an effect settle after it', async () => {
      const a = rt.cell(0)
      const b = rt.cell(0)
      rt.effect(() => note(`${a.get()}${b.get()}`))
      rt.effect(() => {
        rt.batch(() => {
          a.set(1)
          b.set(1)
        })
      })
      await settle()
      expect(told()).toEqual(['00', '11'])
    })
  })

  describe('untracked reads', () => {
    it('are no dependency of an effect', async () => {
      const a = rt.cell(1)
      const b = rt.cell(1)
      rt.effect(() => note(a.get() + rt.untracked(() => b.get())))
      await settle()
      await set(b, 10)
      await set(a, 2)
      expect(told()).toEqual([2, 12])
    })

    it('are no dependency of a derived value', async () => {
      const a = rt.cell(1)
      const b = rt.cell(1)
      const sum = rt.derive(() => a.get() + rt.untracked(() => b.get()))
      rt.effect(() => note(sum.get()))
      await settle()
      await set(b, 10)
      expect(told()).toEqual([2])
    })

    it('are up to date', () => {
      const a = rt.cell(1)
      const b = rt.derive(() => a.get() + 1)
      a.set(2)
      expect(rt.untracked(() => b.get())).toBe(3)
    })

    it('end with their function, also when it throws', async () => {
      const a = rt.cell(1)
      rt.effect(() => {
        try {
          rt.untracked(() => {
            throw new Error('inside')
          })
        } catch {}
        note(a.get())
      })
      await settle()
      await set(a, 2)
      expect(told()).toEqual([1, 2])
    })

    it('nest', async () => {
      const a = rt.cell(1)
      rt.effect(() => note(rt.untracked(() => rt.untracked(() => a.get()))))
      await settle()
      await set(a, 2)
      expect(told()).toEqual([1])
    })

    it('peek is one', async () => {
      const a = rt.cell(1)
      rt.effect(() => note(a.peek()))
      await settle()
      await set(a, 2)
      expect(told()).toEqual([1])
    })

    it('of a derived value leave its own reads tracked', async () => {
      const a = rt.cell(1)
      const b = counted(() => a.get())
      rt.untracked(() => b.get())
      a.set(2)
      expect(b.get()).toBe(2)
      expect(b.runs).toBe(2)
    })
  })

  describe('errors', () => {
    it('an effect that throws is reported and runs again', async () => {
      const a = rt.cell(1)
      rt.effect(() => {
        if (a.get() === 2) throw new Error('two')
        note(a.get())
      })
      await settle()
      await set(a, 2)
      await set(a, 3)
      expect(errors.map(String)).toEqual(['Error: two'])
      expect(told()).toEqual([1, 3])
    })

    it('the other effects go on', async () => {
      const a = rt.cell(1)
      rt.effect(() => {
        a.get()
        throw new Error('always')
      })
      rt.effect(() => note(a.get()))
      await settle()
      await set(a, 2)
      expect(told()).toEqual([1, 2])
    })

    it('a derived value that throws fails whoever reads it', () => {
      const a = rt.derive(() => {
        throw new Error('no value')
      })
      const b = rt.derive(() => a.get())
      expect(() => b.get()).toThrowError('no value')
    })

    it('a derived value recovers', async () => {
      const a = rt.cell(0)
      const b = rt.derive(() => {
        if (a.get() === 0) throw new Error('zero')
        return 1 / a.get()
      })
      expect(() => b.get()).toThrowError('zero')
      await set(a, 2)
      expect(b.get()).toBe(0.5)
    })

    it('a derived value that throws is not run again for each reader', () => {
      const a = rt.cell(1)
      const b = counted(() => {
        a.get()
        throw new Error('once')
      })
      expect(() => b.get()).toThrowError('once')
      expect(() => b.get()).toThrowError('once')
      expect(b.runs).toBe(1)
    })

    it('a reader may catch, and follows on', async () => {
      const a = rt.cell(0)
      const b = rt.derive(() => {
        if (a.get() === 0) throw new Error('zero')
        return a.get()
      })
      rt.effect(() => {
        try {
          note(b.get())
        } catch {
          note('caught')
        }
      })
      await settle()
      await set(a, 1)
      expect(told()).toEqual(['caught', 1])
    })

    it('an effect that throws keeps the clean-ups it had registered', async () => {
      const a = rt.cell(1)
      rt.effect((onCleanup) => {
        onCleanup(() => note('clean'))
        if (a.get() === 1) throw new Error('first')
      })
      await settle()
      await set(a, 2)
      expect(told()).toEqual(['clean'])
    })

    it('what is set before a throw stays', async () => {
      const a = rt.cell(1)
      rt.effect(() => {
        a.set(7)
        throw new Error('after')
      })
      await settle()
      expect(a.get()).toBe(7)
    })
  })

  describe('stale evaluation', () => {
    it('an effect that became dormant and live again sees the newest', async () => {
      const a = rt.cell(1)
      const b = rt.derive(() => a.get() * 2)
      rt.effect(() => note(b.get()))()
      a.set(2)
      a.set(3)
      rt.effect(() => note(b.get()))
      await settle()
      expect(told()).toEqual([6])
    })

    it('a derived value that was read while nobody wanted it is right when somebody does', async () => {
      const a = rt.cell(1)
      const b = rt.derive(() => a.get() * 2)
      const c = rt.derive(() => b.get() + 1)
      expect(c.get()).toBe(3)
      a.set(2)
      rt.effect(() => note(c.get()))
      await settle()
      await set(a, 3)
      expect(told()).toEqual([5, 7])
    })

    it('a read in the middle of a pass is up to date', async () => {
      const a = rt.cell(1)
      const b = rt.derive(() => a.get() + 1)
      const c = rt.derive(() => b.get() + 1)
      rt.effect(() => note(a.get() + c.peek()))
      rt.effect(() => c.get())
      await settle()
      await set(a, 2)
      expect(told()).toEqual([4, 6])
    })

    it('a value that changes and changes back between two reads is not computed on old reads', () => {
      const a = rt.cell(1)
      const b = rt.derive(() => a.get())
      const c = rt.derive(() => b.get() * 10)
      expect(c.get()).toBe(10)
      a.set(2)
      expect(b.get()).toBe(2)
      a.set(1)
      expect(c.get()).toBe(10)
      a.set(3)
      expect(c.get()).toBe(30)
    })
  })

  describe('memory', () => {
    it('a cell does not keep effects that ended', async () => {
      const a = rt.cell(1)
      const ends = Array.from({ length: 100 }, () => rt.effect(() => a.get()))
      await settle()
      for (const end of ends) end()
      expect((a as unknown as { readers: unknown[] | null }).readers ?? []).toHaveLength(0)
    })

    it('inner effects of earlier runs are gone', async () => {
      const a = rt.cell(0)
      const b = rt.cell(0)
      rt.effect(() => {
        a.get()
        rt.effect(() => b.get())
      })
      await settle()
      for (let i = 1; i <= 50; i++) await set(a, i)
      expect(rt.snapshot().filter(({ kind }) => kind === 'effect')).toHaveLength(2)
    })

    it('an effect that ended keeps nothing alive', async () => {
      const a = rt.cell(1)
      const b = rt.derive(() => a.get())
      const end = rt.effect(() => b.get())
      await settle()
      end()
      expect(rt.snapshot()).toEqual([])
    })
  })
})
