// The public face of the engine.

export type { CellStatus, CellView } from './cell-view.ts'
export { type Deployed, type DeployOptions, Engine, type EngineOptions } from './engine.ts'
export { DiagnosticsError, EngineError, type EngineErrorCode, engineErrors } from './errors.ts'
export type { GivenValue } from './given-value.ts'
export type { LiveModel } from './live-model.ts'
export {
  type ModelTestOptions,
  type ModelTestResult,
  type ModelTestResults,
  runModelTests,
} from './model-tests/run-model-tests.ts'
export type { TestFile } from './model-tests/test-file.ts'
export type { ModelRecord } from './records.ts'
export type { SetAnswer, SetOptions } from './set-answer.ts'
export {
  type SeriesPoint,
  type Simulated,
  type SimulatedSet,
  type SimulateOptions,
  simulate,
} from './simulate.ts'
export type { Watcher, WatchOptions } from './watchers.ts'
export type { Firing } from './waves.ts'
