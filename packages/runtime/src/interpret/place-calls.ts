// Functions of places and not of values: INDIRECT, OFFSET, ROW, CELL and their kind. References found while running
// are tracked.

import type { IrExpr } from '@cellwake/language'
import { toLogical, toNumber, toText } from '../coerce.ts'
import { referenceTo, shiftsOf } from '../compile/calls.ts'
import type { Arguments, Code } from '../compile/linker.ts'
import { columnNumbers, rowNumbers } from '../functions/places.ts'
import { lowerAscii, textSlice } from '../primitives.ts'
import {
  BAD_REFERENCE,
  BLANK,
  errorOf,
  isArray,
  isBlank,
  isReference,
  type Reference,
  stops,
  type Value,
} from '../values.ts'
import { argumentCode, isGiven } from './call-arguments.ts'
import { columnOf, sheetOf } from './columns.ts'
import { around, beside, elementOf, shiftingPlace } from './computed-places.ts'
import type { FormHost } from './form-host.ts'
import { cell, findName } from './grid.ts'
import { addressOn, offsetOf, type Referred, referredBy } from './places.ts'
import { referredInR1C1 } from './r1c1.ts'
import { arrayFrom, rangeAt, shown } from './ranges.ts'
import { read } from './reading.ts'
import type { ModelState, Node } from './state.ts'
import { columnName, symbolAt } from './symbols.ts'

const NEEDS_PLACE = errorOf('VALUE!', 'a cell or a range is needed here')
const NO_FORMULA = errorOf('N/A', 'there is no formula')

/** A function of a place. */
type OfPlace = (place: Reference, at: Node, slots: Value[]) => Value

/** Undefined for a function that asks for values only. */
export function placeCall(host: FormHost, name: string, args: Arguments): Code<Node> | undefined {
  const { m, compile } = host
  if (name === 'INDIRECT' || name === 'OFFSET') {
    const place = placeOf(host, ['call', name, ...args] as IrExpr)
    return (at, slots) => valueAt(m, place(at, slots))
  }
  if (name === 'RANGE') {
    const place = placeOf(host, ['call', name, ...args] as IrExpr)
    return (at, slots) => valueAt(m, place(at, slots))
  }
  if (name === 'SINGLE') {
    const place = placeOf(host, args[0] as IrExpr)
    return (at, slots) => valueAt(m, beside(place(at, slots), at))
  }
  if (name === 'ISREF') {
    const place = placeOf(host, args[0] as IrExpr)
    return (at, slots) => isReference(place(at, slots))
  }
  if (name === 'ROW' || name === 'COLUMN' || name === 'SHEET') {
    if (!isGiven(args, 0)) return ownPlace(name)
    const first = args[0] as IrExpr
    if (isPlace(first)) return undefined
    if (name === 'ROW') return ofPlace(host, first, rowNumbers)
    if (name === 'COLUMN') return ofPlace(host, first, columnNumbers)
    return ofPlace(host, first, (place) => place.sheet + 1)
  }
  if (name === 'SHEETS') {
    return () => {
      read(m, m.arrivals)
      return m.sheets.length
    }
  }
  if (name === 'ISFORMULA') {
    return ofPlace(host, args[0] as IrExpr, (place) => nodeAt(m, place).formula !== undefined)
  }
  if (name === 'FORMULATEXT') {
    return ofPlace(host, args[0] as IrExpr, (place) => {
      const text = m.texts[`t${symbolAt(m, nodeAt(m, place).key, place.row)}`]
      return text === undefined ? NO_FORMULA : `=${text}`
    })
  }
  if (name !== 'CELL') return undefined
  const what = compile(args[0] as IrExpr)
  const fact: OfPlace = (place, at, slots) => cellFact(m, what(at, slots), place, at)
  if (isGiven(args, 1)) return ofPlace(host, args[1] as IrExpr, fact)
  return (at, slots) => fact(ownReference(at), at, slots)
}

function isPlace(expr: IrExpr): boolean {
  return typeof expr === 'object' && (expr[0] === 'cell' || expr[0] === 'range')
}

function ownPlace(name: string): Code<Node> {
  if (name === 'ROW') return (at) => at.row
  if (name === 'COLUMN') return (at) => columnOf(at.key)
  return (at) => sheetOf(at.key) + 1
}

function ownReference(at: Node): Reference {
  const column = columnOf(at.key)
  const { row } = at
  return { k: 10, sheet: sheetOf(at.key), column, row, lastColumn: column, lastRow: row }
}

function ofPlace(host: FormHost, expr: IrExpr, fn: OfPlace): Code<Node> {
  const code = placeOf(host, expr)
  return (at, slots) => {
    const place = code(at, slots)
    if (isReference(place)) return fn(place, at, slots)
    return stops(place) ? place : NEEDS_PLACE
  }
}

/** A code that gives a reference, or an error. */
function placeOf(host: FormHost, expr: IrExpr): Code<Node> {
  const { compile } = host
  if (typeof expr !== 'object') return compile(expr)
  if (expr[0] === 'cell' || expr[0] === 'range') {
    if (shiftsOf(expr) !== 0) return shiftingPlace(expr)
    const place = referenceTo(expr)
    return () => place
  }
  if (expr[0] !== 'call') return compile(expr)
  const args = expr.slice(2) as Arguments
  if (expr[1] === 'INDIRECT') return indirect(host, args)
  if (expr[1] === 'RANGE') return between(host, args)
  if (expr[1] === 'INDEX') return elementPlace(host, expr, args)
  if (expr[1] === 'CHOOSE') return chosenPlace(host, args)
  return expr[1] === 'OFFSET' ? offset(host, args) : compile(expr)
}

function between(host: FormHost, args: Arguments): Code<Node> {
  const first = placeOf(host, args[0] as IrExpr)
  const last = placeOf(host, args[1] as IrExpr)
  return (at, slots) => {
    const from = first(at, slots)
    const to = last(at, slots)
    if (stops(from)) return from
    if (stops(to)) return to
    return isReference(from) && isReference(to) ? around(from, to) : NEEDS_PLACE
  }
}

/** Of a range that is written out the place of an element; its parts are compiled in the order in which they stand. */
function elementPlace(host: FormHost, expr: IrExpr, args: Arguments): Code<Node> {
  const first = args[0] as IrExpr
  if (!isGiven(args, 0) || !isPlace(first)) return host.compile(expr)
  host.compile(first)
  const table = placeOf(host, first)
  const row = argumentCode(host.compile, args, 1).code
  const column = argumentCode(host.compile, args, 2).code
  return (at, slots) => {
    const place = table(at, slots) as Reference
    const r = row === undefined ? undefined : toNumber(row(at, slots))
    const c = column === undefined ? undefined : toNumber(column(at, slots))
    if (r !== undefined && typeof r !== 'number') return r
    if (c !== undefined && typeof c !== 'number') return c
    return elementOf(place, r, c)
  }
}

/** The place that CHOOSE takes; a value where it takes one. */
function chosenPlace(host: FormHost, args: Arguments): Code<Node> {
  const index = host.compile(args[0] as IrExpr)
  const codes: Code<Node>[] = []
  for (let i = 1; i < args.length; i++) {
    const arg = args[i] as IrExpr
    if (!isGiven(args, i)) codes.push(blank)
    else {
      const code = host.compile(arg)
      codes.push(isPlace(arg) ? placeOf(host, arg) : code)
    }
  }
  return (at, slots) => {
    const chosen = toNumber(index(at, slots))
    if (typeof chosen !== 'number') return chosen
    const place = Math.floor(chosen)
    if (place < 1 || place > codes.length) return NEEDS_PLACE
    return codes[place - 1]!(at, slots)
  }
}

function blank(): Value {
  return BLANK
}

function offset(host: FormHost, args: Arguments): Code<Node> {
  const from = placeOf(host, args[0] as IrExpr)
  const numbers = [1, 2, 3, 4].map((i) => argumentCode(host.compile, args, i))
  return (at, slots) => {
    const place = from(at, slots)
    if (!isReference(place)) return place
    const values: Record<number, number | undefined> = {}
    for (let i = 0; i < numbers.length; i++) {
      const { code } = numbers[i]!
      if (code === undefined) continue
      const value = toNumber(code(at, slots))
      if (typeof value !== 'number') return value
      values[i] = value
    }
    return offsetOf(place, values[0] ?? 0, values[1] ?? 0, values[2], values[3]) ?? BAD_REFERENCE
  }
}

function indirect({ m, compile }: FormHost, args: Arguments): Code<Node> {
  const text = argumentCode(compile, args, 0).code!
  const style = argumentCode(compile, args, 1).code
  const home = argumentCode(compile, args, 2).code
  return (at, slots) => {
    const asked = toText(text(at, slots))
    if (typeof asked !== 'string') return asked
    const sheet = home === undefined ? '' : toText(home(at, slots))
    if (typeof sheet !== 'string') return sheet
    const inA1 = style === undefined ? true : toLogical(style(at, slots))
    if (typeof inA1 !== 'boolean') return inA1
    const spill = asked.endsWith('#')
    const written = spill ? asked.substring(0, asked.length - 1) : asked
    const address = sheet === '' ? written : addressOn(sheet, written, inA1)
    const found = inA1 ? referredBy(m, address) : referredInR1C1(m, address, at)
    const referred = referredValue(m, found, asked)
    return spill && isReference(referred) ? spilledFrom(m, referred) : referred
  }
}

function spilledFrom(m: ModelState, place: Reference): Value {
  if (place.column !== place.lastColumn || place.row !== place.lastRow) return BAD_REFERENCE
  const value = read(m, nodeAt(m, place))
  return isArray(value) || stops(value) ? value : BAD_REFERENCE
}

function referredValue(m: ModelState, found: Referred, text: string): Value {
  if (found !== undefined && 'k' in found) return found
  const node = found === undefined ? undefined : findName(m, found.name)
  if (node !== undefined) return read(m, node)
  // A later set may create the sheet or the name.
  read(m, m.arrivals)
  return errorOf('REF!', `"${shortened(text)}" is no cell, range or name`)
}

/** The value of a place; anything else as it is. */
function valueAt(m: ModelState, place: Value): Value {
  if (!isReference(place)) return place
  const { sheet, column, row, lastColumn, lastRow } = place
  if (column === lastColumn && row === lastRow) return shown(read(m, nodeAt(m, place)))
  const range = rangeAt(m, sheet, column, row, lastColumn, lastRow)
  read(m, range)
  return arrayFrom(m, range)
}

function nodeAt(m: ModelState, { sheet, column, row }: Reference): Node {
  return cell(m, sheet, column, row)
}

/** A fact that CELL gives about a place; a cell of the formula's own sheet has no sheet in its address. */
function cellFact(m: ModelState, what: Value, place: Reference, at: Node): Value {
  const text = toText(what)
  if (typeof text !== 'string') return text
  const asked = lowerAscii(text) ?? text
  if (asked === 'contents' || asked === 'type') {
    const value = shown(read(m, nodeAt(m, place)))
    if (asked === 'contents') return value
    if (isBlank(value)) return 'b'
    return typeof value === 'string' ? 'l' : 'v'
  }
  if (asked === 'row') return place.row
  if (asked === 'col') return place.column
  if (asked === 'address') {
    const isOwn = at.key >= 0 && sheetOf(at.key) === place.sheet
    const prefix = isOwn ? '' : m.sheets[place.sheet]!.prefix
    return `${prefix}$${columnName(place.column)}$${place.row}`
  }
  return errorOf(
    'VALUE!',
    `CELL knows "address", "row", "col", "contents" and "type", not "${text}"`,
  )
}

/** The first 64 units, as in UTF-16: of a character that takes two, both or none. */
function shortened(text: string): string {
  return textSlice(text, 0, 64)
}
