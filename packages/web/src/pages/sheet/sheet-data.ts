// The cells of one sheet, as far as they were shown. Loaded in tiles, kept current by live frames; a
// frame that overtakes the answer of a tile wins by its revision. Rows have versions, so that a change
// draws one row and not the screen.

import type { CellsBySymbol, SheetAnswer, SheetCell } from '@cellwake/client'
import { DRAWN_AT_ONCE_CELLS, FLASH_MS, TILE_COLUMNS, TILE_ROWS, TILES_KEPT } from '../../limits.ts'
import { type Place, placeOf, type Rect } from './places.ts'

export type LoadRect = (rect: Rect, signal: AbortSignal) => Promise<SheetAnswer>

interface Tile {
  readonly rect: Rect
  readonly cells: Map<number, SheetCell>
  state: 'loading' | 'loaded' | 'failed'
  running: AbortController | undefined
  /** When it was last on the screen. */
  seen: number
}

export interface SheetDataParts {
  readonly sheet: string
  readonly load: LoadRect
  /** Called soon, once, however much changes until then. */
  readonly soon: (fn: () => void) => void
  readonly now: () => number
}

const COLUMNS = 16_384

function keyOf(column: number, row: number): number {
  return row * COLUMNS + column
}

export class SheetData {
  readonly sheet: string
  readonly #parts: SheetDataParts
  readonly #tiles = new Map<number, Tile>()
  readonly #listeners = new Set<() => void>()
  readonly #rowVersions = new Map<number, number>()
  readonly #flashes = new Map<number, { at: number; count: number }>()
  /** Rows on the screen that were loaded, and are yet to be drawn. */
  readonly #arrived = new Set<number>()
  #visible: Rect | undefined
  #telling = false
  #closed = false
  version = 0
  error: Error | undefined
  /** The newest revision that was seen. */
  rev = 0

  constructor(parts: SheetDataParts) {
    this.sheet = parts.sheet
    this.#parts = parts
  }

  // Reading

  cell({ column, row }: Place): SheetCell | undefined {
    return this.#tileAt(column, row)?.cells.get(keyOf(column, row))
  }

  /** Undefined: not loaded, so unknown. */
  filled = (place: Place): boolean | undefined => {
    const tile = this.#tileAt(place.column, place.row)
    if (tile?.state !== 'loaded') return undefined
    const cell = tile.cells.get(keyOf(place.column, place.row))
    return cell !== undefined && cell.kind !== 'blank'
  }

  isLoaded({ column, row }: Place): boolean {
    return this.#tileAt(column, row)?.state === 'loaded'
  }

  hasAll(rect: Rect): boolean {
    return [...tilesOf(rect)].every((tile) => this.#tiles.get(tileKey(tile))?.state === 'loaded')
  }

  get loading(): boolean {
    return [...this.#tiles.values()].some(({ state }) => state === 'loading')
  }

  get anyLoaded(): boolean {
    return [...this.#tiles.values()].some(({ state }) => state === 'loaded')
  }

  get lastLoadedRow(): number {
    return Math.max(1, ...[...this.#tiles.values()].map(({ rect }) => rect.bottom))
  }

  /** The cells of a rectangle that hold something and are loaded. */
  *cellsIn(rect: Rect): Iterable<readonly [Place, SheetCell]> {
    for (const part of tilesOf(rect)) {
      for (const [key, cell] of this.#tiles.get(tileKey(part))?.cells ?? []) {
        const place = { column: key % COLUMNS, row: Math.floor(key / COLUMNS) }
        const { column, row } = place
        if (column < rect.left || column > rect.right) continue
        if (row >= rect.top && row <= rect.bottom) yield [place, cell]
      }
    }
  }

  rowVersion(row: number): number {
    return this.#rowVersions.get(row) ?? 0
  }

  /** 0 for a cell that did not just change; else 1 and 2 in turn, so that each change starts anew. */
  flash(column: number, row: number): 0 | 1 | 2 {
    const flash = this.#flashes.get(keyOf(column, row))
    if (flash === undefined || this.#parts.now() - flash.at > FLASH_MS) return 0
    return flash.count % 2 === 0 ? 2 : 1
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  // Loading

  /** Loads the missing tiles of a rectangle, and evicts tiles that were not shown for long. */
  show(rect: Rect): void {
    this.#visible = rect
    for (const part of tilesOf(rect)) {
      const tile = this.#tiles.get(tileKey(part))
      if (tile === undefined) this.#load(this.#add(part))
      else tile.seen = this.#parts.now()
    }
    this.#dropOld()
  }

  /** Loads a rectangle that need not be on the screen. */
  async fetch(rect: Rect): Promise<void> {
    const missing = [...tilesOf(rect)].filter(
      (part) => this.#tiles.get(tileKey(part))?.state !== 'loaded',
    )
    await Promise.all(
      missing.map((part) => this.#load(this.#tiles.get(tileKey(part)) ?? this.#add(part))),
    )
  }

  /** Everything may be different: another version was deployed, or frames were missed. */
  reload(): void {
    for (const [key, tile] of this.#tiles) {
      if (this.#visible !== undefined && overlaps(tile.rect, this.#visible)) this.#load(tile)
      else this.#tiles.delete(key)
    }
  }

  retry(): void {
    this.error = undefined
    for (const tile of this.#tiles.values()) if (tile.state === 'failed') this.#load(tile)
    this.#tell()
  }

  open(): void {
    this.#closed = false
  }

  close(): void {
    this.#closed = true
    this.#telling = false
    for (const [key, tile] of this.#tiles) {
      tile.running?.abort()
      if (tile.state !== 'loaded') this.#tiles.delete(key)
    }
  }

  // Changing

  /** Values as they are since `rev`. Other facts about the cells stay, or are asked for. */
  apply(cells: CellsBySymbol, rev: number): void {
    this.rev = Math.max(this.rev, rev)
    const outdated = new Set<Tile>()
    for (const [symbol, view] of Object.entries(cells)) {
      const place = placeOf(symbol)
      if (place === undefined || place.sheet !== this.sheet) continue
      const tile = this.#tileAt(place.column, place.row)
      if (tile === undefined) continue
      const key = keyOf(place.column, place.row)
      const known = tile.cells.get(key)
      if (known === undefined && view.kind === 'blank') continue
      if (known !== undefined && isSame(known, view)) continue
      const changed = known === undefined || !isSameValue(known, view)
      // Where an array reaches to is not in a frame.
      if (known === undefined || (changed && isSpilled(known))) outdated.add(tile)
      tile.cells.set(key, { ...(known ?? { role: 'blank', wanted: true }), ...view })
      if (changed && tile.state === 'loaded') this.#flash(key)
      this.#touch(place.row)
    }
    for (const tile of outdated) if (tile.state === 'loaded') this.#load(tile)
    this.#tell()
  }

  // Tiles

  #tileAt(column: number, row: number): Tile | undefined {
    return this.#tiles.get(tileKeyAt(column, row))
  }

  #add(rect: Rect): Tile {
    const seen = this.#parts.now()
    const tile: Tile = { rect, cells: new Map(), state: 'loading', running: undefined, seen }
    this.#tiles.set(tileKey(rect), tile)
    return tile
  }

  async #load(tile: Tile): Promise<void> {
    tile.running?.abort()
    const controller = new AbortController()
    tile.running = controller
    if (tile.state === 'failed') tile.state = 'loading'
    try {
      const answer = await this.#parts.load(tile.rect, controller.signal)
      if (tile.running !== controller || this.#closed) return
      this.#take(tile, answer)
      this.error = undefined
    } catch (error) {
      if (tile.running !== controller || this.#closed) return
      if (tile.state === 'loading') tile.state = 'failed'
      this.error = error instanceof Error ? error : new Error(String(error))
    }
    tile.running = undefined
    this.#tell()
  }

  #take(tile: Tile, { cells, rev }: SheetAnswer): void {
    const before = new Map(tile.cells)
    const wasLoaded = tile.state === 'loaded'
    tile.cells.clear()
    for (const [symbol, cell] of Object.entries(cells)) {
      const place = placeOf(symbol)
      if (place === undefined) continue
      const key = keyOf(place.column, place.row)
      const known = before.get(key)
      before.delete(key)
      const newer = known !== undefined && known.rev > cell.rev && known.rev > rev
      tile.cells.set(key, newer ? { ...cell, ...viewIn(known) } : cell)
      if (wasLoaded && known !== undefined && !newer && !isSameValue(known, cell)) this.#flash(key)
    }
    // A cell that a frame brought after the answer was made.
    for (const [key, known] of before) if (known.rev > rev) tile.cells.set(key, known)
    tile.state = 'loaded'
    this.rev = Math.max(this.rev, rev)
    for (let row = tile.rect.top; row <= tile.rect.bottom; row++) this.#arrive(row)
  }

  #dropOld(): void {
    if (this.#tiles.size <= TILES_KEPT) return
    const byAge = [...this.#tiles].sort(([, a], [, b]) => a.seen - b.seen)
    for (const [key, tile] of byAge.slice(0, this.#tiles.size - TILES_KEPT)) {
      tile.running?.abort()
      this.#tiles.delete(key)
    }
  }

  // Telling

  /** A screen of cells is drawn in a few frames; cells outside the viewport are not drawn. */
  #arrive(row: number): void {
    const { top, bottom } = this.#visible ?? { top: 1, bottom: 0 }
    if (row >= top && row <= bottom) this.#arrived.add(row)
    else this.#touch(row)
  }

  #drawSome(): void {
    const { left, right } = this.#visible ?? { left: 1, right: 1 }
    let rows = Math.ceil(DRAWN_AT_ONCE_CELLS / (right - left + 1))
    for (const row of this.#arrived) {
      if (rows-- === 0) break
      this.#arrived.delete(row)
      this.#touch(row)
    }
  }

  #touch(row: number): void {
    this.#rowVersions.set(row, (this.#rowVersions.get(row) ?? 0) + 1)
  }

  #flash(key: number): void {
    const count = (this.#flashes.get(key)?.count ?? 0) + 1
    if (this.#flashes.size > TILES_KEPT * TILE_ROWS) this.#flashes.clear()
    this.#flashes.set(key, { at: this.#parts.now(), count })
  }

  #tell(): void {
    if (this.#telling || this.#closed) return
    this.#telling = true
    this.#parts.soon(() => {
      this.#telling = false
      this.#drawSome()
      this.version++
      for (const listener of [...this.#listeners]) listener()
      if (this.#arrived.size > 0) this.#tell()
    })
  }
}

function tileNumber(place: number, size: number): number {
  return Math.floor((place - 1) / size)
}

function tileKeyAt(column: number, row: number): number {
  return tileNumber(row, TILE_ROWS) * COLUMNS + tileNumber(column, TILE_COLUMNS)
}

function tileKey({ left, top }: Rect): number {
  return tileKeyAt(left, top)
}

function* tilesOf({ left, top, right, bottom }: Rect): Iterable<Rect> {
  for (let y = tileNumber(top, TILE_ROWS); y <= tileNumber(bottom, TILE_ROWS); y++) {
    for (let x = tileNumber(left, TILE_COLUMNS); x <= tileNumber(right, TILE_COLUMNS); x++) {
      yield {
        left: x * TILE_COLUMNS + 1,
        top: y * TILE_ROWS + 1,
        right: (x + 1) * TILE_COLUMNS,
        bottom: (y + 1) * TILE_ROWS,
      }
    }
  }
}

function overlaps(a: Rect, b: Rect): boolean {
  return a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom
}

function viewIn({ kind, value, typeTag, status, rev }: SheetCell) {
  return { kind, value, typeTag, status, rev }
}

type Shown = Pick<SheetCell, 'kind' | 'value' | 'status' | 'typeTag'>

function isSame(a: Shown, b: Shown): boolean {
  return a.status === b.status && a.typeTag === b.typeTag && isSameValue(a, b)
}

function isSameValue(a: Shown, b: Shown): boolean {
  if (a.kind !== b.kind) return false
  if (typeof a.value !== 'object' || typeof b.value !== 'object') return a.value === b.value
  return JSON.stringify(a.value) === JSON.stringify(b.value)
}

function isSpilled({ role, spill }: SheetCell): boolean {
  return role === 'spill' || spill !== undefined
}
