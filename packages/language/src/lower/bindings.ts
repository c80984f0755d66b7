// DO, LET and WITH: values by name, inside one expression. A binding shadows a name of the model.

import type { Binding, Do, Let, With } from '../parser/ast.ts'
import type { Context } from './context.ts'
import type { IrExpr } from './ir.ts'
import type { Local } from './scope.ts'

/** A value that nothing reads is left out: it cannot change the result. */
export function lowerDo(cx: Context, expr: Do | Let): IrExpr {
  const outside = cx.scope.size
  const locals = expr.bindings.map((binding) => bindOne(cx, binding))
  const body = cx.lower(expr.value)
  cx.scope.leave(outside)
  expr.bindings.forEach((binding, at) => {
    if (!locals[at]?.used) warnUnused(cx, binding)
  })
  return letForm(
    locals.filter((local) => local.used),
    body,
  )
}

/** An error in any binding leads to ELSE, so all of them stay, read or not. */
export function lowerWith(cx: Context, expr: With): IrExpr {
  const outside = cx.scope.size
  const parts: IrExpr[] = []
  for (const binding of expr.bindings) {
    const local = bindOne(cx, binding)
    const slot = local.slot < 0 ? cx.scope.slots++ : local.slot
    parts.push(slot, local.value ?? ['blank'])
  }
  const then = cx.lower(expr.then)
  cx.scope.leave(outside)
  return ['with', ...parts, then, cx.lower(expr.else)]
}

/** Values in slots, then the body that uses them. Nested lets become one. */
export function letForm(locals: readonly Local[], body: IrExpr): IrExpr {
  const parts: IrExpr[] = []
  for (const { slot, value } of locals)
    if (slot >= 0 && value !== undefined) parts.push(slot, value)
  if (parts.length === 0) return body
  if (typeof body === 'object' && body[0] === 'let') {
    const [, ...inner] = body
    return ['let', ...parts, ...inner]
  }
  return ['let', ...parts, body]
}

function bindOne(cx: Context, { name, value }: Binding): Local {
  return cx.scope.bind(name.text, cx.lower(value))
}

function warnUnused(cx: Context, { name }: Binding): void {
  // An empty name is a mistake that has been told.
  if (name.text === '' || name.text.startsWith('_')) return
  cx.shared.report(
    'unused-name',
    name,
    `${name.text} is bound here and never read. Remove it, or start its name with _ to keep it.`,
    {
      title: `Rename to _${name.text}`,
      edits: [{ start: name.start, end: name.end, text: `_${name.text}` }],
    },
  )
}
