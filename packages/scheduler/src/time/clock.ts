// The one interface through which anything in Cellwake learns the time or waits for it. The system
// clock and the virtual clock both implement it, so code that runs under one runs under the other.
import type { AlarmHandle } from './alarms.ts'

/** Reads the time and wakes its callers. */
export interface Clock {
  /** Milliseconds since 1970, as the wall clock shows them; it may jump, either way. */
  now(): number
  /**
   * Start of the present stretch of steady time, as the clock's waiters saw it. It begins anew with a gap of
   * over a minute in which nothing could look, since the machine slept or the clock was set forward, and with
   * a step back.
   */
  steadySince(): number
  /**
   * Calls `fn` once, when the clock shows `at` or later; never inside this call, even if `at` is
   * past. Alarms that are due together run by time, then in the order of arming.
   */
  wake(at: number, fn: () => void): AlarmHandle
  /** Sets an alarm to another time, as if armed now; false if it ran or was cancelled. */
  move(alarm: AlarmHandle, at: number): boolean
  /** Cancels an alarm; false if it ran or was cancelled. */
  cancel(alarm: AlarmHandle): boolean
  /** Cancels every alarm and leaves nothing behind. Waking afterwards is an error. */
  close(): void
}
