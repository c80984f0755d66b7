// Acts of a group: commits, claims of jobs, and moves of leases. All of a group become durable
// together (group commit); each has its own verdict.

import type { Change, CommitResult } from './commit.ts'
import type { Arrival, DocRow, DueJobs, JobRow, LeaseRow, NeededRows, Needs } from './driver.ts'
import type { Rejected } from './errors.ts'
import type { Layer } from './replica.ts'
import type { BeginOptions, Tx } from './tx.ts'
import type { TxRecord } from './tx-record.ts'
import type { Value } from './value.ts'

export interface CommitAct {
  readonly kind: 'commit'
  readonly localSeq: number
  readonly at: number
  /** Between 0 and 1: spreads the retries of failed jobs. */
  readonly jitter: number
  readonly record: TxRecord
  readonly options: BeginOptions
  /** The transaction it comes from, if there is one. */
  readonly tx: Tx | undefined
  readonly layers: readonly Layer[]
  readonly changes: readonly Change[]
  readonly info: Value
  settle(result: CommitResult): void
}

export interface ClaimAct {
  readonly kind: 'claim'
  readonly due: DueJobs
  /** By queue: how many of its jobs may run, on all hosts. */
  readonly atMost: ReadonlyMap<string, number>
  readonly worker: string
  readonly leaseMs: number
  settle(jobs: readonly JobRow[] | Rejected): void
}

export interface LeaseAct {
  readonly kind: 'lease'
  readonly op: 'acquire' | 'release'
  readonly name: string
  readonly at: number
  readonly ttlMs: number
  settle(answer: LeaseAnswer | Rejected): void
}

/** `held` is true when the lease is ours now; otherwise the row says whose it is. */
export interface LeaseAnswer {
  readonly held: boolean
  readonly lease: LeaseRow | undefined
}

export type Act = CommitAct | ClaimAct | LeaseAct

export interface Group {
  readonly session: string
  /** The same on every resend. */
  readonly number: number
  /** The newest commit this replica has seen. */
  readonly since: number
  readonly acts: readonly Act[]
}

/** Verdict on one act. Heads are absent in the answer to a resend. */
export type Decision =
  | { readonly kind: 'accepted'; readonly seq: number; readonly heads?: readonly DocRow[] }
  | { readonly kind: 'rejected'; readonly rejected: Rejected }
  | { readonly kind: 'claimed'; readonly ids: readonly string[]; readonly jobs?: readonly JobRow[] }
  | { readonly kind: 'lease'; readonly answer: LeaseAnswer }

export interface Outcome {
  readonly head: number
  readonly news: readonly DocRow[]
  readonly decisions: readonly Decision[]
  readonly arrival: Arrival
}

/** The rows a group asks for, for drivers that must fetch them ahead. */
export function needsOf(group: Group): Needs {
  return { session: group.session, since: group.since, rows: () => rowsOf(group.acts) }
}

function rowsOf(acts: readonly Act[]): NeededRows {
  const needs = {
    docs: [] as { space: string; id: string }[],
    receipts: [] as string[],
    events: [] as { topic: string; messageId: string }[],
    jobs: [] as string[],
    timers: [] as string[],
    leases: [] as string[],
    entries: [] as { list: string; id: string }[],
    claims: [] as DueJobs[],
    running: [] as string[],
  }
  for (const act of acts) {
    if (act.kind === 'claim') {
      for (const { due, atMost } of sharesOf(act)) {
        needs.claims.push(due)
        if (atMost !== undefined) needs.running.push(...due.queues)
      }
    } else if (act.kind === 'lease') needs.leases.push(act.name)
    else {
      const { docs, cargo } = act.record
      for (const { doc } of docs) {
        if (!doc.loaded && doc.derived !== true) needs.docs.push({ space: doc.space, id: doc.id })
      }
      for (const expect of cargo.expects) {
        if (expect.type === 'epoch') needs.leases.push(expect.lease)
        if (expect.type === 'event-absent') needs.events.push(expect)
        if (expect.type === 'entity-absent' || expect.type === 'revision') {
          needs.docs.push({ space: expect.space, id: expect.id })
        }
      }
      for (const receipt of cargo.receipts) needs.receipts.push(receipt.id)
      for (const { topic, messageId, unlessTaken } of cargo.events) {
        needs.events.push({ topic, messageId })
        for (const list of unlessTaken?.lists ?? []) needs.entries.push({ list, id: messageId })
      }
      for (const job of cargo.jobs) needs.jobs.push(job.id)
      for (const timer of cargo.timers) needs.timers.push(timer.id)
      for (const { list, id } of cargo.entries) needs.entries.push({ list, id })
    }
  }
  return needs
}

/** A part of a claim: one queue that may run so many jobs only, or all the others. */
export interface Share {
  readonly due: DueJobs
  readonly atMost?: number
}

export function sharesOf({ due, atMost }: ClaimAct): readonly Share[] {
  if (atMost.size === 0) return [{ due }]
  const free = due.queues.filter((queue) => !atMost.has(queue))
  const shares: Share[] = free.length === 0 ? [] : [{ due: { ...due, queues: free } }]
  for (const queue of new Set(due.queues)) {
    const most = atMost.get(queue)
    if (most !== undefined) {
      const limit = Math.min(due.limit, most)
      shares.push({ due: { ...due, queues: [queue], limit }, atMost: most })
    }
  }
  return shares
}
