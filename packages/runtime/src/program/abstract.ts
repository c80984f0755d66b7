// Splits an expression into its form and its references, in pre-order of the expression, the order in which
// compilation asks for them.

import {
  type Catalogue,
  type IrCell,
  type IrExpr,
  isShifting,
  parameterAt,
  type Signature,
} from '@cellwake/language'

export interface Abstract {
  /** The form without places, as text: equal texts, equal forms. */
  readonly text: string
  /** Two numbers for each cell and spill, four for each range. */
  readonly places: readonly number[]
  /** For each of them, its shift where the formula is filled: 0 stays, 1 columns, 2 rows. */
  readonly moves: readonly number[]
  readonly sheets: readonly number[]
  readonly ranges: readonly boolean[]
  readonly maybes: readonly boolean[]
  readonly names: readonly string[]
  readonly externals: readonly string[]
  readonly signatures: readonly Signature[]
  readonly placed: boolean
  readonly dynamic: boolean
  readonly subtotal: boolean
}

/** `isEach` says whether an external call is a separate one in each cell of its rectangle. */
export function abstractOf(
  expr: IrExpr,
  catalogue: Catalogue,
  isEach: (symbol: string) => boolean,
): Abstract {
  const walk = new Walk(catalogue, isEach)
  const form = walk.part(expr, false)
  const { places, moves, sheets, ranges, maybes, names, externals, signatures } = walk
  const { placed, dynamic, subtotal } = walk
  return {
    text: JSON.stringify(form),
    places,
    moves,
    sheets,
    ranges,
    maybes,
    names: [...names],
    externals,
    signatures: [...signatures],
    placed,
    dynamic,
    subtotal,
  }
}

/** Without an argument they ask where the formula itself stands. */
const OWN_PLACE: ReadonlySet<string> = new Set(['ROW', 'COLUMN', 'SHEET'])

/** From which part on only some branch is read; 0 for the forms that read all. */
const BRANCHES: ReadonlyMap<string, number> = new Map([
  ['if', 2],
  ['default', 2],
  ['try', 2],
  ['match', 3],
])

class Walk {
  readonly places: number[] = []
  readonly moves: number[] = []
  readonly sheets: number[] = []
  readonly ranges: boolean[] = []
  readonly maybes: boolean[] = []
  readonly names = new Set<string>()
  readonly externals: string[] = []
  readonly signatures = new Set<Signature>()
  placed = false
  dynamic = false
  subtotal = false
  readonly #catalogue: Catalogue
  readonly #isEach: (symbol: string) => boolean

  constructor(catalogue: Catalogue, isEach: (symbol: string) => boolean) {
    this.#catalogue = catalogue
    this.#isEach = isEach
  }

  /** The abstract form of a part. */
  part(part: unknown, maybe: boolean): unknown {
    if (!Array.isArray(part)) return part
    const form: readonly unknown[] = part
    switch (form[0]) {
      case 'cell':
      case 'spill':
        this.#reference(form, false, maybe)
        return [form[0], form[1]]
      case 'range':
        this.#reference(form, true, maybe)
        return [form[0], form[1]]
      case 'name':
        this.names.add(form[1] as string)
        return form
      case 'ext':
        this.externals.push(form[1] as string)
        if (this.#isEach(form[1] as string)) this.placed = true
        return ['ext']
      case 'pos':
        this.placed = true
        if (form[1] === 'NEIGHBORS' || typeof form[2] !== 'number') this.dynamic = true
        return [form[0], form[1], this.part(form[2], maybe)]
      case 'call':
        return this.#call(form, maybe)
      case 'lambda':
        return [form[0], form[1], this.part(form[2], true)]
      case 'object':
        return form.map((inner, i) => (i > 0 && i % 2 === 0 ? this.part(inner, maybe) : inner))
      case 'with':
        return form.map((inner, i) => (i === 0 ? inner : this.part(inner, maybe || i > 2)))
      case 'cron':
      case 'err':
      case 'dt':
      case 'dur':
        return form
      default: {
        const from = BRANCHES.get(form[0] as string) ?? form.length
        return form.map((inner, i) => (i === 0 ? inner : this.part(inner, maybe || i >= from)))
      }
    }
  }

  #reference(form: readonly unknown[], isRange: boolean, maybe: boolean): void {
    this.sheets.push(form[1] as number)
    const count = isRange ? 4 : 2
    const shifts = Number(form[count + 2] ?? 0)
    for (let i = 0; i < count; i++) {
      this.places.push(form[i + 2] as number)
      // The bits are of the column, the row, the last column and the last row.
      this.moves.push((shifts & (1 << i)) === 0 ? 0 : (i % 2) + 1)
    }
    this.ranges.push(isRange)
    this.maybes.push(maybe)
  }

  #call(form: readonly unknown[], maybe: boolean): unknown {
    const name = form[1] as string
    const args = form.slice(2)
    const signature = this.#catalogue.get(name)
    if (signature !== undefined) this.signatures.add(signature)
    if (signature?.dynamic === true) this.dynamic = true
    if (name === 'SUBTOTAL' || name === 'AGGREGATE') this.subtotal = true
    if (OWN_PLACE.has(name) && args.length === 0) this.placed = true
    // In R1C1 style an address may count from the formula's own place.
    if (name === 'INDIRECT' && args.length > 1) this.placed = true
    if (name === 'SINGLE') this.placed = true
    const lazyFrom = signature?.lazyFrom ?? args.length
    return [
      'call',
      name,
      ...args.map((arg, i) => {
        const kind = signature === undefined ? undefined : parameterAt(signature, i)?.kind
        // A place that is not read.
        if (kind === 'reference' && isPlace(arg)) {
          if (isShifting(arg as IrCell)) this.placed = true
          return arg
        }
        return this.part(arg, maybe || i >= lazyFrom)
      }),
    ]
  }
}

function isPlace(expr: unknown): boolean {
  return Array.isArray(expr) && (expr[0] === 'cell' || expr[0] === 'range')
}
