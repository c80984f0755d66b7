// Watchers of cells. Watching is demand: a lazy formula runs while somebody looks at it. Watchers
// are told of durable changes only, and move on to the next version when a model is deployed again.

import { type CellNode, WATCHED } from '../graph/cell-node.ts'
import { ChangedCells, type SheetRectangle } from '../graph/changed-cells.ts'
import { AnswerRoom } from '../views/answer-room.ts'
import type { CellView } from '../views/cell-view.ts'

export interface WatchOptions {
  /** False: looking only, which makes nothing run. */
  readonly demand?: boolean
  /** Number of readers it watches for, where it is not one. */
  readonly readers?: () => number
  /** End of a watch with more changes at once than one answer may hold: it hears why, and nothing more. */
  readonly tooMuch?: (error: unknown) => void
}

export type Watcher = (cells: Readonly<Record<string, CellView>>, rev: number) => void

/** Interface of the model for its watchers. */
export interface WatchedModel {
  readonly rev: number
  node(symbol: string): CellNode
  /** The rectangle that a text stands for; undefined if it is a symbol. */
  area(text: string): WatchedArea | undefined
  symbolOf(node: CellNode): string
  view(node: CellNode): CellView
  want(node: CellNode): void
  unwant(node: CellNode): void
  /** A watcher threw: that is no reason to fail the change. */
  report(error: unknown): void
}

/** A rectangle: the cells in it that hold something, also those that will. */
export interface WatchedArea {
  cells(): Iterable<CellNode>
  /** Its place; the sheet may come later. */
  place(): SheetRectangle
}

interface Watching {
  readonly fn: Watcher
  readonly symbols: readonly string[]
  readonly demand: boolean
  readonly readers: () => number
  readonly tooMuch: WatchOptions['tooMuch']
  /** Each under the symbol by which it was asked for. */
  readonly names: Map<CellNode, string>
  areas: WatchedArea[]
  at: Watchers
  stopped: boolean
}

interface Noted {
  readonly cells: Map<string, CellView>
  /** Room in its answer, where that is bounded; and the error when there is none left. */
  readonly room: AnswerRoom | undefined
  tooMuch: unknown
}

/** News of each watcher, under the names by which it asked. */
export type WatchNews = ReadonlyMap<Watching, Noted>

const NO_NEWS: WatchNews = new Map()

export class Watchers {
  readonly #model: WatchedModel
  private readonly byNode = new Map<CellNode, Set<Watching>>()
  /** Watchers of rectangles. */
  private readonly ofAreas = new Set<Watching>()

  constructor(model: WatchedModel) {
    this.#model = model
  }

  /** Watches until the returned function is called. */
  add(symbols: readonly string[], fn: Watcher, options: WatchOptions): () => void {
    const demand = options.demand !== false
    const readers = options.readers ?? (() => 1)
    const names = new Map<CellNode, string>()
    const asked = { fn, symbols, demand, readers, tooMuch: options.tooMuch }
    const watching = { ...asked, names, areas: [], at: this, stopped: false }
    this.#adopt(watching)
    return () => watching.at.#abandon(watching)
  }

  /** Whether anybody watches. */
  get any(): boolean {
    return this.byNode.size > 0 || this.ofAreas.size > 0
  }

  /** Number of watchers that want a cell. */
  wanting(node: CellNode): number {
    let count = 0
    for (const { demand, readers } of this.byNode.get(node) ?? []) if (demand) count += readers()
    return count
  }

  /** News of a change, to be told once it is durable: the watched cells as they are now. */
  note(changed: readonly CellNode[]): WatchNews {
    if (this.byNode.size === 0 && this.ofAreas.size === 0) return NO_NEWS
    const news = new Map<Watching, Noted>()
    for (const node of changed) {
      if ((node.flags & WATCHED) === 0) continue
      for (const watching of this.byNode.get(node) ?? []) {
        const noted = newsOf(news, watching)
        if (hasRoom(noted, node)) noted.cells.set(watching.names.get(node)!, this.#model.view(node))
      }
    }
    if (this.ofAreas.size === 0) return news
    const places = new ChangedCells(changed)
    for (const watching of this.ofAreas) {
      for (const area of watching.areas) this.#noteArea(news, watching, places.in(area.place()))
    }
    return news
  }

  #noteArea(news: Map<Watching, Noted>, watching: Watching, changed: Iterable<CellNode>): void {
    for (const node of changed) {
      const noted = newsOf(news, watching)
      const symbol = this.#model.symbolOf(node)
      if (noted.cells.has(symbol)) continue
      if (!hasRoom(noted, node)) return
      noted.cells.set(symbol, this.#model.view(node))
    }
  }

  /** Tells news that is durable since a commit. A watcher that has stopped meanwhile is not told. */
  tell(news: WatchNews, rev: number): void {
    for (const [watching, noted] of news) {
      if (watching.stopped) continue
      const { tooMuch } = noted
      if (tooMuch !== undefined) {
        watching.at.#abandon(watching)
        this.#guarded(() => watching.tooMuch?.(tooMuch))
        continue
      }
      // This makes own properties of all names, `__proto__` too.
      const cells = Object.fromEntries(
        [...noted.cells].map(([name, view]) => [name, { ...view, rev }]),
      )
      this.#guarded(() => watching.fn(cells, rev))
    }
  }

  #guarded(call: () => void): void {
    try {
      call()
    } catch (error) {
      this.#model.report(error)
    }
  }

  /** Moves all watchers to another version that takes the model's place. Each is told the values of its cells there. */
  moveTo(next: Watchers): void {
    const ofCells = [...this.byNode.values()].flatMap((watchings) => [...watchings])
    const all = new Set([...ofCells, ...this.ofAreas])
    this.clear()
    for (const watching of all) {
      watching.names.clear()
      next.#guarded(() => next.#takeOver(watching))
    }
  }

  /** The watched cells may be too much in another version; that is no reason to fail the deploy. */
  #takeOver(watching: Watching): void {
    const noted = newsOf(new Map(), watching)
    try {
      this.#adopt(watching)
      for (const [node, name] of watching.names) {
        if (!hasRoom(noted, node)) throw noted.tooMuch
        noted.cells.set(name, this.#model.view(node))
      }
    } catch (error) {
      this.#abandon(watching)
      if (watching.tooMuch === undefined) throw error
      watching.tooMuch(error)
      return
    }
    watching.fn(Object.fromEntries(noted.cells), this.#model.rev)
  }

  clear(): void {
    this.byNode.clear()
    this.ofAreas.clear()
  }

  #adopt(watching: Watching): void {
    watching.at = this
    // All of them first: one that is no symbol must leave nothing behind.
    const nodes: [CellNode, string][] = []
    watching.areas = []
    for (const symbol of new Set(watching.symbols)) {
      const area = this.#model.area(symbol)
      if (area === undefined) nodes.push([this.#model.node(symbol), symbol])
      else {
        watching.areas.push(area)
        for (const node of area.cells()) nodes.push([node, this.#model.symbolOf(node)])
      }
    }
    if (watching.areas.length > 0) this.ofAreas.add(watching)
    for (const [node, symbol] of nodes) {
      if (watching.names.has(node)) continue
      watching.names.set(node, symbol)
      const known = this.byNode.get(node)
      if (known === undefined) this.byNode.set(node, new Set([watching]))
      else known.add(watching)
      node.flags |= WATCHED
      if (watching.demand) this.#model.want(node)
    }
  }

  #abandon(watching: Watching): void {
    watching.stopped = true
    for (const node of watching.names.keys()) {
      const known = this.byNode.get(node)
      if (known?.delete(watching) !== true) continue
      if (known.size === 0) {
        this.byNode.delete(node)
        node.flags &= ~WATCHED
      }
      if (watching.demand) this.#model.unwant(node)
    }
    watching.names.clear()
    this.ofAreas.delete(watching)
  }
}

function newsOf(news: Map<Watching, Noted>, watching: Watching): Noted {
  const known = news.get(watching)
  if (known !== undefined) return known
  const room = watching.tooMuch === undefined ? undefined : new AnswerRoom()
  const noted = { cells: new Map<string, CellView>(), room, tooMuch: undefined }
  news.set(watching, noted)
  return noted
}

/** Whether one more cell can be told. */
function hasRoom(noted: Noted, node: CellNode): boolean {
  if (noted.tooMuch !== undefined) return false
  try {
    noted.room?.look()
    noted.room?.take(node.value)
    return true
  } catch (error) {
    noted.tooMuch = error
    noted.cells.clear()
    return false
  }
}
