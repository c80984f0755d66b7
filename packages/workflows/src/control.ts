// Control of a workflow, how it stops and resumes: the hold after a failure, its counters, and the issue for a person.
// One failing handler holds its whole workflow, and no other.

import type { EntryOp } from '@cellwake/store'
import type { Failure } from './errors.ts'
import { backoffMs } from './failures.ts'
import { issueOf } from './issues.ts'
import { FIX_ATTEMPTS, RECONCILE_ATTEMPTS, TRANSIENT_RETRIES } from './limits.ts'
import { type Hold, type HoldRecord, type IssueRecord, lists, type Run } from './records.ts'

export interface HoldOptions {
  readonly now: number
  readonly random: () => number
  /** Whether a fixer could be asked. */
  readonly canFix: boolean
  /** Whether the tool can reconcile its call. */
  readonly canReconcile: boolean
  /** How often a transient failure is tried again. */
  readonly retries?: number
}

/** How the workflow is held after a failure of a run. */
export function holdAfter(
  before: HoldRecord,
  run: Run,
  failure: Failure,
  { now, random, canFix, canReconcile, retries = TRANSIENT_RETRIES }: HoldOptions,
): HoldRecord {
  const base = {
    run: run.id,
    handler: run.handler,
    because: failure.class,
    message: failure.message,
    since: now,
    ...(failure.tool !== undefined && { tool: failure.tool }),
    ...(failure.grant !== undefined && { grant: failure.grant }),
  }
  const person: Hold = { ...base, kind: 'person' }
  switch (failure.class) {
    case 'transient': {
      const transients = before.transients + 1
      if (transients > retries) return { ...before, transients, hold: person }
      const at = now + backoffMs(transients, random, failure.retryAfterMs)
      return { ...before, transients, hold: { ...base, kind: 'retry', at } }
    }
    case 'logic':
      if (canFix && before.fixes < FIX_ATTEMPTS)
        return { ...before, hold: { ...base, kind: 'fix' } }
      return { ...before, hold: person }
    case 'unknown':
      if (!canReconcile) return { ...before, hold: { ...person, cannotCheck: true } }
      return { ...before, hold: { ...base, kind: 'reconcile', at: now + backoffMs(1, random) } }
    case 'approval': {
      const { digest: asks, preview, expiresMs } = failure.asks!
      return { ...before, hold: { ...person, asks, preview, expiresAt: now + expiresMs } }
    }
    default:
      return { ...before, hold: person }
  }
}

/** The hold after one more check of an outcome that is still unknown. */
export function holdAfterCheck(
  before: HoldRecord,
  attempts: number,
  { now, random }: Pick<HoldOptions, 'now' | 'random'>,
): HoldRecord {
  const hold = before.hold!
  if (attempts >= RECONCILE_ATTEMPTS) {
    const { at: _, ...rest } = hold
    return { ...before, hold: { ...rest, kind: 'person', since: now } }
  }
  const at = now + backoffMs(attempts + 1, random)
  return { ...before, hold: { ...hold, kind: 'reconcile', at } }
}

/** The next attempt of a run that is held, at once. */
export function retryNow(before: HoldRecord, now: number): HoldRecord {
  const { preview: _, asks: __, expiresAt: ___, issue: ____, ...hold } = before.hold!
  return { ...before, hold: { ...hold, kind: 'retry', at: now } }
}

/** Nothing is held; failures in a row begin anew. */
export function cleared(before: HoldRecord): HoldRecord {
  return { grants: before.grants, issues: before.issues, transients: 0, fixes: 0 }
}

/**
 * The hold to store, and the transition of issues: one is opened when a person is waited for, and resolved when that is
 * over. The issue stays the same for as long as the wait has the same reason.
 */
export function withIssue(
  workflow: string,
  before: HoldRecord,
  after: HoldRecord,
): { record: HoldRecord; entries: EntryOp[] } {
  const list = lists.issues(workflow)
  const open = before.hold?.issue
  const entries: EntryOp[] = []
  const { hold } = after
  if (open !== undefined && hold?.issue !== open) {
    entries.push({ list, id: open, from: 'open', state: 'resolved', final: true })
  }
  if (hold?.kind !== 'person' || hold.issue !== undefined) return { record: after, entries }
  const number = after.issues + 1
  const issue = String(number)
  const record = { ...after, issues: number, hold: { ...hold, issue } }
  const { kind, sentence, actions } = issueOf(workflow, record.hold)
  const value: IssueRecord = { run: hold.run, kind, sentence, actions }
  entries.push({ list, id: issue, from: null, state: 'open', order: number, value })
  return { record, entries }
}
