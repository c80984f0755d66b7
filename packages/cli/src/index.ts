// The public face of the package `cellwake`.

export {
  type CellView,
  type DeployOptions,
  DiagnosticsError,
  EngineError,
  type GivenValue,
  type SetAnswer,
  type SetOptions,
  type Watcher,
  type WatchOptions,
} from '@cellwake/engine'
export { Cellwake, Model, type OpenOptions, open } from './open.ts'
