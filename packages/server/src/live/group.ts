// The cells of all subscriptions that ask for the same ones. They are read once, at a moment when everything
// that the model has computed is durable; after that the engine reports each durable change, which is diffed
// against the last frame, and broadcast.

import { AnswerRoom, type CellView, EngineError, type LiveModel } from '@cellwake/engine'
import { LIVE_CELL_BYTES, LIVE_CELLS, LIVE_GROWTH_CELLS, LIVE_SHARED_CELLS } from '../limits.ts'
import { Change } from './change.ts'

/** A listener to changes. */
export interface Member {
  tell(change: Change): void
}

export interface GroupParts {
  readonly symbols: readonly string[]
  readonly demand: boolean
  /** Called when changes are pending. */
  news(): void
  /** It has grown: members above their limit are removed before the next frame. */
  grew(): void
  /** It cannot go on. */
  failed(error: unknown): void
}

export class Group {
  readonly members = new Set<Member>()
  readonly #parts: GroupParts
  /** A cell of a rectangle that is blank is not among its cells. */
  readonly #hasRectangles: boolean
  /** The last state sent, and pending changes. */
  readonly #cells = new Map<string, CellView>()
  #next = new Map<string, CellView>()
  #weight = 0
  /** The size at which the limits of members are checked again. */
  #lookAt = 0
  /** The model was opened anew, and has not been read since. */
  #isNew = false
  #rev = 0
  #since = 0
  #whole: Change | undefined
  #stop: () => void = () => {}

  constructor(parts: GroupParts) {
    this.#parts = parts
    this.#hasRectangles = parts.symbols.some(isRectangle)
  }

  /** Watches the model, and takes its cells as they are. Throws for an invalid symbol. */
  begin(model: LiveModel): void {
    // Too large a request is refused before anything runs for it.
    this.#readAll(model)
    this.#watch(model)
    try {
      for (const [symbol, view] of this.#readAll(model)) this.#put(symbol, view)
    } catch (error) {
      this.end()
      throw error
    }
    this.#rev = model.rev
    this.#since = model.rev
    this.#lookAgainLater()
  }

  /** The model was opened anew: everything may be different. */
  moveTo(model: LiveModel): void {
    this.#stop()
    this.#watch(model)
    this.#isNew = true
  }

  end(): void {
    this.#stop()
    this.#stop = () => {}
  }

  /** The number of cells, large values counted as several. */
  get weight(): number {
    return this.#weight
  }

  /** Whether changes are pending. */
  get hasNews(): boolean {
    return this.#isNew || this.#next.size > 0
  }

  /** All cells as last sent. Only a small snapshot is kept as text. */
  whole(): Change {
    if (this.#cells.size > LIVE_SHARED_CELLS) return new Change(this.#rev, this.#cells)
    this.#whole ??= new Change(this.#rev, this.#cells)
    return this.#whole
  }

  /** The changes since a revision; undefined if they are no longer known. */
  since(rev: number): Change | undefined {
    if (this.#hasRectangles && rev < this.#since) return undefined
    return this.whole().since(rev)
  }

  /** Broadcasts changes to the members. False if some of it cannot be read yet. */
  flush(model: LiveModel, mayRead: boolean): boolean {
    if (this.#isNew && !mayRead) return false
    try {
      if (this.#isNew) this.#readAnew(model)
    } catch (error) {
      this.#parts.failed(error)
    }
    if (this.#next.size === 0) return true
    for (const [symbol, view] of this.#next) this.#put(symbol, view)
    this.#whole = undefined
    const change = new Change(this.#rev, this.#next)
    this.#next = new Map()
    if (this.#weight > this.#lookAt) {
      this.#parts.grew()
      this.#lookAgainLater()
    }
    for (const member of this.members) member.tell(change)
    return true
  }

  #put(symbol: string, view: CellView): void {
    const before = this.#cells.get(symbol)
    this.#weight += weightOf(view) - (before === undefined ? 0 : weightOf(before))
    this.#cells.set(symbol, view)
  }

  /** Each time costs as much as there are subscriptions. */
  #lookAgainLater(): void {
    this.#lookAt = this.#weight + Math.max(LIVE_GROWTH_CELLS, this.#weight >> 3)
  }

  #watch(model: LiveModel): void {
    const { symbols, demand, news } = this.#parts
    // Under the names that the model has for them, as everywhere.
    const names = new Map<string, string>()
    const nameOf = (symbol: string) => {
      const known = names.get(symbol) ?? Object.keys(model.cells([symbol]))[0] ?? symbol
      names.set(symbol, known)
      return known
    }
    for (const symbol of symbols) if (!isRectangle(symbol)) nameOf(symbol)
    const heard = (cells: Readonly<Record<string, CellView>>, rev: number) => {
      for (const [symbol, view] of Object.entries(cells))
        this.#take(names.get(symbol) ?? symbol, view)
      this.#rev = Math.max(this.#rev, rev)
      news()
    }
    const tooMuch = (error: unknown) => this.#parts.failed(error)
    const readers = () => this.members.size
    this.#stop = model.watch(symbols, heard, { demand, readers, tooMuch })
  }

  #take(symbol: string, view: CellView): void {
    if (same(view, this.#next.get(symbol) ?? this.#cells.get(symbol))) return
    this.#next.set(symbol, view)
  }

  #readAnew(model: LiveModel): void {
    this.#isNew = false
    for (const [symbol, view] of this.#readAll(model)) this.#take(symbol, view)
    this.#rev = model.rev
  }

  #readAll(model: LiveModel): Map<string, CellView> {
    const room = new AnswerRoom()
    const read = new Map(Object.entries(model.cells(this.#parts.symbols, room)))
    if (read.size > LIVE_CELLS) {
      throw new EngineError('too-many-cells', `A subscription holds at most ${LIVE_CELLS} cells.`)
    }
    // Cells that are gone are blank.
    for (const symbol of this.#cells.keys()) {
      if (!read.has(symbol)) read.set(symbol, { ...model.get(symbol), rev: model.rev })
    }
    return read
  }
}

/** A cell with a large value counts as several. */
function weightOf({ value }: CellView): number {
  if (typeof value === 'string' && value.length < LIVE_CELL_BYTES) return 1
  if (typeof value !== 'string' && (typeof value !== 'object' || value === null)) return 1
  return 1 + Math.floor(bytesOf(value) / LIVE_CELL_BYTES)
}

function bytesOf(value: CellView['value']): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 8
  let bytes = 8
  if (Array.isArray(value)) for (const inner of value) bytes += bytesOf(inner)
  else for (const [key, inner] of Object.entries(value)) bytes += key.length + bytesOf(inner)
  return bytes
}

function isRectangle(symbol: string): boolean {
  return /:[^!']*$/.test(symbol)
}

function same(a: CellView, b: CellView | undefined): boolean {
  return (
    b !== undefined &&
    a.rev === b.rev &&
    a.status === b.status &&
    a.kind === b.kind &&
    a.typeTag === b.typeTag &&
    // Values other than scalars are compared by their revision, which changes with them.
    (a.value === b.value || typeof a.value === 'object')
  )
}
