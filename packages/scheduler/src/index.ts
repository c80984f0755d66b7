// The public face of the scheduler: nodes, cells, clocks and calendars.

export {
  addDurations,
  type Cron,
  compareDurations,
  type Duration,
  divideDurations,
  duration,
  durationMs,
  formatDuration,
  formatInstant,
  multiplyDuration,
  parseCron,
  parseDuration,
  parseInstant,
  TimeError,
} from '@cellwake/language/time'
export { type AlarmHandle, Alarms } from './alarms.ts'
export { addToInstant } from './calendar.ts'
export { type Cell, Cells, type CellsOptions, cells, type Readable } from './cells.ts'
export type { Clock } from './clock.ts'
export {
  elapsedMs,
  nextTurn,
  type SystemClockOptions,
  type SystemTimer,
  systemClock,
} from './clock-system.ts'
export { type Settle, type VirtualClock, virtualClock } from './clock-virtual.ts'
export { nextOccurrence, occurrencesBetween } from './cron-next.ts'
export { SchedulerError, type SchedulerErrorCode, schedulerErrors } from './errors.ts'
export type { EventOptions, EventOutcome, HandlerSpec, Stream } from './events.ts'
export { every, type Interval } from './every.ts'
export { CHANGED, Graph, type GraphHost } from './graph.ts'
export type { Diagnosis, GraphSnapshot, TraceEntry, TraceKind } from './introspection.ts'
export { loadNodes } from './load.ts'
export * from './node.ts'
export type { Cancel, NodeRef } from './registry.ts'
export { Scheduler, type SchedulerOptions } from './scheduler.ts'
export type { Handler, HandlerTx, Stream as CellStream } from './streams.ts'
export type { GateOptions, NodeSpec, RegisterOptions } from './task.ts'
export { type WallTime, Zone } from './zone.ts'
export { utc, zoneFor } from './zone-names.ts'
