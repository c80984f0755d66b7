// Messages between a host and its helpers, as plain data. A helper answers in parts, and waits after each
// until it is asked for the next: a part is small enough to be taken in without holding anybody up.

import type { Diagnostic, Signature } from '@cellwake/language'
import type { Value } from '@cellwake/runtime'
import type { EngineErrorCode } from '../errors.ts'
import type { SimulateOptions } from '../simulate/simulated.ts'

export type Task =
  | { readonly kind: 'compile'; readonly source: string }
  | {
      readonly kind: 'simulate'
      readonly source: string
      readonly options: Omit<SimulateOptions, 'given' | 'onProgress' | 'catalogue' | 'beside'>
    }

/** Initial values of a simulated model, as `LiveModel.given` gives them. */
export type Given = readonly (readonly [symbol: string, value: Value])[]

export type ToHelper =
  /** The functions that models may call, beside the language's own. */
  | { readonly type: 'functions'; readonly signatures: readonly Signature[] }
  | { readonly type: 'given'; readonly given: Given }
  | { readonly type: 'task'; readonly task: Task }
  | { readonly type: 'next' }

export type FromHelper =
  | { readonly type: 'ready' }
  | { readonly type: 'part'; readonly part: unknown }
  | { readonly type: 'done' }
  | { readonly type: 'failed'; readonly failure: Failure }

/** An error, as data. */
export interface Failure {
  /** Undefined for an unforeseen error. */
  readonly code: EngineErrorCode | undefined
  readonly what: string
  readonly diagnostics?: readonly Diagnostic[]
}
