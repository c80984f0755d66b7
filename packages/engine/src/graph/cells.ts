// The cells of a model as formulas see them: the node at a place, the region of a rectangle, a name. What
// nothing has assigned comes into being, blank, when something reads it.

import { BAD_REFERENCE } from '@cellwake/runtime'
import { type Graph, hasReads, Node } from '@cellwake/scheduler'
import { EngineError } from '../errors.ts'
import { MODEL_CELLS, SHEET_COLUMNS, SHEET_ROWS } from '../limits.ts'
import { Indexes } from '../lookups/indexes.ts'
import { Blocks } from '../ranges/blocks.ts'
import { type Region, Regions } from '../ranges/region.ts'
import { CELL, type CellNode } from './cell-node.ts'
import { columnKey, Grid, LEAF_MASK, LEAF_SHIFT, RECENT_MASK } from './grid.ts'
import { newNode } from './model-node.ts'

// Constants of a file are folded into its code; imported ones are not.
const SHIFT = LEAF_SHIFT
const MASK = LEAF_MASK
const RECENT = RECENT_MASK

export class ModelCells {
  readonly graph: Graph
  readonly grid = new Grid()
  readonly blocks: Blocks
  readonly regions: Regions
  readonly indexes: Indexes
  /** By number, as references have them; later sets may add more. */
  readonly sheets: string[]
  /** Sentinel for places beyond the edge of a sheet. */
  readonly offSheet: Node
  /** Changes when a sheet or a name comes into being, for nodes that looked for one in vain. */
  readonly arrivals: Node
  /** While a model is built, regions wait with their reads until all cells are there. */
  private isBuilt = true
  private readonly waiting: Region[] = []

  constructor(graph: Graph, sheets: readonly string[]) {
    this.graph = graph
    this.sheets = [...sheets]
    this.blocks = new Blocks(graph)
    this.regions = new Regions(this)
    this.indexes = new Indexes(this)
    this.offSheet = new Node(graph.nextOrdinal++, BAD_REFERENCE, null, 0)
    this.arrivals = new Node(graph.nextOrdinal++, 0, null, 0)
  }

  cellAt(key: number, row: number): CellNode {
    const { grid } = this
    const recent = grid.recent[key & RECENT]!
    const column = recent.key === key ? recent : grid.makeColumn(key)
    const leaf = (row - 1) >> SHIFT === column.lastAt ? column.last : column.leafFor(row)
    const found = leaf[(row - 1) & MASK]
    if (found !== undefined) return found
    if (grid.size >= MODEL_CELLS) {
      throw new EngineError('too-many-cells', `The model has ${MODEL_CELLS} cells already.`)
    }
    const made = newNode(this.graph.nextOrdinal++, CELL, key, row, null) as CellNode
    leaf[(row - 1) & MASK] = made
    grid.size++
    if (this.isBuilt) this.blocks.added(column, made)
    return made
  }

  /** Whether there is a cell at a place, or may be. */
  hasRoom(key: number, row: number): boolean {
    return this.grid.size < MODEL_CELLS || this.grid.find(key, row) !== undefined
  }

  cell(sheet: number, column: number, row: number): CellNode {
    return this.cellAt(columnKey(sheet, column), row)
  }

  /** A place relative to a cell, on the same sheet. */
  near(node: CellNode, columns: number, rows: number): Node {
    const key = node.column + columns
    const row = node.row + rows
    const column = (node.column % SHEET_COLUMNS) + columns
    if (column < 0 || column >= SHEET_COLUMNS || row < 1 || row > SHEET_ROWS) return this.offSheet
    return this.cellAt(key, row)
  }

  name(name: string): CellNode {
    const known = this.grid.names.get(name)
    if (known !== undefined) return known
    const made = this.grid.makeName(name, () => this.graph.nextOrdinal++)
    this.#arrived()
    return made
  }

  region(sheet: number, column: number, row: number, lastColumn: number, lastRow: number): Region {
    const region = this.regions.get(sheet, column, row, lastColumn, lastRow)
    if (hasReads(region)) return region
    if (this.isBuilt) this.regions.connect(region)
    else this.waiting.push(region)
    return region
  }

  /** The cells of a source come now. */
  building(): void {
    this.isBuilt = false
  }

  /** All cells are there: connects regions to their reads, one by one. */
  *built(): Iterable<void> {
    this.isBuilt = true
    for (const region of this.waiting) {
      this.regions.connect(region)
      yield
    }
    this.waiting.length = 0
  }

  /** The number of a sheet, -1 if there is none of that name. */
  findSheet(name: string): number {
    const wanted = name.toLowerCase()
    return this.sheets.findIndex((sheet) => sheet.toLowerCase() === wanted)
  }

  /** The number of a sheet; a new one if there is none of that name. */
  sheetNumber(name: string): number {
    const found = this.findSheet(name)
    if (found >= 0) return found
    this.sheets.push(name)
    this.#arrived()
    return this.sheets.length - 1
  }

  #arrived(): void {
    if (this.isBuilt) this.graph.write(this.arrivals, (this.arrivals.value as number) + 1)
  }
}
