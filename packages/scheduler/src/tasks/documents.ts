// Index of the readers and writers of documents. A change of a document finds the nodes that read
// something in it which is now different; a node that reads finds the possible writers of what it
// reads. The first decides invalidation, the second only demand and order.

import {
  type Address,
  type Doc,
  type DocRef,
  differsAt,
  docKey,
  isPrefix,
  type LoadKey,
  overlaps,
  type Trail,
  type Tx,
  trailOf,
  type Value,
  WHOLE_READ,
} from '@cellwake/store'
import type { Graph } from '../graph/graph.ts'
import type { Node } from '../graph/node.ts'
import { DocMap } from './doc-map.ts'
import { type DocReads, type ReadLog, type Task, WHOLE_READS } from './task.ts'

export interface Readers {
  readonly readers: readonly DocReads[]
  /** The node of each: mostly that is all there is to know. */
  readonly readerNodes: readonly Node[]
}

interface Entry extends Readers {
  readonly readers: DocReads[]
  readonly readerNodes: Node[]
  readonly writers: TaskPath[]
  /** Tasks that declare a read of it, before their first run. */
  readonly declarers: TaskPath[]
}

interface TaskPath {
  readonly task: Task
  readonly path: Address['path']
}

export class Documents {
  readonly #graph: Graph
  readonly #entries = new DocMap<Entry>()
  /** Materializers, with where they may write. */
  readonly #envelopes = new Map<Task, readonly Address[]>()

  constructor(graph: Graph) {
    this.#graph = graph
  }

  addWriter(task: Task): void {
    for (const address of task.surface) {
      const entry = this.#entry(address)
      entry.writers.push({ task, path: address.path })
      this.#eachReader(entry, address.path, (reader) => this.#addEdge(reader, task))
    }
    if (task.isMaterializer) this.#envelopes.set(task, task.envelope)
  }

  removeWriter(task: Task): void {
    for (const address of task.surface) {
      const entry = this.#entries.get(address.space, address.id)
      if (entry === undefined) continue
      for (let i = entry.writers.length - 1; i >= 0; i--) {
        const writer = entry.writers[i]!
        if (writer.task !== task) continue
        entry.writers.splice(i, 1)
        this.#eachReader(entry, writer.path, (reader) => this.#dropEdge(reader, task))
      }
      this.#forgetIfEmpty(address, entry)
    }
    this.#envelopes.delete(task)
  }

  /** Sets the single output of a task: a document, whole and derived. */
  setOutput(task: Task, doc: Doc): void {
    task.output = doc
    task.outputCause = [{ space: doc.space, id: doc.id, path: [] }]
    task.outputReaders = this.#entry(doc).readers
  }

  /** Sets the reads of a node to those of this run. The same whole documents again cost a comparison. */
  follow(task: Task, tx: Tx): void {
    if (task.output === undefined && task.setsOneDerived) this.#findOutput(task, tx)
    if (readsAsBefore(task.trail, tx)) return
    this.setReads(task, readLog(tx))
    const docs = wholeReads(tx)
    if (docs !== undefined) task.trail = trailOf(docs, task.output, knownAddresses(task))
  }

  #findOutput(task: Task, tx: Tx): void {
    const { space, id } = task.surface[0]!
    for (const { doc, ops } of tx.docs) {
      if (ops.length === 0 || doc.id !== id || doc.space !== space) continue
      this.setOutput(task, doc)
      // The next one has the output.
      task.trail = undefined
    }
  }

  /** Makes the reads of a node these. */
  setReads(task: Task, log: ReadLog): void {
    task.trail = undefined
    const next = group(task, log)
    for (const [key, old] of task.reads) {
      const now = next.get(key)
      if (now !== undefined && sameReads(old, now)) next.set(key, old)
      else this.#dropReads(task, key, old)
    }
    for (const [key, now] of next) if (!task.reads.has(key)) this.#addReads(task, now)
    task.reads = next
    if (readsWholeOnly(next)) task.node.flags |= WHOLE_READS
    else task.node.flags &= ~WHOLE_READS
    if (task.declared.length > 0) this.#dropDeclared(task)
  }

  /** Edges to the possible writers of a node's declared reads. A change of such a writer does not make it invalid. */
  setDeclared(task: Task, addresses: readonly Address[]): void {
    task.declared = addresses
    for (const address of addresses) {
      const entry = this.#entry(address)
      entry.declarers.push({ task, path: address.path })
      for (const writer of entry.writers) {
        if (overlaps(writer.path, address.path)) this.#addEdge(task, writer.task)
      }
    }
  }

  /** Its own reads have taken their place. */
  #dropDeclared(task: Task): void {
    for (const address of task.declared) {
      const entry = this.#entry(address)
      const at = entry.declarers.findIndex((declarer) => declarer.task === task)
      if (at >= 0) entry.declarers.splice(at, 1)
      for (const writer of entry.writers) {
        if (overlaps(writer.path, address.path)) this.#dropEdge(task, writer.task)
      }
      this.#forgetIfEmpty(address, entry)
    }
    task.declared = []
  }

  /** Readers of a document, with their reads. */
  readersIn(ref: DocRef): Readers {
    return this.#entries.get(ref.space, ref.id) ?? NO_READERS
  }

  /** All readers, for when anything may have changed. */
  *readers(): Iterable<DocReads> {
    for (const { readers } of this.#entries.values()) {
      yield* readers
    }
  }

  /** Readers of a document, or of a whole space. */
  *readersOf({ space, id }: LoadKey): Iterable<Task> {
    const found = id === undefined ? this.readers() : this.readersIn({ space, id }).readers
    for (const reads of found) if (reads.space === space) yield reads.task
  }

  /** Readers of the envelope of a materializer. They have no edge to it. */
  readersOfEnvelope(materializer: Task): Set<Task> {
    const found = new Set<Task>()
    for (const place of materializer.envelope) {
      const entry = this.#entries.get(place.space, place.id)
      if (entry !== undefined) this.#eachReader(entry, place.path, (reader) => found.add(reader))
    }
    return found
  }

  /** Possible writers at these addresses, materializers included. */
  writersOf(addresses: readonly Address[]): Set<Task> {
    const found = new Set<Task>()
    for (const address of addresses) {
      const entry = this.#entries.get(address.space, address.id)
      for (const writer of entry?.writers ?? []) {
        if (overlaps(writer.path, address.path)) found.add(writer.task)
      }
      for (const task of this.materializersOf(address)) found.add(task)
    }
    return found
  }

  *materializersOf(address: Address): Iterable<Task> {
    for (const [task, envelope] of this.#envelopes) {
      if (envelope.some((place) => covers(place, address))) yield task
    }
  }

  /** Whether a materializer may write a read of a node, or, before its first run, a declared one. */
  writesWhatIsReadBy(materializer: Task, task: Task): boolean {
    const reads = [...task.reads.values()].flatMap(({ space, id, deep, shallow }) =>
      [...deep, ...shallow].map((path) => ({ space, id, path })),
    )
    return [...reads, ...(task.neverRan ? (task.spec.declaredReads ?? []) : [])].some((read) =>
      materializer.envelope.some((place) => covers(place, read)),
    )
  }

  /** Other nodes with the same output: allowed, in the order of registration, but worth a word. */
  otherWriters(task: Task): Task[] {
    const others = this.writersOf(task.surface)
    others.delete(task)
    return [...others].filter((other) => !other.isMaterializer)
  }

  get size(): number {
    return this.#entries.size
  }

  #eachReader(entry: Entry, written: Address['path'], fn: (reader: Task) => void): void {
    for (const reads of entry.readers) if (readsOverlap(reads, written)) fn(reads.task)
    for (const { task, path } of entry.declarers) if (overlaps(path, written)) fn(task)
  }

  #addReads(task: Task, reads: DocReads): void {
    const entry = this.#entry(reads)
    reads.place = entry.readers.push(reads) - 1
    entry.readerNodes.push(reads.node)
    for (const { task: writer, path } of entry.writers) {
      if (readsOverlap(reads, path)) this.#addEdge(task, writer)
    }
  }

  #dropReads(task: Task, key: string, reads: DocReads): void {
    task.reads.delete(key)
    const entry = this.#entries.get(reads.space, reads.id)
    if (entry === undefined) return
    const last = entry.readers.pop()!
    entry.readerNodes.pop()
    if (last !== reads) {
      entry.readers[reads.place] = last
      entry.readerNodes[reads.place] = last.node
      last.place = reads.place
    }
    for (const { task: writer, path } of entry.writers) {
      if (readsOverlap(reads, path)) this.#dropEdge(task, writer)
    }
    this.#forgetIfEmpty(reads, entry)
  }

  #addEdge(reader: Task, writer: Task): void {
    if (reader === writer) return
    const count = reader.writers.get(writer) ?? 0
    reader.writers.set(writer, count + 1)
    if (count === 0) this.#graph.wiring.addRead(reader.node, writer.node)
  }

  #dropEdge(reader: Task, writer: Task): void {
    const count = reader.writers.get(writer)
    if (count === undefined) return
    if (count > 1) reader.writers.set(writer, count - 1)
    else {
      reader.writers.delete(writer)
      this.#graph.wiring.dropRead(reader.node, writer.node)
    }
  }

  #entry({ space, id }: DocRef): Entry {
    let entry = this.#entries.get(space, id)
    if (entry === undefined) {
      entry = { readers: [], readerNodes: [], writers: [], declarers: [] }
      this.#entries.set(space, id, entry)
    }
    return entry
  }

  #forgetIfEmpty(ref: DocRef, entry: Entry): void {
    if (entry.readers.length + entry.writers.length + entry.declarers.length === 0) {
      this.#entries.delete(ref.space, ref.id)
    }
  }
}

const NO_READERS: Readers = { readers: [], readerNodes: [] }

function readsAsBefore(trail: Trail | undefined, tx: Tx): boolean {
  if (trail === undefined) return false
  let count = 0
  for (const { doc, reads } of tx.docs) {
    if (reads.length === 0) continue
    if (reads.length !== 1 || reads[0] !== WHOLE_READ || count === trail.count) return false
    if (doc !== (count === 0 ? trail.first : trail.others[count - 1])) return false
    count++
  }
  return count === trail.count
}

/** Addresses given at registration. */
function knownAddresses({ spec, surface }: Task): Address[] {
  return [...surface, ...(spec.declaredReads ?? [])]
}

/** Undefined if it read anything else. */
function wholeReads(tx: Tx): Doc[] | undefined {
  const docs: Doc[] = []
  for (const { doc, reads } of tx.docs) {
    if (reads.length === 0) continue
    if (reads.length !== 1 || reads[0] !== WHOLE_READ) return undefined
    docs.push(doc)
  }
  return docs
}

function readLog(tx: Tx): ReadLog {
  const { deep, shallow } = tx.log()
  return [
    ...deep.map(({ address }) => ({ address, depth: 'deep' as const })),
    ...shallow.map(({ address }) => ({ address, depth: 'shallow' as const })),
  ]
}

function group(task: Task, log: ReadLog): Map<string, DocReads> {
  const found = new Map<string, { -readonly [K in keyof DocReads]: DocReads[K] }>()
  for (const { address, depth } of log) {
    const key = docKey(address.space, address.id)
    let reads = found.get(key)
    if (reads === undefined) {
      const { space, id } = address
      reads = { node: task.node, whole: false, task, place: -1, space, id, deep: [], shallow: [] }
      found.set(key, reads)
    }
    if (depth === 'shallow') reads.shallow = [...reads.shallow, address.path]
    // A path below a deep read is part of it.
    else if (!reads.deep.some((path) => isPrefix(path, address.path))) {
      reads.deep = [...reads.deep.filter((path) => !isPrefix(address.path, path)), address.path]
      if (address.path.length === 0) reads.whole = true
    }
  }
  return found
}

function readsWholeOnly(all: ReadonlyMap<string, DocReads>): boolean {
  for (const { whole } of all.values()) if (!whole) return false
  return true
}

function sameReads(a: DocReads, b: DocReads): boolean {
  return samePaths(a.deep, b.deep) && samePaths(a.shallow, b.shallow)
}

function samePaths(a: readonly Address['path'][], b: readonly Address['path'][]): boolean {
  return (
    a.length === b.length &&
    a.every((path, i) => path.length === b[i]!.length && isPrefix(path, b[i]!))
  )
}

/** Whether a change of a document, at a path, affects these reads of it. */
export function readsDiffer(
  reads: DocReads,
  path: Address['path'],
  before: Value | undefined,
  after: Value | undefined,
): boolean {
  if (reads.whole) return true
  for (const read of reads.deep) {
    if (overlaps(read, path) && differsAt(before, after, read, 'deep')) return true
  }
  for (const read of reads.shallow) {
    if (overlaps(read, path) && differsAt(before, after, read, 'shallow')) return true
  }
  return false
}

/** Without values: a shallow read depends on its place, the path above it, and its children. */
function readsOverlap(reads: DocReads, written: Address['path']): boolean {
  return (
    reads.deep.some((path) => overlaps(path, written)) ||
    reads.shallow.some((path) => overlaps(path, written) && written.length <= path.length + 1)
  )
}

function covers(place: Address, address: Address): boolean {
  return (
    place.space === address.space && place.id === address.id && overlaps(place.path, address.path)
  )
}
