// Copies: formulas that are like another one but for their target, the coordinates of their
// references and their numbers. A model of 100,000 of them is a few lists of numbers.

import type { Catalogue } from '../catalogue/signature.ts'
import type { Ir } from '../lower/ir.ts'
import { Dissected } from './dissect.ts'
import type { LineReader } from './line.ts'
import type { SimpleLines } from './lines.ts'
import { Doubles, Ints } from './lists.ts'
import type { SharedLine, SharedLines } from './share.ts'
import { formulaShape, type Template } from './template.ts'

export interface Copies {
  readonly count: number
  /** By copy: the index in `ir.formulas` of the formula it is like. Sheets are those of that formula. */
  readonly of: Int32Array
  /** Its line in the source, counted from 1. */
  readonly line: Int32Array
  /**
   * Where its coordinates begin in `refs`, which holds others too: column and row of its target, then, in
   * pre-order of the expression of the formula it is like, column and row for each `cell` or `spill`,
   * four numbers for each `range`.
   */
  readonly refsFrom: Int32Array
  readonly refs: Int32Array
  /** The same for numbers: every number that is an expression. */
  readonly numbersFrom: Int32Array
  readonly numbers: Float64Array
}

const none = new Int32Array(0)

export const noCopies: Copies = {
  count: 0,
  of: none,
  line: none,
  refsFrom: none,
  refs: none,
  numbersFrom: none,
  numbers: new Float64Array(0),
}

/** The formula that copies are like, taken apart. */
export interface Original {
  readonly formula: number
  readonly sheet: number
  readonly template: Template
  readonly apart: Dissected
}

/** The originals by skeleton; undefined when one was not lowered as its template says. */
export function originalsOf(
  reader: LineReader,
  { originals: originalLines }: SharedLines,
  ir: Ir,
  catalogue: Catalogue,
): Map<number, Original> | undefined {
  const byLine = new Map<number, number>()
  for (let at = 0; at < ir.formulas.length; at++) byLine.set(ir.formulas[at]!.line, at)
  const originals = new Map<number, Original>()
  for (const [skeleton, shared] of originalLines) {
    const { template, line, refsFrom } = shared
    const at = byLine.get(line)
    const formula = at === undefined ? undefined : ir.formulas[at]!
    if (at === undefined || formula?.target[0] !== 'cell') return undefined
    const apart = new Dissected(formula.expr, ir.sheets, catalogue)
    // A compound assignment further on, for one, changes the formula and not its copies.
    if (formulaShape(formula, apart) !== template.shape) return undefined
    const slots = new Slots()
    slots.fill(reader, shared)
    const [, sheet, column, row] = formula.target
    const isTarget = reader.refs.data[refsFrom] === column && reader.refs.data[refsFrom + 1] === row
    if (!isTarget || !slots.equals(apart)) return undefined
    originals.set(skeleton, { formula: at, sheet, template, apart })
  }
  return originals
}

/** Copies that follow each other directly; their slots too. Each is like the one a period before it. */
export interface CopyRun {
  readonly from: number
  readonly to: number
  readonly period: number
}

/** Takes the slots of the lines over: fresh memory for 100,000 copies costs more than filling it. */
export function copiesOf(
  lines: SimpleLines,
  { isCopy, count }: SharedLines,
  originals: ReadonlyMap<number, Original>,
): { readonly copies: Copies; readonly runs: readonly CopyRun[] } {
  const bySkeleton: Original[] = []
  for (const [skeleton, original] of originals) bySkeleton[skeleton] = original
  const { reader } = lines
  const skeletons = lines.skeletons.data
  const refsPer = lines.refsPer.data
  const numbersPer = lines.numbersPer.data
  const slots = new Slots(reader.refs, reader.numbers)
  const of = new Int32Array(count)
  const line = new Int32Array(count)
  const refsFrom = new Int32Array(count)
  const numbersFrom = new Int32Array(count)
  const runs: CopyRun[] = []
  let copy = 0
  for (const run of lines.runs) {
    const from = copy
    let isWhole = run.isCopied && run.period > 0
    let ref = run.refsFrom
    let number = run.numbersFrom
    for (let at = 0; at < run.count; at++) {
      if (isWhole && at === run.period) {
        // From here on all is as a period before.
        const refsMore = ref - run.refsFrom
        const numbersMore = number - run.numbersFrom
        for (const to = from + run.count; copy < to; copy++) {
          const before = copy - at
          of[copy] = of[before]!
          line[copy] = line[before]! + at
          refsFrom[copy] = refsFrom[before]! + refsMore
          numbersFrom[copy] = numbersFrom[before]! + numbersMore
        }
        break
      }
      const skeleton = skeletons[run.first + at]!
      if (isCopy[run.first + at] === 1) {
        const { formula, template } = bySkeleton[skeleton]!
        of[copy] = formula
        line[copy] = run.line + at
        refsFrom[copy] = ref
        numbersFrom[copy] = number
        // Most formulas have their slots in the order of the line, and those stand there already.
        if (!template.inOrder) {
          isWhole = false
          refsFrom[copy] = reader.refs.length
          numbersFrom[copy] = reader.numbers.length
          reader.refs.push(reader.refs.data[ref]!)
          reader.refs.push(reader.refs.data[ref + 1]!)
          slots.fill(reader, { template, refsFrom: ref, numbersFrom: number })
        }
        copy++
      }
      ref += refsPer[skeleton]!
      number += numbersPer[skeleton]!
    }
    if (isWhole) runs.push({ from, to: copy, period: run.period })
  }
  const { refs, numbers } = reader
  const copies = { count, of, line, refsFrom, refs: refs.data, numbersFrom, numbers: numbers.data }
  return { copies, runs }
}

/** Coordinates and numbers in the order of the formula. */
class Slots {
  readonly refs: Ints
  readonly numbers: Doubles

  constructor(refs = new Ints(), numbers = new Doubles()) {
    this.refs = refs
    this.numbers = numbers
  }

  /** Adds those of a line. */
  fill(reader: LineReader, { template, refsFrom, numbersFrom }: Omit<SharedLine, 'line'>): void {
    const ref = refsFrom + 2
    for (let at = 0; at < template.refs.length; at++) {
      const from = template.refs[at]!
      this.refs.push(from < 0 ? -from : reader.refs.data[ref + from]!)
    }
    for (let at = 0; at < template.numbers.length; at++) {
      const from = template.numbers[at]!
      const factor = template.factors[at]!
      const value = from < 0 ? factor : reader.numbers.data[numbersFrom + from]!
      // 0 - 0 is 0, where -1 * 0 would be -0, which JSON cannot write.
      this.numbers.push(from >= 0 && factor < 0 ? 0 - value : value)
    }
  }

  equals({ refs, numbers }: Dissected): boolean {
    if (refs.length !== this.refs.length || numbers.length !== this.numbers.length) return false
    for (let at = 0; at < refs.length; at++) if (refs[at] !== this.refs.data[at]) return false
    for (let at = 0; at < numbers.length; at++)
      if (numbers[at] !== this.numbers.data[at]) return false
    return true
  }
}
