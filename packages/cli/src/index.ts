// The public face of the package `cellwake`.

export {
  type AuditPage,
  type CellView,
  type Coming,
  type DeployOptions,
  DiagnosticsError,
  EngineError,
  type Explanation,
  type Firing,
  type FiringPage,
  type GivenValue,
  type GraphView,
  type HistoryPage,
  type Message,
  type ModelEvent,
  type ModelFacts,
  type Published,
  type RuleView,
  type SetAnswer,
  type SetOptions,
  type Simulated,
  type SimulateOptions,
  type TopicEvent,
  type Watcher,
  type WatchOptions,
} from '@cellwake/engine'
export { Cellwake, Model, type OpenOptions, open } from './hosting/open.ts'
