// The past of a model: reads at a revision, one after another. A few graphs of the past are cached and moved
// to where they are needed, so a result must be taken out at once.

import { context, setContext } from '@cellwake/runtime'
import type { Store } from '@cellwake/store'
import { EngineError } from '../errors.ts'
import { tooMuchMemory } from '../graph/memory.ts'
import { PAST_GRAPHS } from '../limits.ts'
import type { Work } from '../model/slices.ts'
import type { ReadSource, SourceReader } from '../source-reader.ts'
import { detailOf } from './causes.ts'
import { deployedIn, documentsAt, type PastDocuments } from './past-documents.ts'
import { PastGraph, type PastGraphParts } from './past-graph.ts'

/** Commits that are looked at for the instant at which a model was last computed. */
const INSTANT_COMMITS = 16

export interface PastParts extends PastGraphParts {
  readonly id: string
  readonly store: Store
  readonly reader: SourceReader
}

export class Past {
  readonly #parts: PastParts
  /** Last used first. */
  readonly #graphs: PastGraph[] = []
  #turn: Promise<unknown> = Promise.resolve()

  constructor(parts: PastParts) {
    this.#parts = parts
  }

  get model(): string {
    return this.#parts.id
  }

  /**
   * Result of `look` at the model as it was at a revision. It must not keep the graph. `before` prepares the graph in
   * slices.
   */
  read<T>(
    rev: number,
    look: (moment: PastGraph) => T,
    before?: (moment: PastGraph) => Work<void>,
  ): Promise<T> {
    const found = this.#turn.then(() => this.#read(rev, look, before))
    this.#turn = found.catch(() => undefined)
    return found
  }

  /** The same; undefined where the model was not deployed yet. */
  readIfThere<T>(
    rev: number,
    look: (moment: PastGraph) => T,
    before?: (moment: PastGraph) => Work<void>,
  ): Promise<T | undefined> {
    return this.read(rev, look, before).catch((error: unknown) => {
      if (error instanceof EngineError && error.code === 'not-deployed-then') return undefined
      throw error
    })
  }

  async #read<T>(
    rev: number,
    look: (moment: PastGraph) => T,
    before?: (moment: PastGraph) => Work<void>,
  ): Promise<T> {
    const { store, records, id } = this.#parts
    const documents = await documentsAt(store, records.space, rev, this.#graphs[0]?.documents)
    if (deployedIn(documents) === undefined) {
      throw new EngineError('not-deployed-then', `${id} was not deployed at revision ${rev}.`)
    }
    const known = this.#graphs.find((graph) => graph.isOf(documents))
    const { source } = deployedIn(documents)!
    const read = known ?? (await this.#parts.reader.read(source, `model ${id}`))
    const now = await this.#instant(documents)
    // One that does not arrive is nowhere.
    if (known !== undefined) this.#graphs.splice(this.#graphs.indexOf(known), 1)
    // In a turn of its own: many readers of the past at once would otherwise compute in one turn of the event loop.
    return this.#parts.slices.goOn(aside(this.#look(read, documents, now, look, before))).done
  }

  *#look<T>(
    read: PastGraph | ReadSource,
    documents: PastDocuments,
    now: number,
    look: (moment: PastGraph) => T,
    before?: (moment: PastGraph) => Work<void>,
  ): Work<T> {
    const isKnown = read instanceof PastGraph
    const graph = isKnown ? read : new PastGraph(this.#parts, read, documents, now)
    const { memory } = graph.graph
    try {
      yield* isKnown ? graph.moveTo(documents, now) : graph.load()
      if (memory.isFull) throw tooMuchMemory(`The past of ${this.#parts.id}`)
    } catch (error) {
      memory.release()
      throw error
    }
    this.#graphs.unshift(graph)
    for (const old of this.#graphs.splice(PAST_GRAPHS)) old.graph.memory.release()
    if (before !== undefined) yield* before(graph)
    return look(graph)
  }

  /** Releases its memory. */
  forget(): void {
    for (const { graph } of this.#graphs.splice(0)) graph.memory.release()
  }

  /** Time at which the model was last computed: the value of NOW. */
  async #instant(documents: PastDocuments): Promise<number> {
    let before = Number.POSITIVE_INFINITY
    for (let i = 0; i < INSTANT_COMMITS; i++) {
      let newest = 0
      for (const { seq } of documents.states.values()) {
        if (seq < before) newest = Math.max(newest, seq)
      }
      if (newest === 0) break
      const detail = detailOf(await this.#parts.store.commitInfo(newest))
      if (detail !== undefined && 'now' in detail && detail.now !== undefined) return detail.now
      before = newest
    }
    return deployedIn(documents)!.record.deployedAt
  }
}

/** The same work; between its slices, the instant and the zone are those of the work that computes then. */
function* aside<T>(work: Work<T>): Work<T> {
  for (;;) {
    const before = { ...context }
    let step: IteratorResult<undefined | Promise<unknown>, T>
    try {
      step = work.next()
    } finally {
      setContext(before)
    }
    if (step.done === true) return step.value
    yield
  }
}
