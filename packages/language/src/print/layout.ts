// Lays expressions out on lines. An expression stays on one line if its author wrote it so and it
// fits; otherwise its outermost part that can be broken is, and then its inner parts are laid out.
// A layout depends only on the tree, on where the author broke it and on the column, so printing is
// idempotent.

import type {
  Apply,
  ArrayLiteral,
  Binary,
  Call,
  Case,
  Choice,
  Do,
  Expr,
  Let,
  Match,
  ObjectLiteral,
  Span,
  Try,
  With,
} from '../parser/ast.ts'
import { isSplit } from './breaks.ts'
import { LineWriter } from './lines.ts'
import { argumentPiece, chainOf, opText, type Piece, pieces, tiersOf } from './pieces.ts'
import { keyText } from './text.ts'

/** The widest line that is not broken. */
const lineWidth = 100

/** A list of so many plain values is filled into lines, and not one value a line. */
const FILLED_FROM = 24

interface Item extends Span {
  readonly pieces: readonly Piece[]
  readonly mark: string
}

export class Layout extends LineWriter {
  /** Columns left while trying one line, and whether they ran out. */
  private left = 0
  private long = false

  /** Writes an expression; lines of its own are indented from `indent`. */
  expr(expr: Expr, indent: number): void {
    if (expr.type === 'do') {
      this.do(expr, indent)
      return
    }
    this.left = lineWidth - this.column
    this.long = false
    const line = this.oneLine(expr)
    if (line !== undefined) this.put(line)
    else if (this.long || isSplit(expr, this.source)) this.broken(expr, indent)
    else this.pieces(pieces(expr), indent)
  }

  pieces(parts: readonly Piece[], indent: number): void {
    for (const part of parts)
      if (typeof part === 'string') this.put(part)
      else this.expr(part, indent)
  }

  /** The expression on one line; undefined if it does not fit, or its author broke it. */
  private oneLine(expr: Expr): string | undefined {
    if (expr.type === 'do' || isSplit(expr, this.source)) return undefined
    let line = ''
    for (const part of pieces(expr)) {
      const text = typeof part === 'string' ? part : this.oneLine(part)
      if (text === undefined) return undefined
      if (typeof part === 'string') this.left -= text.length
      if (this.left < 0) {
        this.long = true
        return undefined
      }
      line += text
    }
    return line
  }

  private broken(expr: Exclude<Expr, Do>, indent: number): void {
    switch (expr.type) {
      case 'array':
        this.array(expr, indent)
        break
      case 'object':
        this.object(expr, indent)
        break
      case 'call':
      case 'apply':
        this.call(expr, indent)
        break
      case 'match':
        this.match(expr, indent)
        break
      case 'let':
        this.let(expr, indent)
        break
      case 'binary':
        this.chain(expr, indent)
        break
      case 'choice':
        this.choice(expr, indent)
        break
      case 'with':
        this.with(expr, indent)
        break
      case 'try':
        this.try(expr, indent)
        break
      case 'case':
        this.case(expr, indent)
        break
      default:
        this.pieces(pieces(expr), indent)
    }
  }

  /** Writes items one a line, between brackets that stand around them. */
  private list(
    open: string,
    items: readonly Item[],
    close: string,
    end: number,
    indent: number,
  ): void {
    this.put(open)
    for (const [index, item] of items.entries()) {
      for (const comment of this.commentsBefore(item.start)) {
        this.newLine(indent + 2)
        this.put(comment.text)
      }
      this.newLine(indent + 2)
      this.pieces(item.pieces, indent + 2)
      this.put(item.mark)
      this.liftComments(item.end)
      this.trailingComments(item.end, items[index + 1]?.start ?? end)
    }
    for (const comment of this.commentsBefore(end)) {
      this.newLine(indent + 2)
      this.put(comment.text)
    }
    this.newLine(indent)
    this.put(close)
  }

  private array(expr: ArrayLiteral, indent: number): void {
    this.liftComments(expr.start)
    const [first = []] = expr.rows
    // One row is a list, one element a line; several are a table, one row a line.
    const lines = expr.rows.length === 1 ? first.map((element) => [element]) : expr.rows
    const between = expr.rows.length === 1 ? ',' : ';'
    const items = lines.map((row, index) => ({
      start: row[0]!.start,
      end: row.at(-1)!.end,
      pieces: row.flatMap((element, at): Piece[] => (at > 0 ? [', ', element] : [element])),
      mark: index < lines.length - 1 ? between : '',
    }))
    const isLong = items.length >= FILLED_FROM && lines.every(isLiteral)
    if (isLong && !this.hasCommentBefore(expr.end)) this.filled(items, indent)
    else this.list('[', items, ']', expr.end, indent)
  }

  /** Writes as many items on a line as fit: columns of figures may have thousands. */
  private filled(items: readonly Item[], indent: number): void {
    this.put('[')
    this.newLine(indent + 2)
    for (const [index, { pieces: parts, mark }] of items.entries()) {
      this.left = Number.POSITIVE_INFINITY
      const text = parts
        .map((part) => (typeof part === 'string' ? part : this.oneLine(part)))
        .join('')
      const width = text.length + mark.length
      if (index > 0 && this.column + 1 + width > lineWidth) this.newLine(indent + 2)
      else if (index > 0) this.put(' ')
      this.put(text + mark)
    }
    this.newLine(indent)
    this.put(']')
  }

  private object(expr: ObjectLiteral, indent: number): void {
    this.liftComments(expr.start)
    const items = expr.entries.map(({ key, value }, index) => ({
      start: key.start,
      end: value.end,
      pieces: [`${keyText(key.text)}: `, value],
      mark: index < expr.entries.length - 1 ? ',' : '',
    }))
    this.list('{', items, '}', expr.end, indent)
  }

  private call(expr: Call | Apply, indent: number): void {
    this.liftComments(expr.start)
    if (expr.type === 'apply') this.expr(expr.fn, indent)
    if (expr.args.length === 0) {
      this.put(expr.type === 'call' ? `${expr.fn}()` : '()')
      return
    }
    const items = expr.args.map((argument, index) => ({
      start: argument.start,
      end: argument.end,
      pieces: argumentPiece(argument),
      mark: index < expr.args.length - 1 ? ',' : '',
    }))
    this.list(expr.type === 'call' ? `${expr.fn}(` : '(', items, ')', expr.end, indent)
  }

  private match(expr: Match, indent: number): void {
    this.liftComments(expr.start)
    const { subject } = expr
    const branches = expr.branches.map(({ pattern, result }, index) => ({
      start: pattern.start,
      end: result.end,
      pieces: [pattern, ' => ', result],
      mark: index < expr.branches.length - 1 ? ',' : '',
    }))
    const first = { start: subject.start, end: subject.end, pieces: [subject], mark: ',' }
    this.list('MATCH(', [first, ...branches], ')', expr.end, indent)
  }

  private let(expr: Let, indent: number): void {
    this.liftComments(expr.start)
    const { value } = expr
    const bindings = expr.bindings.map((binding) => ({
      start: binding.start,
      end: binding.end,
      pieces: [`${binding.name.text}, `, binding.value],
      mark: ',',
    }))
    const last = { start: value.start, end: value.end, pieces: [value], mark: '' }
    this.list('LET(', [...bindings, last], ')', expr.end, indent)
  }

  /** A pipe and DEFAULT start lines; other operators end them, as a line may not start with one. */
  private chain(expr: Binary, indent: number): void {
    const { first, rest } = chainOf(expr)
    this.expr(first, indent)
    for (const { op, operand } of rest) {
      const starts = op === '>>' || op === 'DEFAULT'
      if (op === 'intersect') this.put(' ')
      else if (starts) {
        this.newLine(indent + 2)
        this.put(`${op} `)
      } else {
        this.put(opText(op).trimEnd())
        this.newLine(indent + 2)
      }
      this.expr(operand, indent + 2)
    }
  }

  private choice(expr: Choice, indent: number): void {
    const { tiers, last } = tiersOf(expr)
    for (const [index, tier] of tiers.entries()) {
      this.pieces([tier.condition, ' THEN ', tier.then], index === 0 ? indent : indent + 2)
      this.newLine(indent + 2)
      this.put('ELSE ')
    }
    this.expr(last, indent + 2)
  }

  private with(expr: With, indent: number): void {
    this.put('WITH ')
    for (const [index, { name, value }] of expr.bindings.entries()) {
      if (index > 0) {
        this.put(',')
        this.newLine(indent + 4)
      }
      this.pieces([`${name.text} = `, value], indent + 4)
    }
    this.newLine(indent + 2)
    this.pieces(['THEN ', expr.then], indent + 2)
    this.newLine(indent + 2)
    this.pieces(['ELSE ', expr.else], indent + 2)
  }

  private try(expr: Try, indent: number): void {
    this.pieces(['TRY ', expr.value], indent)
    this.newLine(indent + 2)
    this.pieces(['ELSE ', expr.else], indent + 2)
  }

  private case(expr: Case, indent: number): void {
    this.put('CASE')
    for (const { condition, result } of expr.branches) {
      this.newLine(indent + 2)
      this.pieces(['WHEN ', condition, ' THEN ', result], indent + 2)
    }
    if (expr.else !== undefined) {
      this.newLine(indent + 2)
      this.pieces(['ELSE ', expr.else], indent + 2)
    }
    this.newLine(indent)
    this.put('END')
  }

  private do(expr: Do, indent: number): void {
    this.liftComments(expr.start)
    this.put('DO')
    const { value } = expr
    const bindings = expr.bindings.map((binding) => ({
      start: binding.start,
      end: binding.end,
      write: () => this.pieces([`${binding.name.text} = `, binding.value], indent + 2),
    }))
    const last = {
      start: value.start,
      end: value.end,
      write: () => this.expr(value, indent + 2),
    }
    const lines = [...bindings, last]
    this.trailingComments(expr.start + 2, lines[0]!.start)
    this.lines(lines, indent + 2, expr.end)
    this.newLine(indent)
    this.put('END')
  }
}

/** One plain value, signed or not. */
function isLiteral([only, ...more]: readonly Expr[]): boolean {
  if (only === undefined || more.length > 0) return false
  if (only.type === 'unary') return only.op !== 'NOT' && only.operand.type === 'number'
  return LITERALS.has(only.type)
}

const LITERALS: ReadonlySet<string> = new Set([
  'number',
  'string',
  'boolean',
  'blank',
  'datetime',
  'duration',
  'error',
])
