// Virtual time and seeded chance: time passes only when somebody waits. Two runs with the same seed see
// the same times, the same numbers and the same names.

import { type System, system } from '../system.ts'
import { seededRandom } from './random.ts'

export interface SeededSystem extends System {
  /** Lets time pass, and wakes the sleepers whose time has come. */
  advance(ms: number): void
}

/** A Monday morning: far from any change of clocks, and from zero. */
export const SEEDED_START_MS = Date.UTC(2025, 0, 6, 9)

interface Sleeper {
  readonly until: number
  readonly wake: () => void
}

/**
 * A delay takes no time: when the turn of the event loop ends with somebody asleep, the clock jumps
 * to the first who should wake. Sleepers wake in the order of their times.
 */
export function seededSystem(seed: number, start = SEEDED_START_MS): SeededSystem {
  const random = seededRandom(seed)
  const sleepers: Sleeper[] = []
  let now = start
  let names = 0
  let pumping = false

  const pump = () => {
    const first = sleepers.shift()
    pumping = sleepers.length > 0
    if (pumping) system.defer(pump)
    if (first === undefined) return
    now = Math.max(now, first.until)
    first.wake()
  }
  return {
    now: () => now,
    random,
    uniqueId: () => `seed-${seed}-${++names}`,
    defer: (fn) => system.defer(fn),
    delay: (ms) =>
      new Promise((resolve) => {
        const sleeper = { until: now + ms, wake: resolve }
        const after = sleepers.findIndex(({ until }) => until > sleeper.until)
        sleepers.splice(after < 0 ? sleepers.length : after, 0, sleeper)
        if (pumping) return
        pumping = true
        system.defer(pump)
      }),
    advance: (ms) => {
      now += ms
      while (sleepers.length > 0 && sleepers[0]!.until <= now) sleepers.shift()!.wake()
    },
  }
}
