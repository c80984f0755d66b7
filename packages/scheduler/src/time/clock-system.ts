// The wall clock, and the only file that may touch real time. However many alarms there are, one
// timer is armed, for the earliest. Timers run on a monotonic clock and the wall clock jumps, so a
// timer is only a hint: when it fires, the wall clock decides. It fires at least twice a minute,
// hence a jump forward is noticed soon, a jump back only makes alarms wait, and no sleep comes near
// the 24.8 days after which setTimeout overflows. While nothing is armed nobody looks, and nothing
// can be missed.

import { SchedulerError } from '../errors.ts'
import { CLOCK_GAP_MS, CLOCK_RECHECK_MS } from '../limits.ts'
import { Alarms } from './alarms.ts'
import type { Clock } from './clock.ts'

/** Replacements for tests, and choices of a host. */
export interface SystemClockOptions {
  /** Let the process end although alarms are armed. Default: they keep it alive. */
  readonly unref?: boolean
  /** Told when an alarm's function throws. Default: the error is thrown where nothing catches it. */
  readonly onError?: (error: unknown) => void
  readonly now?: () => number
  readonly startTimer?: (fn: () => void, ms: number) => SystemTimer
  readonly stopTimer?: (timer: SystemTimer) => void
}

/** A started timer, as far as the clock cares. */
export interface SystemTimer {
  unref?(): unknown
}

/** A clock on the machine's own time. */
export function systemClock(options: SystemClockOptions = {}): Clock & Disposable {
  const now = options.now ?? Date.now
  const startTimer = options.startTimer ?? ((fn, ms) => setTimeout(fn, ms))
  const stopTimer = options.stopTimer ?? ((timer) => clearTimeout(timer as NodeJS.Timeout))
  const onError = options.onError ?? throwLater
  const alarms = new Alarms<() => void>()
  let timer: SystemTimer | undefined
  let timerFor = Number.POSITIVE_INFINITY
  let closed = false
  let firing = false
  let lookedAt = now()
  let steadySince = lookedAt

  /** Looks at the wall clock, and notices whether it was watched since it was last looked at. */
  function look(): number {
    const at = now()
    if (at < lookedAt || at - lookedAt > CLOCK_GAP_MS) steadySince = at
    lookedAt = at
    return at
  }

  function stop(): void {
    if (timer !== undefined) stopTimer(timer)
    timer = undefined
    timerFor = Number.POSITIVE_INFINITY
  }

  function arm(): void {
    const at = alarms.nextAt
    // While firing, the end of the batch arms once for all.
    if (firing) return
    if (alarms.size === 0) {
      stop()
      return
    }
    // A timer for an earlier time stays: it fires, finds nothing due and arms anew, which is cheaper
    // than a new timer per cancelled alarm.
    if (timer !== undefined && timerFor <= at) return
    const ms = Math.min(Math.max(Math.ceil(at - look()), 0), CLOCK_RECHECK_MS)
    timerFor = at
    // Any timer fires soon enough, so for an alarm beyond that the running one will do.
    if (timer !== undefined && ms === CLOCK_RECHECK_MS) return
    if (timer !== undefined) stopTimer(timer)
    timer = startTimer(fire, ms)
    if (options.unref === true) timer.unref?.()
  }

  function fire(): void {
    timer = undefined
    firing = true
    try {
      const due = look()
      // At most as many as were armed before: an alarm that re-arms itself for the past must not starve I/O.
      for (let left = alarms.size; left > 0 && alarms.nextAt <= due; left--) runOne()
    } finally {
      firing = false
      arm()
    }
  }

  function runOne(): void {
    try {
      alarms.pop()?.()
    } catch (error) {
      onError(error)
    }
  }

  return {
    now,
    steadySince() {
      look()
      return steadySince
    },
    wake(at, fn) {
      if (closed) throw new SchedulerError('clock-closed', 'The clock is closed; nothing can wake.')
      const alarm = alarms.add(at, fn)
      arm()
      return alarm
    },
    move(alarm, at) {
      const moved = alarms.move(alarm, at)
      if (moved) arm()
      return moved
    },
    cancel(alarm) {
      const cancelled = alarms.cancel(alarm)
      if (cancelled) arm()
      return cancelled
    },
    close,
    [Symbol.dispose]: close,
  }

  function close(): void {
    closed = true
    alarms.clear()
    stop()
  }
}

function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error
  })
}

/** Resolves after one turn of the event loop, when the callbacks deferred in this one have run. */
export function nextTurn(): Promise<void> {
  return new Promise(afterTurn)
}

/** A browser has no `setImmediate`; a message to oneself is as quick, where a timer waits four milliseconds. */
const afterTurn: (fn: () => void) => void =
  typeof setImmediate === 'function' ? setImmediate : messageTurns()

function messageTurns(): (fn: () => void) => void {
  const waiting: (() => void)[] = []
  // Its type is Node's, which knows other ways to listen.
  const { port1, port2 } = new MessageChannel()
  Object.assign(port1, { onmessage: () => waiting.shift()?.() })
  return (fn) => {
    waiting.push(fn)
    port2.postMessage(null)
  }
}

/** Milliseconds since some instant, on a clock that never jumps: for how long something takes. */
export function elapsedMs(): number {
  return performance.now()
}
