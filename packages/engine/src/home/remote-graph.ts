// The nodes of a model that is computed elsewhere. A formula shows the value that the evaluator gave. A write to an input
// waits here until its consequences are known, so that both become visible together. External calls are decided here, as
// everywhere: the evaluator gives the arguments of each, and is given its value, until both agree (a fixed point).

import { sheetPrefix } from '@cellwake/language'
import { isError, sameValue, type Value } from '@cellwake/runtime'
import type { Node } from '@cellwake/scheduler'
import { ElsewhereError, EngineError } from '../errors.ts'
import type { Call } from '../external/call.ts'
import type { Calls } from '../external/calls.ts'
import { templateOf } from '../formulas/template.ts'
import { type CellNode, LAZY } from '../graph/cell-node.ts'
import type { ModelCells } from '../graph/cells.ts'
import { REMOTE_ROUNDS } from '../limits.ts'
import { shownId } from '../model/records.ts'
import type { Work } from '../model/slices.ts'
import type { LiveRule } from '../rules/live-rule.ts'
import type {
  RemoteActs,
  RemoteChanges,
  RemoteDocument,
  RemoteEvaluator,
  RemoteFire,
  RemoteMoment,
  RemoteReads,
  RemoteSheet,
  RemoteTrigger,
} from './model-home.ts'

/** Bound of a seed. */
const SEEDS = 2 ** 31

export interface RemoteGraphHost {
  readonly cells: ModelCells
  readonly calls: Calls
  rules(): readonly LiveRule[]
  symbolOf(node: CellNode): string
  /** The node of a symbol, which comes into being if it must; undefined if it can be none. */
  nodeOf(symbol: string): CellNode | undefined
  /** Writes to an input, now that its consequences are known. */
  write(node: CellNode, value: Value): void
  /** The value of a node, for the one that runs. */
  read(node: Node): unknown
  /** The first of a node's last reads. */
  firstOf(node: CellNode): Node | undefined
  /** A formula has another value. */
  touch(node: CellNode): void
  /** A formula ran there. */
  count(node: CellNode, runs: number): void
  /** A formula that is perhaps dormant here ran elsewhere, for one that is wanted. */
  ran(node: CellNode): void
}

const NOTHING: readonly Node[] = []

export class RemoteGraph {
  readonly #evaluator: RemoteEvaluator
  readonly #random: () => number
  /** Sheets of the source; those beyond came with sets. */
  readonly #sheets: number
  readonly #values = new Map<CellNode, Value>()
  /** Written, and not computed yet, in the order in which they were. */
  readonly #waiting = new Map<CellNode, Value>()
  /** Arguments of each external call; the value that the evaluator has for it; and the calls that ran since this was last read. */
  readonly #args = new Map<Call, readonly Value[]>()
  readonly #there = new Map<Call, Value>()
  readonly #ran = new Set<Call>()
  /** Values of calls in this settling; and since the last commit. */
  readonly #shown = new Map<string, Value>()
  readonly #news = new Map<string, Value>()
  readonly #reads = new Map<Node, readonly Node[]>()
  /** Number of reasons for which a node is wanted for its own sake. */
  readonly #wanted = new Map<CellNode, number>()
  /** The documents of this settling. */
  readonly #documents = new Map<string, RemoteDocument>()
  #rounds = 0
  #host: RemoteGraphHost | undefined
  /** Documents that a new version must not see. */
  except: ReadonlySet<string> = new Set()

  constructor(evaluator: RemoteEvaluator, random: () => number, sheets: number) {
    this.#evaluator = evaluator
    this.#random = random
    this.#sheets = sheets
  }

  attach(host: RemoteGraphHost): void {
    this.#host = host
  }

  /** Run function of a formula. */
  readonly shown = (node: CellNode): Value => {
    const { calls, read } = this.#host!
    const call = calls.any ? calls.of(node) : undefined
    const value = this.#values.get(node) ?? node.value
    // A cell in a cycle shows so already.
    const isKnot = typeof value === 'object' && isError(value) && value.code === 'CIRC!'
    if (!isKnot) for (const dep of this.#reads.get(node) ?? NOTHING) read(dep)
    if (call === undefined) return value
    const args = this.#args.get(call)
    if (args === undefined) return calls.keptValue(call)
    this.#ran.add(call)
    return calls.value(call, args)
  }

  /** A settling begins: the last one is committed, or was nothing. */
  begin(): void {
    this.#documents.clear()
    this.#shown.clear()
    this.#rounds = 0
  }

  /** Whether the evaluator is to be asked: for new writes, and for calls whose value differs from the one there. */
  get mustAsk(): boolean {
    for (const call of this.#ran) {
      const { value } = call.node
      const there = this.#there.get(call)
      if (there !== undefined && sameValue(there, value)) continue
      this.#there.set(call, value)
      this.#shown.set(call.symbol, value)
      this.#news.set(call.symbol, value)
      this.isAsked = false
    }
    this.#ran.clear()
    return !this.isAsked
  }

  /** Whether the next commit must write values of calls. */
  get hasNews(): boolean {
    return this.#news.size > 0
  }

  takeNews(): (readonly [symbol: string, value: Value])[] {
    const news = [...this.#news]
    this.#news.clear()
    return news
  }

  want(node: CellNode): void {
    this.#wanted.set(node, (this.#wanted.get(node) ?? 0) + 1)
  }

  unwant(node: CellNode): void {
    const left = (this.#wanted.get(node) ?? 0) - 1
    if (left > 0) this.#wanted.set(node, left)
    else this.#wanted.delete(node)
  }

  /** Whether something was written that is not computed. */
  get isWaiting(): boolean {
    return this.#waiting.size > 0
  }

  /** False from when a change has been made, or time has passed, until its consequences were asked for. */
  isAsked = true

  /** The value that a cell has or will have. */
  waiting(node: CellNode): Value | undefined {
    return this.#waiting.get(node)
  }

  /** True if it differs from the cell's value. */
  write(node: CellNode, value: Value): boolean {
    this.#waiting.set(node, value)
    return node.value !== value
  }

  /** All that a version holds, before its nodes run. */
  *starting(now: number): Work<void> {
    this.isAsked = true
    this.#count()
    const changes = yield* this.#answer(
      this.#evaluator.start(
        this.#moment(now),
        this.#newSheets(),
        [...this.except],
        this.#shownDocuments(),
      ),
    )
    this.#take(changes)
  }

  /** Consequences of writes, and of time. */
  *asking(now: number): Work<void> {
    this.isAsked = true
    this.#count()
    const { symbolOf } = this.#host!
    for (const [node, value] of this.#waiting) {
      const id = symbolOf(node)
      this.#documents.set(id, { id, value })
    }
    // A second question begins where the first one did.
    const documents = [...this.#documents.values(), ...this.#shownDocuments()]
    const wanted = [...this.#wanted.keys()].filter(({ flags }) => (flags & LAZY) !== 0)
    const changes = yield* this.#answer(
      this.#evaluator.evaluate(
        this.#moment(now),
        this.#newSheets(),
        documents,
        wanted.map((node) => symbolOf(node)),
      ),
    )
    const written = [...this.#waiting]
    this.#waiting.clear()
    for (const [node, value] of written) this.#host!.write(node, value)
    this.#take(changes)
  }

  /** The next commit computes what is waiting. Gives the work that follows when it is durable. */
  inCommit(now: number): () => Work<void> {
    this.isAsked = true
    const told = this.#evaluator.inCommit(this.#moment(now), this.#newSheets())
    return () => this.#taking(told(), now)
  }

  *#taking(changes: RemoteChanges | undefined, now: number): Work<void> {
    const written = [...this.#waiting]
    this.#waiting.clear()
    for (const [node, value] of written) this.#host!.write(node, value)
    if (changes !== undefined) {
      this.#take(changes)
      return
    }
    // It is durable, and nobody has heard what follows: all of it is asked for.
    this.except = new Set()
    yield* this.starting(now)
  }

  *resolving(nodes: readonly CellNode[], now: number): Work<void> {
    const symbols = nodes.map((node) => this.#host!.symbolOf(node))
    this.#take(yield* this.#answer(this.#evaluator.resolve(this.#moment(now), symbols)))
  }

  *acts(fires: readonly RemoteFire[], now: number): Work<ReadonlyMap<number, RemoteActs>> {
    const acts = yield* this.#answer(this.#evaluator.act(this.#moment(now), fires))
    return new Map(acts.map((act) => [act.rule, act]))
  }

  #shownDocuments(): RemoteDocument[] {
    return [...this.#shown].map(([symbol, value]) => ({ id: shownId(symbol), value }))
  }

  #count(): void {
    if (++this.#rounds <= REMOTE_ROUNDS) return
    throw new EngineError('too-much-work', 'Its external calls do not come to rest.')
  }

  #take({ values, triggers, calls, reads, runs }: RemoteChanges): void {
    const host = this.#host!
    for (const { symbol, args, value } of calls) {
      const call = host.calls.find(symbol)
      if (call === undefined) continue
      this.#args.set(call, args)
      this.#there.set(call, value)
      host.touch(call.node)
      host.ran(call.node)
    }
    for (const news of reads) this.#follow(news)
    for (const { symbol, count } of runs) {
      const node = host.nodeOf(symbol)
      if (node !== undefined) host.count(node, count)
    }
    for (const { symbol, value } of values) {
      const node = host.nodeOf(symbol)
      // Inputs have theirs, and elements of an array follow from it.
      if (node === undefined || node.fn === null) continue
      this.#values.set(node, value)
      host.touch(node)
      if ((node.flags & LAZY) !== 0 && node.live === 0) host.ran(node)
    }
    const rules = triggers.length === 0 ? [] : host.rules()
    for (const trigger of triggers) {
      const node = hiddenOf(rules[trigger.rule], trigger)
      if (node === undefined) continue
      this.#values.set(node, trigger.value)
      host.touch(node)
    }
  }

  /** Follows the reads of branches and of lazy formulas: the others are known. */
  #follow(news: RemoteReads): void {
    const host = this.#host!
    const owner = news.rule < 0 ? host.nodeOf(news.symbol) : hiddenOf(host.rules()[news.rule], news)
    const node = news.isWhole && owner !== undefined ? host.firstOf(owner) : owner
    if (node === undefined || !isFollowed(node as CellNode)) return
    const deps: Node[] = []
    for (const symbol of news.cells) {
      const dep = host.nodeOf(symbol)
      if (dep !== undefined && dep !== node) deps.push(dep)
    }
    for (const [sheet, column, row, lastColumn, lastRow] of news.ranges) {
      deps.push(host.cells.region(sheet!, column!, row!, lastColumn!, lastRow!))
    }
    this.#reads.set(node, deps)
    host.touch(node as CellNode)
    // A dormant node, such as the one that the cells of a lazy rectangle share, hears of its changes from here on.
    if (node.live === 0) host.ran(node as CellNode)
  }

  #moment(nowMs: number): RemoteMoment {
    return { nowMs, seed: Math.floor(this.#random() * SEEDS) }
  }

  #newSheets(): RemoteSheet[] {
    const { sheets } = this.#host!.cells
    return sheets.slice(this.#sheets).map((name) => ({ name, prefix: sheetPrefix(name) }))
  }

  /** Waits for an answer. A failure is thrown where it was asked for. */
  *#answer<T>(asked: Promise<T>): Work<T> {
    let outcome: { readonly value: T } | { readonly error: unknown } = { error: undefined }
    yield asked.then(
      (value) => {
        outcome = { value }
      },
      (error: unknown) => {
        outcome = { error }
      },
    )
    if ('value' in outcome) return outcome.value as T
    throw new ElsewhereError(outcome.error)
  }
}

/** Known reads need no news, except those of lazy formulas: a range that nothing reads here does not invalidate. */
function isFollowed(node: CellNode): boolean {
  return (node.flags & LAZY) !== 0 || templateOf(node)?.tracked === true
}

function hiddenOf(
  rule: LiveRule | undefined,
  { part }: Pick<RemoteTrigger, 'part'>,
): CellNode | undefined {
  switch (part) {
    case 'trigger':
      return rule?.trigger
    case 'length':
      return rule?.gate?.length
    case 'lengthMax':
      return rule?.gate?.max
    case 'policyMax':
      return rule?.policy?.max
  }
}
