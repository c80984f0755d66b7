// A model of one sheet for tests of searches in ranges: calls that are formulas of the model and can
// also be answered plainly, by the function itself on arrays of what the cells show.

import { catalogue, cellSymbol, compile } from '@cellwake/language'
import {
  arrayOf,
  BLANK,
  callable,
  context,
  type Fn,
  functions,
  isArray,
  isError,
  sameValue,
  setContext,
  UTC_TABLE,
  type Value,
  type ZoneTable,
} from '@cellwake/runtime'
import type { CellNode } from '../../src/graph/cell-node.ts'
import { ModelGraph } from '../../src/graph/model-graph.ts'
import { atOnce } from '../../src/model/slices.ts'
import { shown } from '../../src/ranges/region.ts'

/** A cell or a range by first and last column and row, or a literal. */
export type Argument =
  | readonly [column: number, row: number]
  | readonly [column: number, row: number, lastColumn: number, lastRow: number]
  | number
  | boolean
  | undefined

export interface Call {
  readonly name: string
  readonly args: readonly Argument[]
}

/** Calls stand in this column, one below the other. */
export const CALLS_COLUMN = 20

export class LookupModel {
  readonly graph: ModelGraph
  readonly calls: readonly Call[]
  readonly #nodes: readonly CellNode[]

  constructor(calls: readonly Call[], zone: ZoneTable = UTC_TABLE, more = '') {
    this.calls = calls
    const lines = calls.map((call, i) => `${symbol(CALLS_COLUMN, i + 1)} = ${written(call)}`)
    const { ir, diagnostics } = compile(`${lines.join('\n')}\n${more}\n`)
    if (ir === undefined) throw new Error(diagnostics.map(({ message }) => message).join(' '))
    this.graph = new ModelGraph(ir.sheets, {
      catalogue,
      zone,
      random: () => 0.5,
      countRuns: true,
      formulaText: () => undefined,
      pause: () => false,
    })
    atOnce(this.graph.build(ir))
    this.#nodes = calls.map((_, i) => this.cell(CALLS_COLUMN, i + 1))
    setContext({ ...context, zone })
  }

  cell(column: number, row: number): CellNode {
    return this.graph.cells.cell(0, column, row)
  }

  /** Gives cells their values before anything runs. */
  start(values: Iterable<readonly [column: number, row: number, value: Value]>): void {
    for (const [column, row, value] of values) this.graph.restore(this.cell(column, row), value)
    atOnce(this.graph.start(0))
  }

  edit(column: number, row: number, value: Value): void {
    this.graph.write(this.cell(column, row), value)
    this.graph.settle(0)
  }

  answer(i: number): Value {
    return this.#nodes[i]!.value
  }

  /** How many formulas an edit runs. */
  runsOf(edit: () => void): number {
    const runs = this.graph.evaluation.runs!
    runs.clear()
    edit()
    let total = 0
    for (const count of runs.values()) total += count
    return total
  }

  /** Differences from the plain functions, as text. */
  differences(): string[] {
    const found: string[] = []
    const arrays = new Map<string, Value>()
    this.calls.forEach((call, i) => {
      const expected = this.#plainly(call, arrays)
      const answer = this.answer(i)
      if (!alike(answer, expected)) {
        found.push(`${written(call)} is ${JSON.stringify(answer)}, not ${JSON.stringify(expected)}`)
      }
    })
    return found
  }

  #plainly({ name, args }: Call, arrays: Map<string, Value>): Value {
    const values = args.map((arg) => {
      if (typeof arg !== 'object') return arg
      const [column, row, lastColumn, lastRow] = arg
      if (lastColumn === undefined || lastRow === undefined) return this.#shown(column, row)
      const key = arg.join(',')
      const known = arrays.get(key)
      if (known !== undefined) return known
      const items: Value[] = []
      for (let r = row; r <= lastRow; r++) {
        for (let c = column; c <= lastColumn; c++) items.push(this.#shown(c, r))
      }
      const made = arrayOf(lastRow - row + 1, lastColumn - column + 1, items)
      arrays.set(key, made)
      return made
    })
    return plainFunction(name)(values)
  }

  #shown(column: number, row: number): Value {
    const node = this.graph.cells.grid.find(column - 1, row)
    return node === undefined ? BLANK : shown(node.value)
  }
}

const plain = new Map<string, Fn>()

function plainFunction(name: string): Fn {
  let fn = plain.get(name)
  if (fn === undefined) {
    fn = callable(catalogue.get(name)!, functions[name]!)
    plain.set(name, fn)
  }
  return fn
}

function alike(a: Value, b: Value): boolean {
  // A cell shows the first element, and an error learns in which cell it came up.
  const first = shown(a)
  const second = shown(b)
  if (isArray(a) && isArray(b) && a.items.length !== b.items.length) return false
  if (isError(first) && isError(second)) {
    return first.code === second.code && first.message === second.message
  }
  return sameValue(first, second)
}

function written({ name, args }: Call): string {
  const parts = args.map((arg) => {
    if (arg === undefined) return ''
    if (typeof arg !== 'object') return String(arg).toUpperCase()
    const [column, row, lastColumn, lastRow] = arg
    if (lastColumn === undefined || lastRow === undefined) return symbol(column, row)
    return `${symbol(column, row)}:${symbol(lastColumn, lastRow)}`
  })
  return `${name}(${parts.join(', ')})`
}

function symbol(column: number, row: number): string {
  return cellSymbol('Sheet1', column, row).replace(/^.*!/, '')
}
