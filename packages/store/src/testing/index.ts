// For tests and rigs: a driver that fails on purpose, virtual time, and chance that repeats.

export {
  type DueJobs,
  type Needs,
  NO_ROWS,
  type Rows,
  type SessionRow,
} from '../driver.ts'
export type { Retention } from '../retention.ts'
export { FaultDriver, type Injected } from './fault-driver.ts'
export {
  type Call,
  type Fault,
  type FaultKind,
  NO_FAULTS,
  type Operation,
  once,
  type Plan,
  POSSIBLE,
  seededPlan,
  TRANSIENT,
} from './faults.ts'
export { between, pick, seededRandom } from './random.ts'
export { SEEDED_START_MS, type SeededSystem, seededSystem } from './seeded-system.ts'
export { type Question, WrappedDriver } from './wrapped-driver.ts'
export { type Put, type PutMethod, wrapRows } from './wrapped-rows.ts'
