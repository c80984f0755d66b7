// The reads of a lowered expression: cells and names of every evaluation, those of some branch
// only, ranges as regions, and places around the cell itself.
//
// AND and OR evaluate both sides, as in Excel, so both are always read.

import { parameterAt } from '../catalogue/parameters.ts'
import type { Catalogue, Signature } from '../catalogue/signature.ts'
import { SHEET_MAX_COLUMNS, SHEET_MAX_ROWS } from '../limits.ts'
import type { IrExpr, IrForm, IrNearby, IrRegion, IrShifting } from './ir.ts'
import { cellKey } from './sheets.ts'
import { bothCorners } from './shifts.ts'

/** A cell by its number, a name or an external call by its text. */
export type ReadKey = number | string

export interface Reads {
  readonly always: readonly ReadKey[]
  readonly maybe: readonly ReadKey[]
  readonly regions: readonly IrRegion[]
  readonly nearby: readonly IrNearby[]
  readonly shifting: readonly IrShifting[]
  readonly dynamic: boolean
  readonly volatile: boolean
}

export function readsOf(expr: IrExpr, catalogue: Catalogue): Reads {
  return new ReadFinder(catalogue).of(expr)
}

/** The reads of a literal. */
export const nothing: Reads = {
  always: [],
  maybe: [],
  regions: [],
  nearby: [],
  shifting: [],
  dynamic: false,
  volatile: false,
}

/** Finds the reads of expressions, one after the other: a model has a hundred thousand of them. */
export class ReadFinder {
  readonly #catalogue: Catalogue
  readonly #keys = new Kept<ReadKey, ReadKey>()
  readonly #regions = new Kept<string, IrRegion>()
  readonly #nearby = new Kept<string, IrNearby>()
  readonly #shifting = new Kept<string, IrShifting>()
  #dynamic = false
  #volatile = false

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue
  }

  of(expr: IrExpr): Reads {
    if (typeof expr !== 'object') return nothing
    this.#dynamic = false
    this.#volatile = false
    this.walk(expr, true)
    const [always, maybe] = this.#keys.takeBySureness()
    return {
      always,
      maybe,
      regions: this.#regions.take(),
      nearby: this.#nearby.take(),
      shifting: this.#shifting.take(),
      dynamic: this.#dynamic,
      volatile: this.#volatile,
    }
  }

  walk(expr: IrExpr | null, sure: boolean): void {
    if (typeof expr !== 'object' || expr === null) return
    switch (expr[0]) {
      case 'cell':
      case 'spill':
        this.#cell(expr, sure)
        break
      case 'name':
      case 'ext':
        this.#key(expr[1], sure)
        break
      case 'range':
        this.#region(expr, sure)
        break
      case 'pos':
        this.walk(expr[2], sure)
        this.#position(expr, sure)
        break
      case 'call':
        this.#call(expr, sure)
        break
      case 'if':
      case 'default':
      case 'try':
        this.#parts(expr, 1, 2, sure)
        break
      // The subject and the first pattern, the first binding: the rest is not always reached.
      case 'match':
      case 'with':
        this.#parts(expr, 1, 3, sure)
        break
      case 'lambda':
        this.walk(expr[2], false)
        break
      default:
        this.#parts(expr, 1, expr.length, sure)
    }
  }

  /** Parts up to `surely` are evaluated whenever the form is. Texts and numbers read nothing. */
  #parts(form: IrForm, from: number, surely: number, sure: boolean): void {
    for (let at = from; at < form.length; at++)
      this.walk(form[at] as IrExpr | null, sure && at < surely)
  }

  #call(call: Extract<IrForm, readonly ['call', ...unknown[]]>, sure: boolean): void {
    const signature = this.#catalogue.get(call[1])
    this.#dynamic ||= signature?.dynamic ?? false
    this.#volatile ||= signature?.volatile ?? false
    const lazyFrom = signature?.lazyFrom ?? Number.POSITIVE_INFINITY
    for (let at = 2; at < call.length; at++) {
      const arg = call[at] as IrExpr | null
      // ROW(A1) uses the place alone.
      const onlyPlace = isReference(arg) && signature && takesPlace(signature, call)(at - 2)
      if (!onlyPlace) this.walk(arg, sure && at - 2 < lazyFrom)
    }
  }

  #cell(form: Extract<IrForm, readonly ['cell' | 'spill', ...unknown[]]>, sure: boolean): void {
    const [, sheet, column, row, shifts = 0] = form
    if (shifts === 0) this.#key(cellKey(sheet, column, row), sure)
    else this.#shift([sheet, column, row, column, row, bothCorners(shifts), sure ? 1 : 0], sure)
  }

  #shift(shifting: IrShifting, sure: boolean): void {
    this.#shifting.keep(shifting.slice(0, 6).join(' '), shifting, sure)
  }

  #key(key: ReadKey, sure: boolean): void {
    this.#keys.keep(key, key, sure)
  }

  #region(range: Extract<IrForm, readonly ['range', ...unknown[]]>, sure: boolean): void {
    const [, sheet, column, row, lastColumn, lastRow, shifts = 0] = range
    if (shifts !== 0) {
      this.#shift([sheet, column, row, lastColumn, lastRow, shifts, sure ? 1 : 0], sure)
      return
    }
    const key = `${sheet} ${column} ${row} ${lastColumn} ${lastRow}`
    this.#regions.keep(key, [sheet, column, row, lastColumn, lastRow, sure ? 1 : 0], sure)
  }

  #position(form: Extract<IrForm, readonly ['pos', ...unknown[]]>, sure: boolean): void {
    const [, word, count] = form
    const unit = units[word]
    if (unit === undefined) return
    if (typeof count !== 'number') {
      this.#dynamic = true
      return
    }
    const steps = Math.trunc(count)
    // Beyond the sheet there is nothing to read, and the middle of the neighbours is blank.
    if (Math.abs(steps) >= SHEET_MAX_ROWS && word !== 'NEIGHBORS') return
    if (steps === 0 && word === 'NEIGHBORS') return
    const columns = Math.max(-SHEET_MAX_COLUMNS, Math.min(unit[0] * steps, SHEET_MAX_COLUMNS))
    const rows = Math.max(-SHEET_MAX_ROWS, Math.min(unit[1] * steps, SHEET_MAX_ROWS))
    const flag = sure ? 1 : 0
    const box: IrNearby =
      word === 'NEIGHBORS'
        ? [0 - Math.abs(columns), 0 - Math.abs(rows), Math.abs(columns), Math.abs(rows), flag]
        : [columns + 0, rows + 0, columns + 0, rows + 0, flag]
    const key = box.slice(0, 4).join(' ')
    this.#nearby.keep(key, box, sure)
  }
}

/** Values by key, each once; one that is sure replaces one that is not. */
class Kept<Key, Value> {
  #values: Value[] = []
  #sure: boolean[] = []
  #keys: Key[] = []
  #places: Map<Key, number> | undefined
  #allSure = true

  keep(key: Key, value: Value, sure: boolean): void {
    const place = this.#place(key)
    if (place >= 0) {
      if (!sure || this.#sure[place]) return
      this.#values[place] = value
      this.#sure[place] = true
      return
    }
    this.#values.push(value)
    this.#sure.push(sure)
    if (!sure) this.#allSure = false
    this.#places?.set(key, this.#keys.length)
    this.#keys.push(key)
  }

  /** All of them; it is empty then. */
  take(): readonly Value[] {
    const values = this.#values
    if (values.length === 0) return empty
    this.#values = []
    this.#sure = []
    this.#keys = []
    this.#places = undefined
    this.#allSure = true
    return values
  }

  /** The same, split into certain and possible ones. */
  takeBySureness(): readonly [sure: readonly Value[], unsure: readonly Value[]] {
    const sure = this.#sure
    const allSure = this.#allSure
    const values = this.take()
    if (allSure) return [values, empty]
    return [values.filter((_, at) => sure[at]), values.filter((_, at) => !sure[at])]
  }

  // Most formulas read a few cells: a map for each of them would cost more than looking through.
  #place(key: Key): number {
    if (this.#keys.length < 16) return this.#keys.indexOf(key)
    this.#places ??= new Map(this.#keys.map((known, at) => [known, at]))
    return this.#places.get(key) ?? -1
  }
}

const empty: readonly never[] = []

const units: Partial<Record<string, readonly [columns: number, rows: number]>> = {
  ABOVE: [0, -1],
  BELOW: [0, 1],
  LEFT: [-1, 0],
  RIGHT: [1, 0],
  NEIGHBORS: [1, 1],
}

/** The arguments that a call uses by their place alone. */
function takesPlace(
  signature: Signature,
  call: Extract<IrForm, readonly ['call', ...unknown[]]>,
): (place: number) => boolean {
  // CELL may ask for the contents.
  if (signature.name === 'CELL' && !isPlaceFact(call[2])) return () => false
  return (place) => parameterAt(signature, place)?.kind === 'reference'
}

function isPlaceFact(what: unknown): boolean {
  return typeof what === 'string' && ['address', 'row', 'col'].includes(what.toLowerCase())
}

function isReference(expr: IrExpr | null): boolean {
  return typeof expr === 'object' && expr !== null && (expr[0] === 'cell' || expr[0] === 'range')
}
