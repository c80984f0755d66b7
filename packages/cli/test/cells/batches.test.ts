// Goal: programs of cells behave as people who know signals expect, in memory and kept in a store.
// Method: each claim is a small program over the public face of `cellwake/cells`, run in both runtimes.

import { describe, expect, it } from 'vitest'
import { code, id, inMemory, runtimes } from './worlds.ts'

describe.each(runtimes)('%s', (name, world) => {
  describe('cycles', () => {
    it('a value that reads itself fails with cycle', async () => {
      const { rt } = await world()
      const box: { get(): number }[] = []
      const a = rt.derive((): number => box[0]!.get() + 1, id('a'))
      box.push(a)
      expect(() => a.get()).toThrow()
      try {
        a.get()
      } catch (error) {
        expect(code(error)).toBe('cycle')
      }
    })

    it('a cycle of two heals when the data break it', async () => {
      const { rt } = await world()
      const on = rt.cell(true, id('on'))
      const box: { get(): number }[] = []
      const a = rt.derive((): number => (on.get() ? box[0]!.get() : 1), id('a'))
      const b = rt.derive((): number => a.get() + 1, id('b'))
      box.push(b)
      expect(() => b.get()).toThrow()
      on.set(false)
      expect(b.get()).toBe(2)
    })

    it('a cycle seen by a sink is reported, and others go on', async () => {
      const { rt, errors } = await world()
      const box: { get(): number }[] = []
      const a = rt.derive((): number => box[0]!.get() + 1, id('a'))
      box.push(a)
      const x = rt.cell(1, id('x'))
      const seen: number[] = []
      rt.sink(a, () => {})
      rt.sink(x, (n) => seen.push(n))
      await rt.idle()
      expect(errors.map(code)).toEqual(['cycle'])
      expect(seen).toEqual([1])
    })

    it('effects that never agree are put aside, reported once', async () => {
      const { rt, errors } = await inMemory()
      const a = rt.cell(0, id('a'))
      const b = rt.cell(0, id('b'))
      rt.effect(() => b.set(a.get() + 1))
      rt.effect(() => a.set(b.get() + 1))
      rt.flushSync()
      expect(errors.map(code)).toEqual(['not-settling'])
    })
  })

  describe('batches', () => {
    it('sets in a batch are seen together', async () => {
      const { rt } = await world()
      const a = rt.cell(1, id('a'))
      const b = rt.cell(1, id('b'))
      const seen: string[] = []
      rt.effect(() => void seen.push(`${a.get()}${b.get()}`))
      rt.flushSync()
      rt.batch(() => {
        a.set(2)
        rt.batch(() => b.set(2))
        expect(seen).toEqual(['11'])
      })
      rt.flushSync()
      expect(seen).toEqual(['11', '22'])
    })

    it('a batch gives back what its function gives', async () => {
      const { rt } = await world()
      expect(rt.batch(() => 42)).toBe(42)
    })

    it('set and set back notifies nobody', async () => {
      const { rt } = await world()
      let runs = 0
      const a = rt.cell(1, id('a'))
      const b = rt.derive(() => a.get(), id('b'))
      rt.effect(() => {
        a.get()
        b.get()
        runs++
      })
      rt.flushSync()
      rt.batch(() => {
        a.set(2)
        a.set(1)
      })
      rt.flushSync()
      expect(runs).toBe(1)
    })

    it('set, read the derived value, set back: the derived value is right', async () => {
      const { rt } = await world()
      const a = rt.cell(1, id('a'))
      const b = rt.derive(() => a.get() * 2, id('b'))
      const seen: number[] = []
      rt.sink(b, (n) => seen.push(n))
      rt.flushSync()
      rt.batch(() => {
        a.set(2)
        expect(b.get()).toBe(4)
        a.set(1)
        expect(b.get()).toBe(2)
      })
      rt.flushSync()
      expect(b.get()).toBe(2)
      expect(seen.at(-1)).toBe(2)
    })

    it('a batch that throws passes it on: in memory its sets stay, in a store it is one commit that did not happen', async () => {
      const { rt } = await world()
      const a = rt.cell(1, id('a'))
      const seen: number[] = []
      rt.effect(() => void seen.push(a.get()))
      rt.flushSync()
      expect(() =>
        rt.batch(() => {
          a.set(2)
          throw new Error('no')
        }),
      ).toThrow('no')
      rt.flushSync()
      expect(seen).toEqual(name === 'in memory' ? [1, 2] : [1])
    })

    it('an effect made in a batch runs after it', async () => {
      const { rt } = await world()
      const a = rt.cell(1, id('a'))
      const seen: number[] = []
      rt.batch(() => {
        rt.effect(() => void seen.push(a.get()))
        a.set(2)
      })
      rt.flushSync()
      expect(seen).toEqual([2])
    })

    it('an effect that ends in a batch does not run', async () => {
      const { rt } = await world()
      const a = rt.cell(1, id('a'))
      let runs = 0
      const end = rt.effect(() => {
        a.get()
        runs++
      })
      rt.flushSync()
      rt.batch(() => {
        a.set(2)
        end()
      })
      rt.flushSync()
      expect(runs).toBe(1)
    })

    it('a batch within an effect is one change for others', async () => {
      const { rt } = await world()
      const t = rt.cell(0, id('t'))
      const a = rt.cell(0, id('a'))
      const b = rt.cell(0, id('b'))
      const seen: string[] = []
      rt.effect(() => {
        const n = t.get()
        rt.batch(() => {
          a.set(n)
          b.set(n)
        })
      })
      rt.effect(() => void seen.push(`${a.get()}${b.get()}`))
      rt.flushSync()
      t.set(3)
      rt.flushSync()
      expect(seen.at(-1)).toBe('33')
      expect(seen.every((s) => s[0] === s[1])).toBe(true)
    })

    it('reads inside a batch are up to date', async () => {
      const { rt } = await world()
      const a = rt.cell(1, id('a'))
      const b = rt.derive(() => a.get() + 1, id('b'))
      rt.batch(() => {
        a.set(5)
        expect(b.get()).toBe(6)
      })
    })
  })

  describe('untracked', () => {
    it('reads are no dependencies, the rest are', async () => {
      const { rt } = await world()
      let runs = 0
      const a = rt.cell(1, id('a'))
      const b = rt.cell(1, id('b'))
      const c = rt.derive(() => {
        runs++
        return a.get() + rt.untracked(() => b.get())
      }, id('c'))
      rt.sink(c, () => {})
      rt.flushSync()
      b.set(10)
      rt.flushSync()
      expect(runs).toBe(1)
      a.set(2)
      rt.flushSync()
      expect(c.get()).toBe(12)
    })

    it('it gives back, and throws what its function throws', async () => {
      const { rt } = await world()
      const a = rt.cell(1, id('a'))
      expect(rt.untracked(() => a.get())).toBe(1)
      expect(() =>
        rt.untracked(() => {
          throw new Error('x')
        }),
      ).toThrow('x')
    })

    it('tracking goes on after it, also when it throws', async () => {
      const { rt } = await world()
      let runs = 0
      const a = rt.cell(1, id('a'))
      rt.effect(() => {
        runs++
        try {
          rt.untracked(() => {
            throw new Error('x')
          })
        } catch {}
        a.get()
      })
      rt.flushSync()
      a.set(2)
      rt.flushSync()
      expect(runs).toBe(2)
    })

    it('a derived value read inside untracked tracks its own reads', async () => {
      const { rt } = await world()
      const a = rt.cell(1, id('a'))
      const b = rt.derive(() => a.get() * 2, id('b'))
      const seen: number[] = []
      const t = rt.cell(0, id('t'))
      rt.effect(() => {
        t.get()
        seen.push(rt.untracked(() => b.get()))
      })
      rt.flushSync()
      a.set(5)
      rt.flushSync()
      t.set(1)
      rt.flushSync()
      expect(seen).toEqual([2, 10])
    })

    it('a derived value may not set inside untracked either', async () => {
      const { rt } = await world()
      const a = rt.cell(1, id('a'))
      const b = rt.derive(() => {
        rt.untracked(() => a.set(2))
        return 1
      }, id('b'))
      expect(() => b.get()).toThrow()
      expect(a.get()).toBe(1)
    })
  })

  describe('flushSync', () => {
    it('settles what was set, durable or not yet', async () => {
      const { rt } = await world()
      const a = rt.cell(1, id('a'))
      const seen: number[] = []
      rt.sink(a, (n) => seen.push(n))
      rt.flushSync()
      a.set(2)
      rt.flushSync()
      expect(seen).toEqual([1, 2])
    })

    it('refuses while a sink runs asynchronously, and says what to do', async () => {
      const { rt } = await world()
      const a = rt.cell(1, id('a'))
      rt.sink(a, () => Promise.resolve())
      expect(() => rt.flushSync()).toThrow(/still running: 1\. Await idle\(\) instead/)
      await rt.idle()
      rt.flushSync()
    })
  })
})
