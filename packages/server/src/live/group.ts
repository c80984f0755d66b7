// The cells of all subscriptions that ask for the same ones. The engine tells which have changed. What they
// are is read at a moment when everything that the model has computed is durable: mostly at once, else when
// the commits that are on their way have arrived. It is compared with what was told last, and told to
// everyone alike.

import { type CellView, EngineError, type LiveModel } from '@cellwake/engine'
import { Change } from './change.ts'
import { LIVE_CELLS } from './limits.ts'

/** Who hears of changes. */
export interface Member {
  tell(change: Change): void
}

export interface GroupParts {
  readonly symbols: readonly string[]
  readonly demand: boolean
  /** True if everything that the model has computed is durable. */
  isQuiet(): boolean
  /** Something is to be told. */
  news(): void
}

export class Group {
  readonly members = new Set<Member>()
  readonly #parts: GroupParts
  /** A cell of a rectangle that is blank is not among its cells. */
  readonly #hasRectangles: boolean
  /** As they were told last, and what is to be told. */
  readonly #cells = new Map<string, CellView>()
  #next = new Map<string, CellView>()
  /** Changed, and not read yet. */
  readonly #dirty = new Set<string>()
  #allDirty = false
  #rev = 0
  #since = 0
  #whole: Change | undefined
  #stop: () => void = () => {}

  constructor(parts: GroupParts) {
    this.#parts = parts
    this.#hasRectangles = parts.symbols.some(isRectangle)
  }

  /** Watches the model, and takes its cells as they are. Throws for what is no symbol. */
  begin(model: LiveModel): void {
    this.#watch(model)
    try {
      for (const [symbol, view] of this.#readAll(model)) this.#cells.set(symbol, view)
    } catch (error) {
      this.end()
      throw error
    }
    this.#rev = model.rev
    this.#since = model.rev
  }

  /** The model was opened anew: everything may be different. */
  moveTo(model: LiveModel): void {
    this.#stop()
    this.#watch(model)
    this.#allDirty = true
  }

  end(): void {
    this.#stop()
    this.#stop = () => {}
  }

  /** All cells as they were told last. */
  whole(): Change {
    this.#whole ??= new Change(this.#rev, this.#cells)
    return this.#whole
  }

  /** What changed since a revision; undefined if that cannot be known any more. */
  since(rev: number): Change | undefined {
    if (this.#hasRectangles && rev < this.#since) return undefined
    return this.whole().since(rev)
  }

  /** Tells the members what changed. False if some of it cannot be read yet. */
  flush(model: LiveModel, mayRead: boolean): boolean {
    const isDirty = this.#dirty.size > 0 || this.#allDirty
    if (isDirty && !mayRead) return false
    if (isDirty) this.#readDirty(model)
    if (this.#next.size === 0) return true
    for (const [symbol, view] of this.#next) this.#cells.set(symbol, view)
    this.#whole = undefined
    const change = new Change(this.#rev, this.#next)
    this.#next = new Map()
    for (const member of this.members) member.tell(change)
    return true
  }

  #watch(model: LiveModel): void {
    const { symbols, demand, isQuiet, news } = this.#parts
    const heard = (cells: Readonly<Record<string, CellView>>) => {
      for (const symbol of Object.keys(cells)) this.#dirty.add(symbol)
      // Another version may have taken the model's place: that one is read when it is known.
      if (isOpen(model) && isQuiet()) this.#readDirty(model)
      news()
    }
    this.#stop = model.watch(symbols, heard, { demand })
  }

  #readDirty(model: LiveModel): void {
    const read = this.#allDirty ? this.#readAll(model) : this.#readSome(model)
    for (const [symbol, view] of read) {
      if (!same(view, this.#next.get(symbol) ?? this.#cells.get(symbol))) {
        this.#next.set(symbol, view)
      }
    }
    this.#dirty.clear()
    this.#allDirty = false
    this.#rev = model.rev
  }

  #readSome(model: LiveModel): Map<string, CellView> {
    const read = new Map<string, CellView>()
    for (const symbol of this.#dirty) {
      // Under the name that the model has for it, as everywhere.
      for (const [name, view] of Object.entries(model.cells([symbol]))) read.set(name, view)
    }
    return read
  }

  #readAll(model: LiveModel): Map<string, CellView> {
    const read = new Map(Object.entries(model.cells(this.#parts.symbols)))
    if (read.size > LIVE_CELLS) {
      throw new EngineError('too-many-cells', `A subscription holds at most ${LIVE_CELLS} cells.`)
    }
    // What is not there any more is blank.
    for (const symbol of this.#cells.keys()) {
      if (!read.has(symbol)) read.set(symbol, { ...model.get(symbol), rev: model.rev })
    }
    return read
  }
}

export function isOpen(model: LiveModel): boolean {
  try {
    model.get('A1')
    return true
  } catch (error) {
    if (error instanceof EngineError && error.code === 'closed') return false
    throw error
  }
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
    // What is not plain is compared by its revision, which changes with it.
    (a.value === b.value || typeof a.value === 'object')
  )
}
