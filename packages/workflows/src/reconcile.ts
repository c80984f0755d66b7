// Reconciliation: the outcome of a mutation. A reply states it. Without one, the tool's own reconcile is asked: at once,
// then in the background with growing delays, counted durably; and when that is no help, a person. It is never retried
// before it is known that it did not happen. A late reply counts only while the outcome is undecided.
// See test: changes nothing once somebody has, and is told

import type { EntryRow, Value } from '@cellwake/store'
import type { ActiveRun } from './active-run.ts'
import { holdAfterCheck, retryNow } from './control.ts'
import type { Reconciled, ToolDefinition } from './define.ts'
import { Deliveries } from './deliveries.ts'
import { Abandoned, WorkflowError } from './errors.ts'
import { fail } from './fail.ts'
import { messageOf } from './failures.ts'
import { asJson } from './json.ts'
import { RECONCILE_MS } from './limits.ts'
import { canReconcile, type Mutation, type Reply } from './mutation.ts'
import { originOf } from './origin.ts'
import type { WorkflowParts } from './parts.ts'
import { type LedgerRecord, type LedgerState, lists, type Run, runOf, stateOf } from './records.ts'
import { step } from './run.ts'
import { storedTopic } from './topics.ts'
import {
  type Author,
  authorName,
  commit,
  disposed,
  heldBy,
  ledgerMove,
  moved,
  standingAt,
} from './transitions.ts'

/** An unknown outcome is checked once before the run is given up. */
export async function checkInline(
  { parts }: ActiveRun,
  { tool, ledger }: Mutation,
  reply: Reply,
): Promise<Reply> {
  if (reply.failure?.class !== 'unknown' || !canReconcile(tool!, ledger!.params)) return reply
  const found = await check(parts, tool!, ledger!)
  if (found?.outcome === 'applied') return { result: resultOf(found.result, parts) }
  if (found?.outcome !== 'failed') return reply
  const message = `${reply.failure.message}; it did not happen, as ${tool!.name} found out`
  return { failure: { class: 'transient', message, tool: tool!.name } }
}

/** Keeps the outcome. True if the run goes on. */
export async function afterReply(
  active: ActiveRun,
  { tool, ledger }: Mutation,
  reply: Reply,
): Promise<boolean> {
  const { parts, run } = active
  const move = (state: LedgerState, more: Partial<LedgerRecord>) =>
    ledgerMove(parts.name, run.id, 'in_flight', state, { ...ledger!, ...more })
  const { failure } = reply
  if (failure === undefined) {
    const { result } = reply
    const to = active.step({ type: 'applied' })
    const mutation = { tool: tool!.name, result }
    const entries = [move('applied', { result, resolvedBy: 'reply' })]
    await active.move(to, { mutation }, { act: 'applied', entries })
    return true
  }
  const error = failure.message
  if (failure.class !== 'unknown') {
    return fail(active, failure, 'mutating', {
      ledger: move('failed', { error, resolvedBy: 'reply' }),
    })
  }
  const canCheck = canReconcile(tool!, ledger!.params)
  const state = canCheck ? 'needs_reconcile' : 'indeterminate'
  const moved = move(state, { error })
  return fail(active, failure, 'mutating', { ledger: moved, canReconcile: canCheck })
}

/** Asks the tool's `reconcile` for the outcome; undefined if it cannot tell, or not in time. */
async function check(
  parts: WorkflowParts,
  tool: ToolDefinition,
  { run, params, key }: LedgerRecord,
): Promise<Reconciled | undefined> {
  const { name, world } = parts
  const { clock } = world
  const controller = new AbortController()
  let ring: () => void = () => {}
  const late = new Promise<undefined>((resolve) => {
    ring = () => resolve(undefined)
  })
  const alarm = clock.wake(clock.now() + RECONCILE_MS, ring)
  const now = new Date(clock.now()).toISOString()
  const origin = async () => {
    const row = await world.store.entry(lists.runs(name), run)
    return row === undefined ? { events: [], inputs: [] } : originOf(parts, runOf(row))
  }
  const context = { key, signal: controller.signal, now, workflow: name, run, origin }
  try {
    const asked = Promise.resolve(tool.reconcile!(structuredClone(params) as never, context))
    return await Promise.race([asked, late])
  } catch (error) {
    if (error instanceof Abandoned) throw error
    return undefined
  } finally {
    clock.cancel(alarm)
    controller.abort()
  }
}

function resultOf(result: unknown, { world }: WorkflowParts): Value {
  try {
    return asJson(result, 'the result', world.limits.payloadChars)
  } catch {
    return null
  }
}

/** A run whose outcome is not known, with its row of the ledger. */
interface Unresolved {
  readonly run: Run
  readonly row: EntryRow
  readonly ledger: LedgerRecord
}

export async function unresolvedOf(parts: WorkflowParts, id: string): Promise<Unresolved> {
  const { store } = parts.world
  const row = await store.entry(lists.ledger(parts.name), id)
  const run = await store.entry(lists.runs(parts.name), id)
  const open = row !== undefined && isUnresolved(row.state)
  if (!open || run === undefined) {
    throw new WorkflowError('nothing-to-resolve', `No outcome of ${parts.name} is unknown.`)
  }
  return { run: runOf(run), row, ledger: row.value as unknown as LedgerRecord }
}

function isUnresolved(state: string): boolean {
  return state === 'needs_reconcile' || state === 'indeterminate'
}

/** One check in the background. */
export async function checkAgain(parts: WorkflowParts): Promise<void> {
  const { world, records, name } = parts
  const hold = records.held().hold!
  const unresolved = await unresolvedOf(parts, hold.run)
  const { row, ledger } = unresolved
  const tool = world.tools.get(ledger.tool)
  const canCheck = tool !== undefined && canReconcile(tool, ledger.params)
  const found = canCheck ? await check(parts, tool, ledger) : undefined
  const by = 'reconcile'
  if (found?.outcome === 'applied') {
    return resolve(parts, unresolved, 'applied', by, resultOf(found.result, parts))
  }
  if (found?.outcome === 'failed') return resolve(parts, unresolved, 'not-applied', by)
  const attempts = ledger.attempts + 1
  const options = { now: world.clock.now(), random: world.random }
  const after = holdAfterCheck(records.held(), attempts, options)
  const state = after.hold!.kind === 'person' ? 'indeterminate' : 'needs_reconcile'
  const moves = ledgerMove(name, row.id, row.state as LedgerState, state, { ...ledger, attempts })
  const { write, entries } = heldBy(parts, after)
  await commit(parts, { act: 'reconcile', run: row.id, write, entries: [moves, ...entries] })
}

/** Decides the outcome, once. The next attempt follows from that. */
async function resolve(
  parts: WorkflowParts,
  { run, row, ledger }: Unresolved,
  type: 'applied' | 'not-applied' | 'skipped',
  by: Author,
  result?: Value,
): Promise<void> {
  const { name, records, world } = parts
  const to = step(stateOf(run), { type })
  if (to === undefined) throw new Error(`the run ${run.id} cannot be ${type}`)
  const held = await heldRows(parts, run)
  const mutation = { tool: ledger.tool, ...(type === 'applied' && { result: result ?? null }) }
  const after = standingAt(run, to.next, { mutation })
  const settled: LedgerRecord = {
    ...ledger,
    resolvedBy: authorName(by),
    ...(type === 'applied' && { result: result ?? null }),
  }
  const { write, entries } = heldBy(parts, retryNow(records.held(), world.clock.now()))
  await commit(parts, {
    act: type,
    by,
    run: run.id,
    write,
    entries: [
      moved(name, run, after),
      ledgerMove(name, row.id, row.state as LedgerState, to.ledger as LedgerState, settled),
      ...disposed(to.events, held),
      ...entries,
    ],
  })
}

/** The entries of the events that a run holds. */
export function heldRows({ name, world, structure }: WorkflowParts, run: Run): Promise<EntryRow[]> {
  const topics = (run.prepared?.reservations ?? []).map(({ topic }) =>
    storedTopic(structure, topic),
  )
  return new Deliveries(world.store, name, run.handler).reserved(topics)
}

/** A reply that came after the wait was over. */
export function heardLate({ parts, run }: ActiveRun, { tool }: Mutation, reply: Reply): void {
  const { world } = parts
  const heard = parts.act(async () => {
    const unresolved = await unresolvedOf(parts, run.id)
    const { failure } = reply
    if (failure === undefined)
      await resolve(parts, unresolved, 'applied', 'late reply', reply.result)
    else if (failure.class !== 'unknown')
      await resolve(parts, unresolved, 'not-applied', 'late reply')
  })
  heard.catch((error: unknown) => {
    if (error instanceof Abandoned) return
    const why = error instanceof WorkflowError ? 'its outcome was decided before' : messageOf(error)
    world.report(new Error(`${tool!.name} replied late in the run ${run.id}: ${why}`))
  })
}

export const ANSWERS = ['happened', 'did-not-happen', 'skip', 'check-again'] as const
export type Answer = (typeof ANSWERS)[number]

/** A person states the outcome. */
export async function answer(
  parts: WorkflowParts,
  given: Answer,
  result: unknown,
  by: Author,
): Promise<void> {
  const { records, world, name } = parts
  const hold = records.held().hold
  if (hold === undefined || hold.because !== 'unknown') {
    throw new WorkflowError('nothing-to-resolve', `No outcome of ${name} is unknown.`)
  }
  const unresolved = await unresolvedOf(parts, hold.run)
  switch (given) {
    case 'happened': {
      const value = asJson(result, 'the result', world.limits.payloadChars)
      return resolve(parts, unresolved, 'applied', by, value)
    }
    case 'did-not-happen':
      return resolve(parts, unresolved, 'not-applied', by)
    case 'skip':
      return resolve(parts, unresolved, 'skipped', by)
    case 'check-again':
      return startChecking(parts, unresolved, by)
  }
}

async function startChecking(
  parts: WorkflowParts,
  { row, ledger }: Unresolved,
  by: Author,
): Promise<void> {
  const { records, world, name } = parts
  const tool = world.tools.get(ledger.tool)
  if (tool === undefined || !canReconcile(tool, ledger.params)) {
    throw new WorkflowError('cannot-check', `${ledger.tool} cannot find out what came of its call.`)
  }
  const { issue: _, ...hold } = records.held().hold!
  const after = {
    ...records.held(),
    hold: { ...hold, kind: 'reconcile' as const, at: world.clock.now() },
  }
  const { write, entries } = heldBy(parts, after)
  const from = row.state as LedgerState
  const moves = ledgerMove(name, row.id, from, 'needs_reconcile', { ...ledger, attempts: 0 })
  await commit(parts, { act: 'check-again', by, run: row.id, write, entries: [moves, ...entries] })
}
