// Goal: the heap is a sorted list that is fast. Method: fast-check drives it beside a plain array.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AlarmHandle, Alarms } from '../src/index.ts'

const drain = <T>(alarms: Alarms<T>) => {
  const out: T[] = []
  while (alarms.size > 0) out.push(alarms.pop()!)
  return out
}

describe('alarms', () => {
  it('come out by time, and among equals in the order of arming', () => {
    const alarms = new Alarms<string>()
    for (const [at, name] of [
      [5, 'c'],
      [1, 'a'],
      [5, 'd'],
      [1, 'b'],
      [9, 'f'],
      [5, 'e'],
    ] as const)
      alarms.add(at, name)
    expect(alarms.nextAt).toBe(1)
    expect(drain(alarms)).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
    expect(alarms.nextAt).toBe(Number.POSITIVE_INFINITY)
    expect(alarms.pop()).toBeUndefined()
  })

  it('keep the order of arming among a thousand of one time, also after cancelling', () => {
    const alarms = new Alarms<number>()
    const handles = Array.from({ length: 1000 }, (_, i) => alarms.add(7, i))
    for (let i = 0; i < 1000; i += 3) alarms.cancel(handles[i]!)
    expect(drain(alarms)).toEqual(
      Array.from({ length: 1000 }, (_, i) => i).filter((i) => i % 3 > 0),
    )
  })

  it('moved to a time that others have come out after them', () => {
    const alarms = new Alarms<string>()
    const a = alarms.add(5, 'a')
    alarms.add(5, 'b')
    expect(alarms.move(a, 5)).toBe(true)
    expect(drain(alarms)).toEqual(['b', 'a'])
  })

  it('have handles that stop working for good once popped or cancelled', () => {
    const alarms = new Alarms<string>()
    const a = alarms.add(1, 'a')
    alarms.pop()
    const b = alarms.add(2, 'b')
    expect([alarms.cancel(a), alarms.move(a, 9), alarms.has(a)]).toEqual([false, false, false])
    expect(alarms.has(b)).toBe(true)
    alarms.clear()
    const c = alarms.add(3, 'c')
    expect([alarms.has(a), alarms.has(b), alarms.has(c)]).toEqual([false, false, true])
  })

  it('have handles that survive neither a clear nor the shrinking of an emptied heap', () => {
    const alarms = new Alarms<number>()
    const old = Array.from({ length: 500 }, (_, i) => alarms.add(i, i))
    drain(alarms)
    const young = Array.from({ length: 500 }, (_, i) => alarms.add(i, i))
    expect(old.some((handle) => alarms.has(handle))).toBe(false)
    expect(young.every((handle) => alarms.has(handle))).toBe(true)
    expect(new Set([...old, ...young]).size).toBe(1000)
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    'refuse %s as a time',
    (at) => {
      const alarms = new Alarms<number>()
      expect(() => alarms.add(at, 1)).toThrow(
        expect.objectContaining({ code: 'time-out-of-range' }),
      )
      const handle = alarms.add(1, 1)
      expect(() => alarms.move(handle, at)).toThrow(/cannot be set/)
      expect(alarms.size).toBe(1)
    },
  )

  it('behave as a sorted array under any adds, cancels, moves and pops', () => {
    const time = fc.integer({ min: -3, max: 12 })
    const step = fc.oneof(
      { weight: 100, arbitrary: fc.record({ do: fc.constant('add' as const), at: time }) },
      {
        weight: 40,
        arbitrary: fc.record({ do: fc.constant('cancel' as const), which: fc.nat(200) }),
      },
      {
        weight: 40,
        arbitrary: fc.record({ do: fc.constant('move' as const), which: fc.nat(200), at: time }),
      },
      { weight: 40, arbitrary: fc.record({ do: fc.constant('pop' as const) }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('clear' as const) }) },
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        const alarms = new Alarms<number>()
        const handles: AlarmHandle[] = []
        let model: { at: number; order: number; name: number }[] = []
        let order = 0
        const sort = () => model.sort((a, b) => a.at - b.at || a.order - b.order)
        for (const step of steps) {
          if (step.do === 'add') {
            model.push({ at: step.at, order: order++, name: handles.length })
            handles.push(alarms.add(step.at, handles.length))
          } else if (step.do === 'pop') {
            expect(alarms.pop()).toBe(model.shift()?.name)
          } else if (step.do === 'clear') {
            alarms.clear()
            model = []
          } else if (handles.length > 0) {
            const name = step.which % handles.length
            const entry = model.find((one) => one.name === name)
            const done =
              step.do === 'move'
                ? alarms.move(handles[name]!, step.at)
                : alarms.cancel(handles[name]!)
            expect(done).toBe(entry !== undefined)
            if (step.do === 'cancel') model = model.filter((one) => one !== entry)
            else if (entry !== undefined) Object.assign(entry, { at: step.at, order: order++ })
          }
          sort()
          expect(alarms.size).toBe(model.length)
          expect(alarms.nextAt).toBe(model[0]?.at ?? Number.POSITIVE_INFINITY)
        }
        expect(drain(alarms)).toEqual(model.map((one) => one.name))
      }),
      { seed: 1, numRuns: 400 },
    )
  })

  it('number a million without trouble, in order', () => {
    const alarms = new Alarms<number>()
    for (let i = 0; i < 1_000_000; i++) alarms.add((i * 7919) % 1_000_003, i)
    let [last, inOrder] = [-1, true]
    while (alarms.size > 0) {
      const at = alarms.nextAt
      alarms.pop()
      inOrder &&= at >= last
      last = at
    }
    expect(inOrder).toBe(true)
  })
})
