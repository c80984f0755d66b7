// The normalised text of a lowered expression: equal texts mean equal expressions. White space,
// comments, case, redundant parentheses and other spellings of the same are gone by then. Sheets
// are written by name, so that a new sheet elsewhere changes nothing.

import type { IrExpr } from './ir.ts'

/** `calls` gives the hash of an external call by its symbol. */
export function normalText(
  expr: IrExpr | null,
  sheets: readonly string[],
  calls: (key: string) => string,
): string {
  if (expr === null) return '~'
  if (typeof expr === 'string') return JSON.stringify(expr)
  if (typeof expr !== 'object') return String(expr)
  const [tag, ...rest] = expr
  if (tag === 'ext') return `(ext ${calls(expr[1])})`
  if (tag === 'lambda') return `(lambda ${expr[1].join(',')} ${normalText(expr[2], sheets, calls)})`
  if (tag === 'cell' || tag === 'range' || tag === 'spill') {
    const [, sheet, ...place] = expr
    return `(${tag} ${JSON.stringify(sheets[sheet])} ${place.join(' ')})`
  }
  let text = `(${tag}`
  for (const part of rest as (IrExpr | null)[]) text += ` ${normalText(part, sheets, calls)}`
  return `${text})`
}
