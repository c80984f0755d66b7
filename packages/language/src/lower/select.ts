// A query with columns, a table and a condition, as a call of PG_SELECT. The condition becomes a
// tree of objects in which every literal and every cell is a value of its own: nothing of it is ever
// pasted into the text of a query.

import { QUERY_MAX_DEPTH } from '../limits.ts'
import type { Expr, Select } from '../parser/ast.ts'
import { bare, children } from './children.ts'
import type { Context } from './context.ts'
import { lowerExternal } from './external.ts'
import type { IrExpr } from './ir.ts'

export function lowerSelect(cx: Context, select: Select): IrExpr {
  const query: (string | IrExpr)[] = []
  const names = select.columns.map((column) => column.text)
  if (names.length > 0) query.push('select', ['array', names.length, ...names])
  if (select.where !== undefined) query.push('where', condition(cx, select.where))
  if (select.orderBy.length > 0)
    query.push('orderBy', [
      'array',
      select.orderBy.length,
      ...select.orderBy.map(
        ({ column, descending }): IrExpr => [
          'object',
          'column',
          column.text,
          'descending',
          descending,
        ],
      ),
    ])
  if (select.limit !== undefined) query.push('limit', cx.lower(select.limit))
  const signature = cx.shared.catalogue.get('PG_SELECT')
  if (signature === undefined) {
    cx.shared.report(
      'unknown-function',
      select,
      'A query needs the function PG_SELECT, and it is not in the catalogue here. Register it, or fetch the data in another way.',
    )
    return ['blank']
  }
  return lowerExternal(cx, select, signature.name, [select.table.text, ['object', ...query]])
}

/**
 * A column, a value, or an operator over them. A bare name is a column of the table, but on the right of a comparison
 * with a column, where a name of the model is its value.
 */
function condition(cx: Context, expr: Expr): IrExpr {
  const part = bare(expr)
  if (part.type === 'name') return ['object', 'column', part.name]
  if (!hasName(part)) return ['object', 'value', cx.lower(part)]
  if (part.type === 'binary' && operators.has(part.op)) return operations(cx, part)
  if (part.type === 'unary') return operation(part.op, [condition(cx, part.operand)])
  if (part.type === 'is' && part.what === 'BLANK')
    return operation(part.not ? 'IS NOT BLANK' : 'IS BLANK', [condition(cx, part.operand)])
  cx.shared.report(
    'syntax',
    part,
    'The database cannot compute this over its columns. In WHERE, compare columns with = <> < <= > >=, join conditions with AND, OR and NOT, ask IS BLANK, and reckon with + - * /; compute the rest in a cell and compare with that cell.',
  )
  return ['object', 'value', ['blank']]
}

/** A chain to the left: equal operators share one list, others go inside each other. */
function operations(cx: Context, expr: Expr): IrExpr {
  const steps: { op: string; right: Expr }[] = []
  let first = expr
  while (first.type === 'binary' && operators.has(first.op) && hasName(first)) {
    steps.push({ op: first.op, right: first.right })
    first = bare(first.left)
  }
  const isColumn = hasName(first)
  let args = [condition(cx, first)]
  let op: string | undefined
  let depth = 0
  for (const { op: next, right } of steps.reverse()) {
    if (op !== undefined && op !== next) {
      args = [operation(op, args)]
      depth++
    }
    op = next
    const isValue = isColumn && comparisons.has(next) && isOfModel(cx, right)
    args.push(isValue ? ['object', 'value', cx.lower(right)] : condition(cx, right))
  }
  if (depth <= QUERY_MAX_DEPTH) return operation(op ?? '', args)
  cx.shared.report(
    'limit',
    expr,
    `This condition changes its operator more than ${QUERY_MAX_DEPTH} times. Compute a part of it in a cell.`,
  )
  return ['object', 'value', ['blank']]
}

function operation(op: string, args: readonly IrExpr[]): IrExpr {
  return ['object', 'op', op, 'args', ['array', args.length, ...args]]
}

function hasName(expr: Expr): boolean {
  return !names(expr).next().done
}

/** Whether every name in it is one of the model, or bound around the query. */
function isOfModel({ shared, scope }: Context, expr: Expr): boolean {
  for (const name of names(expr))
    if (scope.find(name) === undefined && !shared.nameWrites.has(name)) return false
  return true
}

function* names(expr: Expr): Generator<string, void> {
  const waiting: Expr[] = [expr]
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (part.type === 'name') yield part.name
    for (const child of children(part)) waiting.push(child)
  }
}

const comparisons = new Set<string>(['=', '<>', '<', '<=', '>', '>='])

const operators = new Set<string>([
  '=',
  '<>',
  '<',
  '<=',
  '>',
  '>=',
  'AND',
  'OR',
  '+',
  '-',
  '*',
  '/',
  '&',
])
