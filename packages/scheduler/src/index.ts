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
export {
  type Cell,
  type CellStream,
  Cells,
  type CellsOptions,
  cells,
  type EffectFn,
  type Handler,
  type HandlerTx,
  type Readable,
} from './cells.ts'
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
export { every, type Interval } from './every.ts'
export { CHANGED, Graph, type GraphHost } from './graph.ts'
export type {
  Diagnosis,
  GraphSnapshot,
  Stop,
  TraceEntry,
  TraceKind,
} from './introspection.ts'
export { type DurableCellsOptions, durableCells } from './kept-cells.ts'
export { loadNodes } from './load.ts'
export * from './node.ts'
export type { PieceOptions } from './pieces.ts'
export type { NodeRef } from './registry.ts'
export type {
  Cancel,
  EventOptions,
  EventOutcome,
  GateOptions,
  HandlerSpec,
  NodeSpec,
  RegisterOptions,
  RunTx,
  SendOptions,
  StartMode,
  Stream,
} from './run-tx.ts'
export { Scheduler, type SchedulerOptions } from './scheduler.ts'
export type { TaskStats } from './task.ts'
export { type WallTime, Zone } from './zone.ts'
export { utc, zoneFor } from './zone-names.ts'
