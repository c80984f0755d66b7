// Goal: a simulation sees the same order every time. Method: alarms that arm, cancel and await.
import { describe, expect, it } from 'vitest'
import { type Clock, formatInstant, systemClock, virtualClock } from '../src/index.ts'
import { seeded } from './support/seeded.ts'

const start = '2026-01-01T00:00:00Z'

describe('the virtual clock', () => {
  it('starts at a datetime or at milliseconds and stands still', () => {
    expect(virtualClock(start).now()).toBe(1_767_225_600_000)
    expect(virtualClock(42).now()).toBe(42)
    expect(() => virtualClock('2026-01-01')).toThrow(/datetime/)
  })

  it('runs what falls due in order of time, then of arming, the end included', async () => {
    const clock = virtualClock(0)
    const ran: string[] = []
    for (const [at, name] of [
      [30, 'd'],
      [10, 'a'],
      [31, 'e'],
      [20, 'b'],
      [20, 'c'],
    ] as const)
      clock.wake(at, () => ran.push(`${name}@${clock.now()}`))
    await clock.advance(30)
    expect(ran).toEqual(['a@10', 'b@20', 'c@20', 'd@30'])
    expect([clock.now(), clock.pending, clock.nextAt]).toEqual([30, 1, 31])
  })

  it('runs alarms that alarms arm on the way, at their own times', async () => {
    const clock = virtualClock(0)
    const ran: number[] = []
    const tick = () => {
      ran.push(clock.now())
      clock.wake(clock.now() + 10, tick)
    }
    clock.wake(10, tick)
    await clock.advance(45)
    expect(ran).toEqual([10, 20, 30, 40])
  })

  it('lets microtasks, a turn of the event loop and hooks settle before time moves on', async () => {
    const clock = virtualClock(0)
    const ran: string[] = []
    let saved: Promise<void> = Promise.resolve()
    clock.onSettle(() => saved)
    const remove = clock.onSettle(() => void ran.push(`settled@${clock.now()}`))
    clock.wake(10, () => {
      saved = new Promise((resolve) => setImmediate(() => setImmediate(resolve))).then(
        () => void ran.push(`saved@${clock.now()}`),
      )
      setImmediate(() => ran.push(`turn@${clock.now()}`))
    })
    clock.wake(11, () => ran.push('next'))
    await clock.advance(11)
    expect(ran.slice(0, 4)).toEqual(['turn@10', 'saved@10', 'settled@10', 'next'])
    remove()
    ran.length = 0
    await clock.advance(1)
    expect(ran).toEqual([])
  })

  it('jumps ahead and runs what was missed, late and in order', async () => {
    const clock = virtualClock(0)
    const ran: string[] = []
    clock.wake(20, () => ran.push(`b@${clock.now()}`))
    clock.wake(10, () => ran.push(`a@${clock.now()}`))
    await clock.set('1970-01-01T00:00:01Z')
    expect(ran).toEqual(['a@1000', 'b@1000'])
  })

  it('jumps back without running anything twice, and waits for the wall time again', async () => {
    const clock = virtualClock(100)
    const ran: number[] = []
    clock.wake(90, () => ran.push(90))
    clock.wake(110, () => ran.push(110))
    await clock.advance(5)
    await clock.set(50)
    expect([clock.now(), ran]).toEqual([50, [90]])
    await clock.advance(59)
    expect(ran).toEqual([90])
    await clock.advance(1)
    expect(ran).toEqual([90, 110])
  })

  it('is steady while it advances, and since a jump of over a minute or a step back', async () => {
    const clock = virtualClock(0)
    await clock.advance(3_600_000)
    expect(clock.steadySince()).toBe(0)
    await clock.set(3_660_000)
    expect(clock.steadySince()).toBe(0)
    await clock.set(3_720_001)
    expect(clock.steadySince()).toBe(3_720_001)
    await clock.set(3_720_000)
    expect(clock.steadySince()).toBe(3_720_000)
  })

  it('queues calls that overlap', async () => {
    const clock = virtualClock(0)
    const ran: number[] = []
    for (const at of [5, 15]) clock.wake(at, () => ran.push(clock.now()))
    await Promise.all([clock.advance(10), clock.advance(10)])
    expect([clock.now(), ran]).toEqual([20, [5, 15]])
  })

  it('rejects with the error of an alarm, after the others of that time have run', async () => {
    const clock = virtualClock(0)
    let ran = 0
    clock.wake(1, () => {
      throw new Error('broken')
    })
    clock.wake(1, () => ran++)
    await expect(clock.advance(5)).rejects.toThrow('broken')
    expect(ran).toBe(1)
    await clock.advance(4)
    expect(clock.now()).toBe(5)
  })

  it('refuses to go on when alarms arm each other for one instant for ever', async () => {
    const clock = virtualClock(0)
    const again = () => void clock.wake(clock.now(), again)
    clock.wake(1, again)
    await expect(clock.advance(1)).rejects.toMatchObject({ code: 'clock-stuck' })
  })

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('cannot advance by %s', async (ms) => {
    await expect(virtualClock(0).advance(ms)).rejects.toMatchObject({ code: 'time-out-of-range' })
  })

  it('gives the same trace for the same seed, and another for another', async () => {
    const trace = async (seed: number) => {
      const clock = virtualClock(start)
      const random = seeded(seed)
      const lines: string[] = []
      const act = (name: string) => () => {
        lines.push(`${formatInstant(clock.now())} ${name}`)
        const handle = clock.wake(
          clock.now() + random.below(5000),
          act(`${name}${random.below(10)}`),
        )
        if (random.below(3) === 0) clock.cancel(handle)
        if (random.below(2) === 0) clock.wake(clock.now() + random.below(3), () => lines.push('x'))
      }
      for (let i = 0; i < 20; i++) clock.wake(clock.now() + random.below(100), act(`${i}:`))
      for (let i = 0; i < 5; i++) await clock.advance(random.below(5000))
      return lines.join('\n')
    }
    expect(await trace(1)).toBe(await trace(1))
    expect(await trace(1)).not.toBe(await trace(2))
  })

  it('is a Clock like the system clock, and refuses to wake when closed', () => {
    const clocks: Clock[] = [virtualClock(0), systemClock()]
    for (const clock of clocks) {
      const alarm = clock.wake(clock.now() + 60_000, () => undefined)
      expect([
        clock.move(alarm, clock.now() + 9),
        clock.cancel(alarm),
        clock.cancel(alarm),
      ]).toEqual([true, true, false])
      clock.close()
      expect(() => clock.wake(0, () => undefined)).toThrow(/closed/)
    }
  })
})
