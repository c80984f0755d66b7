// A run of a consumer, from where it starts to its end: prepare, mutate, next, each with its checkpoint. It ends committed,
// or with a failure that was committed; or it is abandoned, and the next holder of the workflow's lease recovers it.

import type { EntryRow, Value } from '@cellwake/store'
import type { ActiveRun } from './active-run.ts'
import { Guard, logic } from './capabilities.ts'
import { contextOf } from './context.ts'
import { cleared } from './control.ts'
import type { MutationResult, Prepared, Reservation } from './define.ts'
import { advance, Deliveries, type Delivery, reserve } from './deliveries.ts'
import { type Failure, HandlerFailure } from './errors.ts'
import { fail } from './fail.ts'
import { messageOf } from './failures.ts'
import { inputOfEvent, link, registration } from './inputs.ts'
import { asJson, isObject } from './json.ts'
import { Mutation } from './mutation.ts'
import { inPhase } from './phase.ts'
import { afterReply, checkInline, heardLate } from './reconcile.ts'
import { type ConsumerRecord, type DeliveryRecord, lists } from './records.ts'
import { callTool } from './run-tools.ts'
import { storedTopic } from './topics.ts'
import { disposed, heldBy, published } from './transitions.ts'

export async function runConsumer(active: ActiveRun): Promise<void> {
  if (active.run.phase === 'preparing' && !(await prepare(active))) return
  if (active.run.phase === 'prepared' && !(await mutate(active))) return
  await next(active)
}

function guardOf({ version, buffer }: ActiveRun, phase: Guard['phase']): Guard {
  return new Guard(phase, version.limits, buffer.counts)
}

function recordOf({ parts, run }: ActiveRun): ConsumerRecord {
  return parts.records.consumer(run.handler) ?? { marks: {} }
}

/** True if the run goes on. */
async function prepare(active: ActiveRun): Promise<boolean> {
  const { parts, version, run } = active
  const { world } = parts
  const guard = guardOf(active, 'prepare')
  const { state, marks } = recordOf(active)
  const deliveries = new Deliveries(world.store, parts.name, run.handler, parts.ahead)
  const done = await inPhase(world.clock, guard, (signal) => {
    const ctx = contextOf({
      ...baseOf(active, guard),
      call: (tool, input) => callTool(active, guard, tool, input, signal),
      deliveries,
      marks,
      narrow: parts.records.held().narrow === true,
    })
    return version.home.prepare(run.handler, ctx, fresh(state), { signal })
  })
  if (done.failure !== undefined) return fail(active, done.failure, 'preparing')
  try {
    const prepared = readPrepared(active, done.value)
    const reserved = await reservedBy(active, prepared, deliveries)
    checkpoint(active, prepared, reserved)
    return true
  } catch (error) {
    if (!(error instanceof HandlerFailure)) throw error
    return fail(active, error.failure, 'preparing')
  }
}

export function baseOf(active: ActiveRun, guard: Guard) {
  const { parts, version, run, buffer, chain, now } = active
  const { store, clock, tools } = parts.world
  const { structure } = version.record
  return { guard, buffer, store, structure, handler: run.handler, chain, now, clock, tools }
}

function mistake(message: string): HandlerFailure {
  return new HandlerFailure(logic(message))
}

/** The result of a prepare, as it will be kept. */
function readPrepared({ version, run }: ActiveRun, given: unknown): Prepared {
  if (given !== undefined && !isObject(given)) throw mistake('prepare returns an object')
  let plain: Value
  try {
    plain = asJson(given ?? {}, 'what prepare returned', version.limits.stateChars)
  } catch (error) {
    throw mistake(messageOf(error))
  }
  const { reservations = [], data = null, ui, wakeAt } = plain as Readonly<Record<string, Value>>
  if (!Array.isArray(reservations)) throw mistake('reservations is a list of { topic, ids }')
  const { subscribe } = version.record.structure.consumers[run.handler]!
  const byTopic = new Map<string, Set<string>>()
  for (const given of reservations as readonly Value[]) {
    const { topic, ids } = (isObject(given) ? given : {}) as Partial<Reservation>
    if (typeof topic !== 'string' || !Array.isArray(ids)) {
      throw mistake('a reservation is { topic, ids }')
    }
    if (!subscribe.includes(topic)) throw mistake(`${run.handler} does not subscribe to ${topic}`)
    const known = byTopic.get(topic) ?? new Set<string>()
    for (const id of ids as readonly unknown[]) {
      if (typeof id !== 'string') throw mistake('ids are message ids, which are texts')
      known.add(id)
    }
    if (known.size > version.limits.peekEvents) {
      throw mistake(`a run reserves at most ${version.limits.peekEvents} events of a topic`)
    }
    byTopic.set(topic, known)
  }
  const title = isObject(ui) && typeof ui.title === 'string' ? ui.title : undefined
  return {
    // A reservation without ids reserves nothing.
    reservations: [...byTopic]
      .filter(([, ids]) => ids.size > 0)
      .map(([topic, ids]) => ({ topic, ids: [...ids] })),
    data: data as Value,
    ui: title === undefined ? {} : { title },
    ...(wakeAt !== undefined && wakeAt !== null && { wakeAt: String(wakeAt) }),
  }
}

/** The events it names: all there, all pending, all of its own topics; otherwise none is reserved. */
async function reservedBy(
  { version, buffer }: ActiveRun,
  { reservations }: Prepared,
  deliveries: Deliveries,
): Promise<Delivery[]> {
  const found: Delivery[] = []
  for (const { topic, ids } of reservations) {
    const stored = storedTopic(version.record.structure, topic)
    const seen = buffer.seen.get(stored)
    const unseen = ids.filter((id) => seen?.has(id) !== true)
    if (unseen.length > 0) buffer.see(stored, await deliveries.byIds(stored, unseen))
    for (const id of ids) {
      const delivery = buffer.seen.get(stored)?.get(id)
      if (delivery === undefined) throw mistake(`there is no event ${id} in ${topic}`)
      if (delivery.state !== undefined && delivery.state !== 'pending') {
        throw mistake(`the event ${id} of ${topic} is ${delivery.state}`)
      }
      found.push(delivery)
    }
  }
  return found
}

/** Where nothing is mutated `next` need not wait for it: it calls no tool, and its commit expects what this one reserves. */
function checkpoint(active: ActiveRun, prepared: Prepared, reserved: readonly Delivery[]): void {
  const { parts, run } = active
  const causes = new Set<string>()
  const entries = []
  const held: EntryRow[] = []
  for (const delivery of reserved) {
    let { record } = delivery
    const { event, topic } = delivery
    for (const cause of event.causes) causes.add(cause)
    if (event.causes.length === 0) {
      const { id, item } = inputOfEvent(parts.name, run.handler, delivery)
      causes.add(id)
      if (record.input === undefined) {
        entries.push(registration(parts.name, id, item, run.id, run.order))
        entries.push(link(parts.name, id, topic, event.messageId))
        record = { ...record, input: id }
      }
    }
    const op = reserve({ ...delivery, record }, run.id)
    entries.push(op)
    held.push(heldRow(op, { ...record, run: run.id }, event.position))
  }
  const to = active.step({ type: 'prepared', reserves: reserved.length > 0 })
  const more = { prepared, causes: [...causes] }
  void active.move(to, more, { act: 'prepare', entries }).catch(() => {})
  active.held = held
}

function heldRow(
  { list, id }: { list: string; id: string },
  record: DeliveryRecord,
  order: number,
): EntryRow {
  const value = record as unknown as Value
  return { list, id, state: 'reserved', final: false, order, value, seq: 0, createdAt: 0, at: 0 }
}

/** True if the run goes on to `next`. */
async function mutate(active: ActiveRun): Promise<boolean> {
  const { parts, version, run } = active
  const { clock, tools } = parts.world
  const { mutates } = version.record.structure.consumers[run.handler]!
  if (!mutates || active.held.length === 0) return nothingCalled(active)
  await active.mustBeDurable()
  const guard = guardOf(active, 'mutate')
  const mutation = new Mutation(active, guard)
  const done = await inPhase(clock, guard, (signal) => {
    const call = async (tool: string, input: unknown) =>
      mutation.call(tools.get(tool)!, input, signal)
    const ctx = contextOf({ ...baseOf(active, guard), call })
    return version.home.mutate(run.handler, ctx, structuredClone(run.prepared!), { signal })
  })
  if (mutation.ledger === undefined) {
    if (done.failure !== undefined) return fail(active, done.failure, 'mutating')
    return nothingCalled(active)
  }
  if (mutation.reply === undefined) mutation.onLate = (reply) => heardLate(active, mutation, reply)
  const reply = mutation.reply ?? {
    failure: lateReply(mutation, version.limits.phaseMs),
  }
  const known = await checkInline(active, mutation, reply)
  if (!(await afterReply(active, mutation, known))) return false
  // The mutation stands; another failure of the handler is reported all the same.
  const violation = guard.failure
  return violation === undefined ? true : fail(active, violation, 'mutated')
}

function lateReply({ tool }: Mutation, phaseMs: number): Failure {
  const message = `${tool!.name} did not reply within ${phaseMs / 1_000} s`
  return { class: 'unknown', message, tool: tool!.name }
}

/** No commit of its own: nothing happened that could not be done again. */
function nothingCalled(active: ActiveRun): true {
  const { next: to } = active.step({ type: 'nothing-called' })
  active.run = { ...active.run, phase: to.phase, outcome: 'none' }
  return true
}

async function next(active: ActiveRun): Promise<void> {
  const { parts, version, run } = active
  const { emits } = version.record.structure.consumers[run.handler]!
  let state: Value | undefined
  if (emits) {
    const guard = guardOf(active, 'next')
    const done = await inPhase(parts.world.clock, guard, (signal) => {
      const call = (tool: string, input: unknown) => callTool(active, guard, tool, input, signal)
      const ctx = contextOf({ ...baseOf(active, guard), call })
      const prepared = structuredClone(run.prepared!)
      return version.home.next(run.handler, ctx, prepared, resultOf(active), { signal })
    })
    if (done.failure !== undefined) {
      await fail(active, done.failure, 'emitting')
      return
    }
    try {
      state = newState(done.value, version.limits.stateChars)
    } catch (error) {
      await fail(active, logic(messageOf(error)), 'emitting')
      return
    }
  }
  await commitConsumer(active, state)
}

function resultOf({ run }: ActiveRun): MutationResult {
  const status = run.outcome === 'applied' || run.outcome === 'skipped' ? run.outcome : 'none'
  const result = run.outcome === 'applied' ? run.mutation?.result : undefined
  return { status, result: result === undefined ? null : structuredClone(result) }
}

/** Undefined keeps the state that is there. */
export function newState(returned: unknown, maxChars: number): Value | undefined {
  return returned === undefined ? undefined : asJson(returned, 'the state', maxChars)
}

async function commitConsumer(active: ActiveRun, state: Value | undefined): Promise<void> {
  const { parts, run, buffer, held } = active
  const { name, records, world } = parts
  const before = recordOf(active)
  const marks = { ...before.marks }
  const entries = []
  const done = new Map<string, Set<string>>()
  for (const row of held) done.set(row.list, (done.get(row.list) ?? new Set()).add(row.id))
  const deliveries = new Deliveries(world.store, name, run.handler)
  for (const [topic, seen] of buffer.inOrder) {
    const consumed = done.get(deliveries.list(topic)) ?? new Set()
    const { mark, left } = advance(marks[topic] ?? 0, seen, consumed)
    marks[topic] = mark
    entries.push(...left)
  }
  const now = world.clock.now()
  const wakeAt = wakeTime(active, run.prepared?.wakeAt, now)
  const kept = state ?? before.state
  const after: ConsumerRecord = {
    marks,
    ...(kept !== undefined && { state: kept }),
    ...(wakeAt !== undefined && { wakeAt }),
  }
  const to = active.step({ type: 'committed' })
  const output = await published(parts, buffer.events.values(), run.causes ?? [])
  const { write, entries: issues } = heldBy(parts, cleared(records.held()))
  entries.push(...disposed(to.events, held), ...output.entries, ...issues)
  if (JSON.stringify(after) !== JSON.stringify(before)) {
    write.push(records.putConsumer(run.handler, after))
  }
  const more = buffer.events.size > 0 ? { published: buffer.events.size } : {}
  await active.move(to, more, { act: 'commit', write, entries, publish: output.publish })
  // A consumer that reserved events may have more to do.
  if (held.length > 0 && !hasTakenAll(active, done)) parts.trigger(run.handler)
}

/** Whether the choice of the run saw all that was pending, the run took it, and nothing came since. */
function hasTakenAll(
  { parts, version, run }: ActiveRun,
  done: ReadonlyMap<string, ReadonlySet<string>>,
): boolean {
  const { structure } = version.record
  const taken = structure.consumers[run.handler]!.subscribe.map((topic) => {
    const list = lists.deliveries(parts.name, run.handler, storedTopic(structure, topic))
    return [list, done.get(list)?.size ?? 0] as const
  })
  return parts.ahead.isDrained(taken)
}

/** A wish is moved into the span that the host allows. One that cannot be read is for the latest. */
function wakeTime(active: ActiveRun, wish: string | undefined, now: number): number | undefined {
  if (wish === undefined) return undefined
  const { wakeMinMs, wakeMaxMs } = active.version.limits
  const at = Date.parse(wish)
  if (Number.isNaN(at)) {
    active.buffer.lines.push({ at: now, text: `wakeAt ${wish.slice(0, 100)} is no datetime` })
    return now + wakeMaxMs
  }
  return Math.min(Math.max(at, now + wakeMinMs), now + wakeMaxMs)
}

/** A copy that the handler may change. */
export function fresh(state: Value | undefined): unknown {
  return state === undefined ? undefined : structuredClone(state)
}
