// The public face of the engine.

export { FairQueue } from '@cellwake/scheduler'
export type { ActivityOptions, AuditEntry, AuditPage } from './activity.ts'
export { Engine, type EngineOptions } from './engine.ts'
export {
  DiagnosticsError,
  EngineError,
  type EngineErrorCode,
  engineErrors,
  HomeError,
  type HomeFault,
  isTooMuch,
  OwnedElsewhereError,
} from './errors.ts'
export type { CallFacts, FetchFacts } from './external/call-facts.ts'
export {
  type JobName,
  type JobPayload,
  type JobResult,
  jobIdOf,
  jobNameOf,
  jobPrefix,
} from './external/jobs.ts'
export type {
  ExternalCounts,
  JobPage,
  JobQuery,
  JobView,
  ModelJobs,
} from './external/model-jobs.ts'
export type { Refresh, Refreshed } from './external/refresh.ts'
export type { Resolved } from './external/resolved.ts'
export { StandIn } from './external/stand-in.ts'
export type { WantedBy } from './graph/wanted-by.ts'
export { Helpers, type HelpersOptions } from './helpers/helpers.ts'
export { giveWay } from './helpers/priority.ts'
export type * from './home/model-home.ts'
export type { Deployed, DeployOptions } from './model/deployment.ts'
export type { GivenValue } from './model/given-value.ts'
export type { LiveModel } from './model/live-model.ts'
export type { ModelEvent, ModelListener } from './model/model-events.ts'
export type { ResolveOptions } from './model/model-parts.ts'
export { type ModelRecord, spaceOf } from './model/records.ts'
export type { Mutation } from './model/redeploy.ts'
export type { SetAnswer, SetOptions } from './model/set-answer.ts'
export { Slices, type SlicesOptions } from './model/slices.ts'
export type { Watcher, WatchOptions } from './model/watchers.ts'
export { fixturesIn, givenFixtures } from './model-tests/fixtures.ts'
export {
  type ModelTestOptions,
  type ModelTestResult,
  type ModelTestResults,
  runModelTests,
} from './model-tests/run-model-tests.ts'
export type { TestFile } from './model-tests/test-file.ts'
export type { Firing } from './rules/firing.ts'
export type { FiringPage, FiringRecord } from './rules/rule-history.ts'
export type { Timeline, TimelineLane } from './rules/timeline.ts'
export { simulate } from './simulate/simulate.ts'
export type {
  Beside,
  SeriesPoint,
  Simulated,
  SimulatedSet,
  SimulatedWorld,
  SimulateLimits,
  SimulateOptions,
} from './simulate/simulated.ts'
export type { ReadSource, SourceReader } from './source-reader.ts'
export { eventsOf, type Message, type Published, publish, type TopicEvent } from './topics.ts'
export { AnswerRoom } from './views/answer-room.ts'
export type { CellRole } from './views/cell-facts.ts'
export type { CellStatus, CellView } from './views/cell-view.ts'
export type { DependencyOptions, GraphNode, GraphView } from './views/dependencies.ts'
export { type DiagnosticView, diagnosticViews } from './views/diagnostic-views.ts'
export type { FunctionView } from './views/function-views.ts'
export type { ModelFacts } from './views/model-facts.ts'
export type { Coming, RuleView } from './views/rule-views.ts'
export type { SheetAnswer, SheetCell } from './views/sheet-view.ts'
export type { CauseView } from './why/cause-views.ts'
export type { RunCause } from './why/causes.ts'
export type { HistoryEntry, HistoryPage } from './why/cell-history.ts'
export type { Explanation, WhyNode } from './why/explain.ts'
