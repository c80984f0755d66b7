// Resume: the reads of a node, kept as one small document per node and overwritten by the commit of each
// run, so it is never newer or older than the writes of the run. After a restart a node whose code is the
// same, and whose inputs are unchanged, is clean without running. One whose inputs have changed is invalid,
// because of them. Any other starts fresh. The rows of a piece are a space of their own, so that a piece is
// loaded without the others.

import {
  type Address,
  checkName,
  type Depth,
  type DocRef,
  docKey,
  getAt,
  RejectedError,
  type Store,
  type Tx,
  type Value,
} from '@cellwake/store'
import type { GateOptions, NodeSpec } from './run-tx.ts'
import type { ReadLog, Task } from './task.ts'

/** Space of the rows of nodes in no piece. The space of a piece's rows adds its id. */
const SPACE = 'cellwake/scheduler'

interface Row {
  readonly fingerprint: string
  /** Space, document, path, depth, and a digest of the value read there. */
  readonly reads: readonly [string, string, Address['path'], Depth, string][]
  /** Gate settings; null for those taken away. */
  readonly gate?: { readonly [name: string]: number | boolean | null }
}

/** State of a node from its last run. */
export interface Known {
  readonly reads: ReadLog
  /** The reads that are different now. */
  readonly changed: readonly Address[]
  readonly gate: GateOptions | undefined
}

export class Persistence {
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  /** Address of a node's row; undefined for a node that runs after a restart in any case. */
  rowOf(spec: NodeSpec, piece: string | undefined): Address | undefined {
    const { identity, createsNodes, derived, kind } = spec
    if (identity === undefined || kind === 'effect') return undefined
    if (createsNodes === true || derived === true) return undefined
    const space = spaceOf(piece)
    checkName(`the space of the row of ${spec.name}`, space)
    checkName(`the identity of ${spec.name}`, identity.id)
    return { space, id: identity.id, path: [] }
  }

  /** Loads the rows of a piece, or of nodes in none, and the documents that they name. */
  async load(piece?: string): Promise<void> {
    const space = spaceOf(piece)
    await this.#store.load({ space })
    const inputs = new Map<string, DocRef>()
    for (const id of this.#store.documents(space)) {
      const row = this.#store.read({ space, id, path: [] })
      if (!isRow(row)) continue
      for (const [place, doc] of row.reads)
        inputs.set(docKey(place, doc), { space: place, id: doc })
    }
    await Promise.all([...inputs.values()].map((input) => this.#store.load(input)))
  }

  /** Writes the row of this run into its own commit. A node that has made nodes has none: it must make them again. */
  attach(task: Task, tx: Tx): void {
    const { row, gateSet, madeNodes } = task
    if (madeNodes) {
      tx.delete(row!)
      return
    }
    const reads = tx.seen().map(({ address, depth, value }): Row['reads'][number] => {
      return [address.space, address.id, address.path, depth, digest(value, depth)]
    })
    const { fingerprint } = task.spec.identity!
    tx.write(row!, {
      fingerprint,
      reads,
      ...(gateSet === undefined ? {} : { gate: asValue(gateSet) }),
    })
  }

  /** Gates of a node were set. If it has run, its row says so; if not, its first run does. */
  async keepGate({ row, gateSet, spec }: Task): Promise<void> {
    if (row === undefined || gateSet === undefined || !isRow(this.#store.read(row))) return
    const result = await this.#store.commit({
      write: [{ at: { ...row, path: ['gate'] }, value: asValue(gateSet) }],
      cause: { by: spec.name },
    })
    if (result.rejected !== undefined) throw new RejectedError(result)
  }

  /** Kept state of a node, or undefined if it starts fresh. */
  find(at: Address, fingerprint: string): Known | undefined {
    const row = this.#store.read(at)
    if (!isRow(row) || row.fingerprint !== fingerprint) return undefined
    const reads: { address: Address; depth: Depth }[] = []
    const changed: Address[] = []
    for (const [space, id, path, depth, seen] of row.reads) {
      const address = { space, id, path }
      reads.push({ address, depth })
      // A document that is not loaded may have changed.
      const same =
        this.#store.isLoaded(address) && digest(this.#store.read(address), depth) === seen
      if (!same) changed.push(address)
    }
    return { reads, changed, gate: row.gate === undefined ? undefined : asGate(row.gate) }
  }
}

function spaceOf(piece: string | undefined): string {
  return piece === undefined ? SPACE : `${SPACE}/${piece}`
}

function asValue(gate: GateOptions): NonNullable<Row['gate']> {
  return Object.fromEntries(Object.entries(gate).map(([name, value]) => [name, value ?? null]))
}

function asGate(gate: NonNullable<Row['gate']>): GateOptions {
  return Object.fromEntries(Object.entries(gate).map(([name, value]) => [name, value ?? undefined]))
}

function isRow(value: Value | undefined): value is Value & Row {
  const fingerprint = getAt(value, ['fingerprint'])
  const reads = getAt(value, ['reads'])
  return (
    typeof fingerprint === 'string' &&
    isKeptGate(getAt(value, ['gate'])) &&
    Array.isArray(reads) &&
    reads.every(
      (read) =>
        Array.isArray(read) &&
        read.length === 5 &&
        typeof read[0] === 'string' &&
        typeof read[1] === 'string' &&
        Array.isArray(read[2]),
    )
  )
}

function isKeptGate(gate: Value | undefined): boolean {
  if (gate === undefined) return true
  if (typeof gate !== 'object' || gate === null || Array.isArray(gate)) return false
  return Object.entries(gate).every(([name, value]) => {
    if (name === 'noAutoDebounce') return typeof value === 'boolean'
    return value === null || (typeof value === 'number' && value >= 0)
  })
}

/** Digest of the value for a deep read, of the shape for a shallow one. */
function digest(value: Value | undefined, depth: Depth): string {
  if (value === undefined) return ''
  if (depth === 'deep' || typeof value !== 'object' || value === null) return hash(canonical(value))
  return Array.isArray(value)
    ? `[${value.length}]`
    : hash(JSON.stringify(Object.keys(value).sort()))
}

/** JSON with its keys in order: equal values have equal text. */
function canonical(value: Value): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const object = value as { readonly [key: string]: Value }
  const fields = Object.keys(object).sort()
  return `{${fields.map((key) => `${JSON.stringify(key)}:${canonical(object[key]!)}`).join(',')}}`
}

/** 106 bits of two mixes: a false match would leave a node clean that is not. */
function hash(text: string): string {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  let c = 0x9e3779b9
  let d = 0x85ebca6b
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    a = Math.imul(a ^ code, 2654435761)
    b = Math.imul(b ^ code, 1597334677)
    c = Math.imul(c ^ code, 2246822519)
    d = Math.imul(d ^ code, 3266489917)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  c = Math.imul(c ^ (c >>> 16), 2246822507) ^ Math.imul(d ^ (d >>> 13), 3266489909)
  const part = (n: number) => (n >>> 0).toString(36)
  return `${text.length.toString(36)}.${part(a)}${part(b)}${part(c)}${part(d)}`
}
