// The commits of a workflow. Each transition of a run is one commit, which expects that this host still has the workflow
// and that every entry is in the state it was seen in: all of it happens, or nothing.
// See test: a commit that the store refuses abandons the run, and the workflow is read again

import { isLost } from '@cellwake/scheduler'
import {
  type EntryOp,
  type EntryRow,
  type EventSpec,
  type ReceiptSpec,
  StoreError,
  type Value,
  type Write,
} from '@cellwake/store'
import type { BufferedEvent, RunBuffer } from './context.ts'
import { withIssue } from './control.ts'
import { handOn, release, settle } from './deliveries.ts'
import { Abandoned } from './errors.ts'
import { link } from './inputs.ts'
import { LARGE_COMMIT_EVENTS, LARGE_EVENT_CHARS } from './limits.ts'
import type { WorkflowParts } from './parts.ts'
import {
  type HoldRecord,
  type LedgerRecord,
  type LedgerState,
  type LogRecord,
  lists,
  plainRecord,
  type Run,
  recordOf,
} from './records.ts'
import type { Disposition, RunState } from './run.ts'

/** The author of an act: a name, or with it the receipt of the request, which is in the commit of the act. */
export type Author = string | { readonly name: string; readonly receipt: ReceiptSpec }

export function authorName(author: Author): string {
  return typeof author === 'string' ? author : author.name
}

/** The contents of one commit. */
export interface Draft {
  /** The act in a word, for provenance. */
  readonly act: string
  readonly by?: Author
  readonly run?: string
  readonly write?: readonly Write[]
  readonly entries?: readonly EntryOp[]
  readonly publish?: readonly EventSpec[]
}

/** One commit, durable when this resolves. If it is refused, state in memory is void. */
export async function commit(parts: WorkflowParts, draft: Draft): Promise<number> {
  const { name, world } = parts
  const detail: Record<string, Value> = { act: draft.act, workflow: name }
  if (draft.run !== undefined) detail.run = draft.run
  parts.ahead.committing(draft.entries ?? [])
  const by = draft.by ?? `workflow:${name}`
  try {
    const publish = draft.publish ?? []
    const spec = {
      expect: parts.expect(),
      write: draft.write ?? [],
      entries: draft.entries ?? [],
      publish,
      receipts: typeof by === 'string' ? [] : [by.receipt],
      cause: { by: authorName(by), detail },
    }
    const { store } = world
    const result = await (isLarge(publish) ? store.commitInTurn(spec) : store.commit(spec))
    if (result.rejected === undefined) {
      world.changed(name)
      return result.seq
    }
    const because = isLost(result)
      ? 'lost'
      : world.store.trouble === 'store-closed'
        ? 'closed'
        : 'store'
    throw new Abandoned(`${draft.act} of ${name}: ${result.why}`, because)
  } catch (error) {
    throw abandonedBy(error, `${draft.act} of ${name}`)
  }
}

function isLarge(events: readonly EventSpec[]): boolean {
  if (events.length > LARGE_COMMIT_EVENTS) return true
  let chars = 0
  for (const { payload } of events) chars += JSON.stringify(payload).length
  return chars > LARGE_EVENT_CHARS
}

/**
 * An error of the store means that memory may differ from it: the workflow is abandoned. Any other error
 * is passed on.
 */
export function abandonedBy(error: unknown, what: string): unknown {
  if (!(error instanceof StoreError)) return error
  return new Abandoned(`${what}: ${error.message}`, error.fatal ? 'closed' : 'store')
}

/** A run that did not exist. */
export function created(name: string, run: Run): EntryOp {
  const { id, status, order } = run
  const value = plainRecord(recordOf(run))
  return { list: lists.runs(name), id, from: null, state: status, order, value }
}

/** A run that moves on. */
export function moved(name: string, before: Run, after: Run): EntryOp {
  return {
    list: lists.runs(name),
    id: before.id,
    from: before.status,
    state: after.status,
    final: after.status === 'committed',
    value: plainRecord(recordOf(after)),
  }
}

/** The attempt after it is there: nothing of it changes any more. */
export function superseded(name: string, { id, status }: Run): EntryOp {
  return { list: lists.runs(name), id, from: status, state: status, final: true }
}

export function standingAt(run: Run, state: RunState, more: Partial<Run> = {}): Run {
  return { ...run, phase: state.phase, status: state.status, ...outcomeOf(state), ...more }
}

function outcomeOf({ outcome }: RunState): Pick<Run, 'outcome'> {
  return outcome === undefined ? {} : { outcome }
}

/** The disposition of the reserved events of a run. */
export function disposed(
  disposition: Disposition,
  held: readonly EntryRow[],
  nextRun?: string,
): EntryOp[] {
  switch (disposition) {
    case 'release':
      return held.map(release)
    case 'consume':
      return held.map((row) => settle(row, 'consumed'))
    case 'skip':
      return held.map((row) => settle(row, 'skipped'))
    default:
      return nextRun === undefined ? [] : held.map((row) => handOn(row, nextRun))
  }
}

/** The document of the hold, and the issue that goes with it. */
export function heldBy(
  { name, records }: WorkflowParts,
  after: HoldRecord,
): { write: Write[]; entries: EntryOp[] } {
  const before = records.held()
  const { record, entries } = withIssue(name, before, after)
  const same = JSON.stringify(plainRecord(record)) === JSON.stringify(before)
  return { write: same ? [] : [records.putHold(record)], entries }
}

export function ledgerMove(
  name: string,
  id: string,
  from: LedgerState | null,
  state: LedgerState,
  record: LedgerRecord,
  order?: number,
): EntryOp {
  const final = state === 'applied' || state === 'failed' || state === 'skipped'
  return {
    list: lists.ledger(name),
    id,
    from,
    state,
    final,
    value: plainRecord(record),
    ...(order !== undefined && { order }),
  }
}

/** The log lines since the last checkpoint. */
export function logged(name: string, run: Run, buffer: RunBuffer, order: number): EntryOp[] {
  const lines = buffer.takeLines()
  if (lines.length === 0) return []
  const value: LogRecord = { run: run.id, phase: run.phase, lines }
  const id = `${run.id}/${buffer.checkpoints++}`
  return [{ list: lists.logs(name), id, from: null, state: 'kept', final: true, order, value }]
}

/** Events that a run publishes, with their causes. An event that a consumer has taken keeps its payload. */
export async function published(
  { name, world, skippedInputs }: WorkflowParts,
  events: Iterable<BufferedEvent>,
  causes: readonly string[],
): Promise<{ publish: EventSpec[]; entries: EntryOp[] }> {
  const publish: EventSpec[] = []
  const byTopic = new Map<string, { event: BufferedEvent; causes: readonly string[] }[]>()
  for (const event of events) {
    const { topic, messageId, payload, inputId } = event
    const behind = inputId === undefined ? causes : [inputId]
    const unlessTaken = { lists: world.takers(topic), open: ['pending'] }
    publish.push({ topic, messageId, payload, causes: behind, unlessTaken })
    if (behind.length > 0) {
      const caused = byTopic.get(topic)
      if (caused === undefined) byTopic.set(topic, [{ event, causes: behind }])
      else caused.push({ event, causes: behind })
    }
  }
  const entries: EntryOp[] = []
  for (const [topic, caused] of byTopic) {
    const ids = caused.map(({ event }) => event.messageId)
    const known = new Map(
      (await world.store.eventsById(topic, ids)).map((row) => [row.messageId, row.causes]),
    )
    for (const { event, causes: inputs } of caused) {
      const isNew = !known.has(event.messageId)
      if (isNew && inputs.every((input) => skippedInputs.has(input))) {
        entries.push(...bornSkipped(world.takers(topic), name, event.messageId))
      }
      for (const input of new Set(inputs)) {
        if (known.get(event.messageId)?.includes(input) === true) continue
        entries.push(link(name, input, topic, event.messageId))
      }
    }
  }
  return { publish, entries }
}

/** An event of a skipped input never waits for a consumer of the same workflow. */
function bornSkipped(takers: readonly string[], name: string, id: string): EntryOp[] {
  const own = takers.filter((list) => list.startsWith(lists.deliveries(name, '', '').slice(0, -1)))
  return own.map((list) => ({ list, id, from: null, state: 'skipped', final: true }))
}
