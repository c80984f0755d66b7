// Explanation of a cell's value: the reads it was computed from, the commit that last changed it, the author of that
// commit, and so on back to the origin: somebody who set an input, a deploy, the clock.

import type { IrRule } from '@cellwake/language'
import { type Json, toWire, type Value } from '@cellwake/runtime'
import type { Store } from '@cellwake/store'
import type { CallFacts } from '../external/call-facts.ts'
import type { JobView, ModelJobs } from '../external/model-jobs.ts'
import type { CellNode } from '../graph/cell-node.ts'
import { readersOf, rulesReading } from '../graph/readers.ts'
import type { WantedBy } from '../graph/wanted-by.ts'
import { ORIGIN_CAUSES, WHY_LEVELS, WHY_LEVELS_MAX, WHY_READS } from '../limits.ts'
import { isGiven } from '../model/records.ts'
import { gateDue } from '../rules/rule-gates.ts'
import { readsOfRule } from '../rules/rule-reads.ts'
import type { RuleState } from '../rules/rule-state.ts'
import { AnswerRoom } from '../views/answer-room.ts'
import type { CellRole } from '../views/cell-facts.ts'
import type { CellStatus } from '../views/cell-view.ts'
import { becauseOf, inputsBelow } from './because.ts'
import { type CauseView, CauseViews } from './cause-views.ts'
import { type CellChange, lastChanges } from './cell-changes.ts'
import type { Moment } from './moment.ts'
import type { Past } from './past.ts'
import type { PastGraph } from './past-graph.ts'
import { type WhyDraft, whyLeaf, whyTree } from './why-tree.ts'

export interface PlainValue {
  readonly kind: string
  readonly value: Json
}

export interface WhyNode {
  readonly symbol: string
  readonly role: CellRole
  readonly kind: string
  readonly value: Json
  readonly typeTag: string
  readonly status: CellStatus
  readonly formula: string | null
  /** Facts of an external call: its status, and its job with its attempts and its provider. */
  readonly call: (CallFacts & { readonly job: JobView | null }) | null
  /** The commit that last changed it; null if it has been so since it was deployed, or that is not known. */
  readonly changed: { readonly before: PlainValue | null; readonly cause: CauseView } | null
  readonly reads: readonly WhyNode[]
  readonly notTaken: readonly string[]
  readonly more: number
  readonly cut: boolean
}

export interface Explanation {
  readonly rev: number
  readonly at: string
  readonly why: WhyNode
  readonly because: readonly {
    readonly symbol: string
    readonly before: PlainValue | null
    readonly after: PlainValue
  }[]
  readonly origin: readonly CauseView[]
  readonly readBy: readonly string[]
  readonly readByRules: readonly string[]
  /** Left out for the past, in which there is no demand. */
  readonly wantedBy?: WantedBy
}

/** Facts of a cell at one moment. */
interface Seen {
  readonly rev: number
  readonly tree: WhyDraft
  readonly readBy: readonly string[]
  readonly readByRules: readonly string[]
  /** Commits that are known to have changed cells of the tree. */
  readonly hints: ReadonlyMap<string, number>
  /** Rest of the limit for the values of the answer. */
  readonly room: AnswerRoom
}

export interface ExplainParts {
  readonly store: Store
  readonly past: Past
  readonly jobs: ModelJobs
}

/** Sees a cell; `revOf` says with which commit one got its value, if that is known. */
export function seeCell(
  moment: Moment,
  node: CellNode,
  levels: number | undefined,
  revOf: (node: CellNode) => number | undefined,
): Seen {
  const depth = Math.max(0, Math.min(levels ?? WHY_LEVELS, WHY_LEVELS_MAX))
  const room = new AnswerRoom()
  const tree = whyTree(moment, node, depth, room)
  const hints = new Map<string, number>()
  for (const { symbol, isRange } of draftsIn(tree)) {
    if (isRange) continue
    const known = moment.find(symbol)
    const rev = known === undefined ? undefined : revOf(known)
    if (rev !== undefined) hints.set(symbol, rev)
  }
  const readBy = readersOf(moment, node)
  return { rev: moment.rev, tree, readBy, readByRules: rulesReading(moment, node), hints, room }
}

export async function explain(parts: ExplainParts, seen: Seen): Promise<Explanation> {
  return new Explainer(parts, seen).explain()
}

class Explainer {
  readonly #past: Past
  readonly #causes: CauseViews
  readonly #seen: Seen
  readonly #jobs: ModelJobs
  #changes = new Map<string, CellChange>()

  constructor({ store, past, jobs }: ExplainParts, seen: Seen) {
    this.#past = past
    this.#jobs = jobs
    this.#causes = new CauseViews(store, past)
    this.#seen = seen
  }

  async explain(): Promise<Explanation> {
    const { rev, tree, readBy, readByRules, hints } = this.#seen
    const symbols = new Set<string>()
    for (const { symbol, isRange } of draftsIn(tree)) if (!isRange) symbols.add(symbol)
    this.#changes = await lastChanges(this.#past, symbols, rev, hints)
    const change = this.#changes.get(tree.symbol)
    const at = await this.#causes.instant(rev)
    const readers = { readBy, readByRules }
    if (change === undefined) {
      return { rev, at, why: await this.#finish(tree), because: [], origin: [], ...readers }
    }
    const because =
      change.known === 'changed' ? await becauseOf(this.#past, tree.symbol, change.rev) : []
    return {
      rev,
      at,
      why: await this.#finish(tree),
      because: because.map(({ symbol, before, after }) => {
        return {
          symbol,
          before: before === undefined ? null : this.#plain(before),
          after: this.#plain(after),
        }
      }),
      origin: await this.#origin(tree.symbol, change.rev),
      ...readers,
    }
  }

  async #finish(
    draft: WhyDraft,
    change: CellChange | undefined = this.#changes.get(draft.symbol),
  ): Promise<WhyNode> {
    const { isRange: _, call: facts, ...known } = draft
    const call = facts === null ? null : { ...facts, job: await this.#jobs.newestOf(facts) }
    const cause = await this.#causeOf(draft, change)
    const ofRule = draft.role === 'rule' && !draft.cut && draft.reads.length === 0
    const reads: WhyNode[] = []
    for (const read of draft.reads) reads.push(await this.#finish(read))
    if (ofRule && cause?.rule != null) {
      reads.push(...(await this.#readByRule(cause.rule.id, cause.rev)))
    }
    const before = change?.before === undefined ? null : this.#plain(change.before)
    return { ...known, call, reads, changed: cause === undefined ? null : { before, cause } }
  }

  async #causeOf(draft: WhyDraft, change: CellChange | undefined): Promise<CauseView | undefined> {
    if (change === undefined) return undefined
    // Older than history, the commit of a value that was given is still known; that of a formula is not.
    const isGivenValue = ['input', 'rule', 'external'].includes(draft.role)
    const isKnown = change.known === 'changed' || (change.known === 'pruned' && isGivenValue)
    return isKnown ? this.#causes.of(change.rev, this.#wrote(draft.symbol, change.rev)) : undefined
  }

  /** Reads of a rule that wrote a cell, as they were then. */
  async #readByRule(id: string, rev: number): Promise<WhyNode[]> {
    const drafts = await this.#past.readIfThere(rev - 1, (moment) => {
      const rule: IrRule | undefined = moment.ir.rules.find((known) => known.id === id)
      if (rule === undefined) return []
      return readsOfRule(moment, rule)
        .slice(0, WHY_READS)
        .map((read) => whyLeaf(moment, read, this.#seen.room))
    })
    const leaves = drafts ?? []
    const cells = leaves.filter(({ isRange }) => !isRange)
    const symbols = new Set(cells.map(({ symbol }) => symbol))
    const changes = await lastChanges(this.#past, symbols, rev - 1, new Map())
    return Promise.all(leaves.map((leaf) => this.#finish(leaf, changes.get(leaf.symbol))))
  }

  /** The cause of a change, the cause of that, and so on. */
  async #origin(symbol: string, changedAt: number): Promise<CauseView[]> {
    const causes: CauseView[] = []
    let rev: number | undefined = changedAt
    let wrote: () => readonly string[] | Promise<readonly string[]> = this.#wrote(symbol, changedAt)
    while (rev !== undefined && causes.length < ORIGIN_CAUSES) {
      const cause = await this.#causes.of(rev, wrote)
      causes.push(cause)
      // Through the run of a workflow to the publisher of its event.
      const event = cause.run?.events[0]
      if (event !== undefined) {
        rev = event.rev
        const { messageId } = event
        wrote = () => [messageId]
        continue
      }
      const rule = await this.#causes.ruleOf(rev, wrote)
      // A schedule has no cause but time, and the cause in another model is asked for there.
      if (rule?.kind !== 'when' || cause.model !== undefined) break
      const before: Source | undefined = await this.#rise(rule.id, rev).catch(() => undefined)
      rev = before?.rev
      wrote = () => before?.symbols ?? []
    }
    return causes
  }

  /** Source of the rise by which a rule fired with a commit: the last change, or the one that began its wait. */
  async #rise(rule: string, firedAt: number): Promise<Source | undefined> {
    const last = await this.#past.readIfThere(firedAt - 1, (moment) => {
      return { armedAt: armedAt(moment, rule), source: triggerSource(moment, rule) }
    })
    if (last?.armedAt === undefined) return last?.source
    return this.#past.readIfThere(last.armedAt, (moment) => triggerSource(moment, rule))
  }

  #plain(value: Value): PlainValue {
    const { kind, value: json } = toWire(this.#seen.room.take(value))
    return { kind, value: json }
  }

  #wrote(symbol: string, rev: number): () => Promise<readonly string[]> {
    return () =>
      this.#past.read(rev, (moment) => inputsBelow(moment, symbol, rev).map(([name]) => name))
  }
}

/** A commit, and its writes. */
interface Source {
  readonly rev: number
  readonly symbols: readonly string[]
}

/** The commit with which the wait of a DEBOUNCE began; undefined if the rule does not wait. */
function armedAt({ documents }: PastGraph, rule: string): number | undefined {
  const found = documents.states.get(`!${rule}`)
  const state = found?.value as RuleState | undefined
  return state !== undefined && gateDue(state) !== undefined ? found!.seq : undefined
}

/** The newest commit that changed something below the trigger of a rule, and its writes there. */
function triggerSource(moment: PastGraph, id: string): Source | undefined {
  const rule = moment.graph.rules.find((known) => known.id === id)
  if (rule === undefined) return undefined
  const { graph } = moment
  let rev = moment.deployedAt
  let symbols: string[] = []
  if (graph.isUnsure(rule.trigger)) {
    rev = moment.rev
    for (const [name, { seq }] of moment.documents.states) {
      if (seq === rev && isGiven(name)) symbols.push(name)
    }
    return { rev, symbols }
  }
  for (const cell of graph.below(rule.trigger)) {
    const written = moment.written(cell)
    if (written < rev || written === 0) continue
    if (written > rev) symbols = []
    rev = written
    symbols.push(graph.symbolOf(cell))
  }
  return { rev, symbols }
}

function* draftsIn(draft: WhyDraft): Iterable<WhyDraft> {
  yield draft
  for (const read of draft.reads) yield* draftsIn(read)
}
