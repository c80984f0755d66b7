// The context of lowering one expression: its place, the names allowed there, the locals in scope,
// and the sink of diagnostics.

import type { Catalogue } from '../catalogue/signature.ts'
import type { DiagnosticCode, Fix } from '../diagnostics.ts'
import type { Expr, Span } from '../parser/ast.ts'
import type { ExternalDrafts } from './external-drafts.ts'
import type { IrExpr } from './ir.ts'
import type { Scope } from './scope.ts'
import type { Sheets } from './sheets.ts'

/** Shared by all expressions of a model. */
export interface Shared {
  readonly source: string
  readonly catalogue: Catalogue
  readonly sheets: Sheets
  /** Every name of the model that is read, with the places. */
  readonly nameReads: Map<string, Span[]>
  /** Every name of the model that is assigned, with the places. */
  readonly nameWrites: ReadonlyMap<string, readonly Span[]>
  report(code: DiagnosticCode, span: Span, message: string, fix?: Fix): void
  /** Reports an unknown tag, with the nearest known one. */
  checkTag(tag: Span & { readonly text: string }): void
  /** The known word that was probably meant. */
  near(word: string, known: readonly string[]): string | undefined
  /** A name that the model does not use, like `wanted`. */
  freshName(wanted: string): string
}

/** The constructs allowed at the place of an expression. */
export interface Site {
  /** In a message: "a rule body". */
  readonly what: string
  /** Whether `ROW_INDEX`, `ABOVE` and their kind mean something. */
  readonly positions: boolean
  /** Whether `SCHEDULED_AT` means something. */
  readonly scheduled: boolean
  readonly externals: boolean
  /** Whether references shift from cell to cell: inside FILL. */
  readonly fill: boolean
  /** The statement at the top level, before which a fix may add another. */
  readonly statement: Span
  /** The single cell that is assigned at the top level, if it is one. */
  readonly target: Span | undefined
}

/** The lowering of one expression. */
export interface Context {
  readonly shared: Shared
  readonly site: Site
  readonly scope: Scope
  readonly externals: ExternalDrafts
  /** How many lambdas are around. */
  lambdas: number
  lower(expr: Expr): IrExpr
}
