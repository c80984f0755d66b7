// Runs formulas: gives each its steps, turns thrown errors into error values, checks tags, keeps the last
// good value of a conditional one, and notes changes. One evaluation of a formula is one run.

import {
  type ArrayValue,
  BLANK,
  beyondBounds,
  type Code,
  checkTag,
  type ErrorValue,
  errorOf,
  isArray,
  isError,
  OutOfFuel,
  refuel,
  sameValue,
  stops,
  type Value,
} from '@cellwake/runtime'
import { type Graph, type Node, SchedulerError } from '@cellwake/scheduler'
import { EngineError } from '../errors.ts'
import { ANCHOR, type CellNode } from '../graph/cell-node.ts'
import type { ModelMemory } from '../graph/memory.ts'
import { EVALUATION_STEPS, FORMULA_STEPS, STEPS_PER_RUN } from '../limits.ts'
import { isRefusal, keptForm } from '../model/kept-form.ts'
import type { Template } from './template.ts'

export interface EvaluationHost {
  symbolOf(node: CellNode): string
  /** A formula gives an array: returns the value that its cell holds then. */
  spilled(node: CellNode, value: ArrayValue): Value
  /** A formula gave an array, and gives none now. */
  released(node: CellNode): void
  /** The last good value of a conditional formula is another one. */
  keptGood(node: CellNode): void
}

const NO_SLOTS: Value[] = []
const TOO_MUCH = errorOf('CALC!', 'the model would hold too much')

export class Evaluation {
  readonly #graph: Graph
  readonly #host: EvaluationHost
  /** Memory of the model's values. */
  readonly memory: ModelMemory
  /** Cells whose value has changed since this was last read, in order; some twice. */
  changed: CellNode[] = []
  /** False while a model is loaded: all values are new then, and no reader wants the list. */
  notes = true
  /** Number of runs of each formula, while they are counted. */
  runs: Map<CellNode, number> | undefined
  /** Whether runs are counted here, and not where the model lives. */
  isCounted = false
  /** Undo log of this settling: the earlier values of conditional formulas that hold something else now. */
  readonly goodBefore = new Map<CellNode, Value>()
  /** Steps that are left for all evaluations of this settling. */
  stepsLeft = 0

  constructor(graph: Graph, memory: ModelMemory, host: EvaluationHost) {
    this.memory = memory
    this.#graph = graph
    this.#host = host
  }

  /** Due time of the rule that fires. */
  scheduledAt: Value = BLANK

  /** Runs something once for a node that is not in the graph. */
  evaluate(code: Code<CellNode>, carrier: CellNode, locals: number): Value {
    const granted = this.#grant()
    const before = refuel(granted)
    try {
      const value = code(carrier, locals === 0 ? NO_SLOTS : new Array(locals))
      return beyondBounds(value) ?? value
    } catch (error) {
      return failure(error)
    } finally {
      this.#spent(granted - Math.max(0, refuel(before)))
    }
  }

  /** However much others have taken, a modest formula runs. */
  #grant(): number {
    const { stepsLeft } = this
    if (stepsLeft > EVALUATION_STEPS) return EVALUATION_STEPS
    return Math.max(stepsLeft, FORMULA_STEPS)
  }

  /** Long runs are few before it is asked whether to pause. */
  #spent(steps: number): void {
    this.stepsLeft -= steps
    if (steps >= STEPS_PER_RUN) this.#graph.untilLook -= Math.floor(steps / STEPS_PER_RUN)
  }

  /** Compiles the run function of a formula. */
  runner(
    code: Code<CellNode>,
    options: Pick<Template, 'mode' | 'tag'> & {
      readonly locals: number
      /** Values that are not good have been replaced already. */
      readonly isSettled?: boolean
    },
  ): (node: Node) => Value {
    const { mode, tag, locals, isSettled = false } = options
    return (node) => {
      const cell = node as CellNode
      if (this.isCounted) this.count(cell, 1)
      const granted = this.#grant()
      const before = refuel(granted)
      let value: Value
      try {
        value = code(cell, locals === 0 ? NO_SLOTS : new Array(locals))
        if (typeof value === 'object') value = beyondBounds(value) ?? value
        if (mode === 'conditional') value = keptForm(value)
      } catch (error) {
        value = failure(error)
      }
      const left = refuel(before)
      if (left < granted) this.#spent(granted - Math.max(0, left))
      if (tag !== null) value = checkTag(value, tag)
      if (mode === 'conditional' && !isSettled && stops(value)) {
        // An intermediate value of this settling does not count as good.
        value = this.goodBefore.get(cell) ?? cell.value
        // An array that stays looks again whether it has room.
        const isHeld = typeof value === 'object' && isArray(value)
        if (value === cell.value && !isHeld) return value
      }
      if (typeof value === 'object') value = this.#record(cell, value)
      else if ((cell.flags & ANCHOR) !== 0) this.#host.released(cell)
      const old = cell.value
      if (value === old) return old
      if (mode === 'conditional') {
        if (sameValue(old, value)) return old
        if (!this.goodBefore.has(cell)) this.goodBefore.set(cell, old)
        // A good array that finds no room is no last good value.
        if (!stops(value)) this.#host.keptGood(cell)
      } else if (typeof value === 'object' && sameValue(old, value)) return old
      const isPlain = typeof value === 'number' && typeof old === 'number'
      if (!isPlain && !this.memory.replace(old, value)) value = this.#tooMuch(cell, old)
      if (this.notes) this.changed.push(cell)
      return value
    }
  }

  /** Values that are not plain: arrays spill, errors get their origin. */
  #record(cell: CellNode, value: Value): Value {
    if (!isArray(value) && (cell.flags & ANCHOR) !== 0) this.#host.released(cell)
    if (isArray(value)) {
      if (cell.column < 0) return value
      const held = this.#host.spilled(cell, value)
      return isError(held) && held.origin === '' ? this.originAt(cell, held) : held
    }
    return isError(value) && value.origin === '' ? this.originAt(cell, value) : value
  }

  /** Replaces a value for which there is no room by an error. */
  #tooMuch(cell: CellNode, old: Value): Value {
    if ((cell.flags & ANCHOR) !== 0) this.#host.released(cell)
    this.memory.replace(old, TOO_MUCH)
    return this.originAt(cell, TOO_MUCH)
  }

  originAt(cell: CellNode, error: ErrorValue): ErrorValue {
    return { ...error, origin: this.#host.symbolOf(cell) }
  }

  count(cell: CellNode, runs: number): void {
    this.runs?.set(cell, (this.runs.get(cell) ?? 0) + runs)
  }
}

/** Formulas never throw for reasons of their own. The graph's unwinding is rethrown. */
function failure(error: unknown): Value {
  if (error instanceof OutOfFuel) return errorOf('CALC!', error.message)
  if (error instanceof SchedulerError && error.code === 'cycle') {
    return errorOf('CIRC!', 'the formula reads itself, directly or through others')
  }
  if (error instanceof EngineError && error.code === 'too-many-cells') {
    return errorOf('CALC!', 'the model would have too many cells')
  }
  if (isRefusal(error)) return errorOf('CALC!', `the value cannot be kept: ${error.detail}`)
  if (error instanceof RangeError) return errorOf('CALC!', 'the formula is too deep or too large')
  throw error
}
