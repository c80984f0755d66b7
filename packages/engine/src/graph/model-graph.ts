// A model in memory: its cells and formulas as nodes of one graph, built from a compiled source, and
// brought to rest after every change. It knows nothing of the store; `live-model.ts` does. Where it is told to pause,
// it stops half way: until it has gone on to the end, nobody may read it or change it.

import { type Catalogue, cellSymbol, type Ir, parseSymbol } from '@cellwake/language'
import {
  type ArrayValue,
  BLANK,
  context,
  isArray,
  isError,
  sameValue,
  setContext,
  type Value,
  type ZoneTable,
} from '@cellwake/runtime'
import {
  Graph,
  isInvalid,
  loadNodes,
  type Node,
  readAt,
  readCount,
  runsOverKnownReads,
} from '@cellwake/scheduler'
import { believe } from '../errors.ts'
import { CallNodes } from '../external/call-nodes.ts'
import { Calls } from '../external/calls.ts'
import { callsBelow } from '../external/calls-below.ts'
import { Statuses } from '../external/status.ts'
import { Evaluation } from '../formulas/evaluation.ts'
import { Literals } from '../formulas/literals.ts'
import { restoreLazy } from '../formulas/restore-lazy.ts'
import { elementIn, templateOf } from '../formulas/template.ts'
import { Templates } from '../formulas/templates.ts'
import type { RemoteGraph } from '../home/remote-graph.ts'
import { FORMULA_STEPS, IN_COMMIT_ROOM, SETTLE_RUNS, SPILL_ROUNDS, WAVE_STEPS } from '../limits.ts'
import { withNamedRanges } from '../lookups/named-ranges.ts'
import type { Work } from '../model/slices.ts'
import { isRegion } from '../ranges/region.ts'
import type { LiveRule } from '../rules/live-rule.ts'
import { ArrayInputs } from './array-inputs.ts'
import { type CellNode, EXTERNAL, isCell, SPILLED } from './cell-node.ts'
import { ModelCells } from './cells.ts'
import { columnOf, sheetOf } from './grid.ts'
import { Memory, type ModelMemory, tooMuchMemory } from './memory.ts'
import { ModelBuilder } from './model-builder.ts'
import { depsOf } from './node-deps.ts'
import { Spills } from './spills.ts'

const NO_ZONES: readonly ZoneTable[] = []

export interface ModelGraphOptions {
  readonly catalogue: Catalogue
  readonly zone: ZoneTable
  readonly random: () => number
  /** Counts how often each formula runs, for tests. */
  readonly countRuns: boolean
  /** The formula of a cell as text. */
  formulaText(symbol: string): string | undefined
  /** Asked now and then while it computes. */
  pause(): boolean
  /** Counts its memory; left out, it has as much as an engine. */
  readonly memory?: ModelMemory
  /** Evaluator elsewhere; left out, formulas are computed here. */
  readonly remote?: RemoteGraph | undefined
}

export class ModelGraph {
  readonly cells: ModelCells
  readonly graph: Graph
  readonly evaluation: Evaluation
  readonly spills: Spills
  /** Its calls of external functions. */
  readonly calls: Calls
  readonly statuses: Statuses
  /** Evaluator elsewhere; undefined if formulas are computed here. */
  readonly remote: RemoteGraph | undefined
  private readonly options: ModelGraphOptions
  private readonly arrays: ArrayInputs
  private readonly built: ModelBuilder
  /** Whether runs are counted here though the model lives elsewhere. */
  #isCountedHere = true
  /** Number of runs in this settling, of nodes that ran more than once. */
  private readonly again = new Map<Node, number>()
  /** Lazy formulas and external calls that ran elsewhere, and are to show their new value. */
  private readonly ranElsewhere: CellNode[] = []
  /** Conditional formulas whose last good value is another one since it was last looked at, and that. */
  readonly good = new Map<CellNode, Value>()
  /** Number of cells that hold a given value, or one of a rule. */
  given = 0
  /** The instant at which things are evaluated. */
  private now = 0
  /** Rounds of this settling that are over, and how far the placing of arrays has got. */
  private rounds = 0
  private placing: Work<void> | undefined

  /** Empty; `build` comes next. */
  constructor(sheets: readonly string[], options: ModelGraphOptions) {
    this.options = options
    this.graph = new Graph({
      wake: () => {},
      report: () => {},
      again: (node) => this.#runsTooOften(node),
      runTask: () => false,
      wanted: () => {},
      rootsOf: () => 0,
    })
    this.cells = new ModelCells(this.graph, sheets)
    this.evaluation = new Evaluation(this.graph, options.memory ?? new Memory().model(), {
      symbolOf: (node) => this.symbolOf(node),
      spilled: (node, value) => this.#inCell(node, value),
      released: (node) => this.spills.release(node),
      keptGood: (node) => {
        if (!this.good.has(node)) this.good.set(node, node.value)
      },
    })
    if (options.countRuns) {
      this.evaluation.runs = new Map()
      this.evaluation.isCounted = true
    }
    this.spills = new Spills(this.cells, this.evaluation)
    this.arrays = new ArrayInputs(this.cells, this.spills, this.evaluation)
    this.calls = new Calls(() => this.now)
    this.statuses = new Statuses(this.graph, this.calls)
    this.remote = options.remote
    const { cells, calls } = this
    const { catalogue } = options
    const callNodes = new CallNodes({ cells, calls, catalogue })
    this.built = new ModelBuilder({
      cells: this.cells,
      arrays: this.arrays,
      calls,
      callNodes,
      literals: new Literals(catalogue),
      templates: new Templates({
        catalogue,
        cells,
        evaluation: this.evaluation,
        calls,
        isEach: (symbol) => callNodes.isEach(symbol),
        formulaText: (node) => this.#formulaText(node),
        ...(options.remote && { shown: options.remote.shown }),
      }),
    })
    this.remote?.attach({
      cells,
      calls,
      rules: () => this.rules,
      symbolOf: (node) => this.symbolOf(node),
      nodeOf: (symbol) => this.#nodeOf(symbol),
      write: (node, value) => this.#write(node, value),
      read: (node) => this.graph.read(node),
      firstOf: (node) => (readCount(node) > 0 ? readAt(node, 0) : undefined),
      touch: (node) => this.graph.touch(node),
      count: (node, runs) => this.evaluation.count(node, runs),
      ran: (node) => this.ranElsewhere.push(node),
    })
  }

  /** Makes the nodes of a source. Nothing runs yet. */
  *build(ir: Ir): Work<void> {
    this.#isCountedHere = ir.externals.length > 0 || ir.formulas.some(({ volatile }) => volatile)
    yield* this.memory.take(ir, this.options.pause)
    // Tags of dates ask for midnight in the model's zone.
    this.prepare(0)
    if (this.memory.isFull) throw tooMuchMemory('The model')
    for (const _ of this.built.build(withNamedRanges(ir), this.options.pause)) {
      yield
      this.enter()
    }
  }

  get memory(): ModelMemory {
    return this.evaluation.memory
  }

  /** The tags of inputs that have one. */
  get tags(): ReadonlyMap<CellNode, string> {
    return this.built.tags
  }

  /** Number of cells and names that the source assigns. */
  get assigned(): number {
    return this.built.assigned
  }

  /** Whether the source has lazy formulas. */
  get hasLazy(): boolean {
    return this.built.hasLazy
  }

  get rules(): readonly LiveRule[] {
    return this.built.rules
  }

  // Symbols

  symbolOf(node: CellNode): string {
    const { sheets, grid } = this.cells
    if (node.column < 0) return grid.nameList[node.row] ?? this.calls.of(node)?.symbol ?? ''
    return cellSymbol(sheets[sheetOf(node.column)]!, columnOf(node.column), node.row)
  }

  /** A formula as text: equal in two versions of a model if and only if it is the same formula. */
  identityOf(node: CellNode): string {
    const { own } = node
    const template = templateOf(node)
    if (template === null) return ''
    const parts: string[] = [template.key]
    for (let i = 0; i < template.slotNumbers; i++) parts.push(String(own![i]))
    template.refs.forEach((_, i) => {
      const dep = template.tracked ? (own![template.slotNumbers + i] as Node) : readAt(node, i)
      if (isRegion(dep)) {
        const { sheet, column, row, lastColumn, lastRow } = dep.own
        parts.push([this.cells.sheets[sheet], column, row, lastColumn, lastRow].join(','))
      } else if (isCell(dep)) parts.push(this.symbolOf(dep))
    })
    // The formula that all cells of a rectangle share is part of the identity of each.
    const isShared = template.refs.length === 0 && template.rectangle !== undefined
    const whole = isShared && readCount(node) === 1 ? readAt(node, 0) : undefined
    if (whole !== undefined && isCell(whole)) parts.push(this.identityOf(whole))
    return parts.join('|')
  }

  // Change and rest

  /** Everything that is wanted for its own sake runs for the first time, at an instant. */
  *start(now: number): Work<void> {
    this.prepare(now)
    if (this.remote !== undefined) {
      // Runs that an answer causes are counted here: elsewhere it is asked for until all agree.
      this.evaluation.isCounted &&= this.#isCountedHere
      yield* this.remote.starting(now)
      this.enter()
    }
    this.built.expectBranches()
    this.evaluation.notes = false
    for (const _ of loadNodes(this.graph, this.built.roots, this.options.pause)) {
      yield
      this.enter()
    }
    this.evaluation.notes = true
    this.built.roots.length = 0
    this.#readRan()
    if (!this.rest()) yield* this.#comingToRest()
    while (this.remote?.mustAsk === true) {
      yield* this.remote.starting(now)
      this.enter()
      this.#readRan()
      yield* this.#comingToRest()
    }
  }

  /** Gives an input another value. True if it is another. */
  write(node: CellNode, value: Value): boolean {
    const isHere = this.remote === undefined || (node.flags & EXTERNAL) !== 0
    return isHere ? this.#write(node, value) : this.remote!.write(node, value)
  }

  #write(node: CellNode, value: Value): boolean {
    if ((node.flags & SPILLED) !== 0) {
      // Blank means that nothing is set there, which is so already.
      if (sameValue(value, BLANK)) return false
      this.spills.giveUp(node)
    }
    if (node.fn !== null || (typeof value === 'object' && this.arrays.takes(node, value))) {
      return this.arrays.write(node, value)
    }
    if (sameValue(node.value, value)) return false
    this.memory.replace(node.value, value)
    this.evaluation.changed.push(node)
    return this.graph.write(node, value)
  }

  /** Gives an input the value it had, before anything runs. */
  restore(node: CellNode, value: Value): void {
    const { roots } = this.built
    const wasArray = node.fn !== null
    if (this.arrays.takes(node, value)) {
      if (!wasArray) roots.push(node)
      this.arrays.hold(node, value)
      return
    }
    if (wasArray) {
      roots.splice(roots.indexOf(node), 1)
      this.arrays.drop(node)
    }
    this.memory.replace(node.value, value)
    node.value = value
  }

  /** Gives a conditional formula the last good value it had, before anything runs. */
  restoreGood(node: CellNode, value: Value): void {
    node.value = this.#heldGood(node, value)
  }

  /** Rolls a conditional formula back to the last good value before the newest. */
  rollBackGood(node: CellNode, value: Value): void {
    this.graph.write(node, this.#heldGood(node, value))
    // An array that had no room waits for it again.
    if (typeof value === 'object' && isError(value)) this.graph.touch(node)
  }

  #heldGood(node: CellNode, value: Value): Value {
    if (node.column < 0 || typeof value !== 'object' || !isArray(value)) {
      this.spills.release(node)
      return value
    }
    const held = this.#inCell(node, value)
    return typeof held === 'object' && isError(held) ? this.evaluation.originAt(node, held) : held
  }

  /** External calls that a lazy formula may read run, so that it can rest on them. None of them asks for anything. */
  runCallsBelow(node: CellNode): void {
    const { calls, graph } = this
    calls.isQuiet = true
    for (const cell of this.below(node)) {
      const call = calls.of(cell)
      if (call === undefined) continue
      graph.read(cell)
      if (call.shown?.asks === true) graph.touch(cell)
    }
    calls.isQuiet = false
  }

  /** Gives lazy formulas their kept results; stale ones run when they are wanted. */
  restoreLazy(results: ReadonlyMap<CellNode, { value: Value; holds: boolean }>): void {
    restoreLazy(this.graph, results)
  }

  /** A cell and every cell and external call that it follows from, as far as is known; possible reads of branches count. */
  *below(node: CellNode): Iterable<CellNode> {
    const seen = new Set<Node>([node])
    for (const next of seen) {
      if (isCell(next) && (next.row >= 0 || this.calls.of(next) !== undefined)) yield next
      for (const dep of depsOf(next)) seen.add(dep)
    }
  }

  /** Whether a formula may follow from more than `below` knows of. */
  isUnsure(node: CellNode): boolean {
    for (const cell of this.below(node)) {
      const template = templateOf(cell)
      if (template?.volatile === true || template?.dynamic === true) return true
    }
    return false
  }

  /** Brings everything wanted up to date, at an instant. False if it has paused: then `resting` does the rest. */
  settle(now: number): boolean {
    this.prepare(now)
    const { volatile } = this.built
    if (this.remote !== undefined) {
      this.remote.begin()
      this.remote.isAsked = volatile.length === 0 && !this.remote.isWaiting
      return this.remote.isAsked && !this.calls.any ? this.rest() : false
    }
    for (let i = 0; i < volatile.length; i++) this.graph.touch(volatile[i]!)
    return this.rest()
  }

  /** The rest of a settling that has paused. */
  *resting(): Work<void> {
    if (this.remote === undefined) {
      yield
      this.enter()
    }
    // Calls whose answer or time has come run before anybody is asked.
    yield* this.#comingToRest()
    while (this.remote?.mustAsk === true) {
      yield* this.remote.asking(this.now)
      this.enter()
      this.#readRan()
      yield* this.#comingToRest()
    }
  }

  /** Whether a commit elsewhere needs no dry run: nothing that follows from an input is part of it, or acts. */
  get computesInCommit(): boolean {
    const { hasLazy, hasConditional, volatile } = this.built
    return (
      this.remote?.isWaiting === true &&
      !this.isLargeElsewhere &&
      !hasLazy &&
      !hasConditional &&
      volatile.length === 0 &&
      !this.calls.any &&
      this.rules.length === 0 &&
      this.memory.hasRoom(IN_COMMIT_ROOM)
    )
  }

  /** So much follows from a commit that its consequences are looked at first. */
  isLargeElsewhere = false

  /** The next commit computes elsewhere what was written. Gives the work of showing it, for when it is durable. */
  inCommit(): () => Work<void> {
    const taking = this.remote!.inCommit(this.now)
    return () => this.#shownAfter(taking)
  }

  *#shownAfter(taking: () => Work<void>): Work<void> {
    this.enter()
    yield* taking()
    this.enter()
    this.#readRan()
    yield* this.#comingToRest()
  }

  *#comingToRest(): Work<void> {
    while (!this.rest()) {
      yield
      this.enter()
    }
  }

  #readRan(): void {
    for (const node of this.ranElsewhere.splice(0)) this.graph.read(node)
  }

  /** The value of a node, computed if it must be; that leaves no demand. */
  *resolve(node: CellNode, now: number): Work<Value> {
    this.prepare(now)
    if (this.remote !== undefined && this.isInvalid(node)) {
      this.remote.begin()
      yield* this.remote.resolving([node], now)
      this.prepare(now)
      this.#readRan()
      // Calls that are only too old did not run there.
      for (const { node: call } of callsBelow(this.calls, node)) this.graph.read(call)
    }
    for (const below of this.#staleBelow(node)) {
      this.graph.read(below)
      if (this.isTimeToPause()) {
        yield
        this.enter()
      }
    }
    let value = this.graph.read(node) as Value
    if (!this.rest()) yield* this.#comingToRest()
    if (this.remote?.mustAsk === true) {
      // The values of its calls are known now.
      this.remote.want(node)
      yield* this.resting()
      this.remote.unwant(node)
      value = this.graph.read(node) as Value
    }
    return value
  }

  /**
   * Sure reads of a node that must run, in topological order: a node that is read then runs alone. Branches
   * are left to the runs.
   */
  *#staleBelow(root: CellNode): Iterable<Node> {
    if (!runsOverKnownReads(root)) return
    const met = new Set<Node>([root])
    const path: Node[] = [root]
    const cursors: number[] = [0]
    for (let top = 0; top >= 0; top = path.length - 1) {
      const node = path[top]!
      const i = cursors[top]!++
      if (i < readCount(node)) {
        const dep = readAt(node, i)
        if (met.has(dep) || !runsOverKnownReads(dep)) continue
        met.add(dep)
        path.push(dep)
        cursors.push(0)
      } else {
        path.pop()
        cursors.pop()
        yield node
      }
    }
  }

  /** Wants a node from now on. */
  want(node: CellNode, now: number): void {
    this.prepare(now)
    // Elsewhere it takes an answer: the caller resolves it.
    if (this.remote === undefined) this.graph.read(node)
    // A wanted node is waited for; it is up to date then, mostly without a run.
    while (!this.rest());
    this.hold(node)
  }

  /** Wants a node that is up to date. */
  hold(node: CellNode): void {
    this.graph.wiring.want(node)
    this.remote?.want(node)
  }

  unwant(node: CellNode): void {
    this.graph.wiring.unwant(node)
    this.remote?.unwant(node)
  }

  /** Takes the cells whose value has changed since this was last called. */
  takeChanged(): CellNode[] {
    const { changed } = this.evaluation
    this.evaluation.changed = []
    return changed
  }

  isInvalid(node: CellNode): boolean {
    return isInvalid(node)
  }

  /** Whether there is room for so many new cells with given values. */
  hasRoomForGiven(cells: number): boolean {
    if (cells === 1) this.memory.count(this.cells.grid.size, this.given)
    return this.memory.hasRoomForGiven(cells)
  }

  /** Sets the instant at which things are evaluated, and gives them their steps. */
  prepare(now: number): void {
    this.now = now
    this.rounds = 0
    this.memory.isFull = false
    this.memory.count(this.cells.grid.size, this.given)
    this.enter()
    // To clear a map makes a new one of it, empty or not.
    if (this.again.size > 0) this.again.clear()
    const { goodBefore } = this.evaluation
    if (goodBefore.size > 0) goodBefore.clear()
    this.graph.passBegan = ++this.graph.tick
    this.evaluation.stepsLeft = WAVE_STEPS + this.built.formulas * FORMULA_STEPS
  }

  /** Whether the present work is to pause; `enter` comes first when that goes on. */
  isTimeToPause(): boolean {
    return --this.graph.untilLook < 0 && this.graph.looks(this.options.pause)
  }

  /** Others may have computed since it paused. */
  enter(): void {
    const { zone, random } = this.options
    setContext({ nowMs: this.now, zone, zones: NO_ZONES, random })
  }

  get #isEntered(): boolean {
    return context.nowMs === this.now && context.zone === this.options.zone
  }

  /** False if it has paused. */
  private rest(): boolean {
    const { graph, spills } = this
    const { pause } = this.options
    believe(this.remote !== undefined || this.#isEntered, 'a model computes at its own instant')
    for (;;) {
      if (this.placing !== undefined) {
        if (this.placing.next().done !== true) return false
        this.placing = undefined
      }
      if (graph.drain(pause)) return false
      if (this.rounds === SPILL_ROUNDS || !spills.isAnyUnplaced) {
        this.memory.count(this.cells.grid.size, this.given)
        return true
      }
      this.rounds++
      this.placing = spills.place(pause)
    }
  }

  #nodeOf(symbol: string): CellNode | undefined {
    const { cells } = this
    const parts = parseSymbol(symbol, cells.sheets)
    if (parts === undefined) return this.calls.find(symbol)?.node
    if ('name' in parts) return cells.name(parts.name)
    return cells.cell(cells.sheetNumber(parts.sheet), parts.column, parts.row)
  }

  // Arrays in cells

  /** In a rectangle an array is taken by position; a single cell spills it. */
  #inCell(node: CellNode, value: ArrayValue): Value {
    const rectangle = templateOf(node)?.rectangle
    if (rectangle === undefined) return this.spills.hold(node, value)
    return elementIn(value, rectangle.column, rectangle.row, node)
  }

  #formulaText(node: CellNode): string | undefined {
    return templateOf(node) === null ? undefined : this.options.formulaText(this.symbolOf(node))
  }

  /** A node that runs so often in one settling is in a cycle that was not foreseen. */
  #runsTooOften(node: Node): boolean {
    const runs = (this.again.get(node) ?? 0) + 1
    this.again.set(node, runs)
    return runs > SETTLE_RUNS
  }
}
