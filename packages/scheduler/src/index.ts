// The public names of the scheduler's clocks and calendars.
export { type AlarmHandle, Alarms } from './alarms.ts'
export type { Clock } from './clock.ts'
export { type SystemClockOptions, type SystemTimer, systemClock } from './clock-system.ts'
export { type Settle, type VirtualClock, virtualClock } from './clock-virtual.ts'
export { type Cron, parseCron } from './cron.ts'
export { nextOccurrence, occurrencesBetween } from './cron-next.ts'
export {
  addDurations,
  addToInstant,
  compareDurations,
  type Duration,
  divideDurations,
  duration,
  durationMs,
  multiplyDuration,
} from './duration.ts'
export { formatDuration, parseDuration } from './duration-text.ts'
export { SchedulerError, type SchedulerErrorCode, schedulerErrors } from './errors.ts'
export { every, type Interval } from './every.ts'
export { formatInstant, parseInstant } from './instant.ts'
export { type WallTime, Zone } from './zone.ts'
export { utc, zoneFor } from './zone-names.ts'
