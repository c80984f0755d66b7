// Crash recovery of runs that another host, or this one before a restart, left active: each is marked as crashed, or its
// outcome is reconciled, and its chain goes on from there. Recovery is idempotent.
// See test: again and again while it recovers: the chain stays linear

import { Deliveries } from './deliveries.ts'
import { canReconcile } from './mutation.ts'
import type { WorkflowParts } from './parts.ts'
import { heldRows } from './reconcile.ts'
import { type Hold, type LedgerRecord, lists, type Run, runOf, stateOf } from './records.ts'
import { type Step, step } from './run.ts'
import { storedTopic } from './topics.ts'
import { commit, disposed, heldBy, ledgerMove, moved, standingAt } from './transitions.ts'

export async function recover(parts: WorkflowParts): Promise<void> {
  const { name, world } = parts
  const left = await world.store.entries({ list: lists.runs(name), states: ['active'] })
  for (const row of left) await recoverRun(parts, runOf(row))
}

async function recoverRun(parts: WorkflowParts, run: Run): Promise<void> {
  const { name, records } = parts
  const to = step(stateOf(run), { type: 'crashed' })!
  const message = 'the host went away while it ran'
  const held = await heldRows(parts, run)
  const after = standingAt(run, to.next, { error: { class: 'crashed', message } })
  const ledger = to.ledger === undefined ? undefined : await ledgerOf(parts, run)
  const hold = holdOf(parts, run, to, ledger)
  const { write, entries } = heldBy(parts, { ...records.held(), hold })
  if (ledger !== undefined) {
    const state = hold.kind === 'reconcile' ? 'needs_reconcile' : 'indeterminate'
    entries.push(ledgerMove(name, run.id, 'in_flight', state, { ...ledger, error: message }))
  }
  await commit(parts, {
    act: 'recover',
    run: run.id,
    write,
    entries: [moved(name, run, after), ...disposed(to.events, held), ...entries],
  })
}

async function ledgerOf({ name, world }: WorkflowParts, run: Run): Promise<LedgerRecord> {
  const row = await world.store.entry(lists.ledger(name), run.id)
  if (row === undefined) throw new Error(`the ledger has no row for the run ${run.id}`)
  return row.value as unknown as LedgerRecord
}

function holdOf(
  { world }: WorkflowParts,
  run: Run,
  to: Step,
  ledger: LedgerRecord | undefined,
): Hold {
  const now = world.clock.now()
  const base = { run: run.id, handler: run.handler, since: now }
  if (to.next.status === 'crashed') {
    const message = 'the host went away while it ran'
    return { ...base, kind: 'retry', at: now, because: 'crashed', message }
  }
  const tool = ledger?.tool
  const message = `the host went away while ${tool} was called`
  const defined = world.tools.get(tool ?? '')
  const known = defined !== undefined && canReconcile(defined, ledger!.params)
  const unknown = {
    ...base,
    because: 'unknown' as const,
    message,
    ...(tool !== undefined && { tool }),
  }
  return known
    ? { ...unknown, kind: 'reconcile', at: now }
    : { ...unknown, kind: 'person', cannotCheck: true }
}

/**
 * Events that are reserved although no run has a reason to: a broken invariant. They are reported, and not released.
 */
export async function orphans({
  name,
  world,
  records,
  structure,
}: WorkflowParts): Promise<string[]> {
  const found: string[] = []
  const { hold } = records.held()
  for (const [consumer, { subscribe }] of Object.entries(structure.consumers)) {
    const topics = subscribe.map((topic) => storedTopic(structure, topic))
    for (const row of await new Deliveries(world.store, name, consumer).reserved(topics)) {
      const { run } = row.value as unknown as { run?: string }
      if (run !== hold?.run) found.push(`${row.list}#${row.id}`)
    }
  }
  return found
}
