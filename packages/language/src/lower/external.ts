// Calls of external functions. Each becomes a symbol of its own, whose value is fetched, kept and
// refreshed apart from the formula around it. Its arguments must therefore stand on their own.

import type { Fix } from '../diagnostics.ts'
import { fingerprint } from '../fingerprint.ts'
import { EXTERNAL_CARRIED_MAX_FORMS } from '../limits.ts'
import type { Span } from '../parser/ast.ts'
import { letForm } from './bindings.ts'
import type { Context } from './context.ts'
import type { IrExpr } from './ir.ts'
import { normalText } from './normal.ts'
import type { Local } from './scope.ts'
import { isShifting } from './shifts.ts'

export function lowerExternal(
  cx: Context,
  call: Span,
  fn: string,
  args: readonly (IrExpr | null)[],
): IrExpr {
  if (!cx.site.externals || cx.lambdas > 0) return refuse(cx, call, fn, args)
  const closed = args.map((arg) => (arg === null ? null : withBindings(cx, arg)))
  if (cx.externals.carried > EXTERNAL_CARRIED_MAX_FORMS) return tooMuch(cx, call)
  const text = normalText(['call', fn, ...closed], cx.shared.sheets.names, (hex) =>
    fingerprint(cx.externals.byHex(hex)?.text ?? hex),
  )
  const known = cx.externals.byText(text)
  if (known !== undefined) return known.node
  const each = closed.some((arg) => arg !== null && dependsOnPlace(cx, arg))
  return cx.externals.add({ text, fn, args: closed, each, span: call }).node
}

/** Wraps an argument in the bindings that it uses, transitively. */
function withBindings(cx: Context, arg: IrExpr): IrExpr {
  const needed = new Map<number, Local>()
  const waiting = [arg]
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (cx.externals.carried > EXTERNAL_CARRIED_MAX_FORMS) return ['blank']
    visit(part, (form) => {
      if (part !== arg) cx.externals.carried++
      const local = form[0] === 'local' ? cx.scope.inSlot(Number(form[1])) : undefined
      if (local?.value === undefined || needed.has(local.slot)) return
      needed.set(local.slot, local)
      waiting.push(local.value)
    })
  }
  // A binding sees only earlier ones, which have the lower slots.
  return letForm(
    [...needed.values()].sort((a, b) => a.slot - b.slot),
    arg,
  )
}

function tooMuch(cx: Context, call: Span): IrExpr {
  cx.shared.report(
    'limit',
    call,
    'The external calls of this formula take too many bindings along. Give the values they share a cell or a name of their own.',
  )
  return ['blank']
}

function dependsOnPlace(cx: Context, expr: IrExpr): boolean {
  let found = false
  visit(expr, (form) => {
    const [tag, hex] = form
    if (tag === 'pos' || (tag === 'ext' && cx.externals.byHex(String(hex))?.each)) found = true
    if (isShifting(form)) found = true
  })
  return found
}

function holds(expr: IrExpr, tag: string): boolean {
  let found = false
  visit(expr, (form) => {
    found ||= form[0] === tag
  })
  return found
}

function visit(expr: unknown, look: (form: readonly unknown[]) => void): void {
  if (!Array.isArray(expr)) return
  look(expr)
  for (const part of expr) visit(part, look)
}

function refuse(cx: Context, call: Span, fn: string, args: readonly (IrExpr | null)[]): IrExpr {
  const inBody = !cx.site.externals
  const free = args.every((arg) => arg === null || !(holds(arg, 'local') || holds(arg, 'pos')))
  const fix = free ? hoisted(cx, call, fn) : undefined
  cx.shared.report(
    inBody ? 'rule-external' : 'lambda-external',
    call,
    inBody
      ? `${fn} fetches its value from outside, which ${cx.site.what} cannot wait for. Call it in a formula at the top level and use that cell or name here.`
      : `${fn} fetches its value from outside, so it cannot be called inside a lambda. Call it in a formula of its own and use that cell or name here.`,
    fix,
  )
  return ['blank']
}

function hoisted(cx: Context, call: Span, fn: string): Fix {
  const name = cx.shared.freshName(fn.toLowerCase().replaceAll('.', '_'))
  const { start } = cx.site.statement
  const text = cx.shared.source.slice(call.start, call.end)
  return {
    title: `Move the call to ${name}, at the top level`,
    edits: [
      { start, end: start, text: `${name} = ${text}\n` },
      { start: call.start, end: call.end, text: name },
    ],
  }
}
