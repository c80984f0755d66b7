// `FILL(e)`: the formula of the first cell of a rectangle, filled over the rest. It stands alone on the right side of an
// assignment; anywhere else it is refused.

import type { Fix } from '../diagnostics.ts'
import type { Call, Expr } from '../parser/ast.ts'
import { bare } from './children.ts'
import type { Context } from './context.ts'
import type { IrExpr } from './ir.ts'

export function isFill(expr: Expr): expr is Call {
  return expr.type === 'call' && expr.fn === 'FILL'
}

/** The one argument; undefined when there is none, or more. */
export function filled({ args }: Call): Expr | undefined {
  const [only] = args
  if (args.length !== 1 || only === undefined || only.name !== undefined) return undefined
  return only.value
}

/** The FILL on the right side of an assignment, inside any tag; parentheses do not count. */
export function fillIn(value: Expr): Call | undefined {
  const written = bare(value)
  const call = written.type === 'tagged' ? bare(written.value) : written
  return isFill(call) ? call : undefined
}

/** Refuses FILL where it means nothing. */
export function misplacedFill(cx: Context, call: Call): IrExpr {
  const { site, shared } = cx
  const alone =
    site.fill || site.positions
      ? 'FILL stands alone on the right side of a rectangle, and not inside a formula, so that the whole formula is filled: B2:B10 = FILL(A2 * 2).'
      : `FILL fills a formula over a rectangle, and there is none in ${site.what}. Assign a range, such as B2:B10 = FILL(A2 * 2), or leave FILL out.`
  const inBody =
    'FILL is not allowed in a rule body, where references do not shift. Fill a range at the top level, and write what it gives; or find the cell by its place, as in INDEX(A1:A9, ROW_INDEX).'
  shared.report('fill-outside-range', call, site.externals ? alone : inBody, withoutFill(cx, call))
  for (const { value } of call.args) if (value !== undefined) cx.lower(value)
  return ['blank']
}

/** `FILL(e)` becomes `(e)`. In a rule body that would be another formula than the one that is meant. */
function withoutFill({ site }: Context, { start, fnEnd }: Call): Fix | undefined {
  if (!site.externals) return undefined
  return { title: 'Leave FILL out', edits: [{ start, end: fnEnd, text: '' }] }
}
