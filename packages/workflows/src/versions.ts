// Versions: immutable, numbered major.minor, and one of them active by a pointer. A deploy is a new major, a fix a new
// minor. Any activation leaves handler states, events and reservations alone; a schedule that is the same keeps its
// time, and a new or changed one starts now.

import { consumersOf, type EntryOp, type Store, type Write } from '@cellwake/store'
import { digest } from './digest.ts'
import { VERSIONS_KEPT } from './limits.ts'
import { type ControlRecord, lists, type VersionRecord, type WorkflowRecords } from './records.ts'
import type { Structure } from './structure.ts'
import { storedTopic } from './topics.ts'

/** Equal for equal code and structure. A TypeScript handler is compared by its text. */
export function codeDigest(structure: Structure, definition: unknown): string {
  const text = JSON.stringify(definition, (_, value: unknown) =>
    typeof value === 'function' ? value.toString() : value,
  )
  return digest(JSON.stringify(structure), text)
}

/** The number of the next deploy. */
export function nextMajor(control: ControlRecord | undefined): string {
  return `${(control?.newest.major ?? 0) + 1}.0`
}

/** The number of a fix of a version: the next minor of the same major. */
export function nextMinor(records: WorkflowRecords, of: string): string {
  const [major] = of.split('.')
  const minors = records
    .versions()
    .map(({ version }) => version.split('.'))
    .filter(([other]) => other === major)
    .map(([, minor]) => Number(minor))
  return `${major}.${Math.max(...minors) + 1}`
}

/** Every consumer's list of each topic, with the state in which it is declared there. */
export type Declared = ReadonlyMap<string, string>

/** How consumers of some versions stand in the lists of their topics. */
export async function declaredOf(
  store: Store,
  structures: readonly Structure[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const { stored, list } of structures.flatMap(subscriptions)) {
    const row = await store.entry(consumersOf(stored), list)
    if (row !== undefined) found.set(list, row.state)
  }
  return found
}

function subscriptions(structure: Structure): { stored: string; list: string }[] {
  return Object.entries(structure.consumers).flatMap(([consumer, { subscribe }]) =>
    subscribe.map((topic) => {
      const stored = storedTopic(structure, topic)
      return { stored, list: lists.deliveries(structure.name, consumer, stored) }
    }),
  )
}

/** Consumers declare their topics, so that events are kept; a removed one no longer does. */
function declarations(
  before: Structure | undefined,
  after: Structure,
  declared: Declared,
): EntryOp[] {
  const entries: EntryOp[] = []
  const wanted = new Set<string>()
  for (const { stored, list } of subscriptions(after)) {
    wanted.add(list)
    const from = declared.get(list) ?? null
    if (from !== 'active')
      entries.push({ list: consumersOf(stored), id: list, from, state: 'active' })
  }
  for (const { stored, list } of before === undefined ? [] : subscriptions(before)) {
    if (wanted.has(list) || declared.get(list) !== 'active') continue
    entries.push({
      list: consumersOf(stored),
      id: list,
      from: 'active',
      state: 'ended',
      final: true,
    })
  }
  return entries
}

export interface Activation {
  readonly write: Write[]
  readonly entries: EntryOp[]
}

/** Where the marks of consumers begin: by stored topic, the last event before the deploy. */
export type Beginnings = ReadonlyMap<string, number>

/** The changes of activating a version. */
export function activation(
  records: WorkflowRecords,
  before: Structure | undefined,
  structure: Structure,
  declared: Declared,
  beginnings: Beginnings,
  now: number,
  isFix: boolean,
): Activation {
  const write: Write[] = []
  const entries = declarations(before, structure, declared)
  for (const [name, { schedule }] of Object.entries(structure.producers)) {
    const known = records.producer(name)
    const text = JSON.stringify(schedule)
    if (known !== undefined && (isFix || known.schedule === text)) continue
    write.push(records.putProducer(name, { ...known, start: now, nextRunAt: now, schedule: text }))
  }
  for (const [name, { subscribe }] of Object.entries(structure.consumers)) {
    const known = records.consumer(name)
    const marks = { ...known?.marks }
    for (const topic of subscribe) {
      const stored = storedTopic(structure, topic)
      marks[stored] ??= beginnings.get(stored) ?? 0
    }
    const after = { ...known, marks }
    if (JSON.stringify(after) !== JSON.stringify(known))
      write.push(records.putConsumer(name, after))
  }
  return { write, entries }
}

/** The oldest versions beyond the retention; never the active one. */
export function pruned(records: WorkflowRecords, active: string): Write[] {
  const versions = records.versions().filter(({ version }) => version !== active)
  return versions
    .slice(0, Math.max(0, versions.length - VERSIONS_KEPT))
    .map(({ version }) => records.dropVersion(version))
}

export interface VersionView {
  readonly version: string
  readonly at: string
  readonly by: string
  readonly kind: VersionRecord['kind']
  readonly active: boolean
  readonly comment?: string
  readonly fixes?: string
  readonly script?: string
}

export function versionViews(records: WorkflowRecords): VersionView[] {
  const active = records.mustControl().version
  return records.versions().map(({ version, at, by, kind, comment, fixes, script }) => ({
    version,
    at: new Date(at).toISOString(),
    by,
    kind,
    active: version === active,
    ...(comment !== undefined && { comment }),
    ...(fixes !== undefined && { fixes }),
    ...(script !== undefined && { script }),
  }))
}
