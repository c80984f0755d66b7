// Events of a worker.

import type { CallClass } from './errors.ts'
import type { Reported } from './reports.ts'

/** An event of a worker, for logs and metrics. It carries no arguments or answers. */
export type WorkerEvent =
  | {
      readonly type: 'attempt'
      readonly route: string
      readonly function: string
      readonly model: string
      readonly job: string
      readonly attempt: number
      readonly outcome: Reported
      readonly class: CallClass | 'done'
      readonly error?: string
      /** How long the job was due before it began, and how long the call took. */
      readonly waitedMs: number
      readonly tookMs: number
      /** When the call ended. */
      readonly at: number
    }
  | {
      readonly type: 'circuit'
      readonly route: string
      readonly circuit: string
      readonly state: 'open' | 'closed'
    }
  /** Something of the worker itself went wrong; it goes on. */
  | { readonly type: 'trouble'; readonly error: unknown }
