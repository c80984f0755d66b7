// References of a filled formula in one of its cells: the coordinates of the first cell, shifted. One list serves all
// cells, since the caller makes edges of it at once.

import { BY_COLUMNS, BY_ROWS } from './abstract.ts'
import type { Instance } from './templates.ts'

export class MovedCoordinates {
  readonly list: number[]
  readonly #first: readonly number[]
  readonly #shifts: readonly number[]
  /** Index of corners that shift in different ways, and so may cross: a first one and its last, by columns or rows. */
  readonly #crossing: number[] = []

  constructor({ template, coordinates, shifts }: Instance) {
    this.#first = coordinates
    this.list = [...coordinates]
    this.#shifts = shifts
    let at = 0
    for (const { kind } of template.refs) {
      if (kind === 'cell' || kind === 'spill') at += 2
      if (kind !== 'range') continue
      for (const first of [at, at + 1]) {
        if (this.#shifts[first] !== this.#shifts[first + 2]) this.#crossing.push(first)
      }
      at += 4
    }
  }

  /** For the cell that is so many columns and rows behind the first. */
  to(columns: number, rows: number): void {
    const list = this.list
    const first = this.#first
    const shifts = this.#shifts
    for (let i = 0; i < list.length; i++) {
      const shift = shifts[i]
      const step = shift === BY_ROWS ? rows : shift === BY_COLUMNS ? columns : 0
      list[i] = first[i]! + step
    }
    for (const at of this.#crossing) {
      const corner = list[at]!
      const last = list[at + 2]!
      if (corner <= last) continue
      list[at] = last
      list[at + 2] = corner
    }
  }
}
