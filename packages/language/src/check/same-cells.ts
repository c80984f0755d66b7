// Rectangles in which every cell gets the same value although their formula looks filled down: it reads a cell
// beside the first of them, as a spreadsheet would have it, but references in a rectangle do not shift. The fix
// reads the cell in the same row or column. An author who means the one cell writes `$`.

import { SAME_CELLS_MAX_STEPS } from '../limits.ts'
import { children } from '../lower/children.ts'
import type { CellRef, Expr, RangeRef, Statement } from '../parser/ast.ts'
import { cellSymbol, defaultSheet, rangeSymbol } from '../symbols.ts'
import { grouped } from './ownership.ts'
import type { Surroundings } from './surroundings.ts'

export function warnSameCells(model: Surroundings, statements: readonly Statement[]): void {
  let names: ReadonlyMap<string, Expr> | undefined
  let steps = SAME_CELLS_MAX_STEPS
  for (const statement of statements) {
    if (statement.type !== 'assignment' || statement.modifier !== undefined) continue
    const { target, value } = statement
    if (target.type !== 'range' || target.whole !== 'no') continue
    names ??= namesIn(statements)
    const read = new ReadCells(model, names, steps)
    const isSame = read.walk(value)
    steps = read.steps
    if (steps <= 0) return
    if (!isSame) continue
    const beside = read.cells.filter((cell) => isBeside(model, target, cell))
    beside.sort((a, b) => a.start - b.start)
    if (beside.length > 0) warn(model, target, beside)
  }
}

function namesIn(statements: readonly Statement[]): Map<string, Expr> {
  const names = new Map<string, Expr>()
  for (const statement of statements) {
    if (statement.type !== 'assignment' || statement.target.type !== 'name') continue
    names.set(statement.target.name, statement.value)
  }
  return names
}

/** Literals, and operators from scalars to a scalar: every other expression may be an array, or differ by place. */
const single: ReadonlySet<Expr['type']> = new Set([
  'number',
  'duration',
  'datetime',
  'string',
  'template',
  'boolean',
  'blank',
  'error',
  'cell',
  'unary',
  'percent',
  'binary',
  'is',
  'choice',
  'tagged',
  'paren',
])

class ReadCells {
  readonly cells: CellRef[] = []
  steps: number
  readonly #model: Surroundings
  readonly #names: ReadonlyMap<string, Expr>

  constructor(model: Surroundings, names: ReadonlyMap<string, Expr>, steps: number) {
    this.#model = model
    this.#names = names
    this.steps = steps
  }

  /** Whether the expression gives one value, the same wherever it stands. Collects the cells that it names. */
  walk(formula: Expr): boolean {
    const waiting: { readonly expr: Expr; readonly isOwn: boolean }[] = [
      { expr: formula, isOwn: true },
    ]
    const followed = new Set<string>()
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { expr, isOwn } = next
      if (--this.steps <= 0) return false
      if (expr.type === 'name') {
        const value = this.#names.get(expr.name)
        // A name without an assignment is blank until it is set.
        if (value === undefined || followed.has(expr.name)) continue
        followed.add(expr.name)
        waiting.push({ expr: value, isOwn: false })
        continue
      }
      if (!this.#isSingle(expr)) return false
      if (expr.type === 'cell' && isOwn) this.cells.push(expr)
      for (const child of children(expr)) waiting.push({ expr: child, isOwn })
    }
    return true
  }

  #isSingle(expr: Expr): boolean {
    if (expr.type === 'binary') return expr.op !== 'intersect' && expr.op !== '>>'
    if (expr.type !== 'call') return single.has(expr.type)
    const known = this.#model.catalogue.get(expr.fn.toUpperCase())
    if (known === undefined || known.volatile || known.dynamic || known.external !== undefined) {
      return false
    }
    return known.returns !== 'array' && known.returns !== 'lambda' && known.returns !== 'object'
  }
}

/** In line with the first cell of the rectangle, along which a spreadsheet would shift it. */
function isBeside(model: Surroundings, target: RangeRef, cell: CellRef): boolean {
  if (model.sheets.number(cell.sheet) !== model.sheets.number(target.sheet)) return false
  const isOutside = cell.column < target.column || cell.column > target.lastColumn
  if (target.row < target.lastRow) return isOutside && cell.row === target.row && !cell.fixedRow
  const isAbove = cell.row < target.row || cell.row > target.lastRow
  const isWide = target.column < target.lastColumn
  return isWide && isAbove && cell.column === target.column && !cell.fixedColumn
}

function warn(model: Surroundings, target: RangeRef, beside: readonly CellRef[]): void {
  const [first] = beside
  if (first === undefined) return
  const sheet = model.sheets.names[model.sheets.number(target.sheet)] ?? defaultSheet
  const { column, row, lastColumn, lastRow } = target
  const cells = grouped((lastColumn - column + 1) * (lastRow - row + 1))
  const rectangle = rangeSymbol(sheet, column, row, lastColumn, lastRow)
  const symbol = cellSymbol(sheet, first.column, first.row)
  const line = row < lastRow ? 'row' : 'column'
  const instead = inLine(sheet, target, first)
  model.report(
    'same-in-every-cell',
    first,
    `References in a rectangle do not shift, so all ${cells} cells of ${rectangle} read ${symbol} and get the same value. Write ${instead} for the cell in the same ${line}, or ${fixed(model, first)} if this one is meant. FILL(…) around the whole formula fills it as a spreadsheet does.`,
    {
      title: `Read the cell in the same ${line}`,
      edits: beside.map((cell) => ({
        start: cell.start,
        end: cell.end,
        text: inLine(sheet, target, cell),
      })),
    },
  )
}

/** The cell beside each one of the rectangle. */
function inLine(sheet: string, target: RangeRef, cell: CellRef): string {
  const { column, row, lastColumn, lastRow } = target
  if (row < lastRow) {
    if (column === lastColumn && cell.column === column - 1) return 'LEFT'
    if (column === lastColumn && cell.column === column + 1) return 'RIGHT'
    return `INDEX(${rangeSymbol(sheet, cell.column, row, cell.column, lastRow)}, ROW_INDEX)`
  }
  if (cell.row === row - 1) return 'ABOVE'
  if (cell.row === row + 1) return 'BELOW'
  return `INDEX(${rangeSymbol(sheet, column, cell.row, lastColumn, cell.row)}, COL_INDEX)`
}

function fixed(model: Surroundings, { start, end }: CellRef): string {
  const written = model.source.slice(start, end).replaceAll('$', '')
  return written.replace(/([A-Za-z]{1,3})(\d+)$/, '$$$1$$$2')
}
