// Decision on a group: every durable question is answered here, once, for all drivers. In order: was this
// group decided before; do the preconditions hold; do the reads still hold.
// A commit is checked whole before any of it is put, so a rejected one leaves nothing behind.

import type { Act, CommitAct, Decision, Group, LeaseAct, LeaseAnswer, Outcome } from './acts.ts'
import { formatAddress } from './address.ts'
import type { EventSpec, Origin, ReceiptSpec } from './commit.ts'
import type { Arrival, EventRow, JobNews, JobRow, ReceiptRow, Rows, VersionRow } from './driver.ts'
import { decideEntries } from './entries.ts'
import { believe, type Rejected, rejection, StoreError } from './errors.ts'
import { claimJobs, decideJobs } from './jobs.ts'
import { PUBLISH_PER_COMMIT_EVENTS } from './limits.ts'
import { applyOps, type Doc, type Replica } from './replica.ts'
import { decideTimers } from './timers.ts'
import { differsAt, equal, type Value } from './value.ts'

export function decideGroup(rows: Rows, group: Group, replica: Replica): Outcome {
  const news = rows.news()
  // The replica is too old to decide by, and the commits it missed can no longer be listed.
  if (news === 'too-far-back') throw new StoreError('replica-behind')
  const before = rows.session(group.session)
  if (before !== undefined && before.group === group.number) {
    const decisions = readResults(before.results())
    // Arrivals are not kept with the answers, and their listeners have heard nothing yet.
    const nothing = { queues: NOTHING, topics: NOTHING, timers: true, jobs: NOTHING }
    const arrival: Arrival = { seq: rows.head(), ...nothing, everything: true }
    return { head: rows.head(), news, decisions, arrival }
  }
  // See test: sends it again and gets the first result: it landed once
  believe(
    before === undefined || before.group < group.number,
    'the groups of a session come in the order of their numbers',
  )
  return new GroupDecision(rows, group, replica, news).decide()
}

const NOTHING: readonly never[] = []

let marks = 0

class GroupDecision {
  readonly #rows: Rows
  readonly #group: Group
  readonly #replica: Replica
  readonly #news: Outcome['news']
  /** Jobs by queue that wait for a worker when the group is over. */
  #waiting: Map<string, Set<string>> | undefined
  #topics: Set<string> | undefined
  #accepted: Set<Origin> | undefined
  #timers = false
  #jobs: JobNews[] | undefined
  #head: number
  /** Mark on the documents it has staged. A number, since a document that held on to this would keep it all. */
  readonly #mark = ++marks

  constructor(rows: Rows, group: Group, replica: Replica, news: Outcome['news']) {
    this.#rows = rows
    this.#group = group
    this.#replica = replica
    this.#news = news
    this.#head = rows.head()
  }

  decide(): Outcome {
    for (const row of this.#news) {
      // In a loaded space nothing is asked of the database: new documents there must be known.
      const doc = this.#replica.wanted(row.space, row.id)
      if (doc !== undefined) this.#stage(doc, row.seq, row.value)
    }
    const { acts, session, number } = this.#group
    const decisions: Decision[] = []
    let at = 0
    for (const act of acts) {
      at = Math.max(at, timeOf(act))
      decisions.push(this.#decide(act))
    }
    this.#rows.putSession({ session, group: number, at, results: () => writeResults(decisions) })
    const arrival = {
      seq: this.#head,
      queues: this.#waiting === undefined ? NOTHING : [...this.#waiting.keys()],
      topics: this.#topics === undefined ? NOTHING : [...this.#topics],
      timers: this.#timers,
      jobs: this.#jobs ?? NOTHING,
    }
    return { head: this.#head, news: this.#news, decisions, arrival }
  }

  #decide(act: Act): Decision {
    if (act.kind === 'commit') return this.#decideCommit(act)
    if (act.kind === 'lease') return { kind: 'lease', answer: this.#decideLease(act) }
    const { claimed, lost } = claimJobs(this.#rows, act)
    for (const job of claimed) {
      this.#tellOf(job)
      this.#waitsNoMore(job)
    }
    for (const job of lost) this.#tellOf(job)
    return { kind: 'claimed', ids: claimed.map((job) => job.id), jobs: claimed }
  }

  #tellOf(row: JobRow): void {
    this.#jobs ??= []
    this.#jobs.push({ id: row.id, state: row.state, row })
  }

  #waits({ id, queue }: JobRow): void {
    this.#waiting ??= new Map()
    const known = this.#waiting.get(queue)
    if (known === undefined) this.#waiting.set(queue, new Set([id]))
    else known.add(id)
  }

  #waitsNoMore({ id, queue }: JobRow): void {
    const known = this.#waiting?.get(queue)
    if (known?.delete(id) === true && known.size === 0) this.#waiting!.delete(queue)
  }

  #decideCommit(act: CommitAct): Decision {
    const refused =
      this.#checkExpectations(act) ?? this.#checkReceipts(act) ?? this.#checkReads(act)
    if (refused !== undefined) return { kind: 'rejected', rejected: refused }
    const seq = this.#head + 1
    const { cargo } = act.record
    try {
      const heads = this.#nextDocs(act, seq)
      const jobs = decideJobs(this.#rows, act, seq)
      if ('rejected' in jobs) return { kind: 'rejected', rejected: jobs }
      const timers = decideTimers(this.#rows, act, seq)
      if ('rejected' in timers) return { kind: 'rejected', rejected: timers }
      const entries = decideEntries(this.#rows, act, seq)
      if ('rejected' in entries) return { kind: 'rejected', rejected: entries }
      // From here on nothing can refuse it.
      this.#head = seq
      this.#rows.putCommit({ seq, at: act.at, session: this.#group.session, info: act.info })
      for (const row of heads) {
        if (row.seq !== seq) continue
        this.#rows.putDoc(row)
        this.#stage(this.#replica.doc(row.space, row.id), row.seq, row.value)
      }
      for (const receipt of cargo.receipts) this.#rows.putReceipt(receiptRow(receipt, act.at, seq))
      for (const job of jobs.put) {
        const isNew = jobs.added.has(job.id)
        this.#rows.putJob(job, isNew)
        if (job.state === 'queued') this.#waits(job)
        // One that is committed while it runs had its lease extended.
        if (!isNew && job.state !== 'running') this.#tellOf(job)
      }
      for (const timer of timers.put) this.#rows.putTimer(timer)
      for (const id of timers.remove) this.#rows.deleteTimer(id)
      if (cargo.timers.length > 0) this.#timers = true
      for (const { row, before } of entries) this.#rows.putEntry(row, before)
      this.#publish(act, seq)
      // Only another act of the same group can ask.
      if (act.tx !== undefined && this.#group.acts.length > 1) {
        this.#accepted = (this.#accepted ?? new Set()).add(act.tx)
      }
      return { kind: 'accepted', seq, heads }
    } catch (error) {
      // The newest state has no place for a write. Anything else is a fault of the database.
      if (!(error instanceof StoreError) || error.code !== 'path-malformed') throw error
      return { kind: 'rejected', rejected: rejection('terminal', error.code, error.message) }
    }
  }

  #checkExpectations(act: CommitAct): Rejected | undefined {
    for (const expect of act.record.cargo.expects) {
      switch (expect.type) {
        case 'origin-committed':
          // Commits of a session are decided in order, so the origin's fate is known here. A group
          // settles after it is decided: an origin in the same group is still pending.
          // See test: fails down a whole chain
          if (
            expect.origin.status() !== 'committed' &&
            this.#accepted?.has(expect.origin) !== true
          ) {
            return rejection('permanent', 'origin-committed', 'the commit it follows from failed')
          }
          break
        case 'epoch': {
          const epoch = this.#rows.lease(expect.lease)?.epoch ?? 0
          if (epoch !== expect.epoch) {
            return rejection(
              'permanent',
              'epoch',
              `lease ${expect.lease} is in epoch ${epoch}, not ${expect.epoch}: it was lost`,
            )
          }
          break
        }
        case 'event-absent':
          if (this.#rows.event(expect.topic, expect.messageId) !== undefined) {
            const why = `${expect.messageId} of ${expect.topic} was published already`
            return rejection('permanent', 'event-absent', why)
          }
          break
        case 'entity-absent':
          if (this.#newest(this.#replica.doc(expect.space, expect.id)).seq > 0) {
            const where = formatAddress({ ...expect, path: [] })
            return rejection('permanent', 'entity-absent', `${where} exists or once did`)
          }
          break
        case 'revision': {
          const { seq } = this.#newest(this.#replica.doc(expect.space, expect.id))
          if (seq !== expect.seq) {
            const where = formatAddress({ ...expect, path: [] })
            return rejection(
              'permanent',
              'revision',
              `${where} is at revision ${seq}, not ${expect.seq}`,
            )
          }
        }
      }
    }
    return undefined
  }

  #checkReceipts(act: CommitAct): Rejected | undefined {
    for (const { id } of act.record.cargo.receipts) {
      const row = this.#rows.receipt(id)
      if (row === undefined) continue
      if (row.expiresAt !== undefined && row.expiresAt <= act.at) continue
      return rejection('permanent', 'receipt-exists', `${id} was done in commit ${row.seq}`, {
        existing: { seq: row.seq, value: row.value },
      })
    }
    return undefined
  }

  #checkReads(act: CommitAct): Rejected | undefined {
    for (const { doc, seen, reads } of act.record.docs) {
      if (reads.length === 0 || doc.derived === true) continue
      const { value } = this.#newest(doc)
      if (value === seen) continue
      for (const read of reads) {
        if (!read.conflict || !differsAt(seen, value, read.path, read.depth)) continue
        const where = formatAddress({ space: doc.space, id: doc.id, path: read.path })
        return rejection('stale', 'conflict', `${where} has changed since it was read`)
      }
    }
    return undefined
  }

  /** Each document as it will be. One that stays as it is keeps its number. */
  #nextDocs(act: CommitAct, seq: number): VersionRow[] {
    return act.layers.map(({ doc, ops }) => {
      const newest = this.#newest(doc)
      const value = applyOps(newest.value, ops, 'strict')
      const { space, id } = doc
      if (equal(value, newest.value)) return { space, id, seq: newest.seq, prev: 0, value }
      return { space, id, seq, prev: newest.seq, value }
    })
  }

  #publish(act: CommitAct, seq: number): void {
    act.record.cargo.events.forEach((event, index) => {
      const known = this.#rows.event(event.topic, event.messageId)
      const kept = known !== undefined && this.#isTaken(event)
      const row: EventRow = {
        topic: event.topic,
        messageId: event.messageId,
        position: known?.position ?? seq * PUBLISH_PER_COMMIT_EVENTS + index,
        at: known?.at ?? act.at,
        publishedAt: act.at,
        seq: kept ? known.seq : seq,
        payload: kept ? known.payload : (event.payload as Value),
        causes: joined(known?.causes ?? NOTHING, event.causes ?? NOTHING),
      }
      this.#rows.putEvent(row)
      if (!kept) this.#topics = (this.#topics ?? new Set()).add(event.topic)
    })
  }

  #isTaken({ messageId, unlessTaken }: EventSpec): boolean {
    if (unlessTaken === undefined) return false
    const { lists, open = NOTHING } = unlessTaken
    return lists.some((list) => {
      const entry = this.#rows.entry(list, messageId)
      return entry !== undefined && !open.includes(entry.state)
    })
  }

  #decideLease(act: LeaseAct): LeaseAnswer {
    const row = this.#rows.lease(act.name)
    const ours = row?.holder === this.#group.session
    if (act.op === 'release') {
      if (row === undefined || !ours) return { held: false, lease: row }
      const released = { ...row, expiresAt: 0 }
      this.#rows.putLease(released)
      return { held: false, lease: released }
    }
    if (row !== undefined && !ours && row.expiresAt > act.at) return { held: false, lease: row }
    // Keeping the epoch is safe only while the lease never left this holder.
    // See test: who releases and takes it again is in the next epoch
    const epoch = row === undefined ? 1 : ours && row.expiresAt > 0 ? row.epoch : row.epoch + 1
    const lease = {
      name: act.name,
      holder: this.#group.session,
      epoch,
      expiresAt: act.at + act.ttlMs,
    }
    this.#rows.putLease(lease)
    return { held: true, lease }
  }

  /** The newest state: of this group, else of the replica, else of the database. */
  #newest(doc: Doc): { seq: number; value: Value | undefined } {
    if (doc.stagedIn !== this.#mark) {
      if (doc.loaded) this.#stage(doc, doc.seq, doc.base)
      else {
        const row = this.#rows.doc(doc.space, doc.id)
        this.#stage(doc, row?.seq ?? 0, row?.value)
      }
    }
    return { seq: doc.stagedSeq, value: doc.stagedValue }
  }

  #stage(doc: Doc, seq: number, value: Value | undefined): void {
    doc.stagedIn = this.#mark
    doc.stagedSeq = seq
    doc.stagedValue = value
  }
}

function receiptRow({ id, value, expiresAt }: ReceiptSpec, at: number, seq: number): ReceiptRow {
  return { id, value: value as Value | undefined, expiresAt, at, seq }
}

function joined(some: readonly string[], more: readonly string[]): readonly string[] {
  if (more.length === 0) return some
  return [...new Set([...some, ...more])]
}

function timeOf(act: Act): number {
  return act.kind === 'claim' ? act.due.now : act.at
}

/** Decisions as text, without the parts that the database already holds. */
function writeResults(decisions: readonly Decision[]): string {
  return JSON.stringify(
    decisions.map((decision) => {
      if (decision.kind === 'accepted') return decision.seq
      if (decision.kind === 'claimed') return { ...decision, jobs: undefined }
      return decision
    }),
  )
}

function readResults(text: string): Decision[] {
  const results = JSON.parse(text) as (number | Decision)[]
  return results.map((result): Decision => {
    if (typeof result === 'number') return { kind: 'accepted', seq: result }
    if (result.kind !== 'rejected') return result
    const { rejected, code, why, existing } = result.rejected
    const more = existing === undefined ? {} : { existing }
    return { kind: 'rejected', rejected: rejection(rejected, code, why, more) }
  })
}
