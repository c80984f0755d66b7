// Sheets as the text of a model. Neighbours that hold plain values share a statement, and so do formulas that were
// filled from one another.
// A formula that the language does not take is replaced by its value, and told.

import { cellSymbol, check, defaultSheet, parse, print, rangeSymbol } from '@cellwake/language'
import { CliError } from '../errors.ts'
import { IMPORT_MAX_ROUNDS, SPLIT_MAX_FORMULAS } from '../limits.ts'
import { type DefinedName, DefinedNames } from './defined-names.ts'
import { type Fill, type Fillable, fillsOf } from './fills.ts'
import type { ExcelNode } from './formula-nodes.ts'
import { type FormulaSite, gridFormula, gridNameFormula } from './grid-formula.ts'
import { gridLiteral, isWritable, quoted } from './grid-literal.ts'
import { rowsAndRuns } from './runs.ts'
import { keyOf, type Literal, type Workbook, type WorkCell, type WorkSheet } from './workbook.ts'

export interface Imported {
  readonly text: string
  readonly cells: number
  readonly formulas: number
  readonly names: number
  /** Omissions, a sentence each. */
  readonly left: readonly string[]
}

interface Owner {
  /** The key of a formula or a name. */
  readonly key: string
  /** The label in messages. */
  readonly shown: string
}

interface Statement {
  readonly text: string
  /** The formulas or the name that it holds. */
  readonly owners: readonly Owner[]
}

export function gridText(title: string, workbook: Workbook): Imported {
  const draft = new Draft(workbook)
  for (let round = 0; ; round++) {
    const statements = draft.statements()
    const refused = mistakes(statements)
    if (refused.length === 0) return finished(title, statements, workbook, draft)
    if (round >= IMPORT_MAX_ROUNDS) draft.refuseAll()
    else for (const { owners, why } of refused) draft.refuseAny(owners, why)
  }
}

class Draft {
  readonly left: string[] = []
  readonly #workbook: Workbook
  readonly #site: FormulaSite
  /** Formulas and names that are not carried over. */
  readonly #refused = new Set<string>()
  /** Formulas that stand alone, because the rectangle that they were in was refused. */
  readonly #single = new Set<string>()
  formulas = 0
  names = 0

  constructor(workbook: Workbook) {
    this.#workbook = workbook
    const { sheets, tables = [] } = workbook
    this.#site = {
      sheets: sheets.map(({ name }) => name),
      names: new DefinedNames(workbook),
      tables,
      arrays: new Map(
        sheets.flatMap(({ name, cells }) =>
          cells.flatMap(({ column, row, array }) =>
            typeof array === 'object' ? [[keyOf(name, column, row), array] as const] : [],
          ),
        ),
      ),
      hiddenRows: new Map(
        sheets.map(({ name, hiddenRows }) => [name.toLowerCase(), hiddenRows ?? new Set()]),
      ),
    }
    this.left.push(...workbook.left)
  }

  statements(): Statement[] {
    this.formulas = 0
    this.names = 0
    const { sheets } = this.#workbook
    return [
      ...this.#site.names.all.flatMap((name) => this.#name(name)),
      ...sheets.flatMap((sheet) => this.#sheet(sheet)),
    ]
  }

  /** Formulas that share a statement are tried one by one before they are given up. */
  refuseAny(owners: readonly Owner[], why: string): void {
    const [first] = owners
    if (first === undefined) return
    if (owners.length > 1 && owners.length <= SPLIT_MAX_FORMULAS && !this.#single.has(first.key)) {
      for (const { key } of owners) this.#single.add(key)
      return
    }
    for (const owner of owners) this.refuse(owner, why)
  }

  refuse({ key, shown }: Owner, why: string): void {
    if (this.#refused.has(key)) return
    this.#refused.add(key)
    this.left.push(`${shown}: ${why}`)
  }

  refuseAll(): void {
    for (const { owners } of this.statements()) {
      for (const owner of owners) this.refuse(owner, 'it depends on what cannot be carried over')
    }
  }

  #name({ spelled, node, inline, source }: DefinedName): Statement[] {
    if (inline) return []
    const owner = { key: `name ${spelled}`, shown: `the name ${source.name}` }
    if (this.#refused.has(owner.key)) return []
    const found =
      node === undefined ? { why: 'it cannot be read' } : gridNameFormula(node, this.#site)
    if ('why' in found) {
      this.refuse(owner, found.why)
      return []
    }
    this.names++
    return [{ text: `${spelled} = ${found.text()}`, owners: [owner] }]
  }

  #sheet(sheet: WorkSheet): Statement[] {
    const formulas: Formula[] = []
    const plain: WorkCell[] = []
    for (const cell of sheet.cells) {
      const formula = this.#formula(sheet.name, cell)
      const constant = formula === undefined ? undefined : constantOf(formula)
      if (constant !== undefined && typeof cell.array !== 'object')
        plain.push(asPlain(cell, constant))
      else if (formula !== undefined) formulas.push(formula)
      else if (cell.value !== undefined && !this.#isSpilled(cell)) {
        if (!isWritable(cell.value)) {
          const shown = cellSymbol(sheet.name, cell.column, cell.row)
          const key = `error ${keyOf(sheet.name, cell.column, cell.row)}`
          this.refuse({ key, shown }, 'an error that the language has not; it is #N/A now')
        }
        plain.push(cell)
      }
    }
    const statements = [
      ...rowsAndRuns(plain).map((run) => plainStatement(sheet.name, run)),
      ...fillsOf(formulas).map((fill) => fillStatement(sheet.name, fill)),
    ]
    const isAlone = this.#workbook.sheets.length === 1 && sheet.name === defaultSheet
    return isAlone ? statements : headed(sheet.name, statements)
  }

  /** Part of an array whose formula is there: it comes by itself. */
  #isSpilled({ spilledFrom }: WorkCell): boolean {
    return spilledFrom !== undefined && !this.#refused.has(spilledFrom)
  }

  #formula(sheet: string, cell: WorkCell): Formula | undefined {
    const { column, row, formula, tag, array } = cell
    if (formula === undefined) return undefined
    const key = keyOf(sheet, column, row)
    if (this.#refused.has(key)) return undefined
    const spot = { sheet, column, row, isArray: array !== undefined }
    const found = gridFormula(formula, spot, this.#site)
    if ('why' in found) {
      this.refuse({ key, shown: cellSymbol(sheet, column, row) }, `${found.why}; its value stays`)
      return undefined
    }
    this.formulas++
    const tagged = tag === undefined || !isFigure(found.node) ? '' : ` as ${tag}`
    const isAlone = array !== undefined || this.#single.has(key)
    const form = isAlone ? `${column}:${row}` : `${tagged}=${found.relative}`
    return {
      column,
      row,
      form,
      cell,
      key,
      tagged,
      node: found.node,
      written: found.relative,
      text: found.text,
    }
  }
}

interface Formula extends Fillable {
  readonly cell: WorkCell
  readonly key: string
  /** ` as percentage`. */
  readonly tagged: string
  readonly node: ExcelNode
  /** As seen from its cell. */
  readonly written: string
  readonly text: () => string
}

/** `="East"`: a formula of Excel, and a value like any other here, with which it shares a statement. */
function constantOf({ node, written }: Formula): Literal | undefined {
  // A name that is nowhere, or a reference that was lost, has no other value either.
  const error = /^#(N\/A|(DIV\/0|VALUE|REF|NUM|NULL)!|NAME\?)$/.exec(written)?.[1]
  if (error !== undefined) return { error }
  // The number of a sheet is known, too.
  if (node.type === 'number' || /^\d+$/.test(written)) return Number(written)
  if (node.type === 'text' || node.type === 'boolean') return node.value
  if (node.type !== 'prefix' || node.op !== '-' || node.operand.type !== 'number') return undefined
  return -Number(node.operand.text)
}

function asPlain({ column, row, tag }: WorkCell, value: Literal): WorkCell {
  const fits = typeof value === 'number' && tag !== undefined && !/^date/.test(tag)
  return { column, row, value, ...(fits && { tag }) }
}

function fillStatement(sheet: string, { cells, lastColumn, lastRow }: Fill<Formula>): Statement {
  const [first] = cells
  const { cell, tagged, text, column, row } = first!
  const owners = cells.map((one) => ({
    key: one.key,
    shown: cellSymbol(sheet, one.column, one.row),
  }))
  if (cells.length === 1) {
    return { text: `${targetOf(sheet, cell)}${tagged} = ${text()}`, owners }
  }
  const target = rangeSymbol(sheet, column, row, lastColumn, lastRow)
  return { text: `${target}${tagged} = FILL(${text()})`, owners }
}

/** The statements of a sheet under its name. */
function headed(sheet: string, [first, ...rest]: readonly Statement[]): Statement[] {
  if (first === undefined) return []
  const title = sheet.replace(/\p{Cc}/gu, ' ')
  return [{ ...first, text: `\n# Sheet: ${title}\n\n${first.text}` }, ...rest]
}

/** Functions that give a number for all arguments. */
const figures = new Set(
  `ROUND ROUNDUP ROUNDDOWN MROUND ABS PMT IPMT PPMT PV FV NPV IRR XIRR XNPV MIRR RATE SUMPRODUCT EFFECT NOMINAL
COUNT COUNTA COUNTIF COUNTIFS POWER SQRT STDEV STDEV.S STDEV.P VAR VAR.S VAR.P CORREL`.split(/\s+/),
)

/** Whether a formula gives a number or an error, so that a tag for numbers fits tomorrow, too. */
function isFigure(node: ExcelNode): boolean {
  if (node.type === 'paren') return isFigure(node.value)
  if (node.type === 'percent') return true
  if (node.type === 'prefix') return node.op === '-' && isFigure(node.operand)
  if (node.type === 'call') return figures.has(node.name)
  return node.type === 'binary' && ['*', '/', '^'].includes(node.op)
}

/** A formula that fills so many cells and no others has them all as its target. */
function targetOf(sheet: string, { column, row, array }: WorkCell): string {
  if (typeof array !== 'object') return cellSymbol(sheet, column, row)
  const { lastColumn, lastRow } = array
  if (column === lastColumn && row === lastRow) return cellSymbol(sheet, column, row)
  return rangeSymbol(sheet, column, row, lastColumn, lastRow)
}

function plainStatement(sheet: string, cells: readonly WorkCell[]): Statement {
  const first = cells[0]!
  const last = cells.at(-1)!
  const tag = first.tag === undefined ? '' : ` as ${first.tag}`
  const values = cells.map(({ value }) => gridLiteral(value!))
  const owners: readonly Owner[] = []
  if (cells.length === 1) {
    return { text: `${cellSymbol(sheet, first.column, first.row)}${tag} = ${values[0]}`, owners }
  }
  const place = rangeSymbol(sheet, first.column, first.row, last.column, last.row)
  const between = first.row === last.row ? ', ' : '; '
  return { text: `${place}${tag} = [${values.join(between)}]`, owners }
}

interface Mistake {
  readonly owners: readonly Owner[]
  readonly why: string
}

/** Diagnostics of the language about formulas. A mistake anywhere else would be a bug of the import. */
function mistakes(statements: readonly Statement[]): Mistake[] {
  const { model, diagnostics } = parse(joined(statements))
  const errors = [...diagnostics, ...check(model).diagnostics].filter(
    ({ severity }) => severity === 'error',
  )
  if (errors.length === 0) return []
  const starts: number[] = []
  let at = 0
  for (const { text } of statements) {
    starts.push(at)
    at += text.length + 1
  }
  return errors.map(({ start, message }) => {
    const owners = statements[lastAtMost(starts, start)]?.owners ?? []
    if (owners.length > 0) return { owners, why: `${message} Its value stays.` }
    throw new CliError('bad-file', `The file cannot be imported: ${message}`)
  })
}

function lastAtMost(starts: readonly number[], offset: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle]! <= offset) low = middle
    else high = middle - 1
  }
  return low
}

function joined(statements: readonly Statement[]): string {
  return statements.map(({ text }) => `${text}\n`).join('')
}

function finished(
  title: string,
  statements: readonly Statement[],
  { sheets }: Workbook,
  { left, formulas, names }: Draft,
): Imported {
  const source = `MODEL ${quoted(title)}\n\n${joined(statements)}END MODEL\n`
  const cells = sheets.reduce((sum, sheet) => sum + sheet.cells.length, 0)
  return { text: print(parse(source).model), cells, formulas, names, left }
}
