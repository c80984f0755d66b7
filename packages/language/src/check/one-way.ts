// Rectangles that read their own cells, or each other's, and yet no cell depends on itself: `B2:B1000 = ABOVE + LEFT`,
// running totals, tables filled row by row. Every read has a direction on the sheet. If all reads of a possible cycle
// go up or level, the cycle stays level; if its level reads go left or stay, it stays in its place. So it is enough to
// check directions, one for each read of a formula, and not a million cells.

import { ONE_WAY_MAX_PAIRS } from '../limits.ts'
import type { IrShifting, IrTarget } from '../lower/ir.ts'
import type { Reads } from '../lower/reads.ts'
import { cellOfKey } from '../lower/sheets.ts'
import { bothCorners, regionOfAll, SHIFT } from '../lower/shifts.ts'
import { allReads } from './code.ts'
import { cyclicGroups, EdgeList } from './components.ts'
import type { CheckedFormula } from './facts.ts'
import { overlaps, type Territory } from './territory.ts'

/** How far reads go along an axis, the least and the most. */
interface Along {
  readonly least: number
  readonly most: number
}

/** From a formula to one that it reads. */
interface Way {
  readonly from: number
  readonly to: number
  readonly columns: Along
  readonly rows: Along
}

/** Whether it is certain that no cell of these formulas waits for itself. */
export function runsOneWay(
  members: readonly number[],
  formulas: readonly CheckedFormula[],
  territory: Territory,
): boolean {
  const ways = waysBetween(members, formulas, territory)
  return ways !== undefined && isOrdered(ways, ['rows', 'columns'])
}

type Axis = 'rows' | 'columns'

/** Formulas of one component have an order along one of the axes; level ones, along the other. */
function isOrdered(ways: readonly Way[], axes: readonly Axis[]): boolean {
  return waysInGroups(ways).every((own) =>
    axes.some((axis) => {
      const goesOneWay =
        own.every((way) => way[axis].most <= 0) || own.every((way) => way[axis].least >= 0)
      const level = own.filter((way) => way[axis].least <= 0 && way[axis].most >= 0)
      return (
        goesOneWay &&
        isOrdered(
          level,
          axes.filter((other) => other !== axis),
        )
      )
    }),
  )
}

/** For each group of formulas that reach each other, the ways inside it. */
function waysInGroups(ways: readonly Way[]): Way[][] {
  const reached = new Map<number, number[]>()
  for (const { from, to } of ways) {
    if (!reached.has(to)) reached.set(to, [])
    const own = reached.get(from)
    if (own === undefined) reached.set(from, [to])
    else own.push(to)
  }
  const numbers = new Map([...reached.keys()].map((member, number) => [member, number]))
  const edges = new EdgeList()
  for (const own of reached.values()) {
    for (const to of own) edges.add(numbers.get(to)!)
    edges.endNode()
  }
  const groups = cyclicGroups(edges)
  const groupOf = new Map<number, number>()
  groups.forEach((group, at) => {
    for (const node of group) groupOf.set(node, at)
  })
  const inside = groups.map((): Way[] => [])
  for (const way of ways) {
    const group = groupOf.get(numbers.get(way.from)!)
    if (group !== undefined && group === groupOf.get(numbers.get(way.to)!)) inside[group]!.push(way)
  }
  return inside
}

/** Undefined when there are too many, or a name is among them, which has no place. */
function waysBetween(
  members: readonly number[],
  formulas: readonly CheckedFormula[],
  territory: Territory,
): Way[] | undefined {
  const inside = new Set(members)
  const ways: Way[] = []
  let pairs = 0
  for (const from of members) {
    const formula = formulas[from]!
    const { target } = formula
    if (target[0] === 'name') return undefined
    for (const reads of allReads(formula, formula.externals)) {
      for (const key of [...reads.always, ...reads.maybe]) {
        const claim = typeof key === 'string' ? territory.name(key) : territory.atKey(key)
        if (claim === undefined || !inside.has(claim.owner)) continue
        if (typeof key === 'string') return undefined
        const [sheet, column, row] = cellOfKey(key)
        add(ways, from, target, claim.owner, claim.target, [sheet, column, row, column, row, 0, 1])
      }
      for (const read of rectangles(reads, target)) {
        const all = regionOfAll(read, target)
        const [sheet, column, row, lastColumn, lastRow] = all
        pairs += members.length
        if (pairs > ONE_WAY_MAX_PAIRS) return undefined
        for (const to of members) {
          const other = formulas[to]!.target
          if (other[0] === 'name' || other[1] !== sheet) continue
          if (overlaps(other, ['range', sheet, column, row, lastColumn, lastRow]))
            add(ways, from, target, to, other, read)
        }
      }
    }
  }
  return ways
}

/** All that is read in rectangles, as if it shifted or stayed. */
function* rectangles(reads: Reads, target: IrTarget): Iterable<IrShifting> {
  for (const [sheet, column, row, lastColumn, lastRow, always] of reads.regions)
    yield [sheet, column, row, lastColumn, lastRow, 0, always]
  if (target[0] === 'name') return
  const all = bothCorners(SHIFT.column | SHIFT.row)
  const [, sheet, column, row] = target
  for (const [columns, rows, lastColumns, lastRows, always] of reads.nearby)
    yield [sheet, column + columns, row + rows, column + lastColumns, row + lastRows, all, always]
  yield* reads.shifting
}

function add(
  ways: Way[],
  from: number,
  target: IrTarget,
  to: number,
  other: IrTarget,
  [, column, row, lastColumn, lastRow, shifts]: IrShifting,
): void {
  const own = cornersOf(target)
  const read = cornersOf(other)
  const columns = along(
    [own.column, own.lastColumn],
    [read.column, read.lastColumn],
    [column, (shifts & SHIFT.column) !== 0],
    [lastColumn, (shifts & SHIFT.lastColumn) !== 0],
  )
  const rows = along(
    [own.row, own.lastRow],
    [read.row, read.lastRow],
    [row, (shifts & SHIFT.row) !== 0],
    [lastRow, (shifts & SHIFT.lastRow) !== 0],
  )
  if (columns.least <= columns.most && rows.least <= rows.most)
    ways.push({ from, to, columns, rows })
}

/** From the cells of a target to those of another that a reference with these corners reaches. */
function along(
  [first, last]: readonly [number, number],
  [otherFirst, otherLast]: readonly [number, number],
  ...corners: readonly (readonly [at: number, shifts: boolean])[]
): Along {
  let least = Number.POSITIVE_INFINITY
  let most = Number.NEGATIVE_INFINITY
  for (const [at, shifts] of corners) {
    least = Math.min(least, at - (shifts ? first : last))
    most = Math.max(most, at - first)
  }
  return {
    least: Math.max(least, otherFirst - last),
    most: Math.min(most, otherLast - first),
  }
}

interface Corners {
  readonly column: number
  readonly row: number
  readonly lastColumn: number
  readonly lastRow: number
}

function cornersOf(target: IrTarget): Corners {
  if (target[0] === 'name') return { column: 0, row: 0, lastColumn: 0, lastRow: 0 }
  const [, , column, row] = target
  const [lastColumn, lastRow] = target[0] === 'range' ? [target[4], target[5]] : [column, row]
  return { column, row, lastColumn, lastRow }
}
