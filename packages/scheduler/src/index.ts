// The public face of the scheduler: nodes, cells, clocks and calendars.

export { type AlarmHandle, Alarms } from './alarms.ts'
export { type Cell, Cells, type CellsOptions, cells, type Readable } from './cells.ts'
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
export type { EventOptions, EventOutcome, HandlerSpec, Stream } from './events.ts'
export { every, type Interval } from './every.ts'
export { formatInstant, parseInstant } from './instant.ts'
export type { Diagnosis, GraphSnapshot, TraceEntry, TraceKind } from './introspection.ts'
export type { Cancel, NodeRef } from './registry.ts'
export { Scheduler, type SchedulerOptions } from './scheduler.ts'
export type { Handler, HandlerTx, Stream as CellStream } from './streams.ts'
export type { GateOptions, NodeSpec, RegisterOptions } from './task.ts'
export { type WallTime, Zone } from './zone.ts'
export { utc, zoneFor } from './zone-names.ts'
