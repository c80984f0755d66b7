// The two peers, called in their own ways. Neither is ever imported from src.

import * as formulajs from '@formulajs/formulajs'
import { DetailedCellError, HyperFormula, type RawCellContent } from 'hyperformula'
import {
  type Argument,
  type Cell,
  isFailure,
  isSerial,
  isTable,
  msOfSerial,
  type Outcome,
  serialOfMs,
  tidied,
} from './argument.ts'

export interface Peer {
  readonly name: 'formulajs' | 'hyperformula'
  /** It has cells, and rules about what counts in them; otherwise its lists have no direction. */
  readonly cells: boolean
  has(fn: string): boolean
  /** Answers to several calls of one function. */
  answers(fn: string, calls: readonly (readonly Argument[])[]): Outcome[]
}

export const formulajsPeer: Peer = {
  name: 'formulajs',
  cells: false,
  has: (fn) => directFunction(fn) !== undefined,
  answers(fn, calls) {
    const direct = directFunction(fn)!
    return calls.map((args) => {
      try {
        return fromDirect(direct(...toDirect(fn, args)))
      } catch {
        return { error: 'thrown' }
      }
    })
  },
}

type Direct = (...args: unknown[]) => unknown

/** `T.DIST.2T` is three properties deep. */
function directFunction(fn: string): Direct | undefined {
  let found: unknown = formulajs
  for (const part of fn.split('.')) {
    const holds = (typeof found === 'object' && found !== null) || typeof found === 'function'
    found = holds ? Object.entries(found as object).find(([name]) => name === part)?.[1] : undefined
  }
  return typeof found === 'function' ? (found as Direct) : undefined
}

const directErrors = Object.values(formulajs.utils.errors as Record<string, Error>)

// These look at the shape of a table; the others want a row or column as a plain list.
const shaped = new Set(
  `CHOOSECOLS CHOOSEROWS COLUMNS DROP EXPAND HLOOKUP HSTACK INDEX MMULT ROWS SORT TAKE TRANSPOSE
    VLOOKUP VSTACK`.split(/\s+/),
)
const databases = /^D(AVERAGE|COUNTA?|GET|MAX|MIN|PRODUCT|STDEVP?|SUM|VARP?)$/

function toDirect(fn: string, args: readonly Argument[]): unknown[] {
  if (databases.test(fn)) return toDatabase(args)
  return args.map((arg) => {
    if (!isTable(arg)) return directCell(arg)
    const rows = arg.map((row) => row.map(directCell))
    return !shaped.has(fn) && (rows.length === 1 || rows[0]?.length === 1) ? rows.flat() : rows
  })
}

/** It takes a database column by column, and counts its fields from 0. */
function toDatabase([table, field, criteria]: readonly Argument[]): unknown[] {
  const columns = (rows: Argument | undefined) => {
    const cells = rows as readonly (readonly Cell[])[]
    return cells[0]!.map((_, i) => cells.map((row) => directCell(row[i]!)))
  }
  return [columns(table), typeof field === 'number' ? field - 1 : field, columns(criteria)]
}

function directCell(cell: Cell): unknown {
  if (isSerial(cell)) return localDate(cell.serial)
  if (isFailure(cell)) return directErrors.find(({ message }) => message === `#${cell.error}`)
  return cell
}

/** It reads dates on the clock of the machine. */
function localDate(serial: number): Date {
  const utc = new Date(msOfSerial(serial))
  const day = [utc.getUTCFullYear(), utc.getUTCMonth(), utc.getUTCDate()] as const
  return new Date(...day, utc.getUTCHours(), utc.getUTCMinutes(), utc.getUTCSeconds())
}

function fromDirect(answer: unknown): Outcome {
  if (answer instanceof Error) return { error: answer.message.replace('#', '') }
  if (answer instanceof Date)
    return Number.isNaN(answer.getTime()) ? strange : serialOfLocal(answer)
  if (Array.isArray(answer)) {
    const rows = answer.map((row) => (Array.isArray(row) ? row.map(fromDirect) : undefined))
    if (rows.every((row) => row !== undefined)) return tidied(rows)
    return tidied([answer.map(fromDirect)])
  }
  if (typeof answer === 'number') return Number.isFinite(answer) ? answer : strange
  if (typeof answer === 'string' || typeof answer === 'boolean' || answer === null) return answer
  return strange
}

/** NaN, infinity, undefined and functions are no values of a spreadsheet. */
const strange: Outcome = { error: 'no value' }

function serialOfLocal(date: Date): number {
  const day = [date.getFullYear(), date.getMonth(), date.getDate()] as const
  return serialOfMs(Date.UTC(...day, date.getHours(), date.getMinutes(), date.getSeconds()))
}

const registered = new Set(HyperFormula.getRegisteredFunctionNames('enGB'))

export const hyperformulaPeer: Peer = {
  name: 'hyperformula',
  cells: true,
  has: (fn) => registered.has(fn),
  answers(fn, calls) {
    const rows: RawCellContent[][] = []
    const formulas = calls.map((args) => {
      const places = args.map((arg) => {
        const table = isTable(arg) ? arg : [[arg]]
        const first = rows.length + 1
        rows.push(...table.map((row) => row.map(toCellContent)))
        return place(first, table.length, table[0]?.length ?? 1)
      })
      return `=${fn}(${places.join(',')})`
    })
    const engine = HyperFormula.buildFromArray(rows, settings)
    const answers = formulas.map((formula) => fromEngine(engine.calculateFormula(formula, 0)))
    engine.destroy()
    return answers
  },
}

// As near to Excel as it goes: no rounding of its own, dates without the leap day of 1900.
const settings = {
  licenseKey: 'gpl-v3',
  smartRounding: false,
  useArrayArithmetic: true,
  dateFormats: ['YYYY-MM-DD', 'DD/MM/YYYY'],
  timeFormats: ['hh:mm', 'hh:mm:ss.sss'],
  leapYear1900: false,
  evaluateNullToZero: true,
}

function place(row: number, height: number, width: number): string {
  const start = `A${row}`
  return height === 1 && width === 1 ? start : `${start}:${columnName(width)}${row + height - 1}`
}

function columnName(column: number): string {
  return String.fromCodePoint(64 + column)
}

function toCellContent(cell: Cell): RawCellContent {
  if (cell === null) return null
  // An apostrophe keeps "42" a text.
  if (typeof cell === 'string') return `'${cell}`
  if (typeof cell !== 'object') return cell
  if (isSerial(cell)) return cell.serial
  return cell.error === 'N/A' ? '=NA()' : cell.error === 'DIV/0!' ? '=1/0' : '=SQRT(-1)'
}

function fromEngine(answer: unknown): Outcome {
  if (answer instanceof DetailedCellError) return { error: answer.value.replace('#', '') }
  if (Array.isArray(answer)) return tidied(answer.map((row: unknown[]) => row.map(fromEngine)))
  if (typeof answer === 'number' && !Number.isFinite(answer)) return strange
  if (typeof answer === 'number' || typeof answer === 'string') return answer
  return typeof answer === 'boolean' || answer === null ? answer : strange
}
