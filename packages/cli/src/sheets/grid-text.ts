// Sheets as the text of a model. Neighbours that hold plain values share a statement, and so do formulas that were
// filled from one another.
// A formula that the language does not take is replaced by its value, and told.

import {
  cellSymbol,
  check,
  defaultSheet,
  type Model,
  parse,
  print,
  rangeSymbol,
} from '@cellwake/language'
import { CliError } from '../errors.ts'
import { IMPORT_MAX_ROUNDS, SPLIT_MAX_FORMULAS } from '../limits.ts'
import { count } from '../text/output.ts'
import { type DefinedName, DefinedNames } from './defined-names.ts'
import { FigureCells } from './figure-cells.ts'
import { type Fill, type Fillable, fillsOf } from './fills.ts'
import { constantOf } from './formula-kinds.ts'
import type { ExcelNode } from './formula-nodes.ts'
import type { FormulaSite } from './formula-site.ts'
import { gridFormula, gridNameFormula, type UnknownFunctions } from './grid-formula.ts'
import { gridLiteral, isWritable, quoted } from './grid-literal.ts'
import { rowsAndRuns } from './runs.ts'
import { TableNames } from './table-names.ts'
import {
  type Area,
  keyOf,
  type Literal,
  type Workbook,
  type WorkCell,
  type WorkSheet,
} from './workbook.ts'

export interface Imported {
  readonly text: string
  readonly cells: number
  readonly formulas: number
  readonly names: number
  /** Omissions, a sentence each. */
  readonly left: readonly string[]
  /** The keys of formulas that are not carried over. */
  readonly kept: ReadonlySet<string>
  /** Formulas that may give another value here, by key, each with the reason. */
  readonly doubtful: ReadonlyMap<string, string>
}

/** Findings of a first comparison, by the keys of formulas: which to keep as values, and which are a
 * length of time here and a number there. */
export interface Findings {
  readonly keep: ReadonlyMap<string, string>
  readonly numbers: ReadonlySet<string>
}

interface Owner {
  /** The key of a formula or a name. */
  readonly key: string
  /** The label in messages. */
  readonly shown: string
  /** The cell of a formula, or the name as the model spells it. */
  readonly of: WorkCell | string
}

interface Statement {
  readonly text: string
  /** The formulas or the name that it holds. */
  readonly owners: readonly Owner[]
}

const noFindings: Findings = { keep: new Map(), numbers: new Set() }

export function gridText(title: string, workbook: Workbook, findings = noFindings): Imported {
  const draft = new Draft(workbook, findings)
  for (let round = 0; ; round++) {
    const statements = draft.statements()
    const { refused, model } = read(title, statements)
    if (refused.length === 0) return finished(model, workbook, draft)
    if (round >= IMPORT_MAX_ROUNDS) draft.refuseAll()
    else for (const { owners, why } of refused) draft.refuseAny(owners, why)
  }
}

class Draft {
  readonly left: string[] = []
  readonly #workbook: Workbook
  readonly #site: FormulaSite
  /** Formulas and names that are not carried over. */
  readonly refused = new Set<string>()
  readonly #lostNames = new Set<string>()
  /** Formulas that stand alone, because the rectangle that they were in was refused. */
  readonly #single = new Set<string>()
  /** Formulas whose format is left out, by sheet and tag: how many, and the first. */
  readonly #plainly = new Map<string, { readonly first: string; count: number }>()
  formulas = 0
  names = 0

  readonly doubtful = new Map<string, string>()
  readonly #findings: Findings
  readonly #figures: FigureCells

  constructor(workbook: Workbook, findings: Findings) {
    this.#workbook = workbook
    this.#findings = findings
    const { sheets, tables = [] } = workbook
    const names = new DefinedNames(workbook)
    this.#site = {
      sheets: sheets.map(({ name }) => name),
      names,
      tables,
      tableNames: new TableNames(tables, names),
      lostNames: this.#lostNames,
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
    this.#figures = new FigureCells(workbook, names)
    this.left.push(...workbook.left)
  }

  statements(): Statement[] {
    this.formulas = 0
    this.#plainly.clear()
    const { sheets } = this.#workbook
    this.#site.tableNames.forget()
    const names = this.#names()
    const cells = sheets.flatMap((sheet) => this.#sheet(sheet))
    return [...this.#tableNames(), ...names, ...cells]
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

  refuse({ key, shown, of }: Owner, why: string): void {
    if (typeof of === 'string' && key === tableKey(of)) {
      this.#site.tableNames.refuse(of)
      return
    }
    if (this.refused.has(key)) return
    this.refused.add(key)
    if (typeof of === 'string') this.#lostNames.add(of)
    this.left.push(`${shown}: ${why}${typeof of === 'string' ? '' : fateOf(of, why)}`)
  }

  refuseAll(): void {
    for (const { owners } of this.statements()) {
      for (const owner of owners) this.refuse(owner, 'it depends on what cannot be carried over')
    }
  }

  /** A name that reads one which is not carried over is not carried over either, in whatever order they come. */
  #names(): Statement[] {
    for (;;) {
      const lost = this.#lostNames.size
      this.names = 0
      const statements = this.#site.names.all.flatMap((name) => this.#name(name))
      if (this.#lostNames.size === lost) return statements
    }
  }

  #tableNames(): Statement[] {
    return this.#site.tableNames.read.map(({ spelled, shown, reference }) => {
      const found = gridNameFormula(reference, this.#site)
      if ('why' in found) throw new Error(`${shown} is no range: ${found.why}`)
      const owner = { key: tableKey(spelled), shown, of: spelled }
      return { text: `${spelled} = ${found.text()}`, owners: [owner] }
    })
  }

  #name({ spelled, node, inline, source }: DefinedName): Statement[] {
    if (inline) return []
    const owner = { key: `name ${spelled}`, shown: `the name ${source.name}`, of: spelled }
    if (this.refused.has(owner.key)) return []
    const found =
      node === undefined ? { why: 'it cannot be read' } : gridNameFormula(node, this.#site)
    const open = 'why' in found ? undefined : found.unknown.open
    if ('why' in found || open !== undefined) {
      this.refuse(owner, 'why' in found ? found.why : noFunction(open!))
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
      const constant = formula === undefined ? undefined : constantOf(formula.node, formula.written)
      if (constant !== undefined && typeof cell.array !== 'object')
        plain.push(asPlain(cell, constant))
      else if (formula !== undefined) formulas.push(formula)
      else if (cell.value === undefined) plain.push({ ...cell, value: unknownValue })
      else if (!this.#isSpilled(cell)) {
        if (!isWritable(cell.value)) this.#tellError(sheet.name, cell)
        plain.push(cell.formula === undefined ? cell : asPlain(cell, cell.value))
      }
    }
    const statements = [
      ...rowsAndRuns(plain).map((run) => plainStatement(sheet.name, run)),
      ...fillsOf(formulas).map((fill) => fillStatement(sheet.name, fill)),
    ]
    const isAlone = this.#workbook.sheets.length === 1 && sheet.name === defaultSheet
    return isAlone ? statements : headed(sheet.name, statements)
  }

  #tellError(sheet: string, { column, row }: WorkCell): void {
    const key = `error ${keyOf(sheet, column, row)}`
    if (this.refused.has(key)) return
    this.refused.add(key)
    const shown = cellSymbol(sheet, column, row)
    this.left.push(`${shown}: an error that the language has not; it is #N/A now`)
  }

  /** Part of an array whose formula is there: it comes by itself. */
  #isSpilled({ spilledFrom }: WorkCell): boolean {
    return spilledFrom !== undefined && !this.refused.has(spilledFrom)
  }

  #formula(sheet: string, cell: WorkCell): Formula | undefined {
    const { column, row, formula, tag, array } = cell
    if (formula === undefined) return undefined
    const key = keyOf(sheet, column, row)
    if (this.refused.has(key)) return undefined
    const isFirst = typeof array === 'object' && isOneCell(array)
    const spot = { sheet, column, row, isArray: array !== undefined, isFirst }
    const found = gridFormula(formula, spot, this.#site)
    const why = 'why' in found ? found.why : this.#doubt(key, cell, found.unknown)
    if ('why' in found || why !== undefined) {
      this.refuse({ key, shown: cellSymbol(sheet, column, row), of: cell }, why ?? '')
      return undefined
    }
    this.formulas++
    const figure = this.#figures.isFigure(found.node, spot)
    if (tag !== undefined && !figure) this.#notePlain(tag, sheet, cell)
    const tagged = tag === undefined || !figure ? '' : ` as ${tag}`
    const asNumber = figure && this.#findings.numbers.has(key)
    const isAlone = (array !== undefined && !isFirst) || this.#single.has(key)
    const form = isAlone ? `${column}:${row}` : `${tagged}${asNumber ? '=N' : '='}${found.relative}`
    return {
      column,
      row,
      form,
      cell,
      key,
      tagged,
      node: found.node,
      written: found.relative,
      text: asNumber ? () => `N(${found.text()})` : found.text,
    }
  }

  #notePlain(tag: string, sheet: string, { column, row }: WorkCell): void {
    const key = `the format ${tag} on ${sheet}`
    const known = this.#plainly.get(key)
    if (known === undefined) {
      this.#plainly.set(key, { first: cellSymbol(sheet, column, row), count: 1 })
    } else known.count++
  }

  /** A tag makes an error of a text, so it is left out where a formula may give one. */
  get formats(): string[] {
    return [...this.#plainly].map(
      ([format, { first, count: found }]) =>
        `${format}, of ${count(found, 'formula')} from ${first} on: not certain to be numbers`,
    )
  }

  /** A function of an add-in or a macro has given a value there. One that nobody knows is #NAME? everywhere. */
  #doubt(key: string, { value }: WorkCell, { open, caught }: UnknownFunctions): string | undefined {
    if (caught !== undefined) this.doubtful.set(key, noFunction(caught))
    const isNameError = typeof value === 'object' && 'error' in value && value.error === 'NAME?'
    if (open === undefined || value === undefined || isNameError) {
      return this.#findings.keep.get(key)
    }
    return noFunction(open)
  }
}

const tableKey = (spelled: string) => `table ${spelled}`

/** Of a formula without a value in the file: a blank would count as 0 and be wrong in silence. */
const unknownValue: Literal = { error: 'N/A' }

function fateOf({ value }: WorkCell, why: string): string {
  const fate =
    value === undefined ? 'it has no value in the file, so it is #N/A now' : 'its value stays'
  return why.endsWith('.') ? ` ${fate.replace('it', 'It')}.` : `; ${fate}`
}

const noFunction = (name: string) => `${name} is no function of Excel's own`

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
    of: one.cell,
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

/** A formula that fills so many cells and no others has them all as its target. */
function targetOf(sheet: string, { column, row, array }: WorkCell): string {
  if (typeof array !== 'object') return cellSymbol(sheet, column, row)
  if (isOneCell(array)) return cellSymbol(sheet, column, row)
  return rangeSymbol(sheet, column, row, array.lastColumn, array.lastRow)
}

function isOneCell({ column, row, lastColumn, lastRow }: Area): boolean {
  return column === lastColumn && row === lastRow
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

interface ReadModel {
  readonly model: Model
  readonly refused: readonly Mistake[]
}

/** The model, and the diagnostics about formulas. A mistake anywhere else would be a bug of the import. */
function read(title: string, statements: readonly Statement[]): ReadModel {
  const header = `MODEL ${quoted(title)}\n\n`
  const { model, diagnostics } = parse(`${header}${joined(statements)}END MODEL\n`)
  const errors = [...diagnostics, ...check(model).diagnostics].filter(
    ({ severity }) => severity === 'error',
  )
  if (errors.length === 0) return { model, refused: [] }
  const starts: number[] = []
  let at = header.length
  for (const { text } of statements) {
    starts.push(at)
    at += text.length + 1
  }
  const refused = errors.map(({ start, message }) => {
    const owners = statements[lastAtMost(starts, start)]?.owners ?? []
    if (owners.length > 0) return { owners, why: message }
    throw new CliError('bad-file', `The file cannot be imported: ${message}`)
  })
  return { model, refused }
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
  model: Model,
  { sheets }: Workbook,
  { left: omitted, formats, formulas, names, refused: kept, doubtful }: Draft,
): Imported {
  const cells = sheets.reduce((sum, sheet) => sum + sheet.cells.length, 0)
  const left = [...omitted, ...formats]
  return { text: print(model), cells, formulas, names, left, kept, doubtful }
}
