// Facts of a check about a model, besides diagnostics: enough to lower it, and for an editor to
// answer questions.

import type { Diagnostic } from '../diagnostics.ts'
import type { IrExpr, IrHeader, IrTarget } from '../lower/ir.ts'
import type { Reads } from '../lower/reads.ts'
import type { Model, Span } from '../parser/ast.ts'

/** A lowered expression and its reads. */
export interface Code {
  readonly expr: IrExpr
  readonly locals: number
  readonly reads: Reads
}

export interface CheckedExternal {
  readonly symbol: string
  readonly fn: string
  readonly each: boolean
  readonly args: readonly (Code | null)[]
  /** The normalised text of the call. */
  readonly text: string
  readonly span: Span
}

export interface CheckedFormula extends Code {
  readonly target: IrTarget
  readonly mode: 'eager' | 'lazy' | 'conditional'
  readonly input: boolean
  /** Filled over its target: references in it shift from cell to cell. */
  readonly fill: boolean
  readonly tag: string | undefined
  readonly externals: readonly CheckedExternal[]
  /** The assignment, and the target in it. */
  readonly span: Span
  readonly targetSpan: Span
}

export interface CheckedWrite extends Code {
  readonly kind: 'write'
  readonly target: IrTarget
  readonly tag: string | undefined
  readonly span: Span
  readonly targetSpan: Span
}

export interface CheckedPublish {
  readonly kind: 'publish'
  readonly topic: string
  readonly event: string
  readonly args: readonly Code[]
  readonly span: Span
}

export interface CheckedRule {
  readonly id: string
  readonly kind: 'when' | 'every' | 'at'
  readonly trigger: Code
  readonly gate:
    | { readonly kind: 'debounce' | 'throttle'; readonly length: Code; readonly max: Code | null }
    | undefined
  readonly policy: { readonly kind: 'skip' | 'backfill'; readonly max: Code | null } | undefined
  readonly zone: string | undefined
  readonly body: readonly (CheckedWrite | CheckedPublish)[]
  readonly externals: readonly CheckedExternal[]
  /** Trigger, gate, policy and zone, normalised: the identity of the rule. */
  readonly text: string
  readonly span: Span
  readonly triggerSpan: Span
}

/** The writer of a symbol: nobody in the model, a formula, or rules. */
export type Owner =
  | { readonly kind: 'formula'; readonly formula: CheckedFormula }
  | { readonly kind: 'rules'; readonly rules: readonly CheckedRule[] }

/** Where a name of the model is written and read. */
export interface NameFacts {
  readonly writes: readonly Span[]
  readonly reads: readonly Span[]
}

/** A model that has been checked. It can be lowered when no diagnostic is an error. */
export interface Checked {
  readonly model: Model
  /** In the order of the text; diagnostics of the parser are apart. */
  readonly diagnostics: readonly Diagnostic[]
  readonly header: IrHeader
  readonly sheets: readonly string[]
  /** In the order of the source, compound assignments folded in. */
  readonly formulas: readonly CheckedFormula[]
  readonly rules: readonly CheckedRule[]
  readonly names: ReadonlyMap<string, NameFacts>
  /** The owner of a symbol, in any spelling of it. */
  ownerOf(symbol: string): Owner | undefined
}
