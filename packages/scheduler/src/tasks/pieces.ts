// Pieces: nodes with one lifetime. A piece that is resumed is loaded first, once and whole: until then none
// of its nodes is there, so none can run on a document that is not here yet. If the load fails, it starts
// fresh. A piece that was started by a commit which fails is stopped; another starter that found it there
// meanwhile starts it then.

import type { Tx } from '@cellwake/store'
import type { Lineage } from './lineage.ts'
import type { NodeSpec, PieceMode, StartMode } from './run-tx.ts'

export interface PieceOptions extends PieceMode {
  /** The piece lives only if this commits. */
  readonly after?: Tx
}

/** One start of a piece. */
export interface Piece {
  readonly id: string
  readonly mode: StartMode
  readonly after: Tx | undefined
  readonly nodes: Set<NodeSpec>
  /** Starts that found it there before it was known whether it stays. */
  readonly next: { readonly build: () => void; readonly options: PieceOptions }[]
}

export interface PiecesParts {
  readonly lineage: Lineage
  /** Loads the documents that the nodes of a piece need to resume. */
  load(id: string): Promise<void>
  remove(spec: NodeSpec): void
  /** Counts something that must be over before all is at rest. */
  hold(): () => void
  report(error: unknown, name: string): void
}

export class Pieces {
  readonly #parts: PiecesParts
  readonly #pieces = new Map<string, Piece>()
  readonly #resuming = new Map<Piece, Promise<void>>()
  /** The piece that nodes registered now are part of. */
  building: Piece | undefined

  constructor(parts: PiecesParts) {
    this.#parts = parts
  }

  /** A promise if it is resumed. One that is there already is left alone. */
  start(id: string, build: () => void, options: PieceOptions): Promise<void> | undefined {
    const { after, mode = 'fresh' } = options
    const known = this.#pieces.get(id)
    if (known !== undefined) {
      const status = known.after?.status()
      if (status === 'open' || status === 'pending') known.next.push({ build, options })
    } else if (after?.status() !== 'failed') {
      const piece: Piece = { id, mode, after, nodes: new Set(), next: [] }
      this.#pieces.set(id, piece)
      if (after !== undefined) this.#parts.lineage.stopOnFailure(after, () => this.#failed(piece))
      if (mode === 'fresh') this.#build(piece, build)
      else return this.#resume(piece, build)
    }
    if (mode === 'fresh') return undefined
    return (known && this.#resuming.get(known)) ?? Promise.resolve()
  }

  stop(id: string): void {
    const piece = this.#pieces.get(id)
    if (piece === undefined) return
    this.#pieces.delete(id)
    this.#removeNodes(piece)
  }

  /** Unless another has taken its place. */
  #failed(piece: Piece): void {
    if (!this.#isCurrent(piece)) return
    this.stop(piece.id)
    for (const { build, options } of piece.next) this.start(piece.id, build, options)
  }

  close(): void {
    this.#pieces.clear()
  }

  #resume(piece: Piece, build: () => void): Promise<void> {
    const leave = this.#parts.hold()
    const resuming = this.#bringIn(piece, build).finally(() => {
      this.#resuming.delete(piece)
      leave()
    })
    this.#resuming.set(piece, resuming)
    // The failure is reported; callers that wait for it are told as well.
    resuming.catch(() => {})
    return resuming
  }

  async #bringIn(piece: Piece, build: () => void): Promise<void> {
    const { load, report } = this.#parts
    try {
      await load(piece.id)
    } catch (error) {
      if (this.#isCurrent(piece)) report(error, piece.id)
    }
    // The piece may have been stopped meanwhile.
    if (!this.#isCurrent(piece)) return
    try {
      this.#build(piece, build)
    } catch (error) {
      report(error, piece.id)
      throw error
    }
  }

  #isCurrent(piece: Piece): boolean {
    return this.#pieces.get(piece.id) === piece
  }

  #build(piece: Piece, build: () => void): void {
    const outer = this.building
    this.building = piece
    try {
      build()
    } catch (error) {
      if (this.#isCurrent(piece)) this.stop(piece.id)
      throw error
    } finally {
      this.building = outer
      // The piece may have been stopped while it was built.
      if (!this.#isCurrent(piece)) this.#removeNodes(piece)
    }
  }

  #removeNodes({ nodes }: Piece): void {
    for (const spec of nodes) this.#parts.remove(spec)
  }
}
