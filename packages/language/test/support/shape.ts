// The shape of an expression as a short text, with all grouping written out: `(+ 1 (* 2 3))`.

import { parseExpression } from '../../src/index.ts'
import type { Argument, Expr } from '../../src/parser/ast.ts'

/** Reads an expression and tells its shape, or its mistakes. */
export function shapeOf(source: string): string {
  const { expr, diagnostics } = parseExpression(source)
  if (diagnostics.length > 0) return diagnostics.map(({ message }) => message).join('\n')
  return shape(expr)
}

export function shape(expr: Expr): string {
  switch (expr.type) {
    case 'number':
      return String(expr.value)
    case 'duration':
      return `duration:${expr.value.months}/${expr.value.days}/${expr.value.ms}`
    case 'datetime':
      return `dt:${expr.value}`
    case 'cron':
      return `cron:${expr.text}`
    case 'string':
      return JSON.stringify(expr.value)
    case 'boolean':
      return expr.value ? 'TRUE' : 'FALSE'
    case 'blank':
      return 'BLANK'
    case 'error':
      return `#${expr.code}`
    case 'name':
      return expr.name
    case 'hole':
      return '_'
    case 'cell': {
      const fixed = `${expr.fixedColumn ? '$' : ''}${expr.fixedRow ? '$' : ''}`
      return `${sheet(expr.sheet?.text)}R${expr.row}C${expr.column}${fixed}`
    }
    case 'range': {
      const corners = `R${expr.row}C${expr.column}:R${expr.lastRow}C${expr.lastColumn}`
      const whole = expr.whole === 'no' ? '' : `/${expr.whole}`
      return `${sheet(expr.sheet?.text)}${corners}${whole}${expr.fixed === 0 ? '' : `/${expr.fixed}`}`
    }
    case 'template':
      return list('template', [
        ...expr.texts.flatMap((text, index) => {
          const value = expr.values[index]
          return value === undefined ? [JSON.stringify(text)] : [JSON.stringify(text), shape(value)]
        }),
      ])
    case 'array':
      return `[${expr.rows.map((row) => row.map(shape).join(' ')).join('; ')}]`
    case 'object':
      return `{${expr.entries.map(({ key, value }) => `${key.text}: ${shape(value)}`).join(', ')}}`
    case 'lambda':
      return list(expr.called ? 'LAMBDA' : '=>', [
        `(${expr.params.map(({ text }) => text).join(' ')})`,
        shape(expr.body),
      ])
    case 'position':
      return expr.count === undefined ? expr.word : list(expr.word, [shape(expr.count)])
    case 'spill':
      return list('#', [shape(expr.anchor)])
    case 'call':
      return list(`${expr.fn}()`, expr.args.map(argument))
    case 'apply':
      return list('apply', [shape(expr.fn), ...expr.args.map(argument)])
    case 'match':
      return list('match', [
        shape(expr.subject),
        ...expr.branches.map(({ pattern, result }) => `${shape(pattern)} => ${shape(result)}`),
      ])
    case 'field':
      return list('.', [shape(expr.object), expr.field.text])
    case 'index':
      return list('index', [shape(expr.object), shape(expr.index)])
    case 'column':
      return list('column', [shape(expr.object), expr.column.text])
    case 'unary':
      return list(expr.op, [shape(expr.operand)])
    case 'percent':
      return list('%', [shape(expr.operand)])
    case 'binary':
      return list(expr.op, [shape(expr.left), shape(expr.right)])
    case 'is':
      return list(expr.not ? 'IS NOT' : 'IS', [shape(expr.operand), expr.what])
    case 'choice':
      return list('choose', [shape(expr.condition), shape(expr.then), shape(expr.else)])
    case 'tagged':
      return list('as', [shape(expr.value), expr.tag.text])
    case 'paren':
      return list('paren', [shape(expr.value)])
    case 'do':
    case 'let':
      return list(expr.type, [
        ...expr.bindings.map(({ name, value }) => `${name.text}=${shape(value)}`),
        shape(expr.value),
      ])
    case 'with':
      return list('with', [
        ...expr.bindings.map(({ name, value }) => `${name.text}=${shape(value)}`),
        shape(expr.then),
        shape(expr.else),
      ])
    case 'try':
      return list('try', [shape(expr.value), shape(expr.else)])
    case 'case':
      return list('case', [
        ...expr.branches.map(({ condition, result }) => `${shape(condition)}:${shape(result)}`),
        ...(expr.else === undefined ? [] : [shape(expr.else)]),
      ])
    case 'select':
      return list('select', [
        expr.columns.map(({ text }) => text).join(',') || '*',
        expr.table.text,
        ...(expr.where === undefined ? [] : [`where ${shape(expr.where)}`]),
        ...expr.orderBy.map(
          ({ column, descending }) => `by ${column.text}${descending ? ' down' : ''}`,
        ),
        ...(expr.limit === undefined ? [] : [`limit ${shape(expr.limit)}`]),
      ])
    case 'broken':
      return 'broken'
  }
}

function list(head: string, parts: readonly string[]): string {
  return `(${[head, ...parts].join(' ')})`
}

function argument({ name, value }: Argument): string {
  const text = value === undefined ? '·' : shape(value)
  return name === undefined ? text : `${name.text}:=${text}`
}

function sheet(name: string | undefined): string {
  return name === undefined ? '' : `${name}!`
}
