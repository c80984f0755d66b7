// Lowers one expression: from the tree that the author wrote to the few forms that runtimes know.
// Mistakes are reported on the way and stand as blank, so that one pass finds them all.

import { ARRAY_MAX_ELEMENTS, EXPRESSION_MAX_DEPTH } from '../limits.ts'
import type {
  Binary,
  BinaryOp,
  CellRef,
  Choice,
  Expr,
  Lambda,
  Match,
  RangeRef,
  Span,
} from '../parser/ast.ts'
import { lowerDo, lowerWith } from './bindings.ts'
import { lowerApply, lowerCall } from './calls.ts'
import { bare } from './children.ts'
import type { Context, Shared, Site } from './context.ts'
import { ExternalDrafts } from './external-drafts.ts'
import { join, negated } from './fold.ts'
import { intersection } from './intersection.ts'
import type { IrExpr, IrOperator } from './ir.ts'
import { lowerPipe } from './pipe.ts'
import { lowerPosition } from './positions.ts'
import { Scope, useLocal } from './scope.ts'
import { lowerSelect } from './select.ts'
import { shiftsOfCell, shiftsOfRange } from './shifts.ts'

/** Lowers the expressions of one formula, trigger or action; they share slots and external calls. */
export class Lowering implements Context {
  readonly shared: Shared
  site: Site
  externals = new ExternalDrafts()
  readonly scope = new Scope()
  lambdas = 0
  #depth = 0
  #tooDeep = false

  constructor(shared: Shared, site: Site) {
    this.shared = shared
    this.site = site
  }

  /** Goes on with the next formula, so that a hundred thousand of them need one of these. */
  next(site: Site): void {
    this.site = site
    if (this.externals.list.length > 0) this.externals = new ExternalDrafts()
    this.scope.reset()
    this.#tooDeep = false
  }

  lower(expr: Expr): IrExpr {
    if (this.#depth >= EXPRESSION_MAX_DEPTH) return this.#refuseDepth(expr)
    this.#depth++
    const lowered = this.#form(bare(expr))
    this.#depth--
    return lowered
  }

  #refuseDepth(span: Span): IrExpr {
    if (!this.#tooDeep)
      this.shared.report(
        'limit',
        span,
        `This expression is nested more than ${EXPRESSION_MAX_DEPTH} levels deep. Give a part of it a name or a cell of its own.`,
      )
    this.#tooDeep = true
    return ['blank']
  }

  #form(expr: Expr): IrExpr {
    switch (expr.type) {
      case 'number':
        return Number.isFinite(expr.value) ? lean(expr.value) : ['err', 'NUM!']
      case 'string':
      case 'boolean':
        return expr.value
      case 'cell':
        return this.#cell('cell', expr)
      case 'range':
        return this.#range(expr)
      case 'name':
        return this.#name(expr.name, expr)
      case 'binary':
        return this.#binary(expr)
      case 'call':
        return lowerCall(this, expr)
      case 'duration':
        return ['dur', expr.value.months, expr.value.days, expr.value.ms]
      case 'datetime':
        return ['dt', expr.value]
      case 'cron':
        return ['cron', expr.text]
      case 'blank':
      case 'broken':
        return ['blank']
      case 'error':
        return ['err', expr.code]
      case 'template':
        return this.#template(expr.texts, expr.values)
      case 'array':
        return this.#array(expr.rows, expr)
      case 'object':
        return [
          'object',
          ...expr.entries.flatMap(({ key, value }) => [key.text, this.lower(value)]),
        ]
      case 'lambda':
        return this.#lambda(expr)
      case 'hole':
        return this.#hole(expr)
      case 'position':
        return lowerPosition(this, expr)
      case 'spill':
        return this.#cell('spill', expr.anchor)
      case 'apply':
        return lowerApply(this, expr, this.lower(expr.fn), expr.args)
      case 'match':
        return this.#match(expr)
      case 'field':
        return ['field', this.lower(expr.object), expr.field.text]
      case 'index':
        return ['index', this.lower(expr.object), this.lower(expr.index)]
      case 'column':
        return ['column', this.lower(expr.object), expr.column.text]
      case 'unary':
        return this.#unary(expr.op, expr.operand)
      case 'percent':
        return join(this.lower(expr.operand), '/', 100)
      case 'is': {
        const asked: IrExpr = ['is', expr.what, this.lower(expr.operand)]
        return expr.not ? ['not', asked] : asked
      }
      case 'choice':
        return this.#choice(expr)
      case 'tagged':
        this.shared.checkTag(expr.tag)
        return ['tag', expr.tag.text, this.lower(expr.value)]
      case 'paren':
        return this.lower(expr.value)
      case 'do':
      case 'let':
        return lowerDo(this, expr)
      case 'with':
        return lowerWith(this, expr)
      case 'try':
        return ['try', this.lower(expr.value), this.lower(expr.else)]
      case 'case': {
        const branches = expr.branches.flatMap(({ condition, result }) => [
          this.lower(condition),
          this.lower(result),
        ])
        return ['if', ...branches, expr.else === undefined ? ['err', 'N/A'] : this.lower(expr.else)]
      }
      case 'select':
        return lowerSelect(this, expr)
    }
  }

  #cell(form: 'cell' | 'spill', cell: CellRef): IrExpr {
    const { column, row } = cell
    const sheet = this.shared.sheets.number(cell.sheet)
    const shifts = this.site.fill ? shiftsOfCell(cell) : 0
    return shifts === 0 ? [form, sheet, column, row] : [form, sheet, column, row, shifts]
  }

  #range(range: RangeRef): IrExpr {
    const { column, row, lastColumn, lastRow } = range
    const sheet = this.shared.sheets.number(range.sheet)
    const shifts = this.site.fill ? shiftsOfRange(range) : 0
    if (shifts === 0) return ['range', sheet, column, row, lastColumn, lastRow]
    return ['range', sheet, column, row, lastColumn, lastRow, shifts]
  }

  #name(name: string, span: Span): IrExpr {
    const local = this.scope.find(name)
    if (local !== undefined) return useLocal(local)
    const reads = this.shared.nameReads.get(name)
    if (reads === undefined) this.shared.nameReads.set(name, [span])
    else reads.push(span)
    return ['name', name]
  }

  #binary(expr: Binary): IrExpr {
    if (expr.op === '>>') return lowerPipe(this, expr)
    if (expr.op === 'DEFAULT') return this.#default(expr)
    if (expr.op === 'intersect') return this.#intersection(expr)
    // The chain to the left, iteratively: it may be thousands long.
    const steps: { op: IrOperator; right: Expr }[] = []
    let first: Expr = expr
    for (let at: Expr = expr; at.type === 'binary' && isJoining(at.op); at = bare(at.left)) {
      steps.push({ op: at.op, right: at.right })
      first = at.left
    }
    let result = this.lower(first)
    for (const { op, right } of steps.reverse()) result = join(result, op, this.lower(right))
    return result
  }

  #intersection(expr: Binary): IrExpr {
    const found = intersection(this.lower(expr.left), this.lower(expr.right))
    if (found !== undefined) return found
    this.shared.report(
      'syntax',
      expr,
      'Filled over the rectangle, these two shift in different ways, so they meet elsewhere in each cell. Write INDEX, or put $ into both.',
    )
    return ['blank']
  }

  #default(expr: Binary): IrExpr {
    const values: Expr[] = []
    let first: Expr = expr
    while (first.type === 'binary' && first.op === 'DEFAULT') {
      values.push(first.right)
      first = bare(first.left)
    }
    values.push(first)
    return ['default', ...values.reverse().map((value) => this.lower(value))]
  }

  #choice(expr: Choice): IrExpr {
    const parts: IrExpr[] = []
    let rest: Expr = expr
    while (rest.type === 'choice') {
      parts.push(this.lower(rest.condition), this.lower(rest.then))
      rest = bare(rest.else)
    }
    return ['if', ...parts, this.lower(rest)]
  }

  #unary(op: '-' | '+' | 'NOT', operand: Expr): IrExpr {
    // As in Excel, a plus sign does nothing at all.
    if (op === '+') return this.lower(operand)
    const lowered = this.lower(operand)
    if (op === 'NOT') return ['not', lowered]
    if (typeof lowered === 'object' && lowered[0] === 'dur')
      return ['dur', 0 - lowered[1], 0 - lowered[2], 0 - lowered[3]]
    return negated(lowered)
  }

  #template(texts: readonly string[], values: readonly Expr[]): IrExpr {
    let result: IrExpr = texts[0] ?? ''
    values.forEach((value, at) => {
      result = join(result, '&', this.lower(value))
      const text = texts[at + 1] ?? ''
      if (text !== '') result = join(result, '&', text)
    })
    return result
  }

  #array(rows: readonly (readonly Expr[])[], span: Span): IrExpr {
    const columns = rows[0]?.length ?? 0
    if (rows.length * columns > ARRAY_MAX_ELEMENTS) {
      this.shared.report(
        'limit',
        span,
        `This array has ${rows.length * columns} elements; at most ${ARRAY_MAX_ELEMENTS} are allowed. Put the data into cells, or fetch it.`,
      )
      return ['blank']
    }
    const form: [tag: 'array', columns: number, ...elements: IrExpr[]] = ['array', columns]
    for (const row of rows) for (const element of row) form.push(this.lower(element))
    return form
  }

  #lambda(expr: Lambda): IrExpr {
    const outside = this.scope.size
    const slots: number[] = []
    const seen = new Set<string>()
    for (const param of expr.params) {
      if (seen.has(param.text))
        this.shared.report(
          'syntax',
          param,
          `The parameter ${param.text} is there twice. Give the second one another name.`,
        )
      seen.add(param.text)
      slots.push(this.scope.parameter(param.text).slot)
    }
    this.lambdas++
    const body = this.lower(expr.body)
    this.lambdas--
    this.scope.leave(outside)
    return ['lambda', slots, body]
  }

  #hole(span: Span): IrExpr {
    const piped = this.scope.find('_')
    if (piped !== undefined) return useLocal(piped)
    this.shared.report(
      'syntax',
      span,
      '_ stands for the value that comes through a pipe, as in A1 >> ROUND(_, 2), or for any value in a branch of MATCH. Here there is neither; write the value itself.',
    )
    return ['blank']
  }

  #match(expr: Match): IrExpr {
    const parts: IrExpr[] = []
    let otherwise: IrExpr = ['err', 'N/A']
    const subject = this.lower(expr.subject)
    for (const { pattern, result } of expr.branches) {
      if (bare(pattern).type === 'hole') {
        otherwise = this.lower(result)
        break
      }
      parts.push(this.lower(pattern), this.lower(result))
    }
    return ['match', subject, ...parts, otherwise]
  }
}

function isJoining(op: BinaryOp): op is IrOperator {
  return op !== '>>' && op !== 'DEFAULT' && op !== 'intersect'
}

/**
 * The same number. A field that ever held a fraction gives every number as an object, and a sum of objects is one too.
 * No number that is written is -0. See performance: literals stay small integers
 */
export function lean(value: number): number {
  const whole = value | 0
  return whole === value ? whole : value
}
