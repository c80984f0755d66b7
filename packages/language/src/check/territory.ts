// The claims on cells, by owner. Rectangles are kept in tiles of 16 by 16 cells, so that a question
// about one cell or one rectangle looks only at its neighbourhood. All rectangles of a model
// together have a bounded number of cells, hence of tiles.

import { SHEET_MAX_COLUMNS, SHEET_MAX_ROWS } from '../limits.ts'
import type { IrCell, IrRange, IrTarget } from '../lower/ir.ts'
import { cellKey, cellOfKey } from '../lower/sheets.ts'
import type { Span } from '../parser/ast.ts'

/** A target with its place and the number of the formula or rule that writes it. */
export interface Claim {
  readonly target: IrTarget
  readonly span: Span
  readonly owner: number
}

export class Territory {
  readonly #names = new Map<string, Claim>()
  readonly #cells = new Map<number, Claim>()
  readonly #rectangles = new Map<number, Claim[]>()
  /** Single cells by tile, kept only from the first question about a rectangle on. */
  #cellTiles: Map<number, Claim[]> | undefined

  /** A claim that has a cell or the name in common with the target; the first that was made. */
  find(target: IrTarget): Claim | undefined {
    if (target[0] === 'name') return this.#names.get(target[1])
    if (this.#cells.size === 0 && this.#rectangles.size === 0) return undefined
    if (target[0] === 'cell') return this.at(target[1], target[2], target[3])
    return this.#inRectangle(target)
  }

  /** The claim on a cell. */
  at(sheet: number, column: number, row: number): Claim | undefined {
    return this.atKey(cellKey(sheet, column, row))
  }

  /** The claim on the cell of that number. */
  atKey(key: number): Claim | undefined {
    const single = this.#cells.get(key)
    if (single !== undefined || this.#rectangles.size === 0) return single
    const [sheet, column, row] = cellOfKey(key)
    return this.#rectangles
      .get(tileKey(sheet, column >> 4, row >> 4))
      ?.find(({ target }) => covers(target, column, row))
  }

  name(name: string): Claim | undefined {
    return this.#names.get(name)
  }

  /** Claims the target. A target claimed twice stays with the first. */
  add(claim: Claim): void {
    const { target } = claim
    if (target[0] === 'name') {
      if (!this.#names.has(target[1])) this.#names.set(target[1], claim)
    } else if (target[0] === 'cell') {
      const key = cellKey(target[1], target[2], target[3])
      if (this.#cells.has(key)) return
      this.#cells.set(key, claim)
      if (this.#cellTiles !== undefined) addToCellTile(this.#cellTiles, claim, target)
    } else {
      for (const tile of tilesOf(target)) {
        const claims = this.#rectangles.get(tile)
        if (claims === undefined) this.#rectangles.set(tile, [claim])
        else claims.push(claim)
      }
    }
  }

  #inRectangle(target: IrRange): Claim | undefined {
    const cells = this.#cellsByTile()
    if (cells.size === 0 && this.#rectangles.size === 0) return undefined
    let first: Claim | undefined
    const consider = (claim: Claim) => {
      if (!overlaps(claim.target, target)) return
      if (first === undefined || claim.span.start < first.span.start) first = claim
    }
    for (const tile of tilesOf(target)) {
      this.#rectangles.get(tile)?.forEach(consider)
      cells.get(tile)?.forEach(consider)
    }
    return first
  }

  #cellsByTile(): Map<number, Claim[]> {
    if (this.#cellTiles !== undefined) return this.#cellTiles
    const tiles = new Map<number, Claim[]>()
    for (const claim of this.#cells.values())
      if (claim.target[0] === 'cell') addToCellTile(tiles, claim, claim.target)
    this.#cellTiles = tiles
    return tiles
  }
}

function addToCellTile(tiles: Map<number, Claim[]>, claim: Claim, cell: IrCell): void {
  const key = tileKey(cell[1], cell[2] >> 4, cell[3] >> 4)
  const claims = tiles.get(key)
  if (claims === undefined) tiles.set(key, [claim])
  else claims.push(claim)
}

function tileKey(sheet: number, tileColumn: number, tileRow: number): number {
  const across = (SHEET_MAX_COLUMNS >> 4) + 1
  const down = (SHEET_MAX_ROWS >> 4) + 1
  return (sheet * across + tileColumn) * down + tileRow
}

function* tilesOf([, sheet, column, row, lastColumn, lastRow]: IrRange): Generator<number> {
  for (let across = column >> 4; across <= lastColumn >> 4; across++)
    for (let down = row >> 4; down <= lastRow >> 4; down++) yield tileKey(sheet, across, down)
}

function covers(target: IrTarget, column: number, row: number): boolean {
  if (target[0] !== 'range') return false
  return column >= target[2] && column <= target[4] && row >= target[3] && row <= target[5]
}

/** Whether a target and a range of the same sheet have a cell in common. */
export function overlaps(target: IrTarget, range: IrRange): boolean {
  const [, , column, row, lastColumn, lastRow] = range
  if (target[0] === 'cell') return covers(range, target[2], target[3])
  if (target[0] !== 'range') return false
  return target[2] <= lastColumn && target[4] >= column && target[3] <= lastRow && target[5] >= row
}
