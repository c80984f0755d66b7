// The writes that activate a version: its pointer, its schedules, from where its consumers read, and what becomes
// of a run that is held.

import type { EntryOp, Write } from '@cellwake/store'
import { heldRun } from './attempts.ts'
import { retryNow } from './control.ts'
import { WorkflowError } from './errors.ts'
import type { WorkflowParts } from './parts.ts'
import { heldRows } from './reconcile.ts'
import { type ControlRecord, stateOf, type VersionRecord } from './records.ts'
import { startAfter, step } from './run.ts'
import type { Structure } from './structure.ts'
import { storedTopic } from './topics.ts'
import { disposed, heldBy, moved, standingAt, superseded } from './transitions.ts'
import { activation, type Beginnings, declaredOf, pruned } from './versions.ts'

interface Written {
  readonly write: Write[]
  readonly entries: EntryOp[]
}

export async function activated(
  parts: WorkflowParts,
  record: VersionRecord,
  isFix: boolean,
): Promise<Written> {
  const { records, world } = parts
  const { structure, version } = record
  const before = records.control()
  const old = before === undefined ? undefined : records.version(before.version)?.structure
  const now = world.clock.now()
  const declared = await declaredOf(world.store, old === undefined ? [structure] : [old, structure])
  const beginnings = await beginningsOf(parts, structure)
  const { write, entries } = activation(records, old, structure, declared, beginnings, now, isFix)
  const held = await heldOnActivate(parts, structure, isFix, now)
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const newest = before?.newest ?? { major: 0, minor: 0 }
  const isNewer = major > newest.major || (major === newest.major && minor > newest.minor)
  const control: ControlRecord = {
    name: parts.name,
    paused: before?.paused ?? false,
    version,
    deployedAt: now,
    newest: isNewer ? { major, minor } : newest,
  }
  const kept: Write[] = records.version(version) === undefined ? [records.putVersion(record)] : []
  write.push(...kept, ...pruned(records, version), ...held.write, records.putControl(control))
  return { write, entries: [...entries, ...held.entries] }
}

/** A shared topic is read from now on, unless it is to be read from the beginning. */
async function beginningsOf({ world }: WorkflowParts, structure: Structure): Promise<Beginnings> {
  const found = new Map<string, number>()
  for (const { subscribe } of Object.values(structure.consumers)) {
    for (const topic of subscribe) {
      if (structure.topics[topic]?.fromBeginning === true) continue
      const stored = storedTopic(structure, topic)
      const [last] = await world.store.events(stored, { newestFirst: true, limit: 1 })
      found.set(stored, last?.position ?? 0)
    }
  }
  return found
}

/** A held run is tried again with the new code, from where that is allowed. */
async function heldOnActivate(
  parts: WorkflowParts,
  structure: Structure,
  isFix: boolean,
  now: number,
): Promise<Written> {
  const { records, name } = parts
  const held = records.held()
  if (held.hold === undefined) return { write: [], entries: [] }
  const run = await heldRun(parts)
  const start = startAfter(stateOf(run))
  const isThere = Object.hasOwn(structure[`${run.handlerType}s`], run.handler)
  if (!isThere && start !== 'preparing' && start !== 'prepared') {
    throw new WorkflowError('handler-needed', `${run.handler} of ${name} has a mutation to finish.`)
  }
  // Nobody knows yet what came of it: no code changes that.
  if (start === undefined) return { write: [], entries: [] }
  const rows = start === 'emitting' ? [] : await heldRows(parts, run)
  const counters = isFix ? {} : { transients: 0, fixes: 0 }
  const { hold: _, ...rest } = held
  const after = isThere ? { ...retryNow(held, now), ...counters } : { ...rest, ...counters }
  const { write, entries } = heldBy(parts, after)
  entries.push(...disposed('release', rows))
  const expired = start === 'prepared' ? step(stateOf(run), { type: 'expired' }) : undefined
  if (expired !== undefined) entries.push(moved(name, run, standingAt(run, expired.next)))
  else if (!isThere) entries.push(superseded(name, run))
  return { write, entries }
}
