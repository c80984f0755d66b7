// Goal: programs of cells behave as people who know signals expect, in memory and kept in a store.
// Method: each claim is a small program over the public face of `cellwake/cells`, run in both runtimes.

import { describe, expect, it } from 'vitest'
import { code, id, message, runtimes } from './worlds.ts'

describe.each(runtimes)('%s', (_name, world) => {
  describe('life of an effect', () => {
    it('it runs at the start, on a change, and not after its end', async () => {
      const { rt } = await world()
      const a = rt.cell(1, id('a'))
      const seen: number[] = []
      const end = rt.effect(() => void seen.push(a.get()))
      await rt.idle()
      a.set(2)
      await rt.idle()
      end()
      a.set(3)
      await rt.idle()
      expect(seen).toEqual([1, 2])
    })

    it('ended before its first run it never runs', async () => {
      const { rt } = await world()
      const a = rt.cell(1, id('a'))
      let runs = 0
      rt.effect(() => {
        a.get()
        runs++
      })()
      await rt.idle()
      expect(runs).toBeLessThanOrEqual(1)
      a.set(2)
      await rt.idle()
      expect(runs).toBeLessThanOrEqual(1)
    })

    it('ended between a change and its run it does not run, but cleans up', async () => {
      const { rt } = await world()
      const a = rt.cell(1, id('a'))
      const log: string[] = []
      const end = rt.effect(() => {
        log.push(`run ${a.get()}`)
        return () => log.push('clean')
      })
      await rt.idle()
      a.set(2)
      end()
      await rt.idle()
      expect(log).toEqual(['run 1', 'clean'])
    })

    it('clean-up comes before the next run, and once at the end', async () => {
      const { rt } = await world()
      const a = rt.cell(1, id('a'))
      const log: string[] = []
      const end = rt.effect(() => {
        const n = a.get()
        log.push(`run ${n}`)
        return () => log.push(`clean ${n}`)
      })
      await rt.idle()
      a.set(2)
      await rt.idle()
      end()
      end()
      expect(log).toEqual(['run 1', 'clean 1', 'run 2', 'clean 2'])
    })

    it('several clean-ups all run', async () => {
      const { rt } = await world()
      const log: string[] = []
      const end = rt.effect((onCleanup) => {
        onCleanup(() => log.push('one'))
        onCleanup(() => log.push('two'))
        return () => log.push('three')
      })
      await rt.idle()
      end()
      expect(log.sort()).toEqual(['one', 'three', 'two'])
    })

    it('a clean-up that throws is reported, and the run follows', async () => {
      const { rt, errors } = await world()
      const a = rt.cell(1, id('a'))
      const seen: number[] = []
      rt.effect(() => {
        seen.push(a.get())
        return () => {
          throw new Error('clean')
        }
      })
      await rt.idle()
      a.set(2)
      await rt.idle()
      expect(seen).toEqual([1, 2])
      expect(errors.map(message)).toEqual(['clean'])
    })

    it('reads of a clean-up are no dependencies', async () => {
      const { rt } = await world()
      let runs = 0
      const a = rt.cell(1, id('a'))
      const b = rt.cell(1, id('b'))
      rt.effect(() => {
        runs++
        a.get()
        return () => void b.get()
      })
      await rt.idle()
      a.set(2)
      await rt.idle()
      b.set(2)
      await rt.idle()
      expect(runs).toBe(2)
    })

    it('a clean-up sees the newest values', async () => {
      const { rt } = await world()
      const a = rt.cell(1, id('a'))
      const b = rt.derive(() => a.get() * 2, id('b'))
      const seen: number[] = []
      rt.effect(() => {
        b.get()
        return () => seen.push(b.get())
      })
      await rt.idle()
      a.set(5)
      await rt.idle()
      expect(seen).toEqual([10])
    })

    it('a clean-up may set a cell, whose readers settle in the same pass', async () => {
      const { rt } = await world()
      const a = rt.cell(1, id('a'))
      const cleaned = rt.cell(0, id('c'))
      const seen: number[] = []
      rt.sink(cleaned, (n) => seen.push(n))
      rt.effect(() => {
        a.get()
        return () => cleaned.update((n) => n + 1)
      })
      await rt.idle()
      a.set(2)
      await rt.idle()
      expect(seen).toEqual([0, 1])
    })

    it('an effect may end itself in its first run', async () => {
      const { rt } = await world()
      const a = rt.cell(1, id('a'))
      const log: string[] = []
      const end: () => void = rt.effect(() => {
        log.push(`run ${a.get()}`)
        if (a.get() === 2) end()
        return () => log.push('clean')
      })
      await rt.idle()
      a.set(2)
      await rt.idle()
      a.set(3)
      await rt.idle()
      expect(log).toEqual(['run 1', 'clean', 'run 2', 'clean'])
    })

    it('an effect without reads runs once', async () => {
      const { rt } = await world()
      const a = rt.cell(1, id('a'))
      let runs = 0
      rt.effect(() => {
        runs++
      })
      await rt.idle()
      a.set(2)
      await rt.idle()
      expect(runs).toBe(1)
    })

    it('an effect that another ends in the same pass does not run', async () => {
      const { rt } = await world()
      const a = rt.cell(1, id('a'))
      let endSecond = () => {}
      let runs = 0
      rt.effect(() => {
        if (a.get() === 2) endSecond()
      })
      endSecond = rt.effect(() => {
        a.get()
        runs++
      })
      await rt.idle()
      a.set(2)
      await rt.idle()
      expect(runs).toBe(1)
    })

    it('close ends effects with their clean-ups', async () => {
      const { rt } = await world()
      const a = rt.cell(1, id('a'))
      const log: string[] = []
      rt.effect(() => {
        a.get()
        return () => log.push('clean')
      })
      await rt.idle()
      await rt.close()
      expect(log).toEqual(['clean'])
    })

    it('without sinks and effects a derived value is dormant again', async () => {
      const { rt } = await world()
      let runs = 0
      const a = rt.cell(1, id('a'))
      const b = rt.derive(() => {
        runs++
        return a.get()
      }, id('b'))
      const end = rt.effect(() => void b.get())
      await rt.idle()
      end()
      a.set(2)
      await rt.idle()
      a.set(3)
      await rt.idle()
      expect(runs).toBe(1)
      expect(b.get()).toBe(3)
      expect(runs).toBe(2)
    })
  })

  describe('nested effects', () => {
    it('inner effects end before the outer one runs again', async () => {
      const { rt } = await world()
      const a = rt.cell(1, id('a'))
      const b = rt.cell(1, id('b'))
      const log: string[] = []
      rt.effect(() => {
        const n = a.get()
        rt.effect(() => {
          log.push(`inner ${n}/${b.get()}`)
          return () => log.push(`gone ${n}`)
        })
      })
      await rt.idle()
      a.set(2)
      await rt.idle()
      b.set(2)
      await rt.idle()
      expect(log).toEqual(['inner 1/1', 'gone 1', 'inner 2/1', 'gone 2', 'inner 2/2'])
    })

    it('when both are due, the inner one of the last run does not run in vain', async () => {
      const { rt } = await world()
      const user = rt.cell<{ name: string } | null>({ name: 'x' }, id('u'))
      const log: string[] = []
      rt.effect(() => {
        if (user.get() === null) return
        rt.effect(() => void log.push(user.get()!.name))
      })
      await rt.idle()
      user.set(null)
      await rt.idle()
      expect(log).toEqual(['x'])
    })

    it('an inner effect alone runs alone', async () => {
      const { rt } = await world()
      const a = rt.cell(1, id('a'))
      let outer = 0
      let inner = 0
      rt.effect(() => {
        outer++
        rt.effect(() => {
          a.get()
          inner++
        })
      })
      await rt.idle()
      a.set(2)
      await rt.idle()
      expect([outer, inner]).toEqual([1, 2])
    })

    it('three levels end from the inside to the outside or outside in, but all once', async () => {
      const { rt } = await world()
      const log: string[] = []
      const end = rt.effect(() => {
        rt.effect(() => {
          rt.effect(() => () => log.push('3'))
          return () => log.push('2')
        })
        return () => log.push('1')
      })
      await rt.idle()
      end()
      expect(log.sort()).toEqual(['1', '2', '3'])
    })

    it('an inner effect that was ended by hand stays ended', async () => {
      const { rt } = await world()
      const a = rt.cell(1, id('a'))
      let endInner = () => {}
      let inner = 0
      const end = rt.effect(() => {
        endInner = rt.effect(() => {
          a.get()
          inner++
        })
      })
      await rt.idle()
      endInner()
      a.set(2)
      await rt.idle()
      end()
      expect(inner).toBe(1)
    })

    it('a sink made inside an effect ends with it', async () => {
      const { rt } = await world()
      const a = rt.cell(1, id('a'))
      const seen: number[] = []
      const end = rt.effect(() => {
        rt.sink(a, (n) => seen.push(n))
      })
      await rt.idle()
      end()
      a.set(2)
      await rt.idle()
      expect(seen).toEqual([1])
    })

    it('an effect made in untracked inside an effect is still owned', async () => {
      const { rt } = await world()
      const a = rt.cell(1, id('a'))
      let inner = 0
      const end = rt.effect(() => {
        rt.untracked(() =>
          rt.effect(() => {
            a.get()
            inner++
          }),
        )
      })
      await rt.idle()
      end()
      a.set(2)
      await rt.idle()
      expect(inner).toBe(1)
    })
  })

  describe('inner writes', () => {
    it('an effect that sets what another reads settles in one idle', async () => {
      const { rt } = await world()
      const a = rt.cell(1, id('a'))
      const b = rt.cell(0, id('b'))
      const seen: number[] = []
      rt.effect(() => b.set(a.get() * 2))
      rt.effect(() => void seen.push(b.get()))
      await rt.idle()
      a.set(2)
      await rt.idle()
      expect(seen.at(-1)).toBe(4)
      expect(b.get()).toBe(4)
    })

    it('an effect is not told of its own set', async () => {
      const { rt } = await world()
      const a = rt.cell(0, id('a'))
      let runs = 0
      rt.effect(() => {
        runs++
        a.set(a.get() + 1)
      })
      await rt.idle()
      expect(runs).toBe(1)
      expect(a.get()).toBe(1)
      a.set(10)
      await rt.idle()
      expect(runs).toBe(2)
      expect(a.get()).toBe(11)
    })

    it('a value read after a set within an effect is new', async () => {
      const { rt } = await world()
      const a = rt.cell(1, id('a'))
      const b = rt.derive(() => a.get() * 2, id('b'))
      const go = rt.cell(0, id('go'))
      const seen: number[] = []
      rt.effect(() => {
        if (go.get() === 0) return
        a.set(7)
        seen.push(b.peek())
      })
      await rt.idle()
      go.set(1)
      await rt.idle()
      expect(seen).toEqual([14])
    })

    it('a derived value may not set', async () => {
      const { rt } = await world()
      const a = rt.cell(1, id('a'))
      const b = rt.derive(() => {
        a.set(2)
        return 1
      }, id('b'))
      expect(() => b.get()).toThrow()
      try {
        b.get()
      } catch (error) {
        expect(code(error)).toBe('write-while-deriving')
      }
      expect(a.get()).toBe(1)
    })

    it('two effects that agree after a few rounds settle', async () => {
      const { rt } = await world()
      const a = rt.cell(0, id('a'))
      const b = rt.cell(0, id('b'))
      rt.effect(() => {
        if (a.get() < 4) b.set(a.get() + 1)
      })
      rt.effect(() => {
        if (b.get() < 4) a.set(b.get())
      })
      await rt.idle()
      expect([a.get(), b.get()]).toEqual([3, 4])
    })

    it('sets of several effects in one pass reach a common reader together or in order, never stale', async () => {
      const { rt } = await world()
      const t = rt.cell(0, id('t'))
      const x = rt.cell(0, id('x'))
      const y = rt.cell(0, id('y'))
      rt.effect(() => x.set(t.get()))
      rt.effect(() => y.set(t.get()))
      const sum = rt.derive(() => x.get() + y.get(), id('s'))
      const seen: number[] = []
      rt.sink(sum, (n) => seen.push(n))
      await rt.idle()
      t.set(5)
      await rt.idle()
      expect(seen.at(-1)).toBe(10)
    })
  })
})
