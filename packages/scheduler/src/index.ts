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
} from './cells/cells.ts'
export { type DurableCellsOptions, durableCells } from './cells/kept-cells.ts'
export { SchedulerError, type SchedulerErrorCode, schedulerErrors } from './errors.ts'
export { FairQueue } from './fair-queue.ts'
export { CHANGED, Graph, type GraphHost } from './graph/graph.ts'
export { loadNodes } from './graph/load.ts'
export {
  appendRead,
  becomeDerived,
  becomeInput,
  distrust,
  hasReads,
  isInvalid,
  NEW,
  NEW_KNOWN,
  Node,
  neverRan,
  oneOfReads,
  onlyRead,
  readAt,
  readCount,
  readerAt,
  readerCount,
  runsOverKnownReads,
  setTwoReads,
  trust,
} from './graph/node.ts'
export {
  isLost,
  Ownership,
  type OwnershipHost,
  type Taken,
} from './ownership/ownership.ts'
export type {
  Diagnosis,
  GraphSnapshot,
  Stop,
  TraceEntry,
  TraceKind,
} from './tasks/introspection.ts'
export type { PieceOptions } from './tasks/pieces.ts'
export type { NodeRef } from './tasks/registry.ts'
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
} from './tasks/run-tx.ts'
export { Scheduler, type SchedulerOptions } from './tasks/scheduler.ts'
export type { TaskStats } from './tasks/task.ts'
export { type AlarmHandle, Alarms } from './time/alarms.ts'
export { addToInstant } from './time/calendar.ts'
export type { Clock } from './time/clock.ts'
export {
  elapsedMs,
  nextTurn,
  type SystemClockOptions,
  type SystemTimer,
  systemClock,
} from './time/clock-system.ts'
export { type Settle, type VirtualClock, virtualClock } from './time/clock-virtual.ts'
export { nextOccurrence, occurrencesBetween } from './time/cron-next.ts'
export { every, type Interval } from './time/every.ts'
export { type WallTime, Zone } from './time/zone.ts'
export { utc, zoneFor } from './time/zone-names.ts'
