// Goal: one timer, right under long sleeps and clock jumps. Method: injected time and timers, which
// drift apart at will, since real timers are monotonic and wall clocks are not.
import { describe, expect, it } from 'vitest'
import { type SystemTimer, systemClock } from '../src/index.ts'

const day = 86_400_000

/** A machine whose wall clock and monotonic clock are separate. */
function machine() {
  let wall = 1_000_000_000_000
  let elapsed = 0
  const timers = new Map<SystemTimer, { due: number; fn: () => void }>()
  const stats = { started: 0, longest: 0, unrefs: 0, most: 0 }
  return {
    stats,
    timers,
    now: () => wall,
    jump: (ms: number) => {
      wall += ms
    },
    startTimer(fn: () => void, ms: number): SystemTimer {
      const timer = { unref: () => stats.unrefs++ }
      timers.set(timer, { due: elapsed + ms, fn })
      stats.started++
      stats.longest = Math.max(stats.longest, ms)
      stats.most = Math.max(stats.most, timers.size)
      return timer
    },
    stopTimer: (timer: SystemTimer) => void timers.delete(timer),
    /** Lets time pass, for the wall clock too, firing timers as they come. */
    pass(ms: number) {
      const end = elapsed + ms
      for (;;) {
        const next = [...timers].sort((a, b) => a[1].due - b[1].due)[0]
        if (next === undefined || next[1].due > end) break
        wall += next[1].due - elapsed
        elapsed = next[1].due
        timers.delete(next[0])
        next[1].fn()
      }
      wall += end - elapsed
      elapsed = end
    },
    /** Fires the armed timer at once, before its time. */
    fireEarly() {
      const [timer, { fn }] = [...timers][0]!
      timers.delete(timer)
      fn()
    },
  }
}

describe('the system clock', () => {
  it('arms one timer for the earliest, however many alarms there are', () => {
    const m = machine()
    const clock = systemClock(m)
    const ran: number[] = []
    for (let i = 1000; i > 0; i--) clock.wake(m.now() + i * 10, () => ran.push(i))
    expect(m.stats.most).toBe(1)
    m.pass(10_000)
    expect(ran).toEqual(Array.from({ length: 1000 }, (_, i) => i + 1))
    expect(m.timers.size).toBe(0)
  })

  it('keeps one timer for far alarms, without starting another for each', () => {
    const m = machine()
    const clock = systemClock(m)
    for (let i = 1000; i > 0; i--) clock.wake(m.now() + day + i, () => undefined)
    expect(m.stats.started).toBe(1)
  })

  it('wakes on time 60 days ahead, beyond what setTimeout can hold', () => {
    const m = machine()
    const clock = systemClock(m)
    const at = m.now() + 60 * day
    let ranAt = 0
    clock.wake(at, () => {
      ranAt = m.now()
    })
    m.pass(60 * day - 1)
    expect(ranAt).toBe(0)
    m.pass(1)
    expect(ranAt).toBe(at)
    expect(m.stats.longest).toBeLessThanOrEqual(60_000)
  })

  it('arms anew when the timer fires early', () => {
    const m = machine()
    const clock = systemClock(m)
    let ran = 0
    clock.wake(m.now() + 5000, () => ran++)
    m.fireEarly()
    expect([ran, m.timers.size]).toEqual([0, 1])
    m.pass(5000)
    expect(ran).toBe(1)
  })

  it('notices a jump forward within a minute and runs what is due', () => {
    const m = machine()
    const clock = systemClock(m)
    const ran: string[] = []
    clock.wake(m.now() + 3 * day, () => ran.push('b'))
    clock.wake(m.now() + 2 * day, () => ran.push('a'))
    clock.wake(m.now() + 9 * day, () => ran.push('c'))
    m.jump(4 * day)
    m.pass(60_000)
    expect(ran).toEqual(['a', 'b'])
  })

  it('is on time for an alarm set after a jump forward that it has not noticed yet', () => {
    const m = machine()
    const clock = systemClock(m)
    clock.wake(m.now() + day, () => undefined)
    m.jump(30_000)
    let late = Number.NaN
    const at = m.now() + 31_000
    clock.wake(at, () => {
      late = m.now() - at
    })
    m.pass(60_000)
    expect(late).toBe(0)
  })

  it('waits on when the clock jumps back, and runs at the wall time asked for', () => {
    const m = machine()
    const clock = systemClock(m)
    let ranAt = 0
    const at = m.now() + 10_000
    clock.wake(at, () => {
      ranAt = m.now()
    })
    m.jump(-day)
    m.pass(day)
    expect(ranAt).toBe(0)
    m.pass(10_000)
    expect(ranAt).toBe(at)
  })

  describe('has been steady', () => {
    it('since it was made, however long its alarms are away', () => {
      const m = machine()
      const start = m.now()
      const clock = systemClock(m)
      clock.wake(start + 60 * day, () => undefined)
      m.pass(30 * day)
      expect(clock.steadySince()).toBe(start)
    })

    it.each([
      ['the machine slept for over a minute', 61_000],
      ['the clock was set forward by a day', day],
      ['the clock was set back by a second', -1_000],
    ])('since now, when %s', (_what, ms) => {
      const m = machine()
      const clock = systemClock(m)
      clock.wake(m.now() + 9 * day, () => undefined)
      m.pass(3_600_000)
      m.jump(ms)
      const at = m.now()
      expect(clock.steadySince()).toBe(at)
      m.pass(3_600_000)
      expect(clock.steadySince()).toBe(at)
    })

    it('already when the alarms run that fell into the gap', () => {
      const m = machine()
      const clock = systemClock(m)
      const seen: boolean[] = []
      clock.wake(m.now() + 120_000, () => seen.push(clock.steadySince() === m.now()))
      m.jump(3_600_000)
      m.pass(30_000)
      expect(seen).toEqual([true])
    })

    it('through what is merely late', () => {
      const m = machine()
      const start = m.now()
      const clock = systemClock(m)
      clock.wake(start + day, () => undefined)
      m.jump(30_000)
      m.pass(30_000)
      expect(clock.steadySince()).toBe(start)
    })
  })

  it('runs an alarm for the past soon, but never inside wake', () => {
    const m = machine()
    const clock = systemClock(m)
    let ran = 0
    clock.wake(m.now() - day, () => ran++)
    expect(ran).toBe(0)
    m.pass(0)
    expect(ran).toBe(1)
  })

  it('returns to the event loop when an alarm keeps arming itself for now', () => {
    const m = machine()
    const clock = systemClock(m)
    let ran = 0
    const again = () => {
      ran++
      if (ran < 10) clock.wake(m.now(), again)
    }
    clock.wake(m.now(), again)
    m.fireEarly()
    expect(ran).toBe(1)
    m.pass(0)
    expect(ran).toBe(10)
  })

  it('moves and cancels alarms, and forgets the timer with the last', () => {
    const m = machine()
    const clock = systemClock(m)
    const ran: string[] = []
    const a = clock.wake(m.now() + 1000, () => ran.push('a'))
    const b = clock.wake(m.now() + 2000, () => ran.push('b'))
    const c = clock.wake(m.now() + 9000, () => ran.push('c'))
    expect(clock.move(c, m.now() + 500)).toBe(true)
    expect(clock.cancel(b)).toBe(true)
    m.pass(1000)
    expect(ran).toEqual(['c', 'a'])
    expect([clock.cancel(a), clock.move(b, 0)]).toEqual([false, false])
    clock.cancel(clock.wake(m.now() + 1, () => undefined))
    expect(m.timers.size).toBe(0)
  })

  it('runs the other alarms when one throws, and reports the error', () => {
    const m = machine()
    const errors: unknown[] = []
    const clock = systemClock({ ...m, onError: (error) => errors.push(error) })
    let ran = 0
    clock.wake(m.now() + 1, () => {
      throw new Error('first')
    })
    clock.wake(m.now() + 1, () => ran++)
    m.pass(1)
    expect([ran, String(errors[0])]).toEqual([1, 'Error: first'])
  })

  it('keeps the process alive unless asked not to', () => {
    const [kept, left] = [machine(), machine()]
    systemClock(kept).wake(kept.now() + 1, () => undefined)
    systemClock({ ...left, unref: true }).wake(left.now() + 1, () => undefined)
    expect([kept.stats.unrefs, left.stats.unrefs]).toEqual([0, 1])
  })

  it('leaves nothing behind when closed, also from within an alarm', () => {
    const m = machine()
    const clock = systemClock(m)
    let ran = 0
    clock.wake(m.now() + 1, () => clock.close())
    clock.wake(m.now() + 1, () => ran++)
    m.pass(1000)
    expect([ran, m.timers.size]).toEqual([0, 0])
    expect(() => clock.wake(m.now(), () => undefined)).toThrow(
      expect.objectContaining({ code: 'clock-closed' }),
    )
  })

  it('works on the real machine', async () => {
    using clock = systemClock()
    const at = clock.now() + 20
    const seen = await new Promise<number>((resolve) => {
      clock.wake(at, () => resolve(clock.now()))
    })
    expect(seen).toBeGreaterThanOrEqual(at)
  })
})
