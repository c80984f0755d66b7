// One clock for everything on the page that shows an age: it ticks only while it has subscribers.

import { useSyncExternalStore } from 'react'

interface Ticking {
  now: number
  timer: ReturnType<typeof setInterval> | undefined
  readonly listeners: Set<() => void>
}

const clocks = new Map<number, Ticking>()

function clockOf(stepMs: number): Ticking {
  const known = clocks.get(stepMs)
  if (known !== undefined) return known
  const clock: Ticking = { now: Date.now(), timer: undefined, listeners: new Set() }
  clocks.set(stepMs, clock)
  return clock
}

const subscribers = new Map<number, (listener: () => void) => () => void>()

/** A stable function for each step, so that React does not subscribe anew with every render. */
function subscriberOf(stepMs: number): (listener: () => void) => () => void {
  const known = subscribers.get(stepMs)
  if (known !== undefined) return known
  const subscribe = (listener: () => void) => {
    const clock = clockOf(stepMs)
    clock.listeners.add(listener)
    clock.timer ??= setInterval(() => {
      clock.now = Date.now()
      for (const each of [...clock.listeners]) each()
    }, stepMs)
    return () => {
      clock.listeners.delete(listener)
      if (clock.listeners.size > 0) return
      clearInterval(clock.timer)
      clock.timer = undefined
    }
  }
  subscribers.set(stepMs, subscribe)
  return subscribe
}

/** The time in milliseconds, renewed every `stepMs`. */
export function useNow(stepMs: 1000 | 10_000 = 1000): number {
  return useSyncExternalStore(subscriberOf(stepMs), () => {
    const clock = clockOf(stepMs)
    // Nobody subscribed for a while: the first read must not show an old time.
    if (clock.timer === undefined && Date.now() - clock.now >= stepMs) clock.now = Date.now()
    return clock.now
  })
}
