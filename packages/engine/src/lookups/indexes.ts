// The indexes of a model. A line of cells gets one when it has been searched a few times, or is read by
// several formulas; a range that one formula searches once, such as the rows above it, gets none: with
// one of its own for each of n rows, n indexes would hold n² places.

import { type Criterion, isPending, type Value } from '@cellwake/runtime'
import { type Graph, readerCount } from '@cellwake/scheduler'
import type { CellNode } from '../graph/cell-node.ts'
import { columnKey, type Grid } from '../graph/grid.ts'
import {
  INDEX_AFTER_SEARCHES,
  INDEX_COUNTED_SEARCHES,
  INDEX_PLACES,
  RANGE_ARRAY_ELEMENTS,
  SHEET_ROWS,
} from '../limits.ts'
import type { Blocks } from '../ranges/blocks.ts'
import type { Region } from '../ranges/region.ts'
import { type KeyedLine, KeyIndex } from './key-index.ts'
import { ColumnLine, type KeyLine, RowLine } from './key-line.ts'
import { conditionKey, type Key, lookupKey, NEVER, NOT_YET } from './keys.ts'

export interface IndexesHost {
  readonly graph: Graph
  readonly grid: Grid
  readonly blocks: Blocks
  cellAt(key: number, row: number): CellNode
}

/** A condition on a column: an equal value, or whatever a criterion that blank does not meet asks for. */
export interface Condition {
  readonly region: Region
  readonly criterion: { readonly text: string; readonly holds: Criterion } | undefined
}

interface Search {
  count: number
  index: KeyIndex | undefined
}

export class Indexes {
  readonly #host: IndexesHost
  readonly #searches = new Map<string, Search>()
  /** The same for first columns and first rows of regions, to be found without a text. */
  readonly #columns = new Map<Region, Search>()
  readonly #rows = new Map<Region, Search>()
  #places = 0

  constructor(host: IndexesHost) {
    this.#host = host
  }

  /** Stretches of cells that all indexes have looked at. */
  get looks(): number {
    let looks = 0
    for (const { index } of this.#searches.values()) looks += index?.looks ?? 0
    return looks
  }

  /** Keys that they are asked for. */
  get questions(): number {
    let questions = 0
    for (const { index } of this.#searches.values()) questions += index?.questions ?? 0
    return questions
  }

  /** Index of the first column of a region; undefined if it has none. */
  ofColumn(region: Region): KeyIndex | undefined {
    let search = this.#columns.get(region)
    if (search === undefined) {
      const { sheet, column, row, lastRow } = region.own
      search = this.#search(`column ${sheet},${column},${row},${lastRow}`)
      this.#columns.set(region, search)
    }
    if (search.index !== undefined) return search.index
    if (!isWorth(search, readerCount(region)) || !this.#hasRoom(lengthOf(region))) return undefined
    const lines = [{ line: this.#column(region), keyOf: lookupKey }]
    return this.#keep(search, lines, lengthOf(region), undefined)
  }

  /** Index of the first row of a region; undefined if it has none. */
  ofRow(region: Region): KeyIndex | undefined {
    const { sheet, column, row, lastColumn } = region.own
    const length = lastColumn - column + 1
    let search = this.#rows.get(region)
    if (search === undefined) {
      search = this.#search(`row ${sheet},${column},${row},${lastColumn}`)
      this.#rows.set(region, search)
    }
    if (search.index !== undefined) return search.index
    if (!isWorth(search, readerCount(region)) || !this.#hasRoom(length)) return undefined
    const cells: CellNode[] = []
    for (let c = 0; c < length; c++) {
      cells.push(this.#host.cellAt(columnKey(sheet, column + c), row))
    }
    return this.#keep(search, [{ line: new RowLine(cells), keyOf: lookupKey }], length, undefined)
  }

  /** Index of columns with conditions, and of the column that is added up; undefined if it has none. */
  ofConditions(
    conditions: readonly Condition[],
    measured: Region | undefined,
  ): KeyIndex | undefined {
    let name = measured === undefined ? 'count' : `of ${measured.ordinal}`
    let readers = Number.POSITIVE_INFINITY
    for (const { region, criterion } of conditions) {
      name += `,${region.ordinal}`
      if (criterion === undefined) readers = Math.min(readers, readerCount(region))
      else {
        // Each criterion has an index of its own, and the readers may all have other ones.
        readers = 0
        name += `${criterion.text.length}:${criterion.text}`
      }
    }
    const search = this.#search(name)
    if (search.index !== undefined) return search.index
    const length = lengthOf(conditions[0]!.region)
    if (!isWorth(search, readers) || !this.#hasRoom(length * conditions.length)) return undefined
    const lines = conditions.map(({ region, criterion }) => ({
      line: this.#column(region),
      keyOf: criterion === undefined ? conditionKey : keyOfCriterion(criterion.holds),
    }))
    return this.#keep(search, lines, length, measured)
  }

  #search(name: string): Search {
    let search = this.#searches.get(name)
    if (search === undefined) {
      if (this.#searches.size >= INDEX_COUNTED_SEARCHES) this.#forgetCounts()
      search = { count: 0, index: undefined }
      this.#searches.set(name, search)
    }
    return search
  }

  #forgetCounts(): void {
    for (const [name, search] of this.#searches) {
      if (search.index === undefined) this.#searches.delete(name)
    }
    for (const known of [this.#columns, this.#rows]) {
      for (const [region, search] of known) if (search.index === undefined) known.delete(region)
    }
  }

  #column({ own: { sheet, column, row, lastRow } }: Region): KeyLine {
    const { grid, blocks } = this.#host
    return new ColumnLine(grid, blocks, columnKey(sheet, column), row, lastRow)
  }

  #keep(
    search: Search,
    lines: readonly KeyedLine[],
    length: number,
    measured: Region | undefined,
  ): KeyIndex {
    const added =
      measured === undefined ? undefined : { line: this.#column(measured), row: measured.own.row }
    search.index = new KeyIndex(this.#host.graph, { lines, length, measured: added })
    this.#places += this.#sizeOf(length * lines.length)
    return search.index
  }

  #hasRoom(places: number): boolean {
    return this.#places + this.#sizeOf(places) <= INDEX_PLACES
  }

  /** Rows without cells take no room. */
  #sizeOf(places: number): number {
    return Math.min(places, this.#host.grid.size)
  }
}

function isWorth(search: Search, readers: number): boolean {
  search.count++
  return readers >= INDEX_AFTER_SEARCHES || search.count >= INDEX_AFTER_SEARCHES
}

function lengthOf({ own: { row, lastRow } }: Region): number {
  return lastRow - row + 1
}

/** Whether a region ends where the cells do, and not where it says. */
export function isEndless(region: Region): boolean {
  return region.own.lastRow === SHEET_ROWS
}

/** Longer than an array may be: an index could tell, but then it would show whether there is one. */
export function isTooLong(region: Region): boolean {
  return lengthOf(region) > RANGE_ARRAY_ELEMENTS && !isEndless(region)
}

function keyOfCriterion(holds: Criterion): (value: Value) => Key {
  return (value) => {
    if (isPending(value)) return NOT_YET
    return holds(value) ? true : NEVER
  }
}
