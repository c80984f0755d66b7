// Changes of a model: a set of inputs, or an event from outside, is computed first and then committed as a whole
// with the last good values that follow from it and the receipt of the request. If the commit is refused, the graph is
// rolled back. Rules that fire because of it are committed behind it.

import type { CommitResult } from '@cellwake/store'
import { EngineError } from '../errors.ts'
import type { CellNode } from '../graph/cell-node.ts'
import { bytesOf, tooMuchMemory } from '../graph/memory.ts'
import { LARGE_COMMIT_BYTES, LARGE_COMMIT_WRITES } from '../limits.ts'
import { goodWrites, keptGood, rollBack } from '../rules/roll-back.ts'
import type { RuleNews } from '../rules/rule-book.ts'
import type { Fire } from '../rules/waves.ts'
import { type CauseDetail, setCause } from '../why/causes.ts'
import type { GivenValue } from './given-value.ts'
import {
  type Flight,
  type GivenChange,
  InFlight,
  type InputChange,
  type KeptGood,
} from './in-flight.ts'
import { KeyedSets } from './keyed-sets.ts'
import type { ModelParts } from './model-parts.ts'
import { refusal } from './ownership.ts'
import { LazySetAnswer, type SetAnswer, type SetOptions, symbolsOf } from './set-answer.ts'
import type { Running, Work } from './slices.ts'
import type { WatchNews } from './watchers.ts'

const NONE: readonly never[] = []

/** A set in flight: the news for when it is durable, and the undo records for when it is refused. */
interface Sent {
  readonly verdict: Promise<CommitResult>
  /** Rules that fire because of it. */
  readonly fires: readonly Fire[]
  /** Cells whose value it changes. */
  readonly changed: readonly CellNode[]
  readonly flights: readonly Flight[]
  readonly good: readonly KeptGood[]
  readonly seen: WatchNews
  /** The graph's, after it. */
  readonly tick: number
  /** Rules have changed by it, in memory. */
  readonly rose: boolean
  /** Records of the rules' firings then. */
  fired: readonly RuleNews[]
}

/** A set that the store refused at once. */
interface Unsent extends Pick<Sent, 'flights' | 'good'> {
  readonly verdict: undefined
  readonly error: unknown
  /** Rolls back the states of rules. */
  readonly unmark: (() => void) | undefined
}

// Every edit passes here, hence no `#`.
// See performance: plain fields on the way of an edit
export class Changes {
  private readonly parts: ModelParts
  private readonly inFlight = new InFlight()
  readonly #keyed: KeyedSets

  constructor(parts: ModelParts) {
    this.parts = parts
    const { record, store, clock } = parts.host
    this.#keyed = new KeyedSets(record, store, clock)
  }

  /** The answer to a set that was made with an idempotency key; undefined if none was. */
  setByKey(key: string): Promise<SetAnswer | undefined> {
    return this.#keyed.find(key)
  }

  /** Gives values to inputs: all of them or none. Resolves when that is durable. */
  set(values: Readonly<Record<string, GivenValue>>, options: SetOptions): Promise<SetAnswer> {
    const { work } = this.parts
    if (work.isClosed) return Promise.reject(work.closed())
    const { idempotencyKey: key, expectRev, by } = options
    if (key !== undefined) {
      const asked = { values, expectRev, by }
      return this.#keyed.answer(key, asked, () => this.#inTurn(values, options))
    }
    if (expectRev !== undefined || !work.isFree) return this.#inTurn(values, options)
    // Most need not wait. See performance: a set is no async function
    try {
      const answer = this.change(values, options)
      work.holdLine()
      return answer
    } catch (error) {
      return Promise.reject(error)
    }
  }

  /** Waits for the changes before it. */
  async #inTurn(
    values: Readonly<Record<string, GivenValue>>,
    options: SetOptions,
  ): Promise<SetAnswer> {
    const { work, commits, rev, next } = this.parts
    const { expectRev } = options
    // In one turn of the event loop with the set: the line is empty, and all commits have their verdict.
    for (let seen: unknown; expectRev !== undefined && seen !== commits.pending; ) {
      seen = commits.pending
      await seen
      if (!work.isFree) {
        await work.rested()
        seen = undefined
      }
    }
    // The set holds the line until its changes are at rest and sent, not until they are durable.
    const { answer } = await work.enter(async () => {
      // While it waited, another version may have come, or the end.
      const other = next()
      if (other !== undefined) return { answer: other.set(values, options) }
      if (work.isClosed) throw work.closed()
      if (expectRev !== undefined && expectRev !== rev()) {
        throw new EngineError('wrong-revision', `The model is at ${rev()}, not at ${expectRev}.`)
      }
      const answer = this.change(values, options)
      answer.catch(() => {})
      await work.settled()
      return { answer }
    })
    return answer
  }

  /** Computes the consequences, and sends all of it. */
  private change(
    values: Readonly<Record<string, GivenValue>>,
    options: SetOptions,
  ): Promise<SetAnswer> {
    const { graph, inputs, work, host, rules } = this.parts
    const changes = inputs.checked(values)
    if (changes.length > LARGE_COMMIT_WRITES) {
      return answerOf(work.goOn(this.#seated(options, changes)))
    }
    const flights: Flight[] = []
    // See performance: loops by place on the way of an edit
    for (let i = 0; i < changes.length; i++) {
      flights.push(this.inFlight.add(inputs.give(changes[i]!)))
    }
    const now = host.clock.now()
    host.slices.begin()
    const isAtRest = graph.settle(now)
    if (!isAtRest || this.isLarge(changes.length)) {
      return answerOf(work.goOn(this.#settled(options, changes, flights, now, isAtRest)))
    }
    const sent = this.send(options, changes, flights, now)
    if (sent.verdict === undefined) return answerOf(work.run(this.#unsent(sent)))
    if (!rules.any) return sent.verdict.then((result) => this.landed(sent, result))
    return answerOf(work.run(this.#firing(sent)))
  }

  /** A set of many values. Until it has a seat, nothing of it has happened. */
  *#seated(options: SetOptions, changes: readonly GivenChange[]): Work<() => Promise<SetAnswer>> {
    const { graph, inputs, host } = this.parts
    const leave = () => host.sets.leave()
    const coming = host.sets.take()
    try {
      if (coming !== undefined) yield coming
    } catch (error) {
      void Promise.resolve(coming).then(leave)
      throw error
    }
    let sent: Sent | Unsent
    try {
      const flights = changes.map((change) => this.inFlight.add(inputs.give(change)))
      const now = host.clock.now()
      sent = yield* this.#sending(options, changes, flights, now, graph.settle(now))
    } catch (error) {
      leave()
      throw error
    }
    const { verdict } = sent
    if (verdict === undefined) leave()
    else verdict.then(leave, leave)
    return yield* verdict === undefined ? this.#unsent(sent) : this.#firing(sent)
  }

  /** Whether the commit of a change that has come to rest is a large one. */
  private isLarge(changes: number): boolean {
    const { graph, inputs, external } = this.parts
    const calls = external?.isWaiting === true ? external.waiting() : undefined
    if (changes + graph.good.size + (calls?.calls ?? 0) > LARGE_COMMIT_WRITES) return true
    let bytes = (changes === 0 ? 0 : inputs.checkedBytes) + (calls?.bytes ?? 0)
    if (graph.good.size > 0) for (const node of graph.good.keys()) bytes += bytesOf(node.value)
    return bytes > LARGE_COMMIT_BYTES
  }

  /** The rest of a change that has paused, or must wait. */
  *#settled(
    options: SetOptions,
    changes: readonly GivenChange[],
    flights: readonly Flight[],
    now: number,
    isAtRest: boolean,
  ): Work<() => Promise<SetAnswer>> {
    const sent = yield* this.#sending(options, changes, flights, now, isAtRest)
    return yield* sent.verdict === undefined ? this.#unsent(sent) : this.#firing(sent)
  }

  /** Comes to rest, and sends. */
  *#sending(
    options: SetOptions,
    changes: readonly GivenChange[],
    flights: readonly Flight[],
    now: number,
    isAtRest: boolean,
  ): Work<Sent | Unsent> {
    const { graph, commits } = this.parts
    if (!isAtRest && this.#computesInCommit(options, changes.length)) {
      const sent = yield* this.#sendingFirst(options, changes, flights, now)
      if (sent !== undefined) return sent
    }
    if (!isAtRest) yield* graph.resting()
    if (this.isLarge(changes.length)) yield* commits.largeTurn()
    return this.sendInTurn(options, changes, flights, now)
  }

  /** Whether nothing of the commit is a consequence of it: the answer that a key is to find again is one. */
  #computesInCommit({ idempotencyKey }: SetOptions, changes: number): boolean {
    const { graph, external } = this.parts
    return (
      idempotencyKey === undefined &&
      external === undefined &&
      !this.isLarge(changes) &&
      graph.computesInCommit
    )
  }

  /** Sends a change that is computed with its commit, in one call. Undefined if nothing of it has happened. */
  *#sendingFirst(
    { by = 'api', run }: SetOptions,
    changes: readonly GivenChange[],
    flights: readonly Flight[],
    now: number,
  ): Work<Sent | Unsent | undefined> {
    const { id, graph, watchers, commits } = this.parts
    const showing = graph.inCommit()
    const base = { fires: NONE, flights, good: NONE, rose: false, fired: NONE }
    let verdict: Promise<CommitResult>
    try {
      verdict = commits.send(changes, NONE, NONE, by, setCause(id, now, changes, run), NONE)
    } catch (error) {
      return { verdict: undefined, error, flights, good: NONE, unmark: undefined }
    }
    let result: CommitResult | undefined
    try {
      yield verdict.then(
        (decided) => {
          result = decided
        },
        () => {},
      )
    } catch {
      // The model is closed meanwhile. The set may be durable, and has its verdict.
    }
    if (result?.rejected !== undefined && result.code === 'value-too-large') {
      graph.isLargeElsewhere = true
      graph.remote!.isAsked = false
      return undefined
    }
    if (result !== undefined && result.rejected === undefined) yield* showing()
    const changed = graph.takeChanged()
    const { tick } = graph.graph
    return { ...base, verdict, changed, seen: watchers.note(changed), tick }
  }

  /** Rolls back a set that the store can never take. */
  *#unsent({ error, flights, good, unmark }: Unsent): Work<never> {
    if (this.parts.graph.remote === undefined) yield* this.#rollBack(flights, good)
    else this.parts.lose(error)
    unmark?.()
    throw error
  }

  /** Firings of rules are sent behind the change, and become durable with it or after it. */
  *#firing(sent: Sent): Work<() => Promise<SetAnswer>> {
    const { rules } = this.parts
    const landed = sent.verdict.then((result) => this.landed(sent, result))
    // The caller hears of a failure, when all of this is over.
    landed.catch(() => {})
    if (!rules.any) return () => landed
    try {
      sent.fired = yield* rules.run(sent.fires)
    } catch (error) {
      void this.#failed(sent, error)
      throw error
    }
    return () => this.#withFired(landed, sent.fired)
  }

  private sendInTurn(...change: Parameters<Changes['send']>): Sent | Unsent {
    try {
      return this.send(...change)
    } finally {
      this.parts.commits.endTurn()
    }
  }

  /** Sends a change that has come to rest. Its firings come next. */
  private send(
    { idempotencyKey: key, by = 'api', run }: SetOptions,
    changes: readonly GivenChange[],
    flights: readonly Flight[],
    now: number,
    detail?: CauseDetail,
  ): Sent | Unsent {
    const { id, graph, watchers, commits, external, host } = this.parts
    // A change from outside stays: a value that does not fit shows as an error.
    if (graph.memory.isFull && detail === undefined) {
      const error = tooMuchMemory(id)
      void this.#failed({ flights, good: keptGood(graph), rose: false, fired: NONE }, error)
      throw error
    }
    const changed = graph.takeChanged()
    const seen = watchers.note(changed)
    // Most models have no rules, and need not ask them four times.
    const rules = this.parts.rules.any ? this.parts.rules : undefined
    const unmark = rules?.mark()
    const fires = rules?.look(changed) ?? NONE
    const good = graph.good.size === 0 ? NONE : keptGood(graph)
    const states = rules?.stateWrites() ?? NONE
    const news = rules?.takeNews() ?? NONE
    const isPlain = good.length + states.length === 0
    const write = isPlain ? changes : [...changes, ...goodWrites(graph, host.records), ...states]
    // Requests of external calls are in the store or nowhere.
    const rose = states.length + fires.length > 0 || external?.isWaiting === true
    const receipts =
      key === undefined ? NONE : [this.#keyed.receipt(key, symbolsOf(changed, graph))]
    const { tick } = graph.graph
    try {
      const cause = detail ?? setCause(id, now, changes, run)
      const verdict = commits.send(write, receipts, NONE, by, cause, news)
      return { verdict, fires, changed, flights, good, seen, tick, rose, fired: NONE }
    } catch (error) {
      return { verdict: undefined, error, flights, good, unmark }
    }
  }

  private landed(sent: Sent, result: CommitResult): LazySetAnswer | Promise<LazySetAnswer> {
    const { id, graph, commits, watchers, external, standing } = this.parts
    if (result.rejected !== undefined) {
      commits.refused(result)
      const error = refusal(id, result)
      return this.#failed(sent, error).then(() => Promise.reject(error))
    }
    const { changed, flights, seen, tick } = sent
    this.parts.reached(tick, result.seq)
    // Before the firings of rules are told.
    watchers.tell(seen, result.seq)
    for (let i = 0; i < flights.length; i++) this.inFlight.accepted(flights[i]!)
    if (external !== undefined) standing.changed(changed)
    return new LazySetAnswer(changed, graph, result.seq)
  }

  /** A set is answered when its firings are durable too. */
  async #withFired(landed: Promise<LazySetAnswer>, fired: readonly RuleNews[]): Promise<SetAnswer> {
    const answer = await landed
    if (fired.length === 0) return answer
    await this.parts.commits.settled()
    answer.fired = fired
    answer.rev = Math.max(answer.rev, this.parts.rev())
    return answer
  }

  /** Resolves when the change is rolled back, or the model given up. */
  async #failed(
    { flights, good, rose, fired }: Pick<Sent, 'flights' | 'good' | 'rose' | 'fired'>,
    error: unknown,
  ): Promise<void> {
    const { graph, commits, work, lose } = this.parts
    // Firings are in memory or went out already: the store alone knows what is true. And values that were computed
    // elsewhere are not there any more.
    const isElsewhere = graph.remote !== undefined
    if (rose || fired.length > 0 || commits.isRefused || isElsewhere) lose(error)
    else await work.alone(() => this.#rollBack(flights, good))
  }

  /** Rolls back in reverse; later sets stay. See test: what was given after a refused set stays even if it is the same value */
  *#rollBack(flights: readonly Flight[], good: readonly KeptGood[]): Work<void> {
    const { graph, inputs, host } = this.parts
    const changes: InputChange[] = []
    for (const flight of [...flights].reverse()) {
      const undo = this.inFlight.refused(flight)
      if (undo !== undefined) changes.push(undo)
    }
    yield* rollBack(graph, inputs, changes, good, host.clock.now())
  }

  /** Applies an event from outside: its consequences are computed and committed, with the firings of rules. */
  async fromOutside(by: string, act: (now: number) => CauseDetail): Promise<void> {
    const { work } = this.parts
    if (work.isClosed) return
    const durable = await work.alone(() => this.#acting(by, act))
    await durable?.()
  }

  *#acting(
    by: string,
    act: (now: number) => CauseDetail,
  ): Work<(() => Promise<unknown>) | undefined> {
    const { graph, external, work, next, host, standing } = this.parts
    if (work.isClosed || next() !== undefined) return undefined
    const now = host.clock.now()
    const detail = act(now)
    if (!graph.settle(now)) yield* graph.resting()
    const isQuiet = graph.evaluation.changed.length + graph.good.size === 0
    if (isQuiet && external?.isWaiting !== true) {
      standing.changed(NONE)
      return undefined
    }
    if (this.isLarge(0)) yield* this.parts.commits.largeTurn()
    const sent = this.sendInTurn({ by }, NONE, NONE, now, detail)
    if (sent.verdict === undefined) throw sent.error
    return yield* this.#firing({ ...sent, rose: true })
  }
}

/** Answer of a set that has come to rest: the promise in it is for its durability. */
function answerOf(running: Running<() => Promise<SetAnswer>>): Promise<SetAnswer> {
  return running.isOver ? running.value!() : running.done.then((answer) => answer())
}
