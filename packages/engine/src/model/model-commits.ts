// The commits of a model, in the order in which they are sent: the basis of each, and the consequences of a refusal.
// Verdicts come in the same order.
// See test: what was given after a refused set stays

import { isLost } from '@cellwake/scheduler'
import type {
  CommitResult,
  EventSpec,
  JobOp,
  LargeTurn,
  Precondition,
  ReceiptSpec,
  Rejected,
  Store,
  Write,
} from '@cellwake/store'
import type { Asked } from '../external/requests.ts'
import type { RuleNews } from '../rules/rule-book.ts'
import type { WaveCommit } from '../rules/waves.ts'
import { type CauseDetail, rulesCause } from '../why/causes.ts'
import { Ground } from './in-flight.ts'
import type { ModelEvents } from './model-events.ts'
import { refusal } from './ownership.ts'
import type { Work } from './slices.ts'

export interface ModelCommitsHost {
  readonly id: string
  readonly store: Store
  /** Fencing precondition of each commit: that this host still has the model's lease. */
  readonly expect: readonly Precondition[]
  /** Whether its acts cannot be rolled back: rules fire, and external calls ask. */
  readonly acts: boolean
  /** Requests of its external calls, which go with the next commit; undefined if it has none. */
  readonly asked: (() => Asked | undefined) | undefined
  readonly events: ModelEvents
  /** Store of cancelled jobs that are not in the store of the model. */
  readonly outside: Store
  /** The store refused a commit that the model had built on. */
  lose(error: unknown): void
}

// See performance: plain fields on the way of an edit
export class ModelCommits {
  private readonly host: ModelCommitsHost
  private readonly expect: readonly Precondition[]
  private readonly ground: Ground
  /** The verdict of the last one. */
  pending: Promise<unknown> = Promise.resolve()
  /** Number of commits without a verdict. */
  private inFlight = 0
  /** Turn of the next commit, if it is a large one. */
  private turn: LargeTurn | undefined
  private readonly arrived = (): void => {
    this.inFlight--
  }

  constructor(host: ModelCommitsHost) {
    this.host = host
    this.ground = new Ground(host.expect)
    this.expect = host.acts ? this.ground.expect : host.expect
  }

  /** Whether a commit was refused: later ones are refused too. */
  get isRefused(): boolean {
    return this.ground.isRefused
  }

  /** Whether all of them have their verdicts. */
  get isSettled(): boolean {
    return this.inFlight === 0
  }

  /** Waits for the turn of a large commit, which is sent next. */
  *largeTurn(): Work<void> {
    const turn = this.host.store.large.turn()
    try {
      if (turn.come !== undefined) yield turn.come
    } catch (error) {
      turn.end()
      throw error
    }
    this.turn = turn
  }

  /** Nothing was sent in the turn, or all of it was. */
  endTurn(): void {
    this.turn?.end()
    this.turn = undefined
  }

  /** The caller passes a refusal on to `refused`. */
  send(
    write: readonly Write[],
    receipts: readonly ReceiptSpec[],
    publish: readonly EventSpec[],
    by: string,
    detail: CauseDetail,
    news: readonly RuleNews[],
  ): Promise<CommitResult> {
    const { expect } = this
    const { asked } = this.host
    if (asked !== undefined) {
      return this.sendAsking(asked(), write, receipts, publish, by, detail, news)
    }
    const cause = { by, detail }
    const verdict = this.host.store.commit({ expect, write, receipts, publish, cause })
    return this.sent(verdict, news)
  }

  /** Sends the requests of external calls and nothing else; undefined if there are none. */
  ask(by: string, detail: () => CauseDetail): Promise<CommitResult> | undefined {
    const asked = this.host.asked?.()
    if (asked === undefined) return undefined
    return this.sendAsking(asked, [], [], [], by, detail(), [])
  }

  private sendAsking(
    asked: Asked | undefined,
    write: readonly Write[],
    receipts: readonly ReceiptSpec[],
    publish: readonly EventSpec[],
    by: string,
    detail: CauseDetail,
    news: readonly RuleNews[],
  ): Promise<CommitResult> {
    const all = asked === undefined ? write : [...write, ...asked.write]
    const verdict = this.host.store.commit({
      expect: this.expect,
      write: all,
      receipts,
      publish,
      jobs: asked?.jobs ?? [],
      cause: { by, detail },
    })
    asked?.sent()
    if (asked !== undefined) this.host.events.followJobs(verdict, asked.jobs)
    const calledOff = asked?.calledOff ?? []
    if (calledOff.length > 0) this.callOff(calledOff, verdict, by, detail)
    return this.sent(verdict, news)
  }

  private sent(verdict: Promise<CommitResult>, news: readonly RuleNews[]): Promise<CommitResult> {
    this.inFlight++
    verdict.then(this.arrived, this.arrived)
    const { turn } = this
    if (turn !== undefined) {
      this.turn = undefined
      verdict.then(turn.end, turn.end)
    }
    if (news.length > 0) this.host.events.follow(verdict, news)
    this.pending = verdict
    return verdict
  }

  /** Cancels jobs. One that runs all the same brings an obsolete result. */
  private callOff(
    jobs: readonly JobOp[],
    verdict: Promise<CommitResult>,
    by: string,
    detail: CauseDetail,
  ): void {
    verdict
      .then(async ({ rejected }) => {
        if (rejected === undefined) await this.host.outside.commit({ jobs, cause: { by, detail } })
      })
      .catch(() => {})
  }

  /** Throws, having sent nothing, if the store can never take it. */
  sendWave({ write, receipts, publish, by, news }: WaveCommit): Promise<CommitResult> {
    const detail = rulesCause(this.host.id, news)
    let verdict: Promise<CommitResult>
    try {
      verdict = this.send(write, receipts, publish, by, detail, news)
    } finally {
      this.endTurn()
    }
    return verdict.then((result) => {
      if (result.rejected !== undefined) this.refused(result)
      return result
    })
  }

  refused(result: Rejected): void {
    const { id, acts } = this.host
    this.ground.isRefused = acts
    if (isLost(result)) this.host.lose(refusal(id, result))
  }

  /** Resolves when everything that was sent before has its verdict. */
  async settled(): Promise<void> {
    for (let seen: unknown; seen !== this.pending; ) {
      seen = this.pending
      await seen
    }
  }
}
