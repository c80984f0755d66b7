// Compares a live model, edit after edit, with one that is built anew from the same source and the same
// given values: every value is the same, what is wanted is up to date, and no formula ran for which
// nothing that it read before or after the edit had changed.

import { catalogue, compile } from '@cellwake/language'
import { BLANK, sameValue, UTC_TABLE, type Value } from '@cellwake/runtime'
import { type Node, readAt, readCount, virtualClock } from '@cellwake/scheduler'
import { MemoryDriver, openStore } from '@cellwake/store'
import { seededRandom } from '@cellwake/store/testing'
import { Engine } from '../../src/engine.ts'
import { templateOf } from '../../src/formulas/template.ts'
import {
  ANCHOR,
  ASSIGNED,
  type CellNode,
  GIVEN,
  isCell,
  LAZY,
  SPILLED,
} from '../../src/graph/cell-node.ts'
import { ModelGraph } from '../../src/graph/model-graph.ts'
import { GivenValues } from '../../src/model/given-value.ts'
import type { LiveModel } from '../../src/model/live-model.ts'
import { atOnce, Slices } from '../../src/model/slices.ts'
import { type Edit, type RandomModel, randomEdit, randomModel } from '../random-model.ts'

export interface IncrementalOptions {
  /** When its models give way. */
  readonly slices?: Slices
  readonly seed: number
  readonly models: number
  readonly edits: number
  /** Spoils a model before its first edit: a rig that cannot fail proves nothing. */
  readonly plant?: (graph: ModelGraph) => void
  /** Stops when this was found; otherwise after the first model that has violations. */
  readonly until?: RegExp
}

export interface IncrementalReport {
  readonly models: number
  readonly edits: number
  readonly formulas: number
  readonly runs: number
  readonly values: number
  readonly violations: readonly string[]
}

export async function compareWithScratch(options: IncrementalOptions): Promise<IncrementalReport> {
  const total = { models: 0, edits: 0, formulas: 0, runs: 0, values: 0 }
  const violations: string[] = []
  for (let i = 0; i < options.models; i++) {
    const { until } = options
    if (violations.some((violation) => until === undefined || until.test(violation))) break
    const seed = options.seed * 100_003 + i
    const rig = await Comparison.of(seed, options.slices)
    options.plant?.(rig.model.graph)
    await rig.run(options.edits, violations)
    total.models++
    total.edits += rig.edits
    total.formulas += rig.formulas
    total.runs += rig.runs
    total.values += rig.values
  }
  return { ...total, violations }
}

const givenValues = new GivenValues(catalogue)

/** The reads of a formula, down to cells, and their values at that time. */
type Reads = Map<CellNode, Seen>

interface Seen {
  readonly value: Value
  /** Whose array covers it. On its way from one to another it changes, though it may look the same. */
  readonly anchor: Node | undefined
}

export class Comparison {
  readonly model: LiveModel
  edits = 0
  formulas = 0
  runs = 0
  values = 0
  readonly #seed: number
  readonly #random: () => number
  readonly #what: RandomModel
  readonly #engine: Engine
  readonly #compiled: ReturnType<typeof compile>
  readonly #given = new Map<string, Value>()
  readonly #watched = new Map<string, () => void>()

  private constructor(
    seed: number,
    random: () => number,
    what: RandomModel,
    engine: Engine,
    model: LiveModel,
  ) {
    this.#seed = seed
    this.#random = random
    this.#what = what
    this.#engine = engine
    this.model = model
    this.#compiled = compile(what.source)
  }

  static async of(seed: number, slices = new Slices()): Promise<Comparison> {
    const random = seededRandom(seed)
    const what = randomModel(random)
    const store = await openStore(new MemoryDriver())
    const engine = new Engine({ store, clock: virtualClock(0), countRuns: true, slices })
    const { model } = await engine.deploy(what.source, { id: 'm' })
    return new Comparison(seed, random, what, engine, model)
  }

  async run(edits: number, violations: string[]): Promise<void> {
    const say = (problem: string, edit?: Edit) => {
      const at =
        edit === undefined ? 'after the start' : `edit ${this.edits} ${JSON.stringify(edit)}`
      violations.push(`model ${this.#seed}, ${at}: ${problem}`)
    }
    for (const problem of this.#problems(this.#scratch(new Map()))) say(problem)
    const known = violations.length
    for (let i = 0; i < edits && violations.length === known; i++) {
      this.edits++
      const edit = randomEdit(this.#random, this.#what)
      for (const problem of await this.#step(edit)) say(problem, edit)
    }
    await this.#engine.close()
  }

  get source(): string {
    return this.#what.source
  }

  async #step(edit: Edit): Promise<string[]> {
    const { graph } = this.model
    const runs = new Map<CellNode, number>()
    graph.evaluation.runs = runs
    const before = new Map<CellNode, Reads>()
    const good = new Map<string, Value>()
    const wasAnchor = new Set<CellNode>()
    const wasClean = new Set<CellNode>()
    const wasLive = new Set<CellNode>()
    const memo = new Map<Node, readonly CellNode[]>()
    for (const node of formulasOf(graph)) {
      before.set(node, readsOf(node, memo))
      if (templateOf(node)!.mode === 'conditional') good.set(graph.symbolOf(node), node.value)
      if ((node.flags & ANCHOR) !== 0) wasAnchor.add(node)
      if (!graph.isInvalid(node)) wasClean.add(node)
      if (node.live > 0) wasLive.add(node)
    }
    await this.#do(edit)
    const problems: string[] = []
    const afterwards = new Map<Node, readonly CellNode[]>()
    const wanted = wantedMeanwhile(runs.keys(), wasLive, afterwards)
    for (const [node, count] of runs) {
      this.runs += count
      const name = graph.symbolOf(node) || 'a shared right side'
      if ((node.flags & LAZY) !== 0 && !wanted.has(node) && edit.kind === 'set') {
        problems.push(`${name} is lazy and ran although nobody wants it`)
      }
      if (!wasClean.has(node) || wasAnchor.has(node) || (node.flags & ANCHOR) !== 0) continue
      const read = before.get(node)
      if (read === undefined) continue
      if (!hasChanged(read, readsOf(node, afterwards))) {
        problems.push(`${name} ran although nothing that it read has changed`)
      }
    }
    problems.push(...this.#problems(this.#scratch(good)))
    return problems
  }

  async #do(edit: Edit): Promise<void> {
    const { model } = this
    if (edit.kind === 'set') {
      await model.set(edit.values)
      givenValues.begin()
      for (const [symbol, value] of Object.entries(edit.values)) {
        this.#given.set(symbol, givenValues.read(symbol, value))
      }
    } else if (edit.kind === 'resolve') await model.resolve(edit.symbol)
    else if (edit.kind === 'watch') {
      if (this.#watched.has(edit.symbol)) return
      this.#watched.set(
        edit.symbol,
        model.watch([edit.symbol], () => {}),
      )
    } else {
      this.#watched.get(edit.symbol)?.()
      this.#watched.delete(edit.symbol)
    }
  }

  /** The same model, built anew. */
  #scratch(good: ReadonlyMap<string, Value>): ModelGraph {
    const { ir } = this.#compiled
    const fresh = new ModelGraph(ir!.sheets, {
      catalogue,
      zone: UTC_TABLE,
      random: () => 0.5,
      countRuns: false,
      formulaText: () => undefined,
      pause: () => false,
    })
    atOnce(fresh.build(ir!))
    for (const [symbol, value] of this.#given) {
      const node = nodeIn(fresh, this.model, symbol)
      const free = (node.flags & ASSIGNED) === 0 && sameValue(value, BLANK)
      if (!free) node.flags |= GIVEN
      fresh.restore(node, value)
    }
    for (const [symbol, value] of good) {
      fresh.restoreGood(nodeIn(fresh, this.model, symbol), value)
    }
    atOnce(fresh.start(0))
    return fresh
  }

  #problems(fresh: ModelGraph): string[] {
    const { graph } = this.model
    const problems: string[] = []
    this.formulas = 0
    for (const node of graph.cells.grid.nodes()) {
      const symbol = graph.symbolOf(node)
      const isFormula = templateOf(node) !== null
      if (isFormula) this.formulas++
      const isDirty = graph.isInvalid(node)
      if (isDirty && (node.live > 0 || (isFormula && (node.flags & LAZY) === 0))) {
        problems.push(`${symbol} is wanted and out of date`)
      }
      if (isDirty) continue
      const other = nodeIn(fresh, this.model, symbol)
      if (fresh.isInvalid(other)) atOnce(fresh.resolve(other, 0))
      this.values++
      if (!sameValue(node.value, other.value)) {
        problems.push(`${symbol} is ${spell(node.value)}, built anew ${spell(other.value)}`)
      }
    }
    for (const other of fresh.cells.grid.nodes()) {
      const symbol = fresh.symbolOf(other)
      if (this.model.find(symbol) === undefined && !sameValue(other.value, BLANK)) {
        problems.push(`${symbol} is missing, built anew ${spell(other.value)}`)
      }
    }
    problems.push(...this.#liveness())
    return problems
  }

  /** A lazy formula is live if and only if it is watched or something live reads it. */
  #liveness(): string[] {
    const { graph } = this.model
    const reached = new Set<Node>()
    for (const node of graph.cells.grid.nodes()) {
      const isRoot = node.fn !== null && (node.flags & LAZY) === 0 && templateOf(node) !== null
      if (isRoot || this.#watched.has(graph.symbolOf(node))) reached.add(node)
    }
    for (const node of reached)
      for (let i = 0; i < readCount(node); i++) reached.add(readAt(node, i))
    const problems: string[] = []
    for (const node of formulasOf(graph)) {
      if (node.live > 0 === reached.has(node)) continue
      problems.push(
        `${graph.symbolOf(node)} is ${node.live > 0 ? 'live' : 'dormant'} and should not`,
      )
    }
    return problems
  }
}

/** The node of a symbol in another graph of the same model; made if it is not there. */
function nodeIn(graph: ModelGraph, model: LiveModel, symbol: string): CellNode {
  const { cells } = graph
  const node = model.find(symbol)
  if (node === undefined) throw new Error(`there is no ${symbol}`)
  if (node.column < 0) return cells.name(symbol)
  const key = node.column
  const sheet = model.graph.cells.sheets[Math.floor(key / 16_384)]!
  return cells.cell(cells.sheetNumber(sheet), (key % 16_384) + 1, node.row)
}

function* formulasOf(graph: ModelGraph): Iterable<CellNode> {
  for (const node of graph.cells.grid.nodes()) if (templateOf(node) !== null) yield node
}

/**
 * Nodes that ran and were wanted, if only for a moment: before the edit, after it, or by a wanted node that ran and turned
 * to them before its own reader turned elsewhere.
 */
function wantedMeanwhile(
  ran: Iterable<CellNode>,
  wasLive: ReadonlySet<CellNode>,
  memo: Map<Node, readonly CellNode[]>,
): ReadonlySet<CellNode> {
  const all = new Set(ran)
  const wanted = new Set([...all].filter((node) => node.live > 0 || wasLive.has(node)))
  // A set grows while it is walked.
  for (const node of wanted)
    for (const cell of readsOf(node, memo).keys()) if (all.has(cell)) wanted.add(cell)
  return wanted
}

/** Through ranges and whatever else stands between a formula and cells. */
function cellsUnder(node: Node, memo: Map<Node, readonly CellNode[]>): readonly CellNode[] {
  if (isCell(node)) return [node]
  const known = memo.get(node)
  if (known !== undefined) return known
  const found = new Set<CellNode>()
  for (let i = 0, n = readCount(node); i < n; i++) {
    for (const cell of cellsUnder(readAt(node, i), memo)) found.add(cell)
  }
  const list = [...found]
  memo.set(node, list)
  return list
}

function readsOf(node: CellNode, memo: Map<Node, readonly CellNode[]>): Reads {
  const reads: Reads = new Map()
  for (let i = 0, n = readCount(node); i < n; i++) {
    for (const cell of cellsUnder(readAt(node, i), memo)) reads.set(cell, seen(cell))
  }
  return reads
}

function seen(cell: CellNode): Seen {
  const anchor = (cell.flags & SPILLED) === 0 ? undefined : (cell.reads as Node)
  return { value: cell.value, anchor }
}

/** Whether anything read before has another value now, or anything else is read now. */
function hasChanged(before: Reads, after: Reads): boolean {
  for (const [cell, { value, anchor }] of before) {
    const now = seen(cell)
    if (!sameValue(now.value, value) || now.anchor !== anchor) return true
  }
  for (const cell of after.keys()) if (!before.has(cell)) return true
  return false
}

function spell(value: Value): string {
  return JSON.stringify(value)
}
