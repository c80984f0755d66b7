// The end of a run that failed: its status, the disposition of its events, and the hold on its workflow, in one commit.
// Under a quarantine, events that failed too often are set aside (dead letters), and the workflow goes on.

import type { EntryOp } from '@cellwake/store'
import type { ActiveRun } from './active-run.ts'
import { holdAfter } from './control.ts'
import { release } from './deliveries.ts'
import type { Failure } from './errors.ts'
import { backoffMs } from './failures.ts'
import { FIX_ATTEMPTS } from './limits.ts'
import { type DeliveryRecord, type Hold, type HoldRecord, lists } from './records.ts'
import type { Phase, Step } from './run.ts'
import { disposed, heldBy } from './transitions.ts'

/** Commits the failure; the run does not go on. */
export async function fail(
  active: ActiveRun,
  failure: Failure,
  during: Phase,
  more: { readonly ledger?: EntryOp; readonly canReconcile?: boolean } = {},
): Promise<false> {
  const { parts, run } = active
  const to = active.step({ type: 'failed', class: failure.class, during })
  const before = parts.records.held()
  const put = quarantine(active, failure, to, before)
  const after =
    put?.after ??
    holdAfter(before, run, failure, {
      ...holdOptions(active),
      canReconcile: more.canReconcile === true,
    })
  const { write, entries: issues } = heldBy(parts, after)
  const events = put?.entries ?? disposed(to.events, active.held)
  const approval = failure.asks === undefined ? [] : [asked(active, failure)]
  const entries = [...events, ...issues, ...approval]
  if (more.ledger !== undefined) entries.push(more.ledger)
  await active.move(to, { error: errorOf(failure) }, { act: 'fail', write, entries })
  return false
}

export function errorOf({ class: of, message, tool, location }: Failure) {
  return {
    class: of,
    message,
    ...(tool !== undefined && { tool }),
    ...(location !== undefined && { location }),
  }
}

export function holdOptions({ parts, version, run }: ActiveRun) {
  const { clock, random, fixer } = parts.world
  const canFix = fixer !== undefined && version.record.kind === 'script'
  const { retries } = version.record.structure.consumers[run.handler] ?? {}
  return { now: clock.now(), random, canFix, ...(retries !== undefined && { retries }) }
}

/** The request for approval, stored with the answer and its author. */
function asked({ parts, run }: ActiveRun, { asks, tool = '' }: Failure): EntryOp {
  return {
    list: lists.approvals(parts.name),
    id: run.id,
    from: null,
    state: 'waiting',
    order: run.order,
    value: { run: run.id, tool, preview: asks!.preview },
  }
}

/** Quarantines events that failed too often, if the consumer says so and no fixer is left. */
function quarantine(
  active: ActiveRun,
  failure: Failure,
  to: Step,
  before: HoldRecord,
): { after: HoldRecord; entries: EntryOp[] } | undefined {
  const { version, run, held } = active
  const most = version.record.structure.consumers[run.handler]?.quarantineAfter
  const { now, random, canFix } = holdOptions(active)
  if (most === undefined || failure.class !== 'logic') return undefined
  if (canFix && before.fixes < FIX_ATTEMPTS) return undefined
  // After the mutation nothing can be quarantined: the run must go forward.
  // See test: a new attempt runs next alone, with the original result
  if (to.events !== 'release' && to.events !== 'none') return undefined
  const suspects = held.length > 0 ? held.map(released) : suspected(active, before.narrow === true)
  const seen = [...active.buffer.seen.values()].some((events) => events.size > 0)
  if (suspects.length === 0 && !seen) return undefined
  const entries = suspects.map(({ op, count }) =>
    count >= most ? { ...op, state: 'quarantined', final: true } : op,
  )
  const someWent = entries.some(({ state }) => state === 'quarantined')
  const transients = someWent ? 0 : before.transients + 1
  const at = someWent ? now : now + backoffMs(transients, random)
  const { message } = failure
  const hold: Hold = {
    run: run.id,
    handler: run.handler,
    kind: 'retry',
    at,
    because: 'logic',
    message,
    since: now,
  }
  return { after: { ...before, transients, narrow: true, hold }, entries }
}

function released(row: Parameters<typeof release>[0]): { op: EntryOp; count: number } {
  const op = release(row)
  return { op, count: (op.value as DeliveryRecord).released }
}

/**
 * A prepare that fails with one event before its eyes has failed on that one. With several it is shown one of each topic
 * next time, and then the oldest is suspected.
 */
function suspected({ buffer }: ActiveRun, narrow: boolean): { op: EntryOp; count: number }[] {
  const all = [...buffer.seen.values()].flatMap((events) => [...events.values()])
  const open = all.filter(({ state }) => state === undefined || state === 'pending')
  const [oldest] = open.sort((a, b) => a.event.position - b.event.position)
  if (oldest === undefined || (open.length > 1 && !narrow)) return []
  const { list, event, state, record } = oldest
  const count = record.released + 1
  const value = { ...record, released: count }
  const from = state ?? null
  const op = { list, id: event.messageId, from, state: 'pending', order: event.position, value }
  return [{ op, count }]
}
