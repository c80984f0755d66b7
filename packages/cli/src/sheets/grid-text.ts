// Sheets as the text of a model. Neighbours that hold plain values share a statement, and so do formulas that were
// filled from one another.
// A formula that the language does not take is replaced by its value, and told.

import { cellSymbol, defaultSheet, type Model, print } from '@cellwake/language'
import { IMPORT_MAX_ROUNDS, SPLIT_MAX_FORMULAS } from '../limits.ts'
import { count } from '../text/output.ts'
import { DateCells } from './date-cells.ts'
import { type DefinedName, DefinedNames } from './defined-names.ts'
import { FigureCells } from './figure-cells.ts'
import { fillsOf } from './fills.ts'
import { constantOf } from './formula-kinds.ts'
import { mayBeMany } from './formula-shape.ts'
import type { FormulaSite } from './formula-site.ts'
import { gridFormula, gridNameFormula, type UnknownFunctions } from './grid-formula.ts'
import { isWritable } from './grid-literal.ts'
import { readStatements } from './import-mistakes.ts'
import {
  asPlain,
  type Formula,
  fillStatement,
  headed,
  isOneCell,
  type NameOwner,
  type Owner,
  plainStatement,
  type Statement,
} from './import-statements.ts'
import { rowsAndRuns } from './runs.ts'
import { TableNames } from './table-names.ts'
import { keyOf, type Literal, type Workbook, type WorkCell, type WorkSheet } from './workbook.ts'

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

const noFindings: Findings = { keep: new Map(), numbers: new Set() }

export function gridText(title: string, workbook: Workbook, findings = noFindings): Imported {
  const draft = new Draft(workbook, findings)
  for (let round = 0; ; round++) {
    const statements = draft.statements()
    const { refused, model } = readStatements(title, statements)
    if (refused.length === 0) return finished(model, workbook, draft)
    if (round >= IMPORT_MAX_ROUNDS) draft.refuseAll()
    else for (const { owner, why } of refused) draft.refuseAny(owner, why)
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
      dates: new DateCells(sheets),
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
  refuseAny(owner: Owner, why: string): void {
    if ('name' in owner) {
      this.refuseName(owner, why)
      return
    }
    const { sheet, cells } = owner
    const keys = cells.map(({ column, row }) => keyOf(sheet, column, row))
    const isShared = cells.length > 1 && cells.length <= SPLIT_MAX_FORMULAS
    if (isShared && !this.#single.has(keys[0]!)) for (const key of keys) this.#single.add(key)
    else for (const cell of cells) this.refuse(sheet, cell, why)
  }

  refuse(sheet: string, cell: WorkCell, why: string): void {
    const { column, row } = cell
    if (this.#isNew(keyOf(sheet, column, row)))
      this.left.push(`${cellSymbol(sheet, column, row)}: ${why}${fateOf(cell, why)}`)
  }

  refuseName({ name, shown, isPart }: NameOwner, why: string): void {
    if (isPart) {
      this.#site.tableNames.refuse(name)
      return
    }
    this.#lostNames.add(name)
    if (this.#isNew(`name ${name}`)) this.left.push(`${shown}: ${why}`)
  }

  /** Whether it was not refused before; it is now. */
  #isNew(key: string): boolean {
    if (this.refused.has(key)) return false
    this.refused.add(key)
    return true
  }

  refuseAll(): void {
    const why = 'it depends on what cannot be carried over'
    for (const { owner } of this.statements()) {
      if (owner === undefined) continue
      if ('name' in owner) this.refuseName(owner, why)
      else for (const cell of owner.cells) this.refuse(owner.sheet, cell, why)
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
      const owner = { name: spelled, shown, isPart: true }
      return { text: `${spelled} = ${found.text()}`, owner }
    })
  }

  #name({ spelled, node, inline, source }: DefinedName): Statement[] {
    if (inline) return []
    if (this.#lostNames.has(spelled)) return []
    const owner = { name: spelled, shown: `the name ${source.name}`, isPart: false }
    const found =
      node === undefined ? { why: 'it cannot be read' } : gridNameFormula(node, this.#site)
    const open = 'why' in found ? undefined : found.unknown.open
    if ('why' in found || open !== undefined) {
      this.refuseName(owner, 'why' in found ? found.why : noFunction(open!))
      return []
    }
    this.names++
    return [{ text: `${spelled} = ${found.text()}`, owner }]
  }

  #sheet(sheet: WorkSheet): Statement[] {
    const formulas: Formula[] = []
    const plain: WorkCell[] = []
    for (const cell of sheet.cells) {
      const formula = this.#formula(sheet.name, cell)
      if (formula !== undefined && 'value' in formula) plain.push(formula)
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

  /** The cell of a constant, where the formula is one. */
  #formula(sheet: string, cell: WorkCell): Formula | WorkCell | undefined {
    const { column, row, formula, tag, array } = cell
    if (formula === undefined) return undefined
    const key = keyOf(sheet, column, row)
    if (this.refused.has(key)) return undefined
    const isFirst = typeof array === 'object' && isOneCell(array)
    const showsTime = cell.isTime === true
    const spot = { sheet, column, row, isArray: array !== undefined, isFirst, showsTime }
    const found = gridFormula(formula, spot, this.#site)
    const why = 'why' in found ? found.why : this.#doubt(key, cell, found.unknown)
    if ('why' in found || why !== undefined) {
      this.refuse(sheet, cell, why ?? '')
      return undefined
    }
    this.formulas++
    const constant = constantOf(found.node, found.relative)
    if (constant !== undefined && typeof array !== 'object') return asPlain(cell, constant)
    const isLength = this.#findings.numbers.has(key)
    const isAsked = tag !== undefined || isLength
    const figure = isAsked && this.#figures.isFigure(found.node, spot)
    if (tag !== undefined && !figure) this.#notePlain(tag, sheet, cell)
    const tagged = tag === undefined || !figure ? '' : ` as ${tag}`
    const asNumber = figure && isLength
    const isArray = typeof array === 'object' ? !isFirst : array && mayBeMany(found.node)
    const isAlone = isArray === true || this.#single.has(key)
    const form = isAlone ? `${column}:${row}` : `${tagged}${asNumber ? '=N' : '='}${found.relative}`
    const text = asNumber ? () => `N(${found.text()})` : found.text
    return { column, row, form, cell, tagged, text }
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

/** Of a formula without a value in the file: a blank would count as 0 and be wrong in silence. */
const unknownValue: Literal = { error: 'N/A' }

function fateOf({ value }: WorkCell, why: string): string {
  const fate =
    value === undefined ? 'it has no value in the file, so it is #N/A now' : 'its value stays'
  return why.endsWith('.') ? ` ${fate.replace('it', 'It')}.` : `; ${fate}`
}

const noFunction = (name: string) => `${name} is no function of Excel's own`

function finished(
  model: Model,
  { sheets }: Workbook,
  { left: omitted, formats, formulas, names, refused: kept, doubtful }: Draft,
): Imported {
  const cells = sheets.reduce((sum, sheet) => sum + sheet.cells.length, 0)
  const left = [...omitted, ...formats]
  return { text: print(model), cells, formulas, names, left, kept, doubtful }
}
