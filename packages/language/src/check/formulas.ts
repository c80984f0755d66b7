// Assignments at the top level. Compound ones fold into the one before: `A1 = 10` and `A1 += 5` are
// `A1 = (10) + 5`.

import { FILL_MAX_AREAS } from '../limits.ts'
import { bare } from '../lower/children.ts'
import type { Site } from '../lower/context.ts'
import { Lowering, lean } from '../lower/expression.ts'
import { filled, isFill } from '../lower/fill.ts'
import { countAreas } from '../lower/fill-areas.ts'
import { join } from '../lower/fold.ts'
import type { IrExpr, IrOperator, IrTarget } from '../lower/ir.ts'
import { isLiteral } from '../lower/literal.ts'
import { nothing, ReadFinder } from '../lower/reads.ts'
import type { Assignment, AssignOp, Call, Expr, Word } from '../parser/ast.ts'
import { externalsOf, nameExternals } from './code.ts'
import type { CheckedFormula } from './facts.ts'
import { type Ownership, targetSymbol } from './ownership.ts'
import type { Surroundings } from './surroundings.ts'
import { hasEnd, operatorSpan } from './targets.ts'
import type { Claim } from './territory.ts'

/** An assignment and the compound ones that fold into it. */
interface Draft extends Claim {
  readonly base: Assignment
  folded: readonly Assignment[]
  /** False when the target has another owner: then only its mistakes matter. */
  owned: boolean
}

export class FormulaCheck {
  readonly #model: Surroundings
  readonly #ownership: Ownership
  readonly #drafts: Draft[] = []
  readonly #finder: ReadFinder
  /** The draft of each owner. */
  readonly #byOwner: number[] = []

  constructor(model: Surroundings, ownership: Ownership) {
    this.#model = model
    this.#ownership = ownership
    this.#finder = new ReadFinder(model.catalogue)
  }

  assignment(assignment: Assignment): void {
    const target = this.#ownership.targetOf(assignment.target)
    if (isCompound(assignment.op)) {
      this.#compound(assignment, target)
      return
    }
    const draft = this.#draft(target, assignment)
    draft.owned = hasEnd(this.#model, assignment) && this.#claim(draft)
    this.#drafts.push(draft)
  }

  /** Lowers all of them, in the order of the source. */
  finish(): CheckedFormula[] {
    const formulas: CheckedFormula[] = []
    const first = this.#drafts[0]
    if (first === undefined) return formulas
    const lowering = new Lowering(this.#model, siteOf(first.target, first.base, false))
    for (const draft of this.#drafts) {
      const number = draft.owned ? plainNumber(draft) : undefined
      if (number !== undefined) {
        formulas.push(number)
        continue
      }
      const formula = this.#lower(draft, lowering)
      if (draft.owned) formulas.push(formula)
    }
    return formulas
  }

  #draft(target: IrTarget, base: Assignment): Draft {
    return {
      target,
      span: base.target,
      owner: this.#byOwner.length,
      base,
      folded: none,
      owned: false,
    }
  }

  #claim(draft: Draft): boolean {
    const { target, base } = draft
    if (target[0] === 'name') this.#model.noteWrite(target[1], base.target)
    const claimed = this.#ownership.claimFormula(draft, base)
    // A draft that owns nothing yields no formula, so only the others are numbered.
    if (claimed) this.#byOwner.push(this.#drafts.length)
    return claimed
  }
  #compound(assignment: Assignment, target: IrTarget): void {
    const { op } = assignment
    const symbol = targetSymbol(target, this.#model.sheets.names)
    const owner = target[0] === 'range' ? undefined : this.#ownership.formulas.find(target)
    const base = owner === undefined ? undefined : this.#drafts[this.#byOwner[owner.owner]!]
    if (base !== undefined && base.target[0] === target[0] && base.base.op === '=') {
      base.folded = [...base.folded, assignment]
      if (target[0] === 'name') this.#model.noteWrite(target[1], assignment.target)
      return
    }
    const fix = base !== undefined ? undefined : this.#plainFix(assignment)
    const line = base && this.#model.lineOf(base.base.start)
    this.#model.report(
      'compound-without-base',
      operatorSpan(this.#model.source, assignment),
      target[0] === 'range'
        ? `${op} works on one cell or one name, not on the rectangle ${symbol}. Assign it with = instead.`
        : base === undefined
          ? `${symbol} ${op} … changes an earlier ${symbol} = …, and there is none above. Assign ${symbol} with = first, or write = here.`
          : base.base.op === '='
            ? `${symbol} is part of ${targetSymbol(base.target, this.#model.sheets.names)} in line ${line}, and ${op} changes only a cell that is assigned alone. Write the whole formula there.`
            : `${symbol} is assigned with ${base.base.op} in line ${line}, and ${op} changes only an assignment with =. Write the whole formula there.`,
      fix,
    )
    this.#drafts.push(this.#draft(target, assignment))
  }

  #plainFix(assignment: Assignment) {
    const { start, end } = operatorSpan(this.#model.source, assignment)
    return { title: 'Write =', edits: [{ start, end, text: '=' }] }
  }

  /** `A1 = e as tag` means the same as `A1 as tag = e`. */
  #untagged(tag: Word | undefined, written: Expr, folded: readonly Assignment[]) {
    const value = bare(written)
    if (tag !== undefined || value.type !== 'tagged' || folded.length > 0) return { tag, value }
    this.#model.checkTag(value.tag)
    return { tag: value.tag, value: bare(value.value) }
  }

  /** The formula of a FILL, or a diagnostic. */
  #filled(fill: Call): Expr {
    const value = filled(fill)
    if (value !== undefined) return value
    this.#model.report(
      'argument-count',
      fill,
      'FILL takes one formula, that of the first cell: FILL(A1 + 1). It is filled over the rectangle, and references without $ shift.',
    )
    return fill.args[0]?.value ?? { type: 'blank', start: fill.fnEnd, end: fill.end }
  }

  #checkAreas(expr: IrExpr, target: IrTarget, { value }: Assignment): void {
    if (target[0] !== 'range' || countAreas(expr, target) <= FILL_MAX_AREAS) return
    this.#model.report(
      'limit',
      value,
      `The references of this formula leave the sheet in more than ${FILL_MAX_AREAS} different places of the rectangle. Assign a smaller one.`,
    )
  }

  #lower({ target, base, folded }: Draft, lowering: Lowering): CheckedFormula {
    if (base.tag !== undefined) this.#model.checkTag(base.tag)
    let { tag, value } = this.#untagged(base.tag, base.value, folded)
    const fill = target[0] === 'range' && isFill(value) ? value : undefined
    if (fill !== undefined) ({ tag, value } = this.#untagged(tag, this.#filled(fill), folded))
    lowering.next(siteOf(target, base, fill !== undefined))
    const input = folded.length === 0 && isLiteral(value)
    let expr = lowering.lower(value)
    // JSON has no -0; a typed -0 is 0.
    if (input && isMinusZero(expr)) expr = 0
    for (const step of folded) {
      if (step.tag !== undefined) {
        this.#model.checkTag(step.tag)
        tag = step.tag
      }
      expr = join(expr, operatorOf(step.op), lowering.lower(step.value))
    }
    if (fill !== undefined) this.#checkAreas(expr, target, base)
    if (lowering.externals.list.length > 0)
      nameExternals(lowering, targetSymbol(target, this.#model.sheets.names))
    return {
      expr,
      locals: lowering.scope.slots,
      reads: this.#finder.of(expr),
      target,
      mode: modes[base.op] ?? 'eager',
      input,
      fill: fill !== undefined,
      tag: tag?.text,
      externals: lowering.externals.list.length === 0 ? none : externalsOf(lowering),
      span: base,
      targetSpan: base.target,
    }
  }
}

const none: readonly [] = []

/** A number alone: half of the cells of a large model, and nothing about it can be wrong. */
function plainNumber({ target, base, folded }: Draft): CheckedFormula | undefined {
  const { value, tag, op } = base
  if (value.type !== 'number' || tag !== undefined || folded.length > 0) return undefined
  if (!Number.isFinite(value.value)) return undefined
  return {
    expr: lean(value.value),
    locals: 0,
    reads: nothing,
    target,
    mode: modes[op] ?? 'eager',
    input: true,
    fill: false,
    tag: undefined,
    externals: none,
    span: base,
    targetSpan: base.target,
  }
}

function siteOf(target: IrTarget, base: Assignment, fill: boolean): Site {
  return {
    what: target[0] === 'name' ? 'the formula of a name' : 'the formula of one cell',
    positions: target[0] === 'range',
    scheduled: false,
    externals: true,
    fill,
    statement: base,
    target: target[0] === 'cell' ? base.target : undefined,
  }
}

const modes: Partial<Record<AssignOp, CheckedFormula['mode']>> = {
  '=': 'eager',
  '~=': 'lazy',
  '?=': 'conditional',
}

export function isCompound(op: AssignOp): op is '+=' | '-=' | '*=' | '/=' {
  return op !== '=' && op !== '~=' && op !== '?='
}

function operatorOf(op: AssignOp): IrOperator {
  if (op === '-=') return '-'
  if (op === '*=') return '*'
  return op === '/=' ? '/' : '+'
}

function isMinusZero(expr: IrExpr): boolean {
  return typeof expr === 'object' && expr[0] === 'neg' && expr[1] === 0
}
