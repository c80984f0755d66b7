// A model as it was: the graph of the source that ran then, with the values that were given and the last
// good values of that time. It can be moved to another revision of the same version, which costs what
// changed between the two. Nothing of the running model is touched.

import type { Catalogue, Ir } from '@cellwake/language'
import { BLANK, PENDING, type Value } from '@cellwake/runtime'
import { isInvalid, type Node } from '@cellwake/scheduler'
import { EngineError } from '../errors.ts'
import type { Answer, RequestRecord } from '../external/answer.ts'
import { FormulaTexts } from '../formulas/formula-texts.ts'
import { templateOf } from '../formulas/template.ts'
import { zoneTable } from '../formulas/zone-table.ts'
import {
  ANCHOR,
  ASSIGNED,
  type CellNode,
  GIVEN,
  isCell,
  SPILLED,
  TAKEN,
} from '../graph/cell-node.ts'
import type { Memory } from '../graph/memory.ts'
import { ModelGraph } from '../graph/model-graph.ts'
import { depsOf } from '../graph/node-deps.ts'
import { cellsOf, rectangleFrom } from '../graph/rectangle.ts'
import { LOOK_CELLS } from '../limits.ts'
import type { GivenValues } from '../model/given-value.ts'
import { Inputs } from '../model/inputs.ts'
import { answerId, isGiven, type ModelRecords, requestId } from '../model/records.ts'
import { atOnce, type Slices, type Work } from '../model/slices.ts'
import type { ReadSource } from '../source-reader.ts'
import type { AnswerRoom } from '../views/answer-room.ts'
import { cellView, valueIn } from '../views/cell-facts.ts'
import { type CellView, viewOf } from '../views/cell-view.ts'
import { headOf, type ModelHead, type Moment } from './moment.ts'
import { deployedIn, type PastDocuments } from './past-documents.ts'

export interface PastGraphParts {
  readonly catalogue: Catalogue
  readonly records: ModelRecords
  readonly given: GivenValues
  readonly slices: Slices
  /** Counts its memory. */
  readonly memory: Memory
}

export class PastGraph implements Moment {
  readonly graph: ModelGraph
  readonly ir: ModelHead
  readonly source: string
  /** Until its formulas are nodes. */
  #whole: Ir | undefined
  readonly #inputs: Inputs
  readonly #texts: FormulaTexts
  #documents: PastDocuments
  #now: number
  readonly #pause: () => boolean
  /** The newest commit that wrote each cell. */
  readonly #written = new Map<Node, number>()
  /** The newest commit that each node can follow from, as far as it was asked for. */
  #touched = new Map<Node, number>()

  /** Empty; `load` comes next. The source read is the version that ran then. */
  constructor(parts: PastGraphParts, { ir }: ReadSource, documents: PastDocuments, now: number) {
    const { record, source } = deployedIn(documents)!
    if (ir === undefined) {
      const what = `Version ${record.version} of ${record.id} can no longer be compiled.`
      throw new EngineError('unknown-version', what)
    }
    this.ir = headOf(ir)
    this.#whole = ir
    this.source = source
    this.graph = new ModelGraph(ir.sheets, {
      catalogue: parts.catalogue,
      zone: zoneTable(ir.header.timezone),
      // Random numbers of the past are not known: values that depended on them differ.
      random: () => 0.5,
      countRuns: false,
      formulaText: (symbol) => this.formulaText(symbol),
      pause: parts.slices.pause,
      memory: parts.memory.model(record.versions.at(-1)?.by),
    })
    this.#texts = new FormulaTexts(source, this.graph.cells.sheets)
    this.#inputs = new Inputs(this.graph, parts.records, parts.given)
    this.#documents = documents
    this.#now = now
    this.#pause = parts.slices.pause
  }

  *load(): Work<void> {
    const documents = this.#documents
    yield* this.graph.build(this.#whole!)
    this.#whole = undefined
    for (const [id, { value }] of documents.states) {
      if (isGiven(id) && value !== undefined) this.#inputs.restore(id, value as Value)
    }
    for (const [id, { value }] of documents.states) {
      const node = id.startsWith('?') ? this.#inputs.find(id.slice(1)) : undefined
      if (node === undefined || templateOf(node)?.mode !== 'conditional') continue
      if (value !== undefined) this.graph.restoreGood(node, value as Value)
    }
    this.#restoreCalls()
    yield* this.graph.start(this.#now)
    this.#arrived(documents.states.keys())
  }

  /** The answers of that time. Nothing of the past asks for anything. */
  #restoreCalls(): void {
    const { calls } = this.graph
    const { states } = this.#documents
    calls.isQuiet = true
    calls.restore((symbol) => {
      const answer = states.get(answerId(symbol))?.value as Answer | undefined
      return { answer, request: states.get(requestId(symbol))?.value as RequestRecord | undefined }
    })
    for (const { answer, answerNode } of calls.all) answerNode.value = answer?.value ?? PENDING
    this.graph.statuses.changed()
  }

  get rev(): number {
    return this.#documents.rev
  }

  get documents(): PastDocuments {
    return this.#documents
  }

  /** The deploy that brought this source. */
  get deployedAt(): number {
    return this.#documents.states.get('#model')!.seq
  }

  /** Whether it is the same source that ran at another revision. */
  isOf(documents: PastDocuments): boolean {
    return deployedIn(documents)?.source === this.source
  }

  *moveTo(documents: PastDocuments, now: number): Work<void> {
    const before = this.#documents.states
    const changed: string[] = []
    for (const [id, state] of documents.states) {
      if (before.get(id)?.seq !== state.seq) changed.push(id)
    }
    for (const id of before.keys()) if (!documents.states.has(id)) changed.push(id)
    this.#documents = documents
    this.#now = now
    for (const id of changed) if (isGiven(id)) this.#give(id, documents.states.get(id)?.value)
    for (const id of changed) {
      const node = id.startsWith('?') ? this.#inputs.find(id.slice(1)) : undefined
      if (node === undefined || templateOf(node)?.mode !== 'conditional') continue
      this.graph.rollBackGood(node, (documents.states.get(id)?.value as Value) ?? BLANK)
    }
    if (this.graph.calls.any) this.#restoreCalls()
    // The values of calls follow from the instant too.
    for (const { node } of this.graph.calls.all) this.graph.graph.touch(node)
    if (!this.graph.settle(now)) yield* this.graph.resting()
    this.#arrived(changed)
  }

  /** The node of a symbol, up to date: of the past nothing is left undone. */
  find(symbol: string): CellNode | undefined {
    const node = this.#inputs.find(symbol)
    if (node !== undefined && isInvalid(node)) {
      atOnce(this.graph.resolve(node, this.#now))
    }
    return node
  }

  /** The same; one that is not there comes into being, blank. */
  node(symbol: string): CellNode {
    return this.find(symbol) ?? this.#inputs.node(symbol)
  }

  /** Cells by symbol, as a running model gives them. */
  cells(symbols: readonly string[] | undefined, room?: AnswerRoom): Record<string, CellView> {
    const found = new Map<string, CellView>()
    const { cells } = this.graph
    const add = (symbol: string, node: CellNode) => {
      room?.look()
      if (found.has(symbol)) return
      room?.take(valueIn(this.graph, node))
      found.set(symbol, cellView(this.graph, node, this.touched(node)))
    }
    for (const symbol of new Set(symbols ?? this.#assigned())) {
      const rectangle = rectangleFrom(symbol, cells.sheets)
      const node = rectangle === undefined ? this.find(symbol) : undefined
      if (rectangle !== undefined) {
        for (const cell of cellsOf(cells, rectangle)) {
          const known = this.graph.symbolOf(cell)
          add(known, this.find(known)!)
        }
      } else if (node === undefined) found.set(symbol, viewOf(BLANK, undefined, 'ready', 0))
      else add(this.graph.symbolOf(node), node)
    }
    return Object.fromEntries(found)
  }

  #assigned(): string[] {
    const nodes = [...this.graph.cells.grid.nodes()]
    const assigned = nodes.filter(({ flags }) => (flags & (ASSIGNED | GIVEN)) !== 0)
    return assigned.map((node) => this.graph.symbolOf(node))
  }

  formulaText(symbol: string): string | undefined {
    return this.#texts.of(symbol)
  }

  readTexts(): Work<void> {
    return this.#texts.read(this.#pause)
  }

  /** The newest commit that wrote a cell; 0 for none. */
  written(node: CellNode): number {
    return this.#written.get(node) ?? 0
  }

  /** The newest commit at which a cell can have got its value; it may have had it before. */
  touched(node: CellNode): number {
    return this.#touched.get(node) ?? atOnce(this.#touch(node, () => false))
  }

  /** Finds the newest revision of each cell of `symbols`, in slices. */
  *touching(symbols: Iterable<string>): Work<void> {
    try {
      for (const symbol of symbols) {
        const rectangle = rectangleFrom(symbol, this.graph.cells.sheets)
        const node = rectangle === undefined ? this.find(symbol) : undefined
        const nodes = rectangle === undefined ? [node] : cellsOf(this.graph.cells, rectangle)
        for (const one of nodes) {
          if (one !== undefined && !this.#touched.has(one)) yield* this.#touch(one, this.#pause)
        }
      }
    } catch (error) {
      // Partial results would be wrong.
      this.#touched = new Map()
      throw error
    }
  }

  *#touch(node: CellNode, pause: () => boolean): Work<number> {
    let looked = 0
    const known = this.#touched
    const stack: Node[] = [node]
    const open = new Set<Node>()
    for (let next = stack.at(-1); next !== undefined; next = stack.at(-1)) {
      if (looked > LOOK_CELLS) {
        looked = 0
        if (pause()) yield
      }
      if (!open.has(next) && !known.has(next)) {
        open.add(next)
        known.set(next, this.#ownRevision(next))
        for (const dep of depsOf(next)) {
          looked++
          if (!known.has(dep)) stack.push(dep)
        }
        continue
      }
      stack.pop()
      if (!open.has(next)) continue
      let newest = known.get(next)!
      for (const dep of depsOf(next)) {
        looked++
        newest = Math.max(newest, known.get(dep) ?? 0)
      }
      known.set(next, newest)
    }
    return known.get(node)!
  }

  /** Number of nodes looked at to answer that. */
  get visits(): number {
    return this.#touched.size
  }

  #ownRevision(node: Node): number {
    if (!isCell(node)) return this.deployedAt
    const { flags } = node
    const template = templateOf(node)
    const isUnsure = template?.volatile === true || template?.dynamic === true
    // Room for an array, and an earlier value of a blank cell, follow from more than is read.
    const isFree = template === null && node.column >= 0 && (flags & TAKEN) === 0
    if (isUnsure || isFree || (flags & (ANCHOR | SPILLED)) !== 0) return this.rev
    return Math.max(this.deployedAt, this.written(node))
  }

  #give(symbol: string, value: unknown): void {
    const node = value === undefined ? this.#inputs.find(symbol) : this.#inputs.node(symbol)
    if (node === undefined || templateOf(node) !== null) return
    if (value !== undefined) {
      this.#inputs.give({ node, value: value as Value, given: true })
      return
    }
    const own = (node.flags & ASSIGNED) === 0 ? BLANK : this.#inputs.constantIn(node)
    this.#inputs.give({ node, value: own, given: false })
  }

  #arrived(changed: Iterable<string>): void {
    this.graph.takeChanged()
    this.graph.good.clear()
    this.#touched = new Map()
    for (const id of changed) {
      const node = isGiven(id) ? this.#inputs.find(id) : undefined
      if (node === undefined) continue
      const state = this.#documents.states.get(id)
      if (state === undefined) this.#written.delete(node)
      else this.#written.set(node, state.seq)
    }
    for (const { symbol, node } of this.graph.calls.all) {
      const { states } = this.#documents
      const [answer, request] = [states.get(answerId(symbol)), states.get(requestId(symbol))]
      this.#written.set(node, Math.max(answer?.seq ?? 0, request?.seq ?? 0))
    }
  }
}
