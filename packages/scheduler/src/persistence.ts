// Resume: what a node read, kept as one small document per node and overwritten by the commit of
// each run, so it is never newer or older than what the run wrote. After a restart a node whose code
// is the same, and whose inputs are what they were, is clean without running. Anything else runs.

import {
  type Address,
  type Depth,
  type DocRef,
  docKey,
  getAt,
  type Store,
  type Tx,
  type Value,
} from '@cellwake/store'
import type { Task } from './task.ts'

/** Where the rows are. */
const SPACE = 'cellwake/scheduler'

interface Row {
  readonly fingerprint: string
  /** Space, document, path, depth, and a digest of what was read there. */
  readonly reads: readonly [string, string, Address['path'], Depth, string][]
}

export class Persistence {
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  /** Call once before nodes are registered to resume: brings in all rows, and what they name. */
  async load(): Promise<void> {
    await this.#store.load({ space: SPACE })
    const inputs = new Map<string, DocRef>()
    for (const id of this.#store.documents(SPACE)) {
      const row = this.#store.read({ space: SPACE, id, path: [] })
      if (!isRow(row)) continue
      for (const [space, doc] of row.reads) inputs.set(docKey(space, doc), { space, id: doc })
    }
    await Promise.all([...inputs.values()].map((input) => this.#store.load(input)))
  }

  /** Writes the row of this run into its own commit. */
  attach(task: Task, tx: Tx): void {
    const { identity } = task.spec
    if (identity === undefined || !task.persists) return
    const reads = tx.seen().map(({ address, depth, value }): Row['reads'][number] => {
      return [address.space, address.id, address.path, depth, digest(value, depth)]
    })
    tx.write(
      { space: SPACE, id: identity.id, path: [] },
      { fingerprint: identity.fingerprint, reads },
    )
  }

  /** What a clean node read, or undefined if it must run. */
  restore(task: Task): { address: Address; depth: Depth }[] | undefined {
    const { identity, createsNodes } = task.spec
    if (identity === undefined || createsNodes === true || task.isEffect) return undefined
    const row = this.#store.read({ space: SPACE, id: identity.id, path: [] })
    if (!isRow(row) || row.fingerprint !== identity.fingerprint) return undefined
    const reads: { address: Address; depth: Depth }[] = []
    for (const [space, id, path, depth, seen] of row.reads) {
      const address = { space, id, path }
      const now = this.#store.read(address)
      if (digest(now, depth) !== seen) return undefined
      reads.push({ address, depth })
    }
    return reads
  }
}

function isRow(value: Value | undefined): value is Value & Row {
  const fingerprint = getAt(value, ['fingerprint'])
  const reads = getAt(value, ['reads'])
  return (
    typeof fingerprint === 'string' &&
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

/** Of the value for a deep read, of the shape for a shallow one. */
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
