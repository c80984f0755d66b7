// A quick look at what reads what, enough for most large models: if nobody reads those who read ranges, and
// all others read only what stands above them, or only what stands below, then no way leads back to where it
// began. Ranges are not looked into, and nothing is built.

import { SHEET_MAX_COLUMNS } from '../limits.ts'

/** The rows between which targets of one column stand. */
interface Extent {
  first: number
  last: number
}

export class OneWay {
  /** By node: its place in the source. */
  readonly #order: Int32Array
  /** By node: 1 if it reads a range. */
  readonly #endsHere: Uint8Array
  /** By column over all sheets: where those stand that read ranges. */
  readonly #extents = new Map<number, Extent>()
  #up = false
  #down = false
  #isSure = true

  constructor(order: Int32Array) {
    this.#order = order
    this.#endsHere = new Uint8Array(order.length)
  }

  /** A node reads a range, and has these cells. */
  readsRange(
    node: number,
    sheet: number,
    column: number,
    row: number,
    lastColumn: number,
    lastRow: number,
  ): void {
    this.#endsHere[node] = 1
    for (let across = column; across <= lastColumn; across++) {
      const key = sheet * SHEET_MAX_COLUMNS + across
      const known = this.#extents.get(key)
      if (known === undefined) this.#extents.set(key, { first: row, last: lastRow })
      else {
        known.first = Math.min(known.first, row)
        known.last = Math.max(known.last, lastRow)
      }
    }
  }

  /** One whose cells are not known here reads a range. */
  unsure(): void {
    this.#isSure = false
  }

  // All that read ranges must be known before the rest is told.

  /** A node reads another; -1 is nobody. */
  reads(node: number, other: number): void {
    if (other < 0) return
    if (this.#endsHere[other] === 1) this.#isSure = false
    if (this.#endsHere[node] === 1) return
    const difference = this.#order[other]! - this.#order[node]!
    if (difference <= 0) this.#up = true
    if (difference >= 0) this.#down = true
  }

  /** Somebody reads a rectangle. */
  readsCells(
    sheet: number,
    column: number,
    row: number,
    lastColumn: number,
    lastRow: number,
  ): void {
    const base = sheet * SHEET_MAX_COLUMNS
    if (lastColumn - column >= this.#extents.size) {
      for (const [key, { first, last }] of this.#extents) {
        const inside = key >= base + column && key <= base + lastColumn
        if (inside && first <= lastRow && last >= row) this.#isSure = false
      }
      return
    }
    for (let across = column; across <= lastColumn; across++) {
      const extent = this.#extents.get(base + across)
      if (extent !== undefined && extent.first <= lastRow && extent.last >= row)
        this.#isSure = false
    }
  }

  /** Whether a way may lead back, so that there is no use in going on. */
  get isLost(): boolean {
    return !this.#isSure || (this.#up && this.#down)
  }
}
