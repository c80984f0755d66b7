// The templates of a model: made for the first formula of a form, found again for every other.

import type { Catalogue, IrCode, IrExpr, IrFormula } from '@cellwake/language'
import { type Code, Compiler, functions, type Value } from '@cellwake/runtime'
import { onlyRead } from '@cellwake/scheduler'
import type { Calls } from '../external/calls.ts'
import type { CellNode } from '../graph/cell-node.ts'
import type { ModelCells } from '../graph/cells.ts'
import { partsIn, tooMuchMemory } from '../graph/memory.ts'
import { RECENT_FORMS, TEMPLATE_VARIANTS } from '../limits.ts'
import { hasSubtotal } from '../ranges/subtotals.ts'
import { type Abstract, abstractOf, type Origin } from './abstract.ts'
import type { Evaluation } from './evaluation.ts'
import { FormulaLinker } from './linker.ts'
import { fillingOf, isPlain } from './same-form.ts'
import { newTemplate, type Rectangle, type RefSpec, type Template } from './template.ts'

/** A template with the parameters of one formula. */
export interface Instance {
  readonly template: Template
  readonly form: Form
  readonly coordinates: readonly number[]
  /** Shift of each coordinate where it is filled: see `abstract.ts`. */
  readonly shifts: readonly number[]
  readonly numbers: readonly number[]
  /** The symbols of its external calls. */
  readonly externals: readonly string[]
  /** Its value depends on where it stands. */
  readonly placed: boolean
}

/** Formulas that are equal but for coordinates and numbers. */
export interface Form {
  readonly abstract: Abstract
  readonly expr: IrExpr
  readonly formula: Pick<IrFormula, 'mode' | 'tag' | 'locals' | 'volatile' | 'fill'>
  readonly rectangle: Rectangle | undefined
  /** First cell of the rectangle, for a filled formula. */
  readonly origin: Origin | undefined
  readonly key: string
  /** By their numbers, as text. */
  readonly variants: Map<string, Template>
  /** With the numbers in the slots, once there are too many variants. */
  slotted: Template | undefined
  readonly isPlain: boolean
  /** The variant that was last asked for. */
  last: { readonly numbers: readonly number[]; readonly template: Template } | undefined
}

/** An action's right side: its reads go into the slots of the node it is run for. */
export interface ActionCode {
  readonly run: (carrier: CellNode) => Value
  readonly refs: readonly RefSpec[]
  readonly coordinates: readonly number[]
}

export interface TemplatesParts {
  readonly catalogue: Catalogue
  readonly cells: ModelCells
  readonly evaluation: Evaluation
  readonly calls: Calls
  /** Whether an external call is another one in each cell of its rectangle. */
  isEach(symbol: string): boolean
  formulaText(node: CellNode): string | undefined
  /** Value of a formula that is computed elsewhere; left out, it is computed here. */
  readonly shown?: (node: CellNode) => Value
}

export class Templates {
  readonly #parts: TemplatesParts
  readonly #compiler: Compiler
  readonly #forms = new Map<string, Form>()
  readonly #recent: Form[] = []

  constructor(parts: TemplatesParts) {
    this.#parts = parts
    this.#compiler = new Compiler({ catalogue: parts.catalogue, functions })
  }

  instance(formula: IrFormula, rectangle: Rectangle | undefined): Instance {
    if (rectangle === undefined) {
      const known = this.#likeRecent(formula)
      if (known !== undefined) return known
    }
    const { mode, tag, volatile, fill } = formula
    const origin = fill ? rectangle : undefined
    const abstract = this.#abstract(formula.expr, origin)
    const { coordinates, shifts, numbers, placed, skeleton, externals } = abstract
    // A filled cell is like one that is written out, unless it asks for its rectangle.
    const known = fill && !abstract.inRectangle ? undefined : rectangle
    const where = known === undefined ? '' : `${fill}:${Object.values(known).join(',')}`
    const key = `${mode}|${tag ?? ''}|${where}|${volatile}|${skeleton}`
    let form = this.#forms.get(key)
    if (form === undefined) {
      const { expr } = formula
      form = {
        abstract,
        expr,
        formula,
        rectangle: known,
        origin,
        key,
        variants: new Map(),
        slotted: undefined,
        isPlain: isPlain(expr, abstract),
        last: undefined,
      }
      this.#forms.set(key, form)
    }
    if (rectangle === undefined && form.isPlain) this.#remember(form)
    const template = this.variant(form, numbers)
    return { template, form, coordinates, shifts, numbers, externals, placed }
  }

  /** Cache of recent forms: the formulas of a row come again in the next row. */
  #likeRecent({ expr, mode, tag, volatile, locals }: IrFormula): Instance | undefined {
    for (const form of this.#recent) {
      const { formula, abstract } = form
      if (formula.mode !== mode || formula.tag !== tag || formula.volatile !== volatile) continue
      const filling = formula.locals === locals ? fillingOf(form.expr, expr) : undefined
      if (filling === undefined) continue
      const { coordinates, numbers } = filling
      const { shifts, placed, externals } = abstract
      const template = this.variant(form, numbers)
      return { template, form, coordinates, shifts, numbers, externals, placed }
    }
    return undefined
  }

  #remember(form: Form): void {
    this.#recent.unshift(form)
    if (this.#recent.length > RECENT_FORMS) this.#recent.pop()
  }

  /** The template for some numbers. */
  variant(form: Form, numbers: readonly number[]): Template {
    if (form.slotted !== undefined) return form.slotted
    const { last } = form
    if (last?.numbers.every((number, i) => number === numbers[i])) return last.template
    const template = this.#variant(form, numbers)
    form.last = { numbers, template }
    return template
  }

  #variant(form: Form, numbers: readonly number[]): Template {
    const text = numbers.join(',')
    const known = form.variants.get(text)
    if (known !== undefined) return known
    if (form.variants.size >= TEMPLATE_VARIANTS) {
      form.slotted = this.#make(form, numbers, true)
      return form.slotted
    }
    const made = this.#make(form, numbers, false)
    form.variants.set(text, made)
    return made
  }

  /** For the cells of a rectangle whose right side is computed once: each takes its own element. */
  shared(formula: IrFormula, rectangle: Rectangle): Template {
    const { graph } = this.#parts.cells
    const { mode, tag } = formula
    const code: Code<CellNode> = (node) => graph.read(onlyRead(node)) as Value
    const run = this.#runner(code, { mode, tag, locals: 0 })
    const refs: RefSpec[] = []
    const key = `shared|${mode}|${tag ?? ''}|${Object.values(rectangle).join(',')}`
    return newTemplate(run, {
      key,
      refs,
      tracked: false,
      dynamic: false,
      slotNumbers: 0,
      volatile: false,
      subtotal: hasSubtotal(formula.expr),
      mode,
      tag,
      rectangle,
    })
  }

  /** The right side of a rule's action: evaluated when the rule fires, and never a node of the graph. */
  action(code: IrCode, rectangle: Rectangle | undefined): ActionCode {
    const { cells, catalogue, evaluation } = this.#parts
    const { expr, locals } = code
    // Through slots, since a carrier has no edges.
    const abstract = { ...this.#abstract(expr), tracked: true }
    const { coordinates, numbers } = abstract
    const linker = new FormulaLinker({
      cells,
      abstract,
      numbers,
      rectangle,
      slotted: false,
      catalogue,
      calls: this.#parts.calls,
      formulaText: (node) => this.#parts.formulaText(node),
      scheduledAt: () => evaluation.scheduledAt,
    })
    const compiled = this.#compiler.compile(expr, linker)
    const run = (carrier: CellNode) => evaluation.evaluate(compiled, carrier, locals)
    return { run, refs: linker.refs, coordinates }
  }

  /** One that is computed elsewhere comes checked, and within its steps. */
  #runner(code: Code<CellNode>, formula: Pick<IrFormula, 'mode' | 'tag' | 'locals'>) {
    const { evaluation, shown } = this.#parts
    if (shown === undefined) return evaluation.runner(code, formula)
    return evaluation.runner(shown, { mode: formula.mode, tag: null, locals: 0, isSettled: true })
  }

  #abstract(expr: IrExpr, origin?: Origin): Abstract {
    const isEach = (symbol: string) => this.#parts.isEach(symbol)
    return abstractOf(expr, this.#parts.catalogue, isEach, origin)
  }

  #make(form: Form, numbers: readonly number[], slotted: boolean): Template {
    const { cells, evaluation } = this.#parts
    const { abstract, formula, rectangle, origin } = form
    if (!evaluation.memory.takeForm(partsIn(form.expr))) throw tooMuchMemory('The model')
    const linker = new FormulaLinker({
      cells,
      abstract,
      numbers,
      rectangle,
      origin,
      slotted,
      catalogue: this.#parts.catalogue,
      calls: this.#parts.calls,
      formulaText: (node) => this.#parts.formulaText(node),
    })
    const code = this.#compiler.compile(form.expr, linker)
    return newTemplate(this.#runner(code, formula), {
      key: slotted ? form.key : `${form.key}|${numbers.join(',')}`,
      refs: linker.refs,
      tracked: abstract.tracked,
      dynamic: abstract.dynamic,
      slotNumbers: slotted ? abstract.numbers.length : 0,
      volatile: formula.volatile,
      subtotal: hasSubtotal(form.expr),
      mode: formula.mode,
      tag: formula.tag,
      rectangle: formula.fill ? undefined : rectangle,
    })
  }
}
