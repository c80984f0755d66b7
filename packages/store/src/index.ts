// The public face of the store. Everything else is free to change.

export type { LeaseAnswer } from './acts.ts'
export * from './address.ts'
export * from './commit.ts'
export type {
  Arrival,
  CommitRow,
  DocRow,
  Driver,
  DriverStats,
  Durability,
  EntryFilter,
  EntryRow,
  EventPage,
  EventRow,
  JobFilter,
  JobNews,
  JobRow,
  JobState,
  LeaseRow,
  PendingEvent,
  ReceiptRow,
  StateAt,
  Tier,
  TimerRow,
  TopicRow,
} from './driver.ts'
export { consumersOf } from './entries.ts'
export * from './errors.ts'
export { FAULT_POINTS, type FaultPoint, onFault } from './faults.ts'
export type { LargeCommits, LargeTurn } from './large-commits.ts'
export { PUBLISH_PER_COMMIT_EVENTS } from './limits.ts'
export type { LoadKey } from './loads.ts'
export { MemoryDriver } from './memory/driver.ts'
export { checkName } from './names.ts'
export type { Notification } from './notifications.ts'
export { openDriver, openStore } from './open.ts'
export type { KnownCommits } from './records.ts'
export type { Doc } from './replica.ts'
export { type ClaimOptions, reachedAt, Store, type StoreOptions } from './store.ts'
export { type System, system } from './system.ts'
export { type Trail, trailOf } from './trail.ts'
export {
  type BeginOptions,
  type CommitHandle,
  type Launcher,
  type ReadOptions,
  Tx,
} from './tx.ts'
export { type LoggedRead, type TxLog, WHOLE_READ } from './tx-doc.ts'
export * from './value.ts'
