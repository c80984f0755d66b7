// A first look at the whole model, enough for most large ones: targets that go down their columns, and
// formulas that all read the same way, say only what stands above or to the left. Then no cell is taken twice
// and no way leads back to where it began. It goes by places alone: nobody asks who has a cell.
//
// A formula that reads a range may read any way, as long as nobody reads it in turn; so may one for a whole
// rectangle. Of a steady run only the first and the last copies are looked at.
//
// Every first deploy comes through here once: so there are loops instead of functions, each of which has to be
// compiled before it runs.

import { allReads } from '../check/code.ts'
import type { Checked, CheckedFormula } from '../check/facts.ts'
import { cellsOf } from '../check/ownership.ts'
import { COPIES_MAX_EDGES, MODEL_MAX_CELLS, SHEET_MAX_COLUMNS, SHEET_MAX_ROWS } from '../limits.ts'
import type { Ir, IrTarget } from '../lower/ir.ts'
import { cellOfKey } from '../lower/sheets.ts'
import type { Copies, CopyRun, Original } from './copies.ts'
import { isSteady, likesIn } from './steady.ts'

/** Whether it is sure that nothing has the target of another and that nothing goes round. */
export function isOrderly(
  checked: Checked,
  ir: Ir,
  copies: Copies,
  originals: readonly (Original | undefined)[],
  runs: readonly CopyRun[],
): boolean {
  const { formulas, rules } = checked
  for (const { body } of rules) for (const { kind } of body) if (kind === 'write') return false
  let cells = copies.count
  for (const { target } of formulas) cells += cellsOf(target)
  if (cells > MODEL_MAX_CELLS) return false
  const steady: CopyRun[] = []
  for (const run of runs) if (isSteady(copies, run)) steady.push(run)
  const look = new FirstLook(checked, originals, copies, steady)
  return look.takeTargets(ir) && look.readFormulas() && look.readCopies()
}

/** What stands at a target. Nobody may read the last one. */
const Kind = { Input: 0, Formula: 1, Last: 2 } as const

/** A column of a sheet: the row that was taken last, and between which rows formulas stand. */
class Column {
  readonly across: number
  taken = 0
  first = Number.POSITIVE_INFINITY
  last = 0
  /** The same for those that nobody may read. */
  firstLast = Number.POSITIVE_INFINITY
  lastLast = 0

  constructor(across: number) {
    this.across = across
  }
}

/** A power of two: formulas go back and forth between a few columns. */
const RECENT_COLUMNS = 16

/** By direction of a read, a bit: nine ways within a sheet, then to a sheet before and to one behind. */
const [earlierSheet, laterSheet] = [1 << 9, 1 << 10]
/** Each holds the ways that lead from a cell to those before it in one order of all cells. */
const orders = [0, 1].flatMap((major) =>
  [-1, 1].flatMap((rows) => [-1, 1].map((columns) => waysBefore(major === 0, rows, columns))),
)

function waysBefore(rowsFirst: boolean, rows: number, columns: number): number {
  let ways = 0
  for (const down of [-1, 0, 1])
    for (const right of [-1, 0, 1]) {
      const [first, second] = rowsFirst
        ? [down * rows, right * columns]
        : [right * columns, down * rows]
      if (first > 0 || (first === 0 && second > 0)) ways |= 1 << ((down + 1) * 3 + right + 1)
    }
  return ways
}

/** The bit of a read, by how far away it is. */
function wayTo(sheets: number, columns: number, rows: number): number {
  if (sheets !== 0) return sheets < 0 ? earlierSheet : laterSheet
  const down = rows < 0 ? 0 : rows === 0 ? 3 : 6
  return 1 << (down + (columns < 0 ? 0 : columns === 0 ? 1 : 2))
}

/** What one reference of a formula reads in all its copies: a rectangle around it, and the ways there. */
class Reach {
  readonly sheet: number
  /** From the sheet of the formula. */
  readonly sheetsAway: number
  readonly isRange: boolean
  column = SHEET_MAX_COLUMNS
  row = SHEET_MAX_ROWS
  lastColumn = 1
  lastRow = 0
  ways = 0

  constructor(sheet: number, own: number, isRange: boolean) {
    this.sheet = sheet
    this.sheetsAway = sheet - own
    this.isRange = isRange
  }

  take(column: number, row: number, lastColumn: number, lastRow: number): void {
    if (column < this.column) this.column = column
    if (row < this.row) this.row = row
    if (lastColumn > this.lastColumn) this.lastColumn = lastColumn
    if (lastRow > this.lastRow) this.lastRow = lastRow
  }
}

class FirstLook {
  readonly #formulas: readonly CheckedFormula[]
  readonly #originals: readonly (Original | undefined)[]
  readonly #copies: Copies
  readonly #steady: readonly CopyRun[]
  readonly #kinds: number[] = []
  /** Names of formulas, which have no place. */
  readonly #names = new Set<string>()
  readonly #columns = new Map<number, Column>()
  readonly #recent: Column[] = new Array(RECENT_COLUMNS).fill(new Column(-1))
  #ways = 0
  /** Columns that were looked at for ranges. */
  #looks = 0
  #isSure = true

  constructor(
    { formulas }: Checked,
    originals: readonly (Original | undefined)[],
    copies: Copies,
    steady: readonly CopyRun[],
  ) {
    this.#formulas = formulas
    this.#originals = originals
    this.#copies = copies
    this.#steady = steady
    for (let at = 0; at < formulas.length; at++) {
      const formula = formulas[at]!
      const isRectangle = formula.target[0] === 'range'
      let kind: number = isRectangle ? Kind.Last : Kind.Formula
      if (originals[at]?.apart.ranges.includes(true)) kind = Kind.Last
      for (const { regions } of allReads(formula, formula.externals))
        if (regions.length > 0) kind = Kind.Last
      this.#kinds.push(formula.input ? Kind.Input : kind)
    }
  }

  /** Takes all targets in the order of the source; false when that is not down every column. */
  takeTargets(ir: Ir): boolean {
    const { count, line } = this.#copies
    const { formulas } = ir
    let formula = 0
    let formulaLine = formulas[0]?.line ?? Number.POSITIVE_INFINITY
    let run = 0
    let runStart = this.#steady[0]?.from ?? count
    for (let copy = 0; copy < count && this.#isSure; copy++) {
      while (formulaLine < line[copy]!) {
        this.#takeFormula(formula++)
        formulaLine = formulas[formula]?.line ?? Number.POSITIVE_INFINITY
      }
      if (copy < runStart) this.#takeCopy(copy)
      else {
        const steady = this.#steady[run++]!
        runStart = this.#steady[run]?.from ?? count
        if (this.#takeRun(steady)) copy = steady.to - 1
        else this.#takeCopy(copy)
      }
    }
    while (formula < formulas.length) this.#takeFormula(formula++)
    return this.#isSure
  }

  /** Takes all targets of a steady run, or none when they do not go down one column each. */
  #takeRun(run: CopyRun): boolean {
    const { of, refsFrom, refs } = this.#copies
    const likes = likesIn(run)
    const columns = new Set<number>()
    for (const { first, last } of likes) {
      const [start, end] = [refsFrom[first]!, refsFrom[last]!]
      if (refs[start] !== refs[end]) return false
      columns.add(this.#originals[of[first]!]!.sheet * SHEET_MAX_COLUMNS + refs[start]!)
    }
    if (columns.size < likes.length) return false
    for (const { first, last } of likes) {
      this.#takeCopy(first)
      this.#takeCopy(last)
    }
    return true
  }

  #takeCopy(copy: number): void {
    const { of, refsFrom, refs } = this.#copies
    const original = of[copy]!
    const at = refsFrom[copy]!
    this.#take(this.#originals[original]!.sheet, refs[at]!, refs[at + 1]!, this.#kinds[original]!)
  }

  #takeFormula(formula: number): void {
    const target: IrTarget = this.#formulas[formula]!.target
    const kind = this.#kinds[formula]!
    if (target[0] === 'cell') this.#take(target[1], target[2], target[3], kind)
    else if (target[0] === 'range') this.#takeRectangle(target, kind)
    else if (kind !== Kind.Input) this.#names.add(target[1])
  }

  #takeRectangle(target: Extract<IrTarget, readonly ['range', ...unknown[]]>, kind: number): void {
    const [, sheet, column, row, lastColumn, lastRow] = target
    this.#looks += lastColumn - column + 1
    if (this.#looks > COPIES_MAX_EDGES) this.#isSure = false
    for (let across = column; across <= lastColumn && this.#isSure; across++) {
      this.#take(sheet, across, row, kind)
      if (lastRow > row) this.#take(sheet, across, lastRow, kind)
    }
  }

  #take(sheet: number, column: number, row: number, kind: number): void {
    const across = sheet * SHEET_MAX_COLUMNS + column
    let found = this.#find(across)
    if (found === undefined) {
      found = new Column(across)
      this.#columns.set(across, found)
    }
    if (row <= found.taken) this.#isSure = false
    found.taken = row
    if (kind === Kind.Input) return
    if (row < found.first) found.first = row
    found.last = row
    if (kind !== Kind.Last) return
    if (row < found.firstLast) found.firstLast = row
    found.lastLast = row
  }

  #find(across: number): Column | undefined {
    const recent = this.#recent[across & (RECENT_COLUMNS - 1)]!
    if (recent.across === across) return recent
    const found = this.#columns.get(across)
    if (found !== undefined) this.#recent[across & (RECENT_COLUMNS - 1)] = found
    return found
  }

  readFormulas(): boolean {
    for (let at = 0; at < this.#formulas.length && this.#isSure; at++) {
      const formula = this.#formulas[at]!
      if (formula.input) continue
      const { target } = formula
      const [sheet, column, row] = target[0] === 'cell' ? (target.slice(1) as number[]) : [0, 0, 0]
      // Nobody reads one with a name: see below.
      const isLast = this.#kinds[at] === Kind.Last || target[0] === 'name'
      for (const { always, maybe, regions, nearby } of allReads(formula, formula.externals)) {
        // Places around a cell are ranges too, and rarely alone. Those around the cells of a rectangle were
        // looked at when it was checked, as far as they are its own; nobody else reads it.
        if (nearby.length > 0 && target[0] !== 'range') this.#isSure = false
        for (const key of [...always, ...maybe]) {
          if (typeof key === 'string') this.#readName(key)
          else this.#read(isLast, sheet!, column!, row!, ...cellOfKey(key))
        }
        for (const [on, left, top, right, bottom] of regions)
          this.#holdsFormula(on, left, top, right, bottom)
      }
    }
    return this.#isSure
  }

  /**
   * Of each reference of a formula, only how far those of its copies reach and which ways they lead. Names
   * were looked at with the formula. In a steady run the distance of a read grows evenly: an order that
   * holds the ways at both ends holds all between them.
   */
  readCopies(): boolean {
    const reaches: Reach[][] = []
    for (let formula = 0; formula < this.#originals.length; formula++) {
      const own: Reach[] = []
      reaches.push(own)
      const original = this.#originals[formula]
      if (original === undefined || this.#kinds[formula] === Kind.Input) continue
      const { sheets, ranges } = original.apart
      for (let ref = 0; ref < sheets.length; ref++)
        own.push(new Reach(sheets[ref]!, original.sheet, ranges[ref]!))
    }
    let copy = 0
    for (const steady of this.#steady) {
      this.#reach(reaches, copy, steady.from)
      for (const { first, last } of likesIn(steady)) {
        this.#reach(reaches, first, first + 1)
        this.#reach(reaches, last, last + 1)
      }
      copy = steady.to
    }
    this.#reach(reaches, copy, this.#copies.count)
    for (let formula = 0; formula < reaches.length; formula++)
      for (const { isRange, sheet, column, row, lastColumn, lastRow, ways } of reaches[formula]!) {
        const isFormula = this.#holdsFormula(sheet, column, row, lastColumn, lastRow)
        if (isFormula && !isRange && this.#kinds[formula] !== Kind.Last) this.#ways |= ways
      }
    return this.#isSure && this.#hasOrder()
  }

  /** Takes what copies read into the reaches of their formulas. */
  #reach(reaches: readonly (readonly Reach[])[], from: number, to: number): void {
    const { of, refsFrom, refs } = this.#copies
    for (let copy = from; copy < to; copy++) {
      const own = reaches[of[copy]!]!
      let at = refsFrom[copy]!
      const column = refs[at]!
      const row = refs[at + 1]!
      at += 2
      for (let ref = 0; ref < own.length; ref++) {
        const reach = own[ref]!
        if (reach.isRange) {
          reach.take(refs[at]!, refs[at + 1]!, refs[at + 2]!, refs[at + 3]!)
          at += 4
        } else {
          const across = refs[at]!
          const down = refs[at + 1]!
          reach.take(across, down, across, down)
          reach.ways |= wayTo(reach.sheetsAway, across - column, down - row)
          at += 2
        }
      }
    }
  }

  #readName(name: string): void {
    if (this.#names.has(name)) this.#isSure = false
  }

  #read(
    isLast: boolean,
    fromSheet: number,
    fromColumn: number,
    fromRow: number,
    sheet: number,
    column: number,
    row: number,
  ): void {
    const found = this.#find(sheet * SHEET_MAX_COLUMNS + column)
    if (found === undefined || row < found.first || row > found.last) return
    if (row >= found.firstLast && row <= found.lastLast) this.#isSure = false
    if (!isLast) this.#ways |= wayTo(sheet - fromSheet, column - fromColumn, row - fromRow)
  }

  /** Whether a formula stands in a rectangle that is read; nothing is sure if that is one that nobody may read. */
  #holdsFormula(
    sheet: number,
    column: number,
    row: number,
    lastColumn: number,
    lastRow: number,
  ): boolean {
    const first = sheet * SHEET_MAX_COLUMNS + column
    const last = sheet * SHEET_MAX_COLUMNS + lastColumn
    this.#looks += Math.min(last - first + 1, this.#columns.size)
    // Then it is no quick look any more.
    if (this.#looks > COPIES_MAX_EDGES) this.#isSure = false
    if (!this.#isSure) return false
    const found: Column[] = []
    if (last - first < this.#columns.size) {
      for (let across = first; across <= last; across++) {
        const known = this.#find(across)
        if (known !== undefined) found.push(known)
      }
    } else
      for (const known of this.#columns.values())
        if (known.across >= first && known.across <= last) found.push(known)
    let isFormula = false
    for (const known of found) {
      if (known.firstLast <= lastRow && known.lastLast >= row) this.#isSure = false
      if (known.first <= lastRow && known.last >= row) isFormula = true
    }
    return isFormula
  }

  /** Whether all reads lead to what stands before in some order of all cells. */
  #hasOrder(): boolean {
    const sheetWays = this.#ways & (earlierSheet | laterSheet)
    const within = this.#ways & ~sheetWays
    if (sheetWays === (earlierSheet | laterSheet)) return false
    for (const order of orders) if ((within & ~order) === 0) return true
    return false
  }
}
