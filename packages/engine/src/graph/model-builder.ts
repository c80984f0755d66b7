// Builds the nodes of a model from its compiled source: inputs, formulas, filled rectangles, and which node reads
// which. Nothing runs here.

import {
  fillAreas,
  type Ir,
  type IrCode,
  type IrExpr,
  type IrFormula,
  type IrRange,
  type IrTarget,
} from '@cellwake/language'
import { checkTag, isArray, type Value } from '@cellwake/runtime'
import { appendRead, type Node } from '@cellwake/scheduler'
import type { CallNodes } from '../external/call-nodes.ts'
import type { Calls } from '../external/calls.ts'
import type { Literals } from '../formulas/literals.ts'
import { MovedCoordinates } from '../formulas/moved-coordinates.ts'
import {
  elementIn,
  type Rectangle,
  type RefSpec,
  type Template,
  templateOf,
} from '../formulas/template.ts'
import type { Instance, Templates } from '../formulas/templates.ts'
import type { Work } from '../model/slices.ts'
import { type LiveRule, liveRule, rectangleOf } from '../rules/live-rule.ts'
import type { ArrayInputs } from './array-inputs.ts'
import { ASSIGNED, type CellNode, isCell, LAZY, newCell } from './cell-node.ts'
import type { ModelCells } from './cells.ts'
import { columnKey } from './grid.ts'

export interface BuilderParts {
  readonly cells: ModelCells
  readonly templates: Templates
  readonly literals: Literals
  readonly arrays: ArrayInputs
  readonly calls: Calls
  readonly callNodes: CallNodes
}

export class ModelBuilder {
  /** Nodes that are wanted for their own sake. */
  readonly roots: Node[] = []
  readonly volatile: CellNode[] = []
  /** Tags of inputs that have one, and of formulas that are one external call. */
  readonly tags = new Map<CellNode, string>()
  formulas = 0
  hasLazy = false
  /** Whether one keeps its last good value. */
  hasConditional = false
  /** Number of cells and names that the source assigns. */
  assigned = 0
  rules: readonly LiveRule[] = []
  readonly #cells: ModelCells
  readonly #templates: Templates
  readonly #literals: Literals
  readonly #arrays: ArrayInputs
  readonly #calls: Calls
  readonly #callNodes: CallNodes
  readonly #tracked: CellNode[] = []

  constructor({ cells, templates, literals, arrays, calls, callNodes }: BuilderParts) {
    this.#cells = cells
    this.#templates = templates
    this.#literals = literals
    this.#arrays = arrays
    this.#calls = calls
    this.#callNodes = callNodes
  }

  *build(ir: Ir, pause: () => boolean): Work<void> {
    const { graph } = this.#cells
    this.#cells.building()
    this.#callNodes.take(ir)
    for (const formula of ir.formulas) {
      yield* this.#addFormula(formula, pause)
      if (--graph.untilLook < 0 && graph.looks(pause)) yield
    }
    for (const name of ir.names) this.#cells.name(name)
    const rules: LiveRule[] = []
    for (const [i, rule] of ir.rules.entries()) {
      rules.push(yield* liveRule(rule, i, this, pause))
      if (--graph.untilLook < 0 && graph.looks(pause)) yield
    }
    this.rules = rules
    for (const _ of this.#cells.built()) if (--graph.untilLook < 0 && graph.looks(pause)) yield
  }

  /** A formula of no cell, such as the trigger of a rule. */
  hidden(code: IrCode, mode: 'eager' | 'lazy'): CellNode {
    const formula: IrFormula = { ...code, ...HIDDEN, mode }
    const node = newCell(this.#cells.graph.nextOrdinal++, -1, -1)
    this.#setInstance(node, this.#templates.instance(formula, undefined))
    return node
  }

  /** The right side of an action, with a way to run it for a cell. */
  action(code: IrCode, rectangle: Rectangle | undefined): (target: CellNode) => Value {
    const { run, refs, coordinates } = this.#templates.action(code, rectangle)
    let slots: Node[] | undefined
    return (target) => {
      const carrier = newCell(0, target.column, target.row)
      slots ??= this.#nodesOf(carrier, refs, coordinates)
      carrier.own = slots
      return run(carrier)
    }
  }

  #nodesOf(node: CellNode, refs: readonly RefSpec[], coordinates: ArrayLike<number>): Node[] {
    let at = 0
    return refs.map((ref) => {
      const found = this.#resolve(node, ref, coordinates, at)
      at += coordinateCount(ref)
      return found
    })
  }

  *#addFormula(formula: IrFormula, pause: () => boolean): Work<void> {
    const { graph } = this.#cells
    const { target } = formula
    if (formula.input) {
      yield* this.#addInput(formula, pause)
      return
    }
    if (formula.fill && target[0] === 'range') {
      yield* this.#addFilled(formula, target, pause)
      return
    }
    const rectangle = rectangleOf(target)
    const instance = this.#templates.instance(formula, rectangle)
    graph.untilLook -= looksOf(instance)
    if (rectangle !== undefined && !instance.placed && !formula.volatile) {
      yield* this.#addShared(formula, rectangle, pause)
      return
    }
    const tag = formula.tag === null ? this.#callTag(formula.expr) : undefined
    for (const node of this.targets(target)) {
      this.#setInstance(node, instance)
      if (tag !== undefined) this.tags.set(node, tag)
      if (--graph.untilLook < 0 && graph.looks(pause)) yield
    }
  }

  /** A right side that is the same in every cell of a rectangle is evaluated once. */
  *#addShared(formula: IrFormula, rectangle: Rectangle, pause: () => boolean): Work<void> {
    const { graph } = this.#cells
    const instance = this.#templates.instance(
      { ...formula, mode: formula.mode === 'lazy' ? 'lazy' : 'eager', tag: null },
      undefined,
    )
    const whole = newCell(graph.nextOrdinal++, -1, -1)
    this.#setInstance(whole, instance)
    const tag = formula.tag === null ? this.#callTag(formula.expr) : undefined
    const shared = this.#templates.shared(formula, rectangle)
    for (const node of this.targets(formula.target)) {
      this.#setFormula(node, shared, [], 0, [], 0)
      appendRead(node, whole)
      if (tag !== undefined) this.tags.set(node, tag)
      if (--graph.untilLook < 0 && graph.looks(pause)) yield
    }
  }

  /** Each cell as if its own formula stood there, with its references shifted. */
  *#addFilled(formula: IrFormula, target: IrRange, pause: () => boolean): Work<void> {
    const { graph } = this.#cells
    const tag = formula.tag === null ? this.#callTag(formula.expr) : undefined
    const rectangle = rectangleOf(target)!
    for (const area of fillAreas(formula.expr, target)) {
      const instance = this.#templates.instance({ ...formula, expr: area.expr }, rectangle)
      graph.untilLook -= looksOf(instance)
      const { template, numbers, externals } = instance
      const moved = new MovedCoordinates(instance)
      for (let column = area.column; column <= area.lastColumn; column++) {
        const key = columnKey(target[1], column)
        for (let row = area.row; row <= area.lastRow; row++) {
          const node = this.#cells.cellAt(key, row)
          moved.to(column - rectangle.column, row - rectangle.row)
          this.#setFormula(node, template, moved.list, 0, numbers, 0, externals)
          if (tag !== undefined) this.tags.set(node, tag)
          if (--graph.untilLook < 0 && graph.looks(pause)) yield
        }
      }
    }
  }

  *#addInput(formula: IrFormula, pause: () => boolean): Work<void> {
    const { graph } = this.#cells
    const { target, tag } = formula
    const literal = this.#literals.value(formula.expr)
    for (const node of this.targets(target)) {
      const own =
        target[0] === 'range' && !formula.fill && typeof literal === 'object' && isArray(literal)
          ? elementIn(literal, target[2], target[3], node)
          : literal
      this.#setInput(node, own, tag)
      if (--graph.untilLook < 0 && graph.looks(pause)) yield
    }
  }

  #setInput(node: CellNode, literal: Value, tag: string | null): void {
    if ((node.flags & ASSIGNED) === 0) this.assigned++
    node.flags |= ASSIGNED
    if (tag !== null) this.tags.set(node, tag)
    const value = tag === null ? literal : checkTag(literal, tag)
    if (this.#arrays.takes(node, value)) {
      this.#arrays.hold(node, value)
      this.roots.push(node)
    } else node.value = value
  }

  /** Tag of a formula that is nothing but a call. */
  #callTag(expr: IrExpr): string | undefined {
    const isCall = typeof expr === 'object' && expr[0] === 'ext'
    return isCall ? this.#callNodes.tagOf(expr[1]) : undefined
  }

  #setInstance(node: CellNode, instance: Instance): void {
    const { template, coordinates, numbers, externals } = instance
    this.#setFormula(node, template, coordinates, 0, numbers, 0, externals)
  }

  #call(symbol: string, owner: CellNode): CellNode {
    return this.#callNodes.of(symbol, owner, this.#templates, (node, instance) =>
      this.#setInstance(node, instance),
    )
  }

  #setFormula(
    node: CellNode,
    template: Template,
    coordinates: ArrayLike<number>,
    coordinatesFrom: number,
    numbers: ArrayLike<number>,
    numbersFrom: number,
    externals?: readonly string[],
  ): void {
    const cells = this.#cells
    const { refs, tracked, slotNumbers } = template
    // Formulas of no cell, such as the trigger of a rule, do not count.
    if ((node.flags & ASSIGNED) === 0 && (node.column >= 0 || node.row >= 0)) this.assigned++
    node.fn = template.run
    node.flags |= template.flags
    if (template.mode === 'lazy') this.hasLazy = true
    else this.roots.push(node)
    if (template.mode === 'conditional') this.hasConditional = true
    if (template.volatile) this.volatile.push(node)
    this.formulas++
    const own: (Value | Node)[] | undefined = tracked || slotNumbers > 0 ? [] : undefined
    for (let i = 0; i < slotNumbers; i++) own!.push(numbers[numbersFrom + i]!)
    let at = coordinatesFrom
    let called = 0
    for (let i = 0; i < refs.length; i++) {
      const ref = refs[i]!
      let dep: Node
      // Most are one of these. A function that is called so often is compiled by itself, and again in each
      // that calls it: so there are few on this way.
      if (ref.kind === 'cell') {
        dep = cells.cellAt(columnKey(ref.sheet, coordinates[at]!), coordinates[at + 1]!)
        at += 2
      } else if (ref.kind === 'range') {
        dep = cells.region(
          ref.sheet,
          coordinates[at]!,
          coordinates[at + 1]!,
          coordinates[at + 2]!,
          coordinates[at + 3]!,
        )
        at += 4
      } else if (ref.kind === 'external') dep = this.#call(externals![called++]!, node)
      else {
        dep = this.#resolve(node, ref, coordinates, at)
        at += coordinateCount(ref)
      }
      if (tracked) own!.push(dep)
      if (ref.maybe) continue
      appendRead(node, dep)
    }
    if (own !== undefined) node.own = own
    if (tracked) this.#tracked.push(node)
  }

  #resolve(node: CellNode, ref: RefSpec, coordinates: ArrayLike<number>, at: number): Node {
    const cells = this.#cells
    switch (ref.kind) {
      case 'cell':
      case 'spill':
        return cells.cellAt(columnKey(ref.sheet, coordinates[at]!), coordinates[at + 1]!)
      case 'range':
        return cells.region(
          ref.sheet,
          coordinates[at]!,
          coordinates[at + 1]!,
          coordinates[at + 2]!,
          coordinates[at + 3]!,
        )
      case 'name':
        return cells.name(ref.name)
      case 'external':
        throw new Error('An action calls no external function.')
      case 'answer':
        return this.#calls.of(node)!.answerNode
      case 'near':
        return cells.near(node, ref.columns, ref.rows)
    }
  }

  /**
   * Reads in a branch only are not known ahead. Those that run anyway are taken for read, so that they run
   * before: the first run tells better.
   */
  expectBranches(): void {
    for (const node of this.#tracked) {
      const { refs, slotNumbers } = templateOf(node)!
      refs.forEach((ref, i) => {
        const dep = node.own![slotNumbers + i] as Node
        if (!ref.maybe || !isCell(dep) || dep === node) return
        if (dep.fn !== null && (dep.flags & LAZY) === 0) appendRead(node, dep)
      })
    }
    this.#tracked.length = 0
  }

  *targets(target: IrTarget): Iterable<CellNode> {
    if (target[0] === 'name') yield this.#cells.name(target[1])
    else if (target[0] === 'cell') yield this.#cells.cell(target[1], target[2], target[3])
    else {
      const [, sheet, column, row, lastColumn, lastRow] = target
      for (let c = column; c <= lastColumn; c++) {
        for (let r = row; r <= lastRow; r++) yield this.#cells.cell(sheet, c, r)
      }
    }
  }
}

/** Defaults of the fields that a formula without a cell lacks. */
const HIDDEN = {
  id: '',
  target: ['name', ''],
  fill: false,
  input: false,
  tag: null,
  line: 0,
} as const

/** Cost of a formula in cells, by the length of its form: one of sixty levels takes as long as twenty short ones. */
function looksOf({ form }: Instance): number {
  return form.abstract.skeleton.length >> 5
}

function coordinateCount(ref: RefSpec): number {
  if (ref.kind === 'cell' || ref.kind === 'spill') return 2
  return ref.kind === 'range' ? 4 : 0
}
