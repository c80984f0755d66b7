// A rule before it is checked.

import type { Expr, Gate, Policy, Rule, Span, Statement, StringLiteral } from '../parser/ast.ts'

/** A rule, in either notation. */
export interface RuleDraft extends Span {
  readonly kind: Rule['kind']
  readonly trigger: Expr
  readonly gates: readonly Gate[]
  readonly zone: StringLiteral | undefined
  readonly policy: Policy | undefined
  readonly body: readonly Statement[]
  /** True for an assignment with a schedule behind it. */
  readonly modifier: boolean
}
