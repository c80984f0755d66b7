// The services that routes and live streams use.

import type { Engine, EngineOptions, Simulated, SimulateOptions, Slices } from '@cellwake/engine'
import type { Store } from '@cellwake/store'
import type { Connections, Egress, Functions, Sinks } from '@cellwake/workers'
import type { Workflows } from '@cellwake/workflows'
import type { FastifyBaseLogger } from 'fastify'
import type { Auth } from './auth.ts'
import type { InTransit } from './in-transit.ts'
import type { Metrics } from './metrics.ts'
import type { Origins } from './origins.ts'
import type { Receipts } from './receipts.ts'

export type Clock = NonNullable<EngineOptions['clock']>

/** Tries a source out in time that is not real, for a caller. */
export type Simulate = (source: string, options: SimulateOptions, by: string) => Promise<Simulated>

/** The result of an import: a model and a report, or the error. */
export type ImportedFile =
  | {
      readonly source: string
      readonly cells: number
      readonly formulas: number
      readonly names: number
      readonly left: readonly string[]
      readonly compared: number
      readonly equal: number
      readonly differences: readonly {
        readonly symbol: string
        readonly workbook: string
        readonly model: string
      }[]
    }
  | { readonly refused: 'bad-file' | 'busy'; readonly why: string }

/** Makes a model of a file, which may come from anybody. */
export type ImportFile = (name: string, bytes: Uint8Array) => Promise<ImportedFile>

/** The outside of a host: connections, egress, functions and sinks. */
export interface OutsideParts {
  readonly connections: Connections
  readonly egress: Egress
  readonly functions: Functions
  readonly sinks: Sinks
}

export interface Parts {
  readonly engine: Engine
  readonly store: Store
  readonly clock: Clock
  readonly simulate: Simulate
  /** None where the host imports no files. */
  readonly importFile: ImportFile | undefined
  /** None where the host runs no workflows. */
  readonly workflows: Workflows | undefined
  /** None where the host makes no calls outside. */
  readonly outside: OutsideParts | undefined
  readonly auth: Auth
  readonly origins: Origins
  readonly metrics: Metrics
  readonly inTransit: InTransit
  /** Slices in which large answers are serialized. */
  readonly answering: Slices
  readonly receipts: Receipts
  readonly log: FastifyBaseLogger
  /** When the server was made. */
  readonly startedAt: number
  /** Why requests are not served now; undefined if they are. */
  notReady(): string | undefined
}
