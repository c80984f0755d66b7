// A formula of Excel, taken apart into a tree. References keep what is fixed in them, and count from the cell of
// the formula where they are not, so that formulas that were filled from one another have the same tree.
// It reads what Excel writes into files, and gives undefined for anything else.

import { FORMULA_MAX_DEPTH } from '../limits.ts'
import type { Axis, ExcelNode, FormulaPlace, ReferenceNode } from './formula-nodes.ts'
import { numberOf } from './formula-text.ts'

/** Undefined for a text that is no formula. */
export function readFormula(formula: string, place: FormulaPlace): ExcelNode | undefined {
  const reader = new FormulaReader(formula, place)
  try {
    return reader.whole()
  } catch (error) {
    if (error === unreadable) return undefined
    throw error
  }
}

const unreadable = Symbol('no formula')

const errors = /#(?:N\/A|DIV\/0!|VALUE!|REF!|NAME\?|NULL!|NUM!|CALC!|SPILL!|GETTING_DATA)/y
const numbers = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y
const texts = /"((?:[^"]|"")*)"/y
const quotedSheets = /'((?:[^']|'')+)'!/y
const plainSheets = /([\p{L}_\\][\p{L}\p{N}_.\\]*)(?::([\p{L}_\\][\p{L}\p{N}_.\\]*))?!/uy
const words = /[\p{L}_\\][\p{L}\p{N}_.?\\]*/uy
const cells = /(\$?)([A-Za-z]{1,3})(\$?)(\d{1,7})(?![\p{L}\p{N}_.(])/uy
const columns = /(\$?)([A-Za-z]{1,3}):(\$?)([A-Za-z]{1,3})(?![\p{L}\p{N}_.(!])/uy
const rows = /(\$?)(\d{1,7}):(\$?)(\d{1,7})(?![\p{L}\p{N}_.])/uy
const leadingReferences = /[\p{L}_$'([\\]|\d+:/uy
const newerFunctions = /^(?:_xlfn\.|_xlws\.|_xludf\.)+/i

/** `A:.A` leaves out blank rows and columns behind, `A.:A` those in front, `A.:.A` both. */
const trimmedSides: Readonly<Record<string, string>> = {
  _TRO_LEADING: '1',
  _TRO_TRAILING: '2',
  _TRO_ALL: '3',
}

/** Loose to tight; operators of one line go from left to right. */
const levels: readonly (readonly string[])[] = [
  ['<=', '>=', '<>', '=', '<', '>'],
  ['&'],
  ['+', '-'],
  ['*', '/'],
  ['^'],
]

class FormulaReader {
  readonly #text: string
  readonly #place: FormulaPlace
  #at = 0
  #depth = 0

  constructor(text: string, place: FormulaPlace) {
    this.#text = text
    this.#place = place
  }

  whole(): ExcelNode {
    this.#skip()
    // Some programs write the equals sign into the file.
    this.#taken('=')
    const parts = [this.#level(0)]
    this.#skip()
    // The places of a name need no parentheses.
    while (this.#taken(',')) {
      parts.push(this.#level(0))
      this.#skip()
    }
    if (this.#at < this.#text.length) throw unreadable
    return parts.length === 1 ? parts[0]! : { type: 'union', parts }
  }

  #level(level: number): ExcelNode {
    const signs = levels[level]
    if (signs === undefined) return this.#prefixed()
    let left = this.#level(level + 1)
    for (;;) {
      this.#skip()
      const op = signs.find((sign) => this.#text.startsWith(sign, this.#at))
      if (op === undefined) return left
      this.#at += op.length
      left = { type: 'binary', op, left, right: this.#level(level + 1) }
    }
  }

  #prefixed(): ExcelNode {
    this.#skip()
    const sign = this.#text[this.#at]
    if (sign !== '-' && sign !== '+') return this.#postfixed()
    this.#at++
    return this.#deeper(() => ({ type: 'prefix', op: sign, operand: this.#prefixed() }))
  }

  #postfixed(): ExcelNode {
    let node = this.#intersected()
    for (;;) {
      this.#skip()
      if (this.#text[this.#at] !== '%') return node
      this.#at++
      node = { type: 'percent', operand: node }
    }
  }

  /** A space between two references is an operator; one before anything else is nothing. */
  #intersected(): ExcelNode {
    let left = this.#ranged()
    for (;;) {
      const before = this.#at
      this.#skip()
      if (this.#at === before || !isReferring(left) || !this.#startsReference()) {
        this.#at = before
        return left
      }
      left = { type: 'binary', op: ' ', left, right: this.#ranged() }
    }
  }

  #startsReference(): boolean {
    leadingReferences.lastIndex = this.#at
    return leadingReferences.test(this.#text)
  }

  #ranged(): ExcelNode {
    let left = this.#called()
    while (this.#text[this.#at] === ':') {
      this.#at++
      const right = this.#called()
      left = spanOf(left, right) ?? { type: 'binary', op: ':', left, right }
    }
    return left
  }

  #called(): ExcelNode {
    let node = this.#operand()
    for (;;) {
      const next = this.#text[this.#at]
      if (next === '#') {
        this.#at++
        node = { type: 'spill', operand: node }
      } else if (next === '(') node = { type: 'apply', fn: node, args: this.#arguments() }
      else return node
    }
  }

  #operand(): ExcelNode {
    this.#skip()
    const first = this.#text[this.#at]
    if (first === undefined) throw unreadable
    if (first === '(') return this.#deeper(() => this.#parenthesis())
    if (first === '{') return this.#deeper(() => this.#array())
    if (first === '@') {
      this.#at++
      return this.#deeper(() => ({ type: 'prefix', op: '@', operand: this.#called() }))
    }
    if (first === '"') {
      const value = this.#match(texts)?.[1]
      if (value === undefined) throw unreadable
      return { type: 'text', value: value.replaceAll('""', '"') }
    }
    if (first === '#') return this.#error()
    if (first === '[') return this.#bracketed('')
    return this.#reference(undefined, undefined) ?? this.#sheet() ?? this.#number() ?? this.#word()
  }

  #error(): ExcelNode {
    const found = this.#match(errors)?.[0]
    if (found === undefined) throw unreadable
    // A cell of a sheet that was deleted: `#REF!A1`.
    if (found === '#REF!') this.#reference(undefined, undefined)
    return { type: 'error', code: found.slice(1) }
  }

  #number(): ExcelNode | undefined {
    const text = this.#match(numbers)?.[0]
    return text === undefined ? undefined : { type: 'number', text }
  }

  /** `Data!`, `'Q4 Revenue'!`, `Jan:Dec!`, and what stands behind. */
  #sheet(): ExcelNode | undefined {
    const quoted = this.#match(quotedSheets)?.[1]?.replaceAll("''", "'")
    const plain = quoted === undefined ? this.#match(plainSheets) : undefined
    const written = quoted ?? plain?.[1]
    if (written === undefined) return undefined
    const colon = quoted?.indexOf(':') ?? -1
    const sheet = colon < 0 ? written : written.slice(0, colon)
    const lastSheet = colon < 0 ? plain?.[2] : written.slice(colon + 1)
    const found = this.#reference(sheet, lastSheet)
    if (written.includes('[')) {
      if (found === undefined) this.#match(words)
      return { type: 'elsewhere' }
    }
    if (found !== undefined) return found
    if (this.#text[this.#at] === '#') return this.#error()
    const name = this.#match(words)?.[0]
    if (name === undefined) throw unreadable
    return { type: 'name', sheet, name }
  }

  #reference(sheet: string | undefined, lastSheet: string | undefined): ReferenceNode | undefined {
    const wholeColumns = this.#match(columns)
    if (wholeColumns !== undefined) {
      const [, fixed = '', from = '', lastFixed = '', to = ''] = wholeColumns
      const column = this.#axis(fixed, numberOf(from), this.#place.column)
      const last = this.#axis(lastFixed, numberOf(to), this.#place.column)
      const row = undefined
      return { type: 'reference', sheet, lastSheet, column, row, last: { column: last, row } }
    }
    const wholeRows = this.#match(rows)
    if (wholeRows !== undefined) {
      const [, fixed = '', from, lastFixed = '', to] = wholeRows
      const row = this.#axis(fixed, Number(from), this.#place.row)
      const last = this.#axis(lastFixed, Number(to), this.#place.row)
      const column = undefined
      return { type: 'reference', sheet, lastSheet, column, row, last: { column, row: last } }
    }
    const cell = this.#cell()
    if (cell === undefined) return undefined
    let last: { column: Axis; row: Axis } | undefined
    if (this.#text[this.#at] === ':') {
      const colon = this.#at
      this.#at++
      last = this.#cell()
      if (last === undefined) this.#at = colon
    }
    return { type: 'reference', sheet, lastSheet, ...cell, last }
  }

  #cell(): { column: Axis; row: Axis } | undefined {
    const before = this.#at
    const found = this.#match(cells)
    if (found === undefined) return undefined
    const [, fixedColumn = '', letters = '', fixedRow = '', digits] = found
    const column = numberOf(letters)
    const row = Number(digits)
    if (column > SHEET_COLUMNS || row < 1 || row > SHEET_ROWS || this.#text[this.#at] === '!') {
      this.#at = before
      return undefined
    }
    return {
      column: this.#axis(fixedColumn, column, this.#place.column),
      row: this.#axis(fixedRow, row, this.#place.row),
    }
  }

  #axis(dollar: string, at: number, own: number): Axis {
    return dollar === '$' ? { fixed: true, at } : { fixed: false, at: at - own }
  }

  #word(): ExcelNode {
    const word = this.#match(words)?.[0]
    if (word === undefined) throw unreadable
    const next = this.#text[this.#at]
    if (next === '[') return this.#bracketed(word)
    if (next === '(') return this.#call(word)
    if (/^(true|false)$/i.test(word)) return { type: 'boolean', value: /^true$/i.test(word) }
    return { type: 'name', sheet: undefined, name: word }
  }

  #call(written: string): ExcelNode {
    const name = written.replace(newerFunctions, '').toUpperCase()
    const args = this.#arguments()
    const [first] = args
    if (name === 'SINGLE' && args.length === 1 && first !== undefined) {
      return { type: 'prefix', op: '@', operand: first }
    }
    if (name === 'ANCHORARRAY' && args.length === 1 && first !== undefined) {
      return { type: 'spill', operand: first }
    }
    const trimmed = trimmedSides[name]
    if (trimmed !== undefined) {
      const side: ExcelNode = { type: 'number', text: trimmed }
      return { type: 'call', name: 'TRIMRANGE', written: 'TRIMRANGE', args: [first, side, side] }
    }
    return { type: 'call', name, written: written.replace(newerFunctions, ''), args }
  }

  #arguments(): (ExcelNode | undefined)[] {
    return this.#deeper(() => {
      const args: (ExcelNode | undefined)[] = []
      this.#at++
      this.#skip()
      if (this.#taken(')')) return args
      for (;;) {
        this.#skip()
        const next = this.#text[this.#at]
        args.push(next === ',' || next === ')' ? undefined : this.#level(0))
        this.#skip()
        if (this.#taken(')')) return args
        if (!this.#taken(',')) throw unreadable
      }
    })
  }

  #parenthesis(): ExcelNode {
    this.#at++
    const parts = [this.#level(0)]
    this.#skip()
    while (this.#taken(',')) {
      parts.push(this.#level(0))
      this.#skip()
    }
    if (!this.#taken(')')) throw unreadable
    return parts.length === 1 ? { type: 'paren', value: parts[0]! } : { type: 'union', parts }
  }

  #array(): ExcelNode {
    const found: ExcelNode[][] = [[]]
    this.#at++
    for (;;) {
      found.at(-1)!.push(this.#level(0))
      this.#skip()
      if (this.#taken('}')) return { type: 'array', rows: found }
      if (this.#taken(';')) found.push([])
      else if (!this.#taken(',')) throw unreadable
    }
  }

  /** `Sales[[#This Row],[Price]]`, or `[1]Sheet1!A1`, which is another workbook. */
  #bracketed(table: string): ExcelNode {
    const start = this.#at
    let depth = 0
    for (; this.#at < this.#text.length; this.#at++) {
      const character = this.#text[this.#at]
      if (character === "'") this.#at++
      else if (character === '[') depth++
      else if (character === ']' && --depth === 0) break
    }
    if (depth > 0) throw unreadable
    this.#at++
    const part = this.#text.slice(start + 1, this.#at - 1)
    if (table !== '') return { type: 'table', table, part }
    // A name of another workbook has no sheet: `[1]!Rate`.
    const isName = this.#taken('!') && this.#match(words) !== undefined
    const isElsewhere = isName || this.#sheet() !== undefined
    return isElsewhere ? { type: 'elsewhere' } : { type: 'table', table, part }
  }

  #taken(character: string): boolean {
    if (this.#text[this.#at] !== character) return false
    this.#at++
    return true
  }

  #skip(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at++
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)
    if (found === null) return undefined
    this.#at = pattern.lastIndex
    return found
  }

  #deeper<T>(read: () => T): T {
    if (++this.#depth > FORMULA_MAX_DEPTH) throw unreadable
    const found = read()
    this.#depth--
    return found
  }
}

const SHEET_COLUMNS = 16_384
const SHEET_ROWS = 1_048_576

/** `Data!A1:Data!B9`, where each corner has the sheet: one range. */
function spanOf(left: ExcelNode, right: ExcelNode): ReferenceNode | undefined {
  if (left.type !== 'reference' || right.type !== 'reference') return undefined
  if (left.last !== undefined || right.last !== undefined || left.lastSheet !== undefined)
    return undefined
  if (right.sheet?.toLowerCase() !== left.sheet?.toLowerCase()) return undefined
  return { ...left, last: { column: right.column, row: right.row } }
}

function isReferring({ type }: ExcelNode): boolean {
  return ['reference', 'name', 'call', 'paren', 'table', 'union', 'binary', 'spill'].includes(type)
}
