// A clock that moves only when told, for tests and simulation. It has no real time in it: the same
// calls give the same trace. Alarms run at their own times, in order of time, then of arming; all of
// one time run back to back, as under the system clock. Then everything they started settles before
// time moves on: microtasks, one turn of the event loop, and the hooks given to `onSettle`.
import { checkInstant, formatInstant, parseInstant } from '@cellwake/language/time'
import { SchedulerError } from '../errors.ts'
import { CLOCK_GAP_MS, VIRTUAL_CLOCK_MAX_ROUNDS } from '../limits.ts'
import { Alarms } from './alarms.ts'
import type { Clock } from './clock.ts'
import { nextTurn } from './clock-system.ts'

/** Waits until work started by alarms is done. */
export type Settle = () => Promise<void> | void

/** A clock whose time is set by its owner. */
export interface VirtualClock extends Clock {
  /**
   * Moves time forward by `ms`, running alarms as they fall due, the end included. Rejects with the
   * first error of an alarm. An alarm or a hook may call it, but must not await it: calls queue up.
   */
  advance(ms: number): Promise<void>
  /** Jumps, back too, as a wall clock does; alarms due by then run late, with `now()` at the target. */
  set(at: number | string): Promise<void>
  /** Has `fn` awaited after each due time; returns its removal. */
  onSettle(fn: Settle): () => void
  /** Number of armed alarms. */
  readonly pending: number
  /** Time of the earliest alarm; Infinity if there is none. */
  readonly nextAt: number
}

/** A virtual clock that shows `start`: a datetime with an offset, or milliseconds since 1970. */
export function virtualClock(start: number | string): VirtualClock {
  const alarms = new Alarms<() => void>()
  const hooks = new Set<Settle>()
  let time = instantOf(start)
  let steadySince = time
  let closed = false
  let rounds = 0
  let roundsAt = Number.NaN
  // Calls of advance and set run one after the other, also when the first is not awaited.
  let turns: Promise<void> = Promise.resolve()

  function inTurn(work: () => Promise<void>): Promise<void> {
    const done = turns.then(work)
    turns = done.catch(() => undefined)
    return done
  }

  async function settle(): Promise<void> {
    await nextTurn()
    for (const hook of [...hooks]) await hook()
  }

  /** Runs all that is due now. One alarm that throws does not keep the others from running. */
  async function runDue(): Promise<void> {
    const errors: unknown[] = []
    rounds = roundsAt === time ? rounds + 1 : 1
    roundsAt = time
    if (rounds > VIRTUAL_CLOCK_MAX_ROUNDS)
      throw new SchedulerError(
        'clock-stuck',
        `Alarms keep arming alarms for ${formatInstant(time)}.`,
      )
    for (let left = alarms.size; left > 0 && alarms.nextAt <= time; left--) {
      try {
        alarms.pop()?.()
      } catch (error) {
        errors.push(error)
      }
    }
    await settle()
    if (errors.length > 0) throw errors[0]
  }

  return {
    now: () => time,
    steadySince: () => steadySince,
    wake(at, fn) {
      if (closed) throw new SchedulerError('clock-closed', 'The clock is closed; nothing can wake.')
      return alarms.add(at, fn)
    },
    move: (alarm, at) => alarms.move(alarm, at),
    cancel: (alarm) => alarms.cancel(alarm),
    close() {
      closed = true
      alarms.clear()
      hooks.clear()
    },
    advance: (ms) =>
      inTurn(async () => {
        if (!(ms >= 0)) throw new SchedulerError('time-out-of-range', `Cannot advance by ${ms} ms.`)
        const end = checkInstant(time + ms)
        while (alarms.nextAt <= end) {
          time = Math.max(time, alarms.nextAt)
          await runDue()
        }
        time = end
        await settle()
      }),
    set: (at) =>
      inTurn(async () => {
        const before = time
        time = instantOf(at)
        if (time < before || time - before > CLOCK_GAP_MS) steadySince = time
        do await runDue()
        while (alarms.nextAt <= time)
      }),
    onSettle(fn) {
      hooks.add(fn)
      return () => hooks.delete(fn)
    },
    get pending() {
      return alarms.size
    },
    get nextAt() {
      return alarms.nextAt
    },
  }
}

function instantOf(at: number | string): number {
  return typeof at === 'string' ? parseInstant(at) : checkInstant(at)
}
