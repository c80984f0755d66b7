// The world outside, in one place: time, randomness and the event loop. Everything else in this
// package receives them, so that a test can replace them and the same seed gives the same trace.

import { randomUUID } from 'node:crypto'

export interface System {
  now(): number
  random(): number
  /** A name that no other process has. */
  uniqueId(): string
  /** Runs `fn` after the current turn of the event loop. */
  defer(fn: () => void): void
  /** Resolves after `ms`. */
  delay(ms: number): Promise<void>
}

export const system: System = {
  now: () => Date.now(),
  random: () => Math.random(),
  uniqueId: () => randomUUID(),
  defer: (fn) => {
    setImmediate(fn)
  },
  delay: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}

/** The same world at another time. */
export function onClock(base: System, clock: { now(): number }): System {
  return {
    now: () => clock.now(),
    random: () => base.random(),
    uniqueId: () => base.uniqueId(),
    defer: (fn) => base.defer(fn),
    delay: (ms) => base.delay(ms),
  }
}
