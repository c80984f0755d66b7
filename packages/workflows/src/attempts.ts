// New runs and new attempts. A run's id is the workflow's with a number; an attempt's follows from its predecessor's and is
// created where none was, so a chain of attempts is linear. The state that an attempt copies depends on the outcome of the
// mutation.

import type { EntryRow } from '@cellwake/store'
import { ActiveRun, nextId } from './active-run.ts'
import type { WorkflowParts } from './parts.ts'
import { heldRows } from './reconcile.ts'
import { type HoldRecord, lists, type Run, runOf, stateOf } from './records.ts'
import { type HandlerType, type Start, startAfter, startState } from './run.ts'
import { commit, created, disposed, heldBy, superseded } from './transitions.ts'

export interface StartOptions {
  /** Whether the handler may begin before the run is durable. See performance: a handler begins before its run is durable */
  readonly early: boolean
}

/** The first attempt of a handler. */
export async function startRun(
  parts: WorkflowParts,
  handler: string,
  handlerType: HandlerType,
  trigger: string,
  { early }: StartOptions,
): Promise<ActiveRun> {
  const order = parts.nextOrder()
  const run: Run = {
    id: `${parts.name}-${order}`,
    order,
    handler,
    attempt: 1,
    version: parts.version().record.version,
    trigger,
    ...startState(handlerType, 'preparing'),
  }
  const active = new ActiveRun(parts, run, [])
  const entries = [created(parts.name, run)]
  const begun = commit(parts, { act: 'start', run: run.id, entries })
  const durable = active.sends(begun)
  if (!early) await durable
  return active
}

/** The run that is held, as it was left. */
export async function heldRun({ name, records, world }: WorkflowParts): Promise<Run> {
  const { run } = records.held().hold!
  const row = await world.store.entry(lists.runs(name), run)
  if (row === undefined) throw new Error(`the run ${run} of ${name} is gone`)
  return runOf(row)
}

/** The attempt after the one that is held. */
export async function startAttempt(parts: WorkflowParts): Promise<ActiveRun> {
  const { name, records } = parts
  const before = await heldRun(parts)
  const start = startAfter(stateOf(before))
  if (start === undefined) throw new Error(`the run ${before.id} cannot be tried again`)
  const held = await heldRows(parts, before)
  const run = attemptOf(parts, before, start, records.held())
  const keeps = start !== 'preparing'
  const active = new ActiveRun(parts, run, keeps ? held.map((row) => handedTo(row, run.id)) : [])
  const { hold: _, ...rest } = records.held()
  const { write, entries } = heldBy(parts, rest)
  await commit(parts, {
    act: 'retry',
    run: run.id,
    write,
    entries: [
      superseded(name, before),
      created(name, run),
      ...(keeps ? disposed('keep', held, run.id) : disposed('release', held)),
      ...entries,
    ],
  })
  return active
}

function attemptOf(parts: WorkflowParts, before: Run, start: Start, { hold }: HoldRecord): Run {
  const { handler, handlerType, attempt, prepared, causes, mutation, outcome, approved } = before
  const asks = hold?.because === 'approval' ? hold.asks : approved
  const copied = start === 'preparing' ? {} : { prepared: prepared!, causes: causes ?? [] }
  return {
    id: nextId(before),
    order: parts.nextOrder(),
    handler,
    retryOf: before.id,
    attempt: attempt + 1,
    version: parts.version().record.version,
    trigger: `retry:${hold?.because ?? 'crashed'}`,
    ...startState(handlerType, start, outcome),
    ...copied,
    ...(start === 'emitting' && mutation !== undefined && { mutation }),
    ...(start === 'prepared' && asks !== undefined && { approved: asks }),
  }
}

function handedTo(row: EntryRow, run: string): EntryRow {
  return { ...row, value: { ...(row.value as object), run } } as EntryRow
}
