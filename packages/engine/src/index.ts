// The public face of the engine.

export type { ActivityOptions, AuditEntry, AuditPage } from './activity.ts'
export { AnswerRoom } from './answer-room.ts'
export type { CauseView } from './cause-views.ts'
export type { CellRole } from './cell-facts.ts'
export type { HistoryEntry, HistoryPage } from './cell-history.ts'
export type { CellStatus, CellView } from './cell-view.ts'
export type { DependencyOptions, GraphNode, GraphView } from './dependencies.ts'
export type { Deployed, DeployOptions } from './deployment.ts'
export { type DiagnosticView, diagnosticViews } from './diagnostic-views.ts'
export { Engine, type EngineOptions } from './engine.ts'
export {
  DiagnosticsError,
  EngineError,
  type EngineErrorCode,
  engineErrors,
  isTooMuch,
  OwnedElsewhereError,
} from './errors.ts'
export type { Explanation, WhyNode } from './explain.ts'
export type { Firing } from './firing.ts'
export type { FunctionView } from './function-views.ts'
export type { GivenValue } from './given-value.ts'
export { FairQueue } from './helpers/fair-queue.ts'
export { Helpers, type HelpersOptions } from './helpers/helpers.ts'
export type { LiveModel } from './live-model.ts'
export type { ModelEvent, ModelListener } from './model-events.ts'
export type { ModelFacts } from './model-facts.ts'
export {
  type ModelTestOptions,
  type ModelTestResult,
  type ModelTestResults,
  runModelTests,
} from './model-tests/run-model-tests.ts'
export type { TestFile } from './model-tests/test-file.ts'
export type { ModelRecord } from './records.ts'
export type { FiringPage, FiringRecord } from './rule-history.ts'
export type { Coming, RuleView } from './rule-views.ts'
export type { SetAnswer, SetOptions } from './set-answer.ts'
export type { SheetAnswer, SheetCell } from './sheet-view.ts'
export { simulate } from './simulate.ts'
export type {
  SeriesPoint,
  Simulated,
  SimulatedSet,
  SimulateLimits,
  SimulateOptions,
} from './simulated.ts'
export { Slices, type SlicesOptions } from './slices.ts'
export type { ReadSource, SourceReader } from './source-reader.ts'
export type { Timeline, TimelineLane } from './timeline.ts'
export type { WantedBy } from './wanted-by.ts'
export type { Watcher, WatchOptions } from './watchers.ts'
