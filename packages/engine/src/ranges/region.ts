// A region is a rectangle that formulas read as one: a node per rectangle, however many read it. Its value is the
// aggregate of its cells, and their array where it is needed. A small one reads its cells, a large one blocks:
// see `blocks.ts`. In one column the cells behind the last whole leaf are added one by one to the aggregate
// before them. So a region that is one cell longer than another reads that and the cell, and running totals are
// a chain. All ways add up in the same order.

import {
  type ArrayValue,
  arrayOf,
  BLANK,
  burn,
  type ErrorValue,
  errorOf,
  isArray,
  type Value,
} from '@cellwake/runtime'
import {
  appendRead,
  CHANGED,
  type Graph,
  hasReads,
  NEW_KNOWN,
  type Node,
  oneOfReads,
  readAt,
  readCount,
  setTwoReads,
} from '@cellwake/scheduler'
import type { CellNode } from '../graph/cell-node.ts'
import { columnKey, type Grid } from '../graph/grid.ts'
import { type ModelNode, newNode } from '../graph/model-node.ts'
import {
  KEPT_ARRAY_ELEMENTS,
  LEAF_ROWS,
  RANGE_ARRAY_ELEMENTS,
  SHEET_COLUMNS,
  SHEET_ROWS,
} from '../limits.ts'
import { Aggregate, copyOf, joined, nothing, plus } from './aggregate.ts'
import type { Blocks } from './blocks.ts'

/** Regions up to this size read cell by cell. No larger: sums of more than two leaves join in pairs. */
const SMALL_REGION_CELLS = 64

/** The last row and column of an array of cells. */
interface End {
  readonly row: number
  readonly column: number
}

/** An array of cells, with the tick at which it was made. */
interface MadeArray {
  readonly items: ArrayValue | ErrorValue
  readonly at: number
  readonly end: End
}

/** A node is one of these. Above the flags of cells. */
const REGION = 1 << 25
const NEW_REGION = REGION | NEW_KNOWN

export interface Region extends ModelNode {
  value: Aggregate
  /** Its first, with the sheet, as in `grid.ts`. */
  readonly column: number
  own: Extent
}

export interface Extent {
  readonly sheet: number
  readonly column: number
  readonly row: number
  readonly lastColumn: number
  readonly lastRow: number
  /** Reads cells, and not the blocks of each column. */
  readonly small: boolean
  /** Its array when it was last asked for. */
  made: MadeArray | undefined
}

export function isRegion(node: Node): node is Region {
  return (node.flags & REGION) !== 0
}

/** Whether it reaches to the end of the sheet, as whole columns and rows do. */
export function isWhole({ own: { lastRow, lastColumn } }: Region): boolean {
  return lastRow === SHEET_ROWS || lastColumn === SHEET_COLUMNS
}

/** The cells of the model. */
export interface RegionsHost {
  readonly graph: Graph
  readonly grid: Grid
  readonly blocks: Blocks
  cellAt(key: number, row: number): CellNode
}

export class Regions {
  private readonly host: RegionsHost
  /** By columns, then by rows. */
  readonly #byPlace = new Map<number, Map<number, Region>>()
  /** Cache: the columns that were last asked for, and their regions. */
  private columns = -1
  private inColumns = new Map<number, Region>()
  /** Regions with a cached array, the oldest first. */
  readonly #kept = new Set<Region>()
  /** Estimate of the elements of those arrays; at least so many. */
  #keptElements = 0
  readonly #run: (node: Node) => Aggregate
  /** Run function of a region that adds cells to its first read: the region before it, or blocks. */
  private readonly addToFirst: (node: Node) => Aggregate | typeof CHANGED

  constructor(host: RegionsHost) {
    this.host = host
    this.#run = (node) => {
      const region = node as Region
      return region.own.small ? this.#addCells(region) : this.#joinBlocks(region)
    }
    const { graph } = host
    this.addToFirst = (node) => {
      const first = graph.read(oneOfReads(node, 0)) as Aggregate
      const cell = oneOfReads(node, 1) as CellNode
      const count = readCount(node)
      // An input is up to date.
      const next = cell.fn === null ? cell.value : (graph.read(cell) as Value)
      // Most add one number, and need not know where it stands. The aggregate is not shared, so it is mutated in place.
      if (count === 2 && typeof next === 'number') {
        if (!(node.value instanceof Aggregate)) return plus(first, next)
        node.value.become(first, next)
        return CHANGED
      }
      const total = copyOf(first)
      const row = (node as Region).own.lastRow - count + 1
      for (let i = 1; i < count; i++) {
        total.add(graph.read(oneOfReads(node, i)) as Value, row + i)
      }
      return total
    }
  }

  get(sheet: number, column: number, row: number, lastColumn: number, lastRow: number): Region {
    const key = columnKey(sheet, column)
    const columns = key * SHEET_COLUMNS + lastColumn - 1
    const inColumns = columns === this.columns ? this.inColumns : this.#in(columns)
    const down = (row - 1) * SHEET_ROWS + lastRow - 1
    const known = inColumns.get(down)
    if (known !== undefined) return known
    const small = (lastRow - row + 1) * (lastColumn - column + 1) <= SMALL_REGION_CELLS
    const own = { sheet, column, row, lastColumn, lastRow, small, made: undefined }
    const made = newNode(this.host.graph.nextOrdinal++, NEW_REGION, key, row, own) as Region
    made.fn = this.#run
    inColumns.set(down, made)
    const shorter = column === lastColumn ? inColumns.get(down - 1) : undefined
    if (shorter === undefined) return made
    // Above it, whether it reads it or not: so running totals run in the order in which they stand in memory.
    // See performance: running totals are changed in place
    made.height = shorter.height + 1
    this.#extend(made, shorter)
    return made
  }

  /** Makes a region of one column read the one that is a cell shorter, and that cell. */
  #extend(region: Region, shorter: Region): void {
    const { lastRow } = region.own
    // Whole leaves are blocks of their own.
    // See test: of one that alone is wanted, and again after a change, is that of the blocks above it
    if (lastRow % LEAF_ROWS === 0) return
    // The cell is made first: there may be too many.
    const cell = this.host.cellAt(region.column, lastRow)
    region.fn = this.addToFirst
    setTwoReads(region, shorter, cell)
  }

  #in(columns: number): Map<number, Region> {
    if (columns === this.columns) return this.inColumns
    let found = this.#byPlace.get(columns)
    if (found === undefined) {
      found = new Map()
      this.#byPlace.set(columns, found)
    }
    this.columns = columns
    this.inColumns = found
    return found
  }

  /** Connects a region to its reads. Later cells join by themselves. */
  connect(region: Region): void {
    const { column, row, lastColumn, lastRow, small } = region.own
    const isOne = column === lastColumn
    if (isOne && !hasReads(region)) {
      // One that is a cell shorter may have come since.
      const inColumn = this.#in(region.column * SHEET_COLUMNS + column - 1)
      const shorter = inColumn.get((row - 1) * SHEET_ROWS + lastRow - 2)
      if (shorter !== undefined) this.#extend(region, shorter)
    }
    if (hasReads(region)) return
    if (small) this.#connectToCells(region)
    else if (isOne && lastRow % LEAF_ROWS !== 0) this.#connectToStart(region)
    else this.#connectToBlocks(region)
  }

  #connectToCells(region: Region): void {
    const { sheet, column, row, lastColumn, lastRow } = region.own
    // All of them first: there may be too many.
    const cells: CellNode[] = []
    for (let c = column; c <= lastColumn; c++) {
      const key = columnKey(sheet, c)
      for (let r = row; r <= lastRow; r++) cells.push(this.host.cellAt(key, r))
    }
    for (const cell of cells) appendRead(region, cell)
  }

  #connectToBlocks(region: Region): void {
    const { grid, blocks } = this.host
    const { sheet, column, row, lastColumn, lastRow } = region.own
    for (let c = column; c <= lastColumn; c++) {
      const found = blocks.cover(grid.makeColumn(columnKey(sheet, c)), row, lastRow)
      for (const block of found) appendRead(region, block)
    }
  }

  /** Adds the cells behind its last whole leaf to the cover of the rest. */
  #connectToStart(region: Region): void {
    const { grid, blocks } = this.host
    const { sheet, column, row, lastRow } = region.own
    const key = columnKey(sheet, column)
    const end = lastRow - (lastRow % LEAF_ROWS)
    const cells: CellNode[] = []
    for (let r = end + 1; r <= lastRow; r++) cells.push(this.host.cellAt(key, r))
    region.fn = this.addToFirst
    appendRead(region, blocks.start(grid.makeColumn(key), row, end))
    for (const cell of cells) appendRead(region, cell)
  }

  /** The cells as an array. The region must be up to date. */
  arrayOf(region: Region, end: End = this.#endOf(region)): ArrayValue | ErrorValue {
    const { made } = region.own
    const isSame = made?.end.row === end.row && made.end.column === end.column
    if (isSame && made.at === region.changedAt) return made.items
    const items = this.#makeArray(region, end)
    region.own.made = { items, at: region.changedAt, end }
    this.#keep(region)
    return items
  }

  /** Evicts cached arrays beyond a limit, the oldest first. */
  #keep(region: Region): void {
    const kept = this.#kept
    kept.delete(region)
    kept.add(region)
    this.#keptElements += elementsIn(region)
    if (this.#keptElements <= KEPT_ARRAY_ELEMENTS) return
    this.#keptElements = 0
    for (const other of kept) this.#keptElements += elementsIn(other)
    for (const oldest of kept) {
      if (this.#keptElements <= KEPT_ARRAY_ELEMENTS / 2 || oldest === region) return
      this.#keptElements -= elementsIn(oldest)
      oldest.own.made = undefined
      kept.delete(oldest)
    }
  }

  /** The same for one of several in a formula: whole columns are equally long, as they look. */
  arrayAmong(region: Region, others: readonly Region[]): ArrayValue | ErrorValue {
    if (!isWhole(region)) return this.arrayOf(region)
    let { row, column } = this.#endOf(region)
    for (const other of others) {
      const end = this.#endOf(other)
      if (other.own.lastRow === region.own.lastRow) row = Math.max(row, end.row)
      if (other.own.lastColumn === region.own.lastColumn) column = Math.max(column, end.column)
    }
    return this.arrayOf(region, { row, column })
  }

  /** Whole columns and rows end where the cells do. */
  #endOf(region: Region): End {
    const { sheet, column, row, lastColumn, lastRow } = region.own
    if (!isWhole(region)) return { row: lastRow, column: lastColumn }
    const { grid } = this.host
    const firstKey = columnKey(sheet, column)
    const lastKey = columnKey(sheet, lastColumn)
    const end = { row: lastRow, column: lastColumn }
    if (lastRow === SHEET_ROWS) end.row = Math.max(row, grid.lastRow(firstKey, lastKey))
    if (lastColumn === SHEET_COLUMNS) {
      end.column = column + Math.max(firstKey, grid.lastColumn(firstKey, lastKey)) - firstKey
    }
    return end
  }

  #makeArray(region: Region, end: End): ArrayValue | ErrorValue {
    const { grid } = this.host
    const { sheet, column, row } = region.own
    const firstKey = columnKey(sheet, column)
    const lastRow = end.row
    const rows = lastRow - row + 1
    const columns = end.column - column + 1
    if (rows * columns > RANGE_ARRAY_ELEMENTS) {
      return errorOf('CALC!', `a range of ${rows * columns} cells is more than an array may hold`)
    }
    burn(rows * columns)
    const items: Value[] = new Array(rows * columns).fill(BLANK)
    for (let c = 0; c < columns; c++) {
      const cells = grid.column(firstKey + c)
      if (cells === undefined) continue
      for (let r = row; r <= lastRow; ) {
        const leaf = cells.leaf(Math.floor((r - 1) / LEAF_ROWS))
        const end = Math.min(lastRow, r + LEAF_ROWS - 1 - ((r - 1) % LEAF_ROWS))
        if (leaf === undefined) {
          r = end + 1
          continue
        }
        for (; r <= end; r++) {
          const cell = leaf[(r - 1) % LEAF_ROWS]
          if (cell !== undefined) items[(r - row) * columns + c] = shown(cell.value)
        }
      }
    }
    return arrayOf(rows, columns, items)
  }

  #addCells(region: Region): Aggregate {
    const { graph, grid } = this.host
    const { sheet, column, row, lastColumn, lastRow } = region.own
    const total = nothing()
    for (let c = column; c <= lastColumn; c++) {
      const cells = grid.column(columnKey(sheet, c))!
      const inColumn = nothing()
      for (let start = row; start <= lastRow; ) {
        const end = Math.min(lastRow, start + LEAF_ROWS - 1 - ((start - 1) % LEAF_ROWS))
        const isLeaf = end % LEAF_ROWS === 0
        const strip = isLeaf || column < lastColumn ? nothing() : inColumn
        for (let r = start; r <= end; r++) strip.add(graph.read(cells.find(r)!) as Value, r)
        if (strip !== inColumn) inColumn.joinAfter(strip)
        start = end + 1
      }
      total.joinColumnAfter(inColumn)
    }
    return total
  }

  /** The blocks of its columns are its reads, as many for each. */
  #joinBlocks(region: Region): Aggregate {
    const columns = region.own.lastColumn - region.own.column + 1
    const each = readCount(region) / columns
    const first = this.#joinColumn(region, 0, each)
    if (columns === 1) return first
    const total = copyOf(first)
    for (let from = each; from < each * columns; from += each) {
      total.joinColumnAfter(this.#joinColumn(region, from, each))
    }
    return total
  }

  #joinColumn(region: Region, from: number, count: number): Aggregate {
    const { graph } = this.host
    const first = graph.read(readAt(region, from)) as Aggregate
    if (count === 1) return first
    const total = joined(first, graph.read(readAt(region, from + 1)) as Aggregate)
    for (let i = 2; i < count; i++) {
      total.joinAfter(graph.read(readAt(region, from + i)) as Aggregate)
    }
    return total
  }
}

function elementsIn({ own: { made } }: Region): number {
  return made !== undefined && isArray(made.items) ? made.items.items.length : 0
}

/** Shown value of a cell: the first element of an array that spills from it. */
export function shown(value: Value): Value {
  if (typeof value !== 'object' || !isArray(value)) return value
  return value.items.length > 0 ? value.items[0]! : BLANK
}
