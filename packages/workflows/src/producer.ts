// A run of a producer: one phase. Its publishes, its inputs, its state and its next time are one commit; a failure leaves
// all of them as they were, so that it stays due.

import type { Value } from '@cellwake/store'
import type { ActiveRun } from './active-run.ts'
import { Guard, logic } from './capabilities.ts'
import { baseOf, fresh, newState } from './consumer.ts'
import { contextOf } from './context.ts'
import { cleared } from './control.ts'
import { fail } from './fail.ts'
import { messageOf } from './failures.ts'
import { registration } from './inputs.ts'
import { inPhase } from './phase.ts'
import type { ProducerRecord } from './records.ts'
import { callTool } from './run-tools.ts'
import { nextRun, readSchedule } from './schedule.ts'
import { heldBy, published } from './transitions.ts'

export async function runProducer(active: ActiveRun): Promise<void> {
  const { parts, version, run, buffer } = active
  const { state } = parts.records.producer(run.handler)!
  const guard = new Guard('producer', version.limits, buffer.counts)
  const done = await inPhase(parts.world.clock, guard, (signal) => {
    const call = (tool: string, input: unknown) => callTool(active, guard, tool, input, signal)
    const ctx = contextOf({ ...baseOf(active, guard), call })
    return version.home.runProducer(run.handler, ctx, fresh(state), { signal })
  })
  if (done.failure !== undefined) {
    await fail(active, done.failure, 'preparing')
    return
  }
  try {
    await commitProducer(active, newState(done.value, version.limits.stateChars))
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'NotJson') throw error
    await fail(active, logic(messageOf(error)), 'preparing')
  }
}

async function commitProducer(active: ActiveRun, state: Value | undefined): Promise<void> {
  const { parts, run, buffer, startedAt } = active
  const { name, records } = parts
  const before = records.producer(run.handler)!
  const now = parts.world.clock.now()
  const kept = state ?? before.state
  const nextRunAt = nextTime(active, before, now)
  const { nextRunAt: _, state: __, ...rest } = before
  const after: ProducerRecord = {
    ...rest,
    lastRunAt: startedAt,
    ...(kept !== undefined && { state: kept }),
    ...(nextRunAt !== undefined && { nextRunAt }),
  }
  const output = await published(parts, buffer.events.values(), [])
  const { write, entries } = heldBy(parts, cleared(records.held()))
  for (const [id, item] of buffer.inputs) {
    entries.push(registration(name, id, item, run.id, run.order))
  }
  entries.push(...output.entries)
  write.push(records.putProducer(run.handler, after))
  const more = buffer.events.size > 0 ? { published: buffer.events.size } : {}
  const to = active.step({ type: 'committed' })
  await active.move(to, more, { act: 'commit', write, entries, publish: output.publish })
}

function nextTime(
  { parts, version, run, startedAt }: ActiveRun,
  { start }: ProducerRecord,
  now: number,
): number | undefined {
  const { schedule } = version.record.structure.producers[run.handler]!
  const seed = `${parts.name}/${run.handler}`
  // An occurrence that fell into the run itself is still to come: the run began before it.
  // See test: an occurrence that falls into the run itself is not lost
  const next = nextRun(readSchedule(schedule), start, startedAt, seed)
  return next === undefined ? undefined : Math.max(next, now)
}
