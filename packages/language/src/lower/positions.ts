// ROW_INDEX, ABOVE and their kind: where the cell stands that is being computed.

import type { Fix } from '../diagnostics.ts'
import type { Call, Position, PositionWord, Span } from '../parser/ast.ts'
import { bare } from './children.ts'
import type { Context } from './context.ts'
import type { IrExpr } from './ir.ts'

export function lowerPosition(cx: Context, { word, count, start, end }: Position): IrExpr {
  const steps = count === undefined ? undefined : cx.lower(count)
  if (word === 'SCHEDULED_AT') return scheduledAt(cx, { start, end })
  if (!cx.site.positions) return refuse(cx, word, { start, end })
  return ['pos', word, steps ?? (moves.has(word) ? 1 : 0)]
}

/** `LEFT()` and `LEFT(2)` are positions where positions mean something, else text functions. */
export function positionCall(cx: Context, call: Call): IrExpr | undefined {
  if (call.fn !== 'LEFT' && call.fn !== 'RIGHT') return undefined
  if (!cx.site.positions || call.args.length > 1) return undefined
  const [argument] = call.args
  if (argument === undefined) return ['pos', call.fn, 1]
  if (argument.name !== undefined || argument.value === undefined) return undefined
  const count = bare(argument.value)
  return count.type === 'number' ? ['pos', call.fn, count.value] : undefined
}

const moves = new Set<PositionWord>(['ABOVE', 'BELOW', 'LEFT', 'RIGHT', 'NEIGHBORS'])

function scheduledAt(cx: Context, span: Span): IrExpr {
  if (cx.site.scheduled) return ['pos', 'SCHEDULED_AT', 0]
  cx.shared.report(
    'position-outside-range',
    span,
    'SCHEDULED_AT is the time for which an EVERY or AT rule was due, so it exists only in their bodies. Use NOW() here.',
    { title: 'Write NOW()', edits: [{ ...span, text: 'NOW()' }] },
  )
  return ['blank']
}

function refuse(cx: Context, word: PositionWord, span: Span): IrExpr {
  const { target, what } = cx.site
  cx.shared.report(
    'position-outside-range',
    span,
    `${word} needs a rectangle around it, and there is none in ${what}. Use it in the formula of a range such as B2:B10, or in an assignment of a rule.`,
    target === undefined ? undefined : asRectangle(cx, target),
  )
  return ['blank']
}

function asRectangle(cx: Context, target: Span): Fix {
  const cell = cx.shared.source.slice(target.start, target.end)
  const corner = cell.slice(cell.lastIndexOf('!') + 1)
  return {
    title: `Write ${cell}:${corner}, a range of one cell`,
    edits: [{ start: target.end, end: target.end, text: `:${corner}` }],
  }
}
