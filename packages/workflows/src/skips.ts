// Events that a person skips, or restores. A reserved event whose mutation is not applied is released with its whole run; one
// whose mutation is, or may be, is left to that run.

import type { EntryOp, EntryRow } from '@cellwake/store'
import { heldRun } from './attempts.ts'
import { retryNow } from './control.ts'
import { Deliveries, type Delivery, NEW_DELIVERY, release } from './deliveries.ts'
import { WorkflowError } from './errors.ts'
import { heldRows } from './reconcile.ts'
import { type DeliveryRecord, type DeliveryState, lists, stateOf } from './records.ts'
import { startAfter, step } from './run.ts'
import { storedTopic } from './topics.ts'
import { type Author, commit, disposed, heldBy, moved, standingAt } from './transitions.ts'
import type { LiveWorkflow } from './workflow.ts'

/** The consumers of a workflow that an event is delivered to, with how far each is. */
async function deliveriesOf(
  workflow: LiveWorkflow,
  topic: string,
  messageId: string,
): Promise<Delivery[]> {
  const { structure, world, name } = workflow
  const stored = storedTopic(structure, topic)
  const found: Delivery[] = []
  let subscribes = false
  for (const [consumer, { subscribe }] of Object.entries(structure.consumers)) {
    if (!subscribe.some((other) => storedTopic(structure, other) === stored)) continue
    subscribes = true
    found.push(...(await new Deliveries(world.store, name, consumer).byIds(stored, [messageId])))
  }
  if (!subscribes) throw new WorkflowError('unknown-topic', `${name} does not consume ${topic}.`)
  if (found.length === 0)
    throw new WorkflowError('unknown-event', `There is no event ${messageId} in ${topic}.`)
  return found
}

export async function skipEvent(
  workflow: LiveWorkflow,
  topic: string,
  messageId: string,
  by: Author,
): Promise<void> {
  const deliveries = await deliveriesOf(workflow, topic, messageId)
  const open = deliveries.filter(({ state }) => isOpen(state))
  if (open.length === 0) {
    throw new WorkflowError(
      'event-moved',
      `The event ${messageId} of ${topic} is ${deliveries[0]!.state}.`,
    )
  }
  await skipAll(workflow, open, [], by)
}

function isOpen(state: DeliveryState | undefined): boolean {
  return state === undefined || state === 'pending' || state === 'reserved'
}

async function skipAll(
  workflow: LiveWorkflow,
  deliveries: readonly Delivery[],
  more: readonly EntryOp[],
  by: Author,
): Promise<void> {
  const waiting = deliveries.filter(({ state }) => state !== 'reserved')
  const reserved = deliveries.filter(({ state }) => state === 'reserved')
  const letGo = reserved.length === 0 ? undefined : await withoutRun(workflow, reserved)
  const entries = [...more, ...waiting.map(skipped), ...(letGo?.entries ?? [])]
  await commit(workflow, { act: 'skip', by, write: letGo?.write ?? [], entries })
}

function skipped({ list, event, state }: Delivery): EntryOp {
  return {
    list,
    id: event.messageId,
    from: state ?? null,
    state: 'skipped',
    final: true,
    order: event.position,
    ...(state === undefined && { value: NEW_DELIVERY }),
  }
}

/** Releases the run that holds the events: they are skipped, its others are pending, and it begins anew. */
async function withoutRun(workflow: LiveWorkflow, reserved: readonly Delivery[]) {
  const { name, records, world } = workflow
  const run = await heldRun(workflow)
  const start = startAfter(stateOf(run))
  if (start === undefined || start === 'emitting') {
    throw new WorkflowError(
      'event-moved',
      `The run ${run.id} has sent, or may have sent, what it was reserved for.`,
    )
  }
  const skippedIds = new Set(reserved.map(({ list, event }) => `${list}#${event.messageId}`))
  const rows = await heldRows(workflow, run)
  const { write, entries } = heldBy(workflow, retryNow(records.held(), world.clock.now()))
  const isSkipped = ({ list, id }: EntryRow) => skippedIds.has(`${list}#${id}`)
  entries.push(...disposed('skip', rows.filter(isSkipped)))
  entries.push(...rows.filter((row) => !isSkipped(row)).map(release))
  const expired = step(stateOf(run), { type: 'expired' })
  if (expired !== undefined) entries.push(moved(name, run, standingAt(run, expired.next)))
  return { write, entries }
}

export async function skipInput(
  workflow: LiveWorkflow,
  inputId: string,
  by: Author,
): Promise<void> {
  const { name, world, structure } = workflow
  const list = lists.inputs(name)
  const input = await world.store.entry(list, inputId)
  if (input === undefined)
    throw new WorkflowError('unknown-input', `${name} has no input ${inputId}.`)
  if (input.state === 'skipped') return
  const links = await world.store.entries({ list: lists.inputEvents(name, inputId) })
  const open: Delivery[] = []
  for (const { value } of links) {
    const { topic, messageId } = value as { topic: string; messageId: string }
    for (const [consumer, { subscribe }] of Object.entries(structure.consumers)) {
      if (!subscribe.some((other) => storedTopic(structure, other) === topic)) continue
      const found = await new Deliveries(world.store, name, consumer).byIds(topic, [messageId])
      open.push(...found.filter(({ state }) => isOpen(state)))
    }
  }
  // Sent events run to their end; the rest is skipped.
  const free = await notSent(workflow, open)
  await skipAll(workflow, free, [{ list, id: inputId, from: 'active', state: 'skipped' }], by)
  workflow.skippedInputs.add(inputId)
}

async function notSent(workflow: LiveWorkflow, open: readonly Delivery[]): Promise<Delivery[]> {
  if (!open.some(({ state }) => state === 'reserved')) return [...open]
  const start = startAfter(stateOf(await heldRun(workflow)))
  const sent = start === undefined || start === 'emitting'
  return sent ? open.filter(({ state }) => state !== 'reserved') : [...open]
}

export async function reprocess(
  workflow: LiveWorkflow,
  topic: string,
  messageId: string,
  by: Author,
): Promise<void> {
  const deliveries = await deliveriesOf(workflow, topic, messageId)
  const done = deliveries.filter(({ state }) => !isOpen(state))
  if (done.length === 0) {
    throw new WorkflowError(
      'event-moved',
      `The event ${messageId} of ${topic} is ${deliveries[0]!.state ?? 'pending'} already.`,
    )
  }
  const entries = done.map(({ list, event, state, record }): EntryOp => {
    // Another generation has another idempotency key: it is meant to be done again.
    const value: DeliveryRecord = { ...record, released: 0, generation: record.generation + 1 }
    return {
      list,
      id: event.messageId,
      from: state!,
      state: 'pending',
      order: event.position,
      value,
    }
  })
  await commit(workflow, { act: 'reprocess', by, entries })
  for (const { list } of done) workflow.trigger(consumerOf(list))
}

function consumerOf(list: string): string {
  return list.split('/')[3]!
}
