// Finds out, by example, where the references and numbers of a line come out in its formula. The line
// is compiled once more with a probe in each slot: folding, named arguments and pipes move them
// about, and the probes show where to. What loses a probe is not shared.

import { catalogue as wholeCatalogue } from '../catalogue/index.ts'
import type { CheckOptions } from '../check/check.ts'
import { columnName } from '../columns.ts'
import { type Compiled, compile } from '../compile.ts'
import { SHEET_MAX_ROWS } from '../limits.ts'
import { lineIndex } from '../lines.ts'
import { children } from '../lower/children.ts'
import type { IrFormula } from '../lower/ir.ts'
import type { Expr } from '../parser/ast.ts'
import { Dissected } from './dissect.ts'
import { type LineReader, Slot } from './line.ts'
import type { SimpleLines } from './lines.ts'

/** How the slots of a line become the references and numbers of a formula. */
export interface Template {
  /** Its shape, with mode, tag and what else copies have in common. */
  readonly shape: string
  readonly input: boolean
  /** By coordinate of the formula: its place among those of the line, or minus a fixed one. */
  readonly refs: Int32Array
  /** By number of the formula: its place among those of the line; -1 for a fixed one. */
  readonly numbers: Int32Array
  /** By number of the formula: 1, -1 behind a minus sign, or the fixed number. */
  readonly factors: Float64Array
  /** Whether all coordinates and numbers are those of the line, one after the other. */
  readonly inOrder: boolean
  /** Whether it holds when a number is 0 too: `-0` is written apart, since JSON has none. */
  readonly zero: boolean
}

const probeColumn = 16_001
const probeRange = 16_101
const targetColumn = 'XFD'
const cellRow = 11
const rangeRow = 2_001
const probeNumber = 1_000_003.5

/**
 * The templates of skeletons, in the same order; undefined for one that
 * is not shared. Undefined as a whole when a line has a mistake: then the model has it too.
 */
export function templatesOf(
  lines: SimpleLines,
  skeletons: readonly number[],
  options: CheckOptions,
): (Template | undefined)[] | undefined {
  if (skeletons.length * 2 > SHEET_MAX_ROWS) return undefined
  const probes: string[] = []
  const places = skeletons.map((skeleton) => {
    const start = lines.examples.data[skeleton]!
    const odd = probes.push(probeText(lines.reader, start, probes.length + 1, false))
    // Without numbers none is 0.
    if (lines.numbersPer.data[skeleton] === 0) return { odd, zero: odd }
    return { odd, zero: probes.push(probeText(lines.reader, start, odd + 1, true)) }
  })
  const source = probes.join('\n')
  const compiled = compile(source, options)
  const { ir, model } = compiled
  if (ir?.formulas.length !== probes.length || model.statements.length !== probes.length)
    return undefined
  const wrong = linesWithFindings(source, compiled)
  const catalogue = options.catalogue ?? wholeCatalogue
  return skeletons.map((skeleton, at) => {
    const place = places[at]!
    const [odd, zero] = [ir.formulas[place.odd - 1]!, ir.formulas[place.zero - 1]!]
    const isPlaced = odd.line === place.odd && zero.line === place.zero
    if (!isPlaced || wrong.has(odd.line) || !isPlain(compiled, place.odd - 1)) return undefined
    const apart = new Dissected(odd.expr, ir.sheets, catalogue)
    if (!apart.sharable || odd.target[0] !== 'cell') return undefined
    if (zero === odd) return templateOf(lines, skeleton, odd, apart, true)
    const apartZero = new Dissected(zero.expr, ir.sheets, catalogue)
    const holds =
      !wrong.has(zero.line) && formulaShape(zero, apartZero) === formulaShape(odd, apart)
    return templateOf(lines, skeleton, odd, apart, holds)
  })
}

/** All that copies have in common with the formula that they are like. */
export function formulaShape(formula: IrFormula, { shape }: Dissected): string {
  const { mode, input, tag, locals, volatile } = formula
  return `${mode} ${input} ${tag} ${locals} ${volatile} ${shape}`
}

/** Lines with more than what names alone give rise to. */
function linesWithFindings(source: string, { diagnostics }: Compiled): Set<number> {
  if (diagnostics.length === 0) return new Set()
  const { place } = lineIndex(source)
  const others = diagnostics.filter(
    ({ code }) => code !== 'unassigned-name' && code !== 'names-differ-by-case',
  )
  return new Set(others.map(({ start }) => place(start).line))
}

/** An assignment to a cell, without a schedule. An intersection depends on the very coordinates. */
function isPlain({ model }: Compiled, at: number): boolean {
  const statement = model.statements[at]
  if (statement?.type !== 'assignment' || statement.modifier !== undefined) return false
  const waiting: Expr[] = [statement.value]
  for (let expr = waiting.pop(); expr !== undefined; expr = waiting.pop()) {
    if (expr.type === 'binary' && expr.op === 'intersect') return false
    for (const child of children(expr)) waiting.push(child)
  }
  return true
}

function templateOf(
  { refsPer, numbersPer }: SimpleLines,
  skeleton: number,
  formula: IrFormula,
  apart: Dissected,
  zero: boolean,
): Template | undefined {
  // Slots of the line, without its target.
  const places = refsPer.data[skeleton]! - 2
  const count = numbersPer.data[skeleton]!
  const seenRefs = new Set<number>()
  const refs: number[] = []
  let at = 0
  for (const isRange of apart.ranges) {
    const length = isRange ? 4 : 2
    const coordinates = apart.refs.slice(at, at + length)
    const slot = slotOf(coordinates)
    at += length
    for (let part = 0; part < length; part++) {
      refs.push(slot < 0 ? -coordinates[part]! : slot + part)
      if (slot >= 0) seenRefs.add(slot + part)
    }
  }
  const seenNumbers = new Set<number>()
  const numbers: number[] = []
  const factors: number[] = []
  for (const number of apart.numbers) {
    const slot = Math.abs(number) - probeNumber
    const isProbe = Number.isInteger(slot) && slot >= 0 && slot < count
    if (isProbe) seenNumbers.add(slot)
    numbers.push(isProbe ? slot : -1)
    factors.push(isProbe ? Math.sign(number) : number)
  }
  if (seenRefs.size !== places || seenNumbers.size !== count) return undefined
  return {
    shape: formulaShape(formula, apart),
    input: formula.input,
    refs: Int32Array.from(refs),
    numbers: Int32Array.from(numbers),
    factors: Float64Array.from(factors),
    inOrder: isCounted(refs) && isCounted(numbers) && factors.every((factor) => factor === 1),
    zero,
  }
}

function isCounted(list: readonly number[]): boolean {
  for (let at = 0; at < list.length; at++) if (list[at] !== at) return false
  return true
}

/** The place of a probe's coordinates among those of the line; -1 when it is none. */
function slotOf([column, row, lastColumn, lastRow]: readonly number[]): number {
  if (lastColumn === undefined) return column === probeColumn ? row! - cellRow : -1
  const isProbe = column === probeRange && lastColumn === probeRange + 1 && lastRow === row! + 1
  return isProbe ? row! - rangeRow : -1
}

/** A line with a probe in each slot. The row of a probe tells the place of its coordinates. */
function probeText(reader: LineReader, lineStart: number, row: number, zero: boolean): string {
  const { source, refs, numbers, places } = reader
  const { length: refsEnd } = refs
  const { length: numbersEnd } = numbers
  reader.read(lineStart)
  refs.length = refsEnd
  numbers.length = numbersEnd
  let text = ''
  let behind = lineStart
  let coordinate = -2
  let number = 0
  for (let at = 0; at < reader.placed; at += 3) {
    const [kind, start, end] = [places[at]!, places[at + 1]!, places[at + 2]!]
    text += source.slice(behind, start)
    behind = end
    if (kind === Slot.Number) text += zero ? '0' : String(probeNumber + number++)
    else {
      const written = source.slice(start, end)
      text += coordinate < 0 ? `${targetColumn}${row}` : referenceProbe(written, kind, coordinate)
      coordinate += kind === Slot.Range ? 4 : 2
    }
  }
  return text + source.slice(behind, reader.end)
}

/** A probe with a `$` wherever the reference has one. */
function referenceProbe(written: string, kind: number, coordinate: number): string {
  const [first = '', last = ''] = written.split(':')
  if (kind === Slot.Cell) return cellText(first, probeColumn, cellRow + coordinate)
  const row = rangeRow + coordinate
  return `${cellText(first, probeRange, row)}:${cellText(last, probeRange + 1, row + 1)}`
}

function cellText(written: string, column: number, row: number): string {
  const fixedColumn = written.startsWith('$') ? '$' : ''
  const fixedRow = written.lastIndexOf('$') > 0 ? '$' : ''
  return `${fixedColumn}${columnName(column)}${fixedRow}${row}`
}
