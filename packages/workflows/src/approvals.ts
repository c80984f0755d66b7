// Approvals, before something is sent: a person approves the parameters, grants a permission, or signs in again. Approval
// resumes from the prepared checkpoint. Rejection skips the events and runs `next`; keeping leaves them pending and
// pauses. Every answer is kept with its author.

import type { EntryOp } from '@cellwake/store'
import { heldRun } from './attempts.ts'
import { retryNow } from './control.ts'
import { WorkflowError } from './errors.ts'
import type { WorkflowParts } from './parts.ts'
import { heldRows } from './reconcile.ts'
import { type Hold, type HoldRecord, lists, type Run, stateOf } from './records.ts'
import { step } from './run.ts'
import {
  type Author,
  authorName,
  commit,
  disposed,
  heldBy,
  moved,
  standingAt,
  superseded,
} from './transitions.ts'

const ASKED: ReadonlySet<string> = new Set(['approval', 'auth', 'permission'])

function askedOf({ name, records }: WorkflowParts): Hold {
  const { hold } = records.held()
  if (hold?.kind === 'person' && ASKED.has(hold.because)) return hold
  throw new WorkflowError('nothing-to-approve', `Nothing of ${name} waits for an approval.`)
}

export async function approve(parts: WorkflowParts, by: Author, mayGrant: boolean): Promise<void> {
  const hold = askedOf(parts)
  if (hold.because === 'permission' && !mayGrant) {
    const what = `${parts.name} asks for more than it declares, which this caller cannot give.`
    throw new WorkflowError('grant-refused', what)
  }
  const { world, records } = parts
  const before = records.held()
  // The digest stays: the next attempt may send exactly that.
  const retry: HoldRecord = retryNow(before, world.clock.now())
  const kept =
    hold.asks === undefined ? retry : { ...retry, hold: { ...retry.hold!, asks: hold.asks } }
  const granted = hold.because === 'permission' ? (hold.grant ?? hold.tool) : undefined
  const grants = granted === undefined ? [] : [granted]
  const after = { ...kept, grants: [...new Set([...before.grants, ...grants])] }
  const { write, entries } = heldBy(parts, after)
  entries.push(...answered(parts, hold, 'approved', by))
  await commit(parts, { act: 'approve', by, run: hold.run, write, entries })
}

export async function reject(parts: WorkflowParts, keep: boolean, by: Author): Promise<void> {
  const hold = askedOf(parts)
  const run = await heldRun(parts)
  const to = step(stateOf(run), { type: 'skipped' })
  if (keep || to === undefined) return letGo(parts, hold, run, by)
  const { name, records, world } = parts
  const held = await heldRows(parts, run)
  const { write, entries } = heldBy(parts, retryNow(records.held(), world.clock.now()))
  await commit(parts, {
    act: 'reject',
    by,
    run: run.id,
    write,
    entries: [
      moved(name, run, standingAt(run, to.next)),
      ...disposed(to.events, held),
      ...entries,
      ...answered(parts, hold, 'rejected', by),
    ],
  })
}

/** The events stay pending, nothing is held any more, and the workflow is paused. */
async function letGo(parts: WorkflowParts, hold: Hold, run: Run, by: Author): Promise<void> {
  const { records } = parts
  const held = await heldRows(parts, run)
  const { hold: _, ...rest } = records.held()
  const { write, entries } = heldBy(parts, rest)
  write.push(records.putControl({ ...records.mustControl(), paused: true }))
  await commit(parts, {
    act: 'reject',
    by,
    run: run.id,
    write,
    entries: [
      superseded(parts.name, run),
      ...disposed('release', held),
      ...entries,
      ...answered(parts, hold, 'rejected', by),
    ],
  })
  if (run.handlerType === 'consumer') parts.trigger(run.handler)
}

/** A time-out of an approval: the prepared parameters are old, and are prepared anew. */
export async function expire(parts: WorkflowParts): Promise<void> {
  const { name, records, world } = parts
  const hold = records.held().hold!
  const run = await heldRun(parts)
  const held = await heldRows(parts, run)
  const to = step(stateOf(run), { type: 'expired' })
  if (to === undefined) throw new Error(`the approval of ${run.id} cannot expire`)
  const { write, entries } = heldBy(parts, retryNow(records.held(), world.clock.now()))
  await commit(parts, {
    act: 'expire',
    run: run.id,
    write,
    entries: [
      moved(name, run, standingAt(run, to.next)),
      ...disposed(to.events, held),
      ...entries,
      ...answered(parts, hold, 'expired', name),
    ],
  })
}

function answered({ name }: WorkflowParts, hold: Hold, state: string, author: Author): EntryOp[] {
  const by = authorName(author)
  if (hold.because !== 'approval') return []
  const value = { run: hold.run, tool: hold.tool ?? '', preview: hold.preview ?? '', by }
  return [{ list: lists.approvals(name), id: hold.run, from: 'waiting', state, final: true, value }]
}
