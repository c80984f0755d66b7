// An expression as the pieces of one line: texts, and the expressions between them.

import { quoteText } from '../lexer/texts.ts'
import { binaryOps, levels } from '../lexer/tokens.ts'
import type { Argument, Binary, Binding, Choice, Do, Expr, Select } from '../parser/ast.ts'
import { cellText, columnText, keyText, rangeText, templateText } from './text.ts'

export type Piece = string | Expr

const opLevels = new Map(binaryOps.map((op, kind) => [op, levels[kind]!]))

/** The operands of a chain at one level, with the operator before each but the first. */
export interface Chain {
  readonly first: Expr
  readonly rest: readonly { readonly op: Binary['op']; readonly operand: Expr }[]
}

/** `a + b - c` as one list. A loop and not a recursion: a chain may be long. */
export function chainOf(expr: Binary): Chain {
  const level = opLevels.get(expr.op)
  const rest: { op: Binary['op']; operand: Expr }[] = []
  let left: Expr = expr
  while (left.type === 'binary' && opLevels.get(left.op) === level) {
    rest.push({ op: left.op, operand: left.right })
    left = left.left
  }
  return { first: left, rest: rest.reverse() }
}

/** `a THEN b ELSE c THEN d ELSE e` as tiers, and the last value. */
export function tiersOf(expr: Choice): { tiers: Choice[]; last: Expr } {
  const tiers: Choice[] = []
  let last: Expr = expr
  while (last.type === 'choice') {
    tiers.push(last)
    last = last.else
  }
  return { tiers, last }
}

/** Everything but DO, which never fits on a line. */
export function pieces(expr: Exclude<Expr, Do>): Piece[] {
  switch (expr.type) {
    case 'number':
    case 'duration':
      return [expr.raw]
    case 'datetime':
      return [`dt"${expr.text}"`]
    case 'cron':
      return [`cron"${expr.text}"`]
    case 'string':
      return [quoteText(expr.value)]
    case 'boolean':
      return [expr.value ? 'TRUE' : 'FALSE']
    case 'blank':
      return ['BLANK']
    case 'error':
      return [`#${expr.code}`]
    case 'cell':
      return [cellText(expr)]
    case 'range':
      return [rangeText(expr)]
    case 'name':
      return [expr.name]
    case 'hole':
      return ['_']
    case 'template':
      return [
        '`',
        ...expr.texts.flatMap((text, index): Piece[] => {
          const value = expr.values[index]
          return value === undefined ? [templateText(text)] : [templateText(text), '{', value, '}']
        }),
        '`',
      ]
    case 'array':
      return [
        '[',
        ...expr.rows.flatMap((row, index) => [index > 0 ? '; ' : '', ...joined(row)]),
        ']',
      ]
    case 'object': {
      if (expr.entries.length === 0) return ['{}']
      const entries = expr.entries.flatMap(({ key, value }, index) => [
        index > 0 ? ', ' : '',
        `${keyText(key.text)}: `,
        value,
      ])
      return ['{ ', ...entries, ' }']
    }
    case 'lambda': {
      const params = expr.params.map((param) => param.text).join(', ')
      if (!expr.called) return [`(${params}) => `, expr.body]
      return [`LAMBDA(${params}${params === '' ? '' : ', '}`, expr.body, ')']
    }
    case 'position':
      return expr.count === undefined ? [expr.word] : [`${expr.word}(`, expr.count, ')']
    case 'spill':
      return [`${cellText(expr.anchor)}#`]
    case 'call':
      return [`${expr.fn}(`, ...argumentPieces(expr.args), ')']
    case 'apply':
      return [expr.fn, '(', ...argumentPieces(expr.args), ')']
    case 'match': {
      const branches = expr.branches.flatMap(({ pattern, result }) => [
        ', ',
        pattern,
        ' => ',
        result,
      ])
      return ['MATCH(', expr.subject, ...branches, ')']
    }
    case 'let': {
      const bindings = expr.bindings.flatMap(({ name, value }) => [`${name.text}, `, value, ', '])
      return ['LET(', ...bindings, expr.value, ')']
    }
    case 'field':
      return [expr.object, `.${expr.field.text}`]
    case 'index':
      return [expr.object, '[', expr.index, ']']
    case 'column':
      return [expr.object, `[${expr.column.text}]`]
    case 'unary':
      return [expr.op === 'NOT' ? 'NOT ' : expr.op, expr.operand]
    case 'percent':
      return [expr.operand, '%']
    case 'binary': {
      const { first, rest } = chainOf(expr)
      return [first, ...rest.flatMap(({ op, operand }) => [opText(op), operand])]
    }
    case 'is':
      return [expr.operand, ` IS ${expr.not ? 'NOT ' : ''}${expr.what}`]
    case 'choice': {
      const { tiers, last } = tiersOf(expr)
      const parts = tiers.flatMap((tier) => [tier.condition, ' THEN ', tier.then, ' ELSE '])
      return [...parts, last]
    }
    case 'tagged':
      return [expr.value, ` as ${expr.tag.text}`]
    case 'paren':
      return ['(', expr.value, ')']
    case 'with':
      return ['WITH ', ...bindingPieces(expr.bindings), ' THEN ', expr.then, ' ELSE ', expr.else]
    case 'try':
      return ['TRY ', expr.value, ' ELSE ', expr.else]
    case 'case': {
      const branches = expr.branches.flatMap(({ condition, result }) => [
        ' WHEN ',
        condition,
        ' THEN ',
        result,
      ])
      const otherwise: Piece[] = expr.else === undefined ? [] : [' ELSE ', expr.else]
      return ['CASE', ...branches, ...otherwise, ' END']
    }
    case 'select':
      return selectPieces(expr)
    case 'broken':
      return ['']
  }
}

/** An operator with its spaces. */
export function opText(op: Binary['op']): string {
  return op === 'intersect' ? ' ' : ` ${op} `
}

export function argumentPiece(argument: Argument): Piece[] {
  const name = argument.name === undefined ? [] : [`${argument.name.text} := `]
  return argument.value === undefined ? name : [...name, argument.value]
}

function argumentPieces(args: readonly Argument[]): Piece[] {
  return args.flatMap((argument, index) => [index > 0 ? ', ' : '', ...argumentPiece(argument)])
}

function bindingPieces(bindings: readonly Binding[]): Piece[] {
  return bindings.flatMap(({ name, value }, index) => [
    `${index > 0 ? ', ' : ''}${name.text} = `,
    value,
  ])
}

function joined(items: readonly Expr[]): Piece[] {
  return items.flatMap((item, index) => (index > 0 ? [', ', item] : [item]))
}

function selectPieces(expr: Select): Piece[] {
  const columns = expr.columns.map((column) => columnText(column.text)).join(', ')
  const parts: Piece[] = ['SELECT ', columns === '' ? '*' : columns, ' FROM ', expr.table.text]
  if (expr.where !== undefined) parts.push(' WHERE ', expr.where)
  if (expr.orderBy.length > 0) {
    const order = expr.orderBy.map(
      ({ column, descending }) => columnText(column.text) + (descending ? ' DESC' : ''),
    )
    parts.push(` ORDER BY ${order.join(', ')}`)
  }
  if (expr.limit !== undefined) parts.push(' LIMIT ', expr.limit)
  return parts
}
