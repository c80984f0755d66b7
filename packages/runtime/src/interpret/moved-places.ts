// References of a filled formula in one of its cells: the places of the first cell, shifted.

import type { Form, ProgramFill } from './program.ts'

const BY_COLUMNS = 1
const BY_ROWS = 2

export function movedPlaces(
  form: Form,
  places: readonly number[],
  { within, moves }: ProgramFill,
  column: number,
  row: number,
): readonly number[] {
  const columns = column - within[0]
  const rows = row - within[1]
  if (columns === 0 && rows === 0) return places
  const moved: number[] = []
  for (let i = 0; i < places.length; i++) {
    const move = moves[i]!
    moved.push(places[i]! + (move === BY_COLUMNS ? columns : move === BY_ROWS ? rows : 0))
  }
  let at = 0
  for (const isRange of form.ranges) {
    if (isRange) {
      // Corners that move in different ways may cross.
      inOrder(moved, at)
      inOrder(moved, at + 1)
    }
    at += isRange ? 4 : 2
  }
  return moved
}

function inOrder(places: number[], at: number): void {
  const first = places[at]!
  const last = places[at + 2]!
  if (first <= last) return
  places[at] = last
  places[at + 2] = first
}
