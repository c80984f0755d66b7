// State of one document in a transaction: the value it saw, its reads, and its writes.

import { type Address, isPrefix, type Path } from './address.ts'
import { applyOps, type Doc, type Op } from './replica.ts'
import { type Depth, equal, getAt, type Value } from './value.ts'

export interface ReadRecord {
  readonly path: Path
  readonly depth: Depth
  readonly scheduling: boolean
  readonly conflict: boolean
}

/** State of one document in a transaction. */
export interface TxDoc {
  readonly doc: Doc
  readonly seen: Value | undefined
  readonly seenVersion: number
  current: Value | undefined
  reads: readonly ReadRecord[]
  ops: readonly Op[]
  /** Index in `reads` of each place, once there are several. */
  places: Map<string, number> | undefined
}

export const ROOT: Path = []
/** The common read, of a whole document: one record for all, so that it is known by identity. */
export const WHOLE_READ: ReadRecord = {
  path: ROOT,
  depth: 'deep',
  scheduling: true,
  conflict: true,
}
export const WHOLE_READS: readonly ReadRecord[] = [WHOLE_READ]

export interface LoggedRead {
  readonly address: Address
  readonly seenVersion: number
}

export interface TxLog {
  readonly deep: readonly LoggedRead[]
  readonly shallow: readonly LoggedRead[]
  readonly writes: readonly Address[]
}

const NO_READS: readonly ReadRecord[] = []
export const NO_OPS: readonly Op[] = []

export function newTxDoc(doc: Doc): TxDoc {
  const { value, version } = doc
  return {
    doc,
    seen: value,
    seenVersion: version,
    current: value,
    reads: NO_READS,
    ops: NO_OPS,
    places: undefined,
  }
}

/** Whether the value there was written by the transaction itself. */
export function isWritten({ ops }: TxDoc, path: Path): boolean {
  return ops !== NO_OPS && ops.some((op) => isPrefix(op.path, path))
}

/** Writes the whole document; most writes do. */
export function putWhole(entry: TxDoc, value: Value | undefined): void {
  // A document that is not loaded cannot be compared: the write counts as a change.
  const same = entry.doc.loaded && equal(entry.current, value)
  if (!same) entry.current = value
  add(entry, same ? { path: ROOT, value, same } : { path: ROOT, value })
}

export function putInto(entry: TxDoc, path: Path, value: Value | undefined): void {
  const same = entry.doc.loaded && equal(getAt(entry.current, path), value)
  const op: Op = same ? { path, value, same } : { path, value }
  if (!same) entry.current = applyOps(entry.current, [op], 'strict')
  add(entry, op)
}

function add(entry: TxDoc, op: Op): void {
  if (entry.ops === NO_OPS) entry.ops = [op]
  else (entry.ops as Op[]).push(op)
}

export function remember(entry: TxDoc, read: ReadRecord): void {
  if (entry.reads.length === 0) {
    entry.reads = read === WHOLE_READ ? WHOLE_READS : [read]
    return
  }
  if (entry.reads[0] === read) return
  if (entry.reads === WHOLE_READS) entry.reads = [WHOLE_READ]
  const reads = entry.reads as ReadRecord[]
  entry.places ??= new Map(reads.map((r, i) => [placeOf(r), i]))
  const place = placeOf(read)
  const same = entry.places.get(place)
  if (same === undefined) {
    entry.places.set(place, reads.length)
    reads.push(read)
    return
  }
  // The same place read twice: the stricter of both holds.
  const old = reads[same]!
  reads[same] = {
    ...old,
    scheduling: old.scheduling || read.scheduling,
    conflict: old.conflict || read.conflict,
  }
}

/** Callers may go on changing their own list. */
export function kept(path: Path): Path {
  return path.length === 0 ? ROOT : [...path]
}

/** A key for a path that no choice of segments can forge. */
function placeOf(read: ReadRecord): string {
  return read.depth + JSON.stringify(read.path.map(String))
}

/** Reads that schedule, and writes that change something. */
export function logOf(docs: readonly TxDoc[]): TxLog {
  const deep: LoggedRead[] = []
  const shallow: LoggedRead[] = []
  const writes: Address[] = []
  for (const { doc, seenVersion, reads, ops } of docs) {
    const { space, id } = doc
    for (const { scheduling, depth, path } of reads) {
      if (!scheduling) continue
      ;(depth === 'deep' ? deep : shallow).push({ address: { space, id, path }, seenVersion })
    }
    for (const { same, path } of ops) if (same !== true) writes.push({ space, id, path })
  }
  return { deep, shallow, writes }
}
