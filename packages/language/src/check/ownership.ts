// A target has one owner: one assignment at the top level, or rules. A second owner is refused where
// it stands, and the message names the first. A refused assignment owns nothing.

import { CONDITIONAL_MAX_CELLS, MODEL_MAX_CELLS, RECTANGLE_MAX_CELLS } from '../limits.ts'
import type { IrTarget } from '../lower/ir.ts'
import type { Assignment, Ref, Span } from '../parser/ast.ts'
import { cellSymbol, defaultSheet, rangeSymbol } from '../symbols.ts'
import type { Surroundings } from './surroundings.ts'
import { type Claim, Territory } from './territory.ts'

export class Ownership {
  readonly formulas = new Territory()
  readonly rules = new Territory()
  readonly #model: Surroundings
  readonly #rectangles = new Set<string>()
  #cells = 0
  #conditional = 0

  constructor(model: Surroundings) {
    this.#model = model
  }

  /** A target as the tree has it, with its sheet by number. */
  targetOf(target: Ref): IrTarget {
    if (target.type === 'name') return ['name', target.name]
    const sheet = this.#model.sheets.number(target.sheet)
    if (target.type === 'cell') return ['cell', sheet, target.column, target.row]
    const { column, row, lastColumn, lastRow } = target
    return ['range', sheet, column, row, lastColumn, lastRow]
  }

  /** Takes a target for a formula at the top level; false when it is refused. */
  claimFormula(claim: Claim, statement: Assignment): boolean {
    const { target, span } = claim
    const earlier = this.formulas.find(target)
    if (earlier !== undefined) {
      this.#refuseSecond(target, span, statement, earlier)
      return false
    }
    const rule = this.rules.find(target)
    if (rule !== undefined) {
      this.#refuseMixed(target, span, rule, 'a rule')
      return false
    }
    if (!this.#count(target, span)) return false
    if (statement.op === '?=' && !this.#countConditional(target, span)) return false
    this.formulas.add(claim)
    return true
  }

  /** Takes a target for a rule; several rules may share one. */
  claimRule(target: IrTarget, span: Span, owner: number): boolean {
    const formula = this.formulas.find(target)
    if (formula !== undefined) {
      this.#refuseMixed(target, span, formula, 'an assignment at the top level')
      return false
    }
    if (this.#isKnown(target)) return true
    if (!this.#count(target, span)) return false
    this.rules.add({ target, span, owner })
    return true
  }

  /** Whether rules have the very same target already: it is kept and counted once. */
  #isKnown(target: IrTarget): boolean {
    if (target[0] === 'range') return this.#rectangles.has(target.join(' '))
    return this.rules.find(target)?.target[0] === target[0]
  }

  #count(target: IrTarget, span: Span): boolean {
    if (target[0] === 'name') return true
    const cells = cellsOf(target)
    if (cells > RECTANGLE_MAX_CELLS) {
      this.#model.report(
        'limit',
        span,
        `This rectangle has ${grouped(cells)} cells; at most ${grouped(RECTANGLE_MAX_CELLS)} are allowed. Assign a smaller one.`,
      )
      return false
    }
    if (target[0] === 'range') this.#rectangles.add(target.join(' '))
    const before = this.#cells
    this.#cells += cells
    if (this.#cells <= MODEL_MAX_CELLS) return true
    if (before <= MODEL_MAX_CELLS)
      this.#model.report(
        'limit',
        span,
        `With this target the model has more than ${grouped(MODEL_MAX_CELLS)} cells. Split the model, or assign smaller rectangles.`,
      )
    return false
  }

  #countConditional(target: IrTarget, span: Span): boolean {
    const before = this.#conditional
    // A name is one.
    this.#conditional += Math.max(1, cellsOf(target))
    if (this.#conditional <= CONDITIONAL_MAX_CELLS) return true
    if (before <= CONDITIONAL_MAX_CELLS)
      this.#model.report(
        'limit',
        span,
        `With this target more than ${grouped(CONDITIONAL_MAX_CELLS)} cells keep a last good value. Use = where none is needed, or split the model.`,
      )
    return false
  }

  #refuseSecond(
    target: IrTarget,
    span: Span,
    statement: Span,
    earlier: { readonly target: IrTarget; readonly span: Span },
  ): void {
    const { sheets } = this.#model
    const [own, other] = [
      targetSymbol(target, sheets.names),
      targetSymbol(earlier.target, sheets.names),
    ]
    const line = this.#model.lineOf(earlier.span.start)
    this.#model.report(
      'duplicate-target',
      span,
      own === other
        ? `${own} is already assigned in line ${line}. A target has one assignment: keep one of the two, or join them with THEN and ELSE.`
        : `${own} overlaps ${other}, which is assigned in line ${line}. Each cell has one assignment: make one of the two smaller.`,
      {
        title: 'Remove this assignment',
        edits: [{ start: statement.start, end: statement.end, text: '' }],
      },
    )
  }

  #refuseMixed(
    target: IrTarget,
    span: Span,
    earlier: { readonly target: IrTarget; readonly span: Span },
    owner: string,
  ): void {
    const { sheets } = this.#model
    const [own, other] = [
      targetSymbol(target, sheets.names),
      targetSymbol(earlier.target, sheets.names),
    ]
    const line = this.#model.lineOf(earlier.span.start)
    const overlap = own === other ? own : `${other}, which overlaps ${own},`
    this.#model.report(
      'mixed-ownership',
      span,
      `${overlap} belongs to ${owner} in line ${line}. A target is written by one assignment at the top level or by rules, not by both. For a default with an exception write one assignment, such as ${own} = A1 > 0 THEN "active" ELSE "default".`,
    )
  }
}

export function targetSymbol(target: IrTarget, sheets: readonly string[]): string {
  if (target[0] === 'name') return target[1]
  const sheet = sheets[target[1]] ?? defaultSheet
  if (target[0] === 'cell') return cellSymbol(sheet, target[2], target[3])
  return rangeSymbol(sheet, target[2], target[3], target[4], target[5])
}

/** How many cells a target has; a name has none. */
export function cellsOf(target: IrTarget): number {
  if (target[0] === 'name') return 0
  if (target[0] === 'cell') return 1
  return (target[4] - target[2] + 1) * (target[5] - target[3] + 1)
}

/** `20,000` */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}
