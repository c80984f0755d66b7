// Takes a formula apart into its form on the one hand, its references and its numbers on the other. All in
// pre-order of the expression, which is the order in which the compiler asks for them.

import {
  type Catalogue,
  type IrCell,
  type IrExpr,
  type IrForm,
  type IrRange,
  isShifting,
  parameterAt,
  SHIFT,
} from '@cellwake/language'
import { indexedRanges } from '../lookups/indexed-ranges.ts'

/** A formula, split into its form and its parameters. */
export interface Abstract {
  /** The form without coordinates and numbers. */
  readonly skeleton: string
  /** Two for each cell, four for each range, in pre-order. */
  readonly coordinates: readonly number[]
  /** Shift of each coordinate where the formula is filled: `STAYS`, `BY_COLUMNS` or `BY_ROWS`. */
  readonly shifts: readonly number[]
  readonly numbers: readonly number[]
  /** For each reference in pre-order, whether only some branch reads it. */
  readonly maybes: readonly boolean[]
  /** Number of places around the cell that it reads. */
  readonly nearby: number
  /** Its value depends on where it stands. */
  readonly placed: boolean
  /** Its value depends on the whole rectangle: ROW_INDEX, CELL_COUNT. */
  readonly inRectangle: boolean
  readonly tracked: boolean
  readonly dynamic: boolean
  /** The symbols of the external calls in it, in pre-order. */
  readonly externals: readonly string[]
  /** The formula is itself a call of an external function, which reads its answer beside its arguments. */
  readonly answered: boolean
}

export const STAYS = 0
export const BY_COLUMNS = 1
export const BY_ROWS = 2

/** The first cell of a filled rectangle. */
export interface Origin {
  readonly column: number
  readonly row: number
}

/** `isEach` tells whether an external call is another one in each cell of its rectangle. */
export function abstractOf(
  expr: IrExpr,
  catalogue: Catalogue,
  isEach: (symbol: string) => boolean,
  origin?: Origin,
): Abstract {
  const walk = new Walk(catalogue, isEach, origin)
  walk.expr(expr, false)
  const { coordinates, shifts, numbers, maybes, nearby, placed, inRectangle } = walk
  const { dynamic, externals, answered } = walk
  const skeleton = walk.parts.join(' ')
  // A call has no place. Positions in its arguments are resolved from another node, by the slots.
  const isMoved = placed || shifts.some((shift) => shift !== STAYS)
  const tracked = walk.tracked || (answered && isMoved)
  return {
    skeleton,
    coordinates,
    shifts,
    numbers,
    maybes,
    nearby,
    placed,
    inRectangle,
    tracked,
    dynamic,
    externals,
    answered,
  }
}

class Walk {
  readonly parts: string[] = []
  readonly coordinates: number[] = []
  readonly shifts: number[] = []
  readonly numbers: number[] = []
  readonly maybes: boolean[] = []
  nearby = 0
  placed = false
  inRectangle = false
  tracked = false
  dynamic = false
  readonly externals: string[] = []
  answered = false
  readonly #catalogue: Catalogue
  readonly #isEach: (symbol: string) => boolean
  readonly #origin: Origin | undefined

  constructor(
    catalogue: Catalogue,
    isEach: (symbol: string) => boolean,
    origin: Origin | undefined,
  ) {
    this.#catalogue = catalogue
    this.#isEach = isEach
    this.#origin = origin
  }

  expr(expr: IrExpr, maybe: boolean): void {
    if (typeof expr === 'number') {
      this.numbers.push(expr)
      this.parts.push('n')
    } else if (typeof expr !== 'object') this.parts.push(JSON.stringify(expr))
    else this.#form(expr, maybe)
  }

  #form(form: IrForm, maybe: boolean): void {
    switch (form[0]) {
      case 'cell':
      case 'spill':
        this.parts.push(`${form[0]}${form[1]}`)
        this.coordinates.push(form[2], form[3])
        this.#corner(form[4] ?? 0)
        this.#reads(maybe)
        return
      case 'range':
        this.parts.push(`range${form[1]}`)
        this.coordinates.push(form[2], form[3], form[4], form[5])
        this.#corner(form[6] ?? 0)
        this.#corner((form[6] ?? 0) >> 2)
        this.#reads(maybe)
        return
      case 'name':
        this.parts.push(`name:${form[1]}`)
        this.#reads(maybe)
        return
      case 'ext':
        // The symbol belongs to the formula, like coordinates.
        this.parts.push('ext')
        this.externals.push(form[1])
        if (this.#isEach(form[1])) this.placed = true
        this.#reads(maybe)
        return
      case 'pos': {
        const [, word, count] = form
        this.placed = true
        if (IN_RECTANGLE.has(word)) this.inRectangle = true
        if (isStep(word)) {
          this.nearby++
          if (maybe || typeof count !== 'number') this.#dynamic()
        } else if (word === 'NEIGHBORS') this.#dynamic()
        this.#open(typeof count === 'number' ? `${word}${count}` : word)
        this.expr(count, maybe)
        break
      }
      case 'op':
        this.#open('op')
        form.forEach((part, i) => {
          if (i > 0 && i % 2 === 0) this.parts.push(part as string)
          else if (i > 0) this.expr(part as IrExpr, maybe)
        })
        break
      case 'call':
        this.#call(form[1], form.slice(2) as (IrExpr | null)[], maybe)
        return
      case 'apply':
        this.#open('apply')
        for (const part of form.slice(1)) {
          if (part === null) this.parts.push('-')
          else this.expr(part as IrExpr, maybe)
        }
        break
      case 'neg':
      case 'not':
        this.#open(form[0])
        this.expr(form[1], maybe)
        break
      case 'if':
      case 'default':
      case 'try':
        this.#all(form[0], form.slice(1) as IrExpr[], 1, maybe)
        break
      case 'match':
        this.#all('match', form.slice(1) as IrExpr[], 2, maybe)
        break
      case 'let':
      case 'with': {
        this.#open(form[0])
        const parts = form.slice(1) as IrExpr[]
        const bodies = form[0] === 'let' ? 1 : 2
        parts.forEach((part, i) => {
          const isBody = i >= parts.length - bodies
          if (!isBody && i % 2 === 0) this.parts.push(String(part))
          else this.expr(part, maybe || (form[0] === 'with' && i > 1))
        })
        break
      }
      case 'lambda':
        this.#open(`lambda${form[1].join(',')}`)
        this.expr(form[2], true)
        break
      case 'array':
        this.#open(`array${form[1]}`)
        for (const item of form.slice(2)) this.expr(item as IrExpr, maybe)
        break
      case 'object':
        this.#open('object')
        form.slice(1).forEach((part, i) => {
          if (i % 2 === 0) this.parts.push(JSON.stringify(part))
          else this.expr(part as IrExpr, maybe)
        })
        break
      case 'is':
      case 'tag':
        this.#open(`${form[0]}:${form[1]}`)
        this.expr(form[2], maybe)
        break
      case 'field':
      case 'column':
        this.#open(`${form[0]}:${JSON.stringify(form[2])}`)
        this.expr(form[1], maybe)
        break
      case 'index':
        this.#open('index')
        this.expr(form[1], maybe)
        this.expr(form[2], maybe)
        break
      default:
        this.parts.push(JSON.stringify(form))
        return
    }
    this.parts.push(')')
  }

  #call(name: string, args: readonly (IrExpr | null)[], maybe: boolean): void {
    const signature = this.#catalogue.get(name)
    if (signature?.dynamic === true) this.#dynamic()
    if (signature?.external !== undefined) this.answered = true
    // SHEETS follows the list of sheets, which no argument names.
    if (name === 'SHEETS') this.tracked = true
    // A lookup decides its reads by its result.
    if (indexedRanges(name, args) !== undefined) this.tracked = true
    if (OWN_PLACE.has(name) && args.length === 0) this.placed = true
    // In R1C1 style an address may count from the formula's own place.
    if (name === 'INDIRECT' && args.length > 1) this.placed = true
    if (name === 'SINGLE') this.placed = true
    const lazyFrom = signature?.lazyFrom ?? args.length
    this.#open(name)
    args.forEach((arg, i) => {
      const kind = signature === undefined ? undefined : parameterAt(signature, i)?.kind
      if (arg === null) this.parts.push('-')
      // A place that is not read.
      else if (kind === 'reference' && isPlace(arg)) this.#place(arg)
      else this.expr(arg, maybe || i >= lazyFrom)
    })
    this.parts.push(')')
  }

  #all(head: string, parts: readonly IrExpr[], always: number, maybe: boolean): void {
    this.#open(head)
    parts.forEach((part, i) => {
      this.expr(part, maybe || i >= always)
    })
  }

  #corner(shifts: number): void {
    this.shifts.push(shifts & SHIFT.column ? BY_COLUMNS : STAYS)
    this.shifts.push(shifts & SHIFT.row ? BY_ROWS : STAYS)
  }

  /** One that shifts is the same in another cell by how far it is from there. */
  #place(place: IrCell | IrRange): void {
    const origin = this.#origin
    if (origin === undefined || !isShifting(place)) {
      this.parts.push(JSON.stringify(place))
      return
    }
    this.placed = true
    const shifts = Number(place.at(-1))
    const parts = place.map((part, i) => {
      if (i < 2 || i === place.length - 1 || (shifts & (1 << (i - 2))) === 0) return part
      return Number(part) - (i % 2 === 0 ? origin.column : origin.row)
    })
    this.parts.push(JSON.stringify(parts))
  }

  #dynamic(): void {
    this.tracked = true
    this.dynamic = true
  }

  #open(head: string): void {
    this.parts.push(`${head}(`)
  }

  #reads(maybe: boolean): void {
    this.maybes.push(maybe)
    if (maybe) this.tracked = true
  }
}

export function isPlace(expr: IrExpr): expr is IrCell | IrRange {
  return typeof expr === 'object' && (expr[0] === 'cell' || expr[0] === 'range')
}

const IN_RECTANGLE: ReadonlySet<string> = new Set([
  'ROW_INDEX',
  'COL_INDEX',
  'IS_FIRST',
  'IS_LAST',
  'CELL_COUNT',
])

/** Without an argument they ask where the formula itself stands. */
const OWN_PLACE: ReadonlySet<string> = new Set(['ROW', 'COLUMN', 'SHEET'])

function isStep(word: string): boolean {
  return word === 'ABOVE' || word === 'BELOW' || word === 'LEFT' || word === 'RIGHT'
}
