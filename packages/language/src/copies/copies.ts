// Copies: formulas that are like another one but for their target, the coordinates of their
// references and their numbers. A model of 100,000 of them is a few lists of numbers.

import type { Catalogue } from '../catalogue/signature.ts'
import type { Ir } from '../ir.ts'
import { Dissected } from './dissect.ts'
import type { SimpleLines } from './lines.ts'
import { Doubles, Ints } from './lists.ts'
import type { SharedLines } from './share.ts'
import { formulaShape, type Template } from './template.ts'

export interface Copies {
  readonly count: number
  /** By copy: the index in `ir.formulas` of the formula it is like. */
  readonly of: Int32Array
  /** Its target. */
  readonly sheet: Int32Array
  readonly column: Int32Array
  readonly row: Int32Array
  /** Its line in the source, counted from 1. */
  readonly line: Int32Array
  /**
   * Where the coordinates of its references begin in `refs`, which holds others too, in pre-order of the expression of the
   * formula it is like: column and row for each `cell` or `spill`, four numbers for each `range`.
   * Sheets are those of that formula.
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
  sheet: none,
  column: none,
  row: none,
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
  lines: SimpleLines,
  shared: SharedLines,
  ir: Ir,
  catalogue: Catalogue,
): Map<number, Original> | undefined {
  const byLine = new Map<number, number>()
  ir.formulas.forEach(({ line }, at) => {
    byLine.set(line, at)
  })
  const originals = new Map<number, Original>()
  for (const [skeleton, { template, first }] of shared.skeletons) {
    const at = byLine.get(lines.lines.data[first]!)
    const formula = at === undefined ? undefined : ir.formulas[at]!
    if (at === undefined || formula?.target[0] !== 'cell') return undefined
    const apart = new Dissected(formula.expr, ir.sheets, catalogue)
    // A compound assignment further on, for one, changes the formula and not its copies.
    if (formulaShape(formula, apart) !== template.shape) return undefined
    const slots = new Slots()
    slots.fill(lines, first, template)
    const [, sheet, column, row] = formula.target
    const from = lines.refsFrom.data[first]!
    const isTarget =
      lines.reader.refs.data[from] === column && lines.reader.refs.data[from + 1] === row
    if (!isTarget || !slots.equals(apart)) return undefined
    originals.set(skeleton, { formula: at, sheet, template, apart })
  }
  return originals
}

export function copiesOf(
  lines: SimpleLines,
  shared: SharedLines,
  originals: ReadonlyMap<number, Original>,
): Copies {
  const { count } = shared
  const [of, sheet, column, row] = [0, 0, 0, 0].map(() => new Int32Array(count))
  const [line, refsFrom, numbersFrom] = [0, 0, 0].map(() => new Int32Array(count))
  // Most formulas have their slots in the order of the line, and those stand there already.
  const { refs, numbers } = lines.reader
  const slots = new Slots(refs, numbers)
  let copy = 0
  let skeleton = -1
  let original: Original | undefined
  for (let at = 0; at < lines.count; at++) {
    if (shared.isCopy[at] !== 1) continue
    if (lines.skeletons.data[at] !== skeleton) {
      skeleton = lines.skeletons.data[at]!
      original = originals.get(skeleton)
    }
    if (original === undefined) continue
    const from = lines.refsFrom.data[at]!
    of![copy] = original.formula
    sheet![copy] = original.sheet
    column![copy] = refs.data[from]!
    row![copy] = refs.data[from + 1]!
    line![copy] = lines.lines.data[at]!
    if (original.template.inOrder) {
      refsFrom![copy] = from + 2
      numbersFrom![copy] = lines.numbersFrom.data[at]!
    } else {
      refsFrom![copy] = refs.length
      numbersFrom![copy] = numbers.length
      slots.fill(lines, at, original.template)
    }
    copy++
  }
  return {
    count,
    of: of!,
    sheet: sheet!,
    column: column!,
    row: row!,
    line: line!,
    refsFrom: refsFrom!,
    refs: refs.data,
    numbersFrom: numbersFrom!,
    numbers: numbers.data,
  }
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
  fill(lines: SimpleLines, line: number, template: Template): void {
    const { reader } = lines
    const ref = lines.refsFrom.data[line]! + 2
    for (let at = 0; at < template.refs.length; at++) {
      const from = template.refs[at]!
      this.refs.push(from < 0 ? -from : reader.refs.data[ref + from]!)
    }
    const number = lines.numbersFrom.data[line]!
    for (let at = 0; at < template.numbers.length; at++) {
      const from = template.numbers[at]!
      const factor = template.factors[at]!
      const value = from < 0 ? factor : reader.numbers.data[number + from]!
      // 0 - 0 is 0, where -1 * 0 would be -0, which JSON cannot write.
      this.numbers.push(from >= 0 && factor < 0 ? 0 - value : value)
    }
  }

  equals({ refs, numbers }: Dissected): boolean {
    return (
      refs.length === this.refs.length &&
      numbers.length === this.numbers.length &&
      refs.every((value, at) => value === this.refs.data[at]) &&
      numbers.every((value, at) => value === this.numbers.data[at])
    )
  }
}
