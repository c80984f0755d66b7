// `v >> F(a, _)`: `_` is v; with no `_`, v becomes the first argument. A chain of pipes is a row of
// values in slots, one after the other.

import type { Binary, Expr } from '../parser/ast.ts'
import { letForm } from './bindings.ts'
import { lowerCall } from './calls.ts'
import { bare, hasHole } from './children.ts'
import type { Context } from './context.ts'
import type { IrExpr } from './ir.ts'
import { type Local, useLocal } from './scope.ts'

export function lowerPipe(cx: Context, pipe: Binary): IrExpr {
  const stages: Expr[] = []
  let first: Expr = pipe
  while (first.type === 'binary' && first.op === '>>') {
    stages.push(first.right)
    first = bare(first.left)
  }
  const outside = cx.scope.size
  const locals: Local[] = []
  let value = cx.lower(first)
  for (const stage of stages.reverse()) {
    // Its own scope per stage: `_` of an earlier stage is not in sight of a later one.
    const local = cx.scope.bind('_', value)
    locals.push(local)
    value = hasHole(stage) ? cx.lower(stage) : applied(cx, bare(stage), local)
  }
  cx.scope.leave(outside)
  return letForm(locals, value)
}

function applied(cx: Context, stage: Expr, local: Local): IrExpr {
  if (stage.type === 'call') return lowerCall(cx, stage, useLocal(local))
  const isLambda = stage.type === 'lambda'
  if (isLambda || (stage.type === 'name' && cx.scope.find(stage.name) !== undefined))
    return ['apply', cx.lower(stage), useLocal(local)]
  const known = stage.type === 'name' && cx.shared.catalogue.get(stage.name.toUpperCase())
  cx.shared.report(
    'syntax',
    stage,
    known
      ? `To pipe a value into ${known.name}, write it as a call: >> ${known.name}().`
      : 'The right side of >> must be a call, which takes the value as its first argument, or say with _ where the value goes.',
    known
      ? {
          title: `Write ${known.name}()`,
          edits: [{ start: stage.start, end: stage.end, text: `${known.name}()` }],
        }
      : undefined,
  )
  if (stage.type !== 'name') cx.lower(stage)
  return ['blank']
}
