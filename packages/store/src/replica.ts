// The replica: documents in memory. Each has a confirmed base and, above it, the layers of commits
// that are not durable yet, in order; the view is both together. Writing changes the view at once;
// a verdict folds a layer into the base or takes it away again. Newer confirmed data is never
// overwritten by older.

import { commonPrefix, type Path } from './address.ts'
import type { Change } from './commit.ts'
import { StoreError } from './errors.ts'
import { FOLLOWER_RENEW_TXS } from './limits.ts'
import { deleteAt, equal, setAt, type Value } from './value.ts'

/** A write within a document. Absent value: delete. */
export interface Op {
  readonly path: Path
  readonly value: Value | undefined
  /** A write of an equal value. Kept, because somebody else may have changed the place meanwhile. */
  readonly same?: true
}

/** Writes of one pending commit to one document. */
export interface Layer {
  readonly doc: Doc
  readonly ops: readonly Op[]
}

export class Doc {
  // Hot fields first: what stands together is fetched together.
  /** The view: the base with all layers. */
  value: Value | undefined = undefined
  /** Undecided until the first write: derived documents never reach the database, and have no layers. */
  derived: boolean | undefined = undefined
  /** Number of the commit that confirmed the base; 0 for none. */
  seq = 0
  base: Value | undefined = undefined
  /** Counts every change of the view. */
  version = 0
  readonly id: string
  readonly space: string
  loaded = false
  layers: Layer[] = []

  /** The newest state inside the group that is being decided; void in any other. */
  stagedIn = 0
  stagedSeq = 0
  stagedValue: Value | undefined = undefined

  constructor(space: string, id: string) {
    this.space = space
    this.id = id
  }

  /** Whether it ever existed, as far as this replica knows. A deleted one did. */
  get known(): boolean {
    return this.seq > 0
  }
}

interface OnTrail {
  leaveTrail(): void
}

/** Never gets old: something old must be marked whenever it begins to point to something new, such as a transaction. */
class Follower {
  tx: OnTrail | undefined
  count = 0

  constructor(tx?: OnTrail) {
    this.tx = tx
  }
}

export class Replica {
  readonly #spaces = new Map<string, Map<string, Doc>>()
  /** The space that was last looked at: mostly it is the same again. Spaces never go. */
  private lastSpace = ''
  private lastDocs: Map<string, Doc> | undefined
  readonly #loadedSpaces = new Set<string>()
  readonly #loadingSpaces = new Set<string>()
  /** Nothing is stored that is not here: an empty database of our own. */
  readonly #complete: boolean

  /** Keeps to a trail, and relies on nothing changing. */
  private follower: Follower = new Follower()

  constructor(complete: boolean) {
    this.#complete = complete
  }

  /** A transaction is told before anything changes, until another one follows a trail. */
  follow(tx: OnTrail): void {
    const follower = this.follower
    follower.tx?.leaveTrail()
    follower.tx = tx
    if (++follower.count === FOLLOWER_RENEW_TXS) this.follower = new Follower(tx)
  }

  /** Every change of a view comes through here. */
  private setView(doc: Doc, value: Value | undefined): void {
    this.follower.tx?.leaveTrail()
    doc.value = value
    doc.version++
  }

  /** The record of a document, made on first use. */
  doc(space: string, id: string): Doc {
    let docs = this.#spaces.get(space)
    if (docs === undefined) {
      docs = new Map()
      this.#spaces.set(space, docs)
    }
    let doc = docs.get(id)
    if (doc === undefined) {
      doc = new Doc(space, id)
      doc.loaded = this.isSpaceLoaded(space)
      docs.set(id, doc)
    }
    return doc
  }

  find(space: string, id: string): Doc | undefined {
    if (space !== this.lastSpace) {
      this.lastDocs = this.#spaces.get(space)
      this.lastSpace = this.lastDocs === undefined ? '' : space
    }
    return this.lastDocs?.get(id)
  }

  /** The record of a document whose changes matter here: one in use, or any of a wanted space. */
  wanted(space: string, id: string): Doc | undefined {
    return this.isSpaceWanted(space) ? this.doc(space, id) : this.find(space, id)
  }

  /** Loaded, or being loaded. */
  isSpaceWanted(space: string): boolean {
    return this.isSpaceLoaded(space) || this.#loadingSpaces.has(space)
  }

  *docs(space: string): Iterable<Doc> {
    yield* this.#spaces.get(space)?.values() ?? []
  }

  spaces(): Iterable<string> {
    return this.#spaces.keys()
  }

  isSpaceLoaded(space: string): boolean {
    return this.#complete || this.#loadedSpaces.has(space)
  }

  /** A load begins. A change before its answer would be missed otherwise. */
  expect(space: string, id: string | undefined): void {
    if (id === undefined) this.#loadingSpaces.add(space)
    else this.doc(space, id)
  }

  markSpaceLoaded(space: string): void {
    this.#loadingSpaces.delete(space)
    this.#loadedSpaces.add(space)
    for (const doc of this.docs(space)) doc.loaded = true
  }

  /** Puts a layer on top of the view. */
  push(layer: Layer, after: Value | undefined): void {
    const { doc } = layer
    doc.layers.push(layer)
    if (doc.value !== after) this.setView(doc, after)
  }

  /** Sets a derived document: it has no layers and no commit number. True if it is another value. */
  setDerived(doc: Doc, after: Value | undefined): boolean {
    doc.derived = true
    const { value } = doc
    if (value === after || (typeof after === 'object' && equal(value, after))) return false
    doc.base = after
    this.setView(doc, after)
    return true
  }

  /** Takes a layer away; the view may change. */
  drop(layer: Layer): Change | undefined {
    const { doc } = layer
    const index = doc.layers.indexOf(layer)
    if (index < 0) return undefined
    doc.layers.splice(index, 1)
    return this.refresh(doc, pathOf(layer.ops))
  }

  /** Takes a layer away whose effect is about to come in with the base. */
  forget(layer: Layer): void {
    const index = layer.doc.layers.indexOf(layer)
    if (index >= 0) layer.doc.layers.splice(index, 1)
  }

  /**
   * Folds an accepted layer into the base. The view stays as it is, unless the rest of the document
   * was not here when it was written, or a later state came in before this verdict.
   */
  confirm(layer: Layer, seq: number, value: Value | undefined): Change | undefined {
    const { doc } = layer
    const foreseen = doc.loaded && seq > doc.seq
    this.forget(layer)
    if (seq > doc.seq) {
      doc.seq = seq
      doc.base = value
    }
    doc.loaded = true
    return foreseen ? undefined : this.refresh(doc, [])
  }

  /** Integrates a row of the database; one older than the base is ignored. */
  integrate(doc: Doc, seq: number, value: Value | undefined): Change | undefined {
    doc.loaded = true
    if (seq <= doc.seq) return undefined
    doc.seq = seq
    doc.base = value
    return this.refresh(doc, [])
  }

  /** Rebases the layers; returns the change of the view by that. */
  refresh(doc: Doc, path: Path): Change | undefined {
    const before = doc.value
    let after = doc.base
    for (const layer of doc.layers) after = applyOps(after, layer.ops, 'lenient')
    if (equal(before, after)) return undefined
    this.setView(doc, after)
    return { space: doc.space, id: doc.id, path, before, after }
  }
}

/** Applies writes in order. Lenient: a write that no longer fits is left out, as its verdict will say. */
export function applyOps(
  value: Value | undefined,
  ops: readonly Op[],
  mode: 'strict' | 'lenient',
): Value | undefined {
  let current = value
  for (const op of ops) {
    try {
      current =
        op.value === undefined ? deleteAt(current, op.path) : setAt(current, op.path, op.value)
    } catch (error) {
      if (mode === 'strict' || !(error instanceof StoreError)) throw error
    }
  }
  return current
}

/** The deepest path that holds every change. */
export function pathOf(ops: readonly Op[]): Path {
  let path: Path | undefined
  for (const op of ops) {
    if (op.same === true) continue
    path = path === undefined ? op.path : commonPrefix(path, op.path)
  }
  return path ?? []
}
