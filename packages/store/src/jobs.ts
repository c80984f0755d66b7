// Jobs: work that waits for a worker. A claim gives a lease and an attempt number, which is the fencing token: a
// report with an older one is too late, and is refused. A lost worker's job is claimed again when its lease
// ends, until its attempts are used up. A claim may say how many jobs of a queue run at most: those of all hosts
// are counted where it is decided.

import { type ClaimAct, type CommitAct, type Share, sharesOf } from './acts.ts'
import { byUrgency } from './buffered-rows.ts'
import type { JobOp, JobSpec } from './commit.ts'
import type { JobRow, Rows } from './driver.ts'
import { type Rejected, rejection } from './errors.ts'
import { JOB_ATTEMPTS, JOB_BACKOFF_MAX_MS, JOB_BACKOFF_MS, JOB_LEASE_MS } from './limits.ts'
import type { Value } from './value.ts'

const NO_JOBS = { put: [], added: new Set<string>() }

/** Changes of jobs by a commit, or the reason for its rejection. */
export function decideJobs(
  rows: Rows,
  act: CommitAct,
  seq: number,
): { put: JobRow[]; added: ReadonlySet<string> } | Rejected {
  if (act.record.cargo.jobs.length === 0) return NO_JOBS
  const added = new Set<string>()
  const staged = new Map<string, JobRow>()
  for (const op of act.record.cargo.jobs) {
    const row = staged.get(op.id) ?? rows.job(op.id)
    const next = decideJob(op, row, act, seq)
    if (next === undefined) continue
    if ('rejected' in next) return next
    if (row === undefined) added.add(op.id)
    staged.set(op.id, next)
  }
  return { put: [...staged.values()], added }
}

function decideJob(
  op: JobOp,
  row: JobRow | undefined,
  act: CommitAct,
  seq: number,
): JobRow | Rejected | undefined {
  switch (op.op) {
    case 'add':
      return row === undefined ? newJob(op, act.at, seq) : undefined
    case 'cancel':
      if (row?.state !== 'queued' && row?.state !== 'running') return undefined
      return { ...finished(row, 'cancelled', act.at), seq }
    case 'retry':
      if (row?.state !== 'failed' && row?.state !== 'cancelled') return undefined
      return {
        ...row,
        state: 'queued',
        runAt: op.runAt ?? act.at,
        // The attempt number never goes back: it is the fence.
        // See test: a failed job can be tried again, and the old attempt stays void
        spent: row.attempt,
        finishedAt: undefined,
        seq,
      }
    default: {
      if (row?.state !== 'running' || row.attempt !== op.attempt) {
        const state = row === undefined ? 'gone' : `${row.state}, attempt ${row.attempt}`
        return rejection(
          'permanent',
          'job-lost',
          `job ${op.id} is ${state}: attempt ${op.attempt} no longer holds it`,
        )
      }
      if (op.op === 'extend') {
        return { ...row, leaseUntil: act.at + (op.leaseMs ?? JOB_LEASE_MS), seq }
      }
      if (op.op === 'done') {
        const result = op.result as Value | undefined
        return { ...finished(row, 'done', act.at), result, error: undefined, seq }
      }
      if (op.final === true || isUsedUp(row)) {
        return { ...finished(row, 'failed', act.at), error: op.error, seq }
      }
      return {
        ...row,
        state: 'queued',
        runAt: op.retryAt ?? act.at + backoff(row, act.jitter),
        worker: undefined,
        leaseUntil: undefined,
        error: op.error,
        seq,
      }
    }
  }
}

function newJob(op: JobSpec, at: number, seq: number): JobRow {
  return {
    id: op.id,
    queue: op.queue,
    payload: op.payload as Value,
    state: 'queued',
    priority: op.priority ?? 0,
    runAt: op.runAt ?? at,
    attempt: 0,
    attempts: op.attempts ?? JOB_ATTEMPTS,
    spent: 0,
    backoffMs: op.backoffMs ?? JOB_BACKOFF_MS,
    worker: undefined,
    leaseUntil: undefined,
    error: undefined,
    result: undefined,
    seq,
    createdAt: at,
    startedAt: undefined,
    finishedAt: undefined,
  }
}

function finished(row: JobRow, state: JobRow['state'], at: number): JobRow {
  return { ...row, state, worker: undefined, leaseUntil: undefined, finishedAt: at }
}

/** Doubling, capped, and spread over its second half so that failures do not march in step. */
function backoff(row: JobRow, jitter: number): number {
  const full = Math.min(row.backoffMs * 2 ** (row.attempt - row.spent - 1), JOB_BACKOFF_MAX_MS)
  return Math.round(full * (0.5 + jitter / 2))
}

/** Hands due jobs to a worker. One whose last worker was lost is failed where all can see it. */
export function claimJobs(rows: Rows, act: ClaimAct): { claimed: JobRow[]; lost: JobRow[] } {
  const { now, limit } = act.due
  const shares = sharesOf(act)
  const due = shares.flatMap((share) => dueOf(rows, share))
  if (shares.length > 1) due.sort(byUrgency)
  const claimed: JobRow[] = []
  const lost: JobRow[] = []
  for (const row of due) {
    if (isUsedUp(row)) {
      const error = `worker ${row.worker} was lost in attempt ${row.attempt}, the last one`
      const next: JobRow = { ...finished(row, 'failed', now), error }
      rows.putJob(next, false)
      lost.push(next)
    } else if (claimed.length < limit) {
      const next: JobRow = {
        ...row,
        state: 'running',
        attempt: row.attempt + 1,
        worker: act.worker,
        leaseUntil: now + act.leaseMs,
        startedAt: now,
      }
      rows.putJob(next, false)
      claimed.push(next)
    }
  }
  return { claimed, lost }
}

/** Jobs of a share up to its limit, and those among them that only fail: they make room for the next. */
function dueOf(rows: Rows, { due, atMost }: Share): readonly JobRow[] {
  let { limit } = due
  for (const queue of atMost === undefined ? [] : due.queues) {
    limit = Math.min(limit, atMost! - rows.runningJobs(queue, due.now))
  }
  if (limit <= 0) return []
  const first = rows.dueJobs({ ...due, limit })
  const lost = first.filter(isUsedUp).length
  return lost === 0 ? first : rows.dueJobs({ ...due, limit: limit + lost })
}

function isUsedUp(row: JobRow): boolean {
  return row.attempt - row.spent >= row.attempts
}
