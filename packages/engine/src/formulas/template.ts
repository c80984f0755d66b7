// Formulas that differ only in their references share one template: the closure that computes them and a list
// of its reads. Each formula keeps the nodes it reads, in that order, as its edges in the graph, or in its
// slots when a branch decides the reads; so a copy costs a node and nothing else. Numbers belong to the
// template until there are many variants, then they move into the slots too.

import { type ArrayValue, itemAt, NOT_AVAILABLE, type Value } from '@cellwake/runtime'
import { NEW, NEW_KNOWN, type Node } from '@cellwake/scheduler'
import { ASSIGNED, type CellNode, LAZY } from '../graph/cell-node.ts'
import { SHEET_COLUMNS } from '../limits.ts'

/** A read of a template, relative to one place. */
export type RefSpec = { readonly maybe: boolean } & (
  | { readonly kind: 'cell' | 'range' | 'spill'; readonly sheet: number }
  | { readonly kind: 'name'; readonly name: string }
  /** The next external call of the formula, and the answer of a formula that is one. */
  | { readonly kind: 'external' | 'answer' }
  /** A place around the cell itself. */
  | { readonly kind: 'near'; readonly columns: number; readonly rows: number }
)

/** Run function of the formulas of a template. It holds the template. */
export interface FormulaRun {
  (node: Node): Value
  template: Template
}

export interface Template {
  /** Its form and its numbers: equal keys, equal formulas but for their references. */
  readonly key: string
  readonly run: FormulaRun
  /** Flags of a formula that is yet to run. */
  readonly flags: number
  readonly refs: readonly RefSpec[]
  /** Its reads are not known ahead: its slots hold the nodes, and the graph tracks the reads. */
  readonly tracked: boolean
  /** Its reads cannot even be guessed: INDIRECT, OFFSET. */
  readonly dynamic: boolean
  /** Number of numbers in the slots, before the nodes. */
  readonly slotNumbers: number
  readonly volatile: boolean
  /** Other subtotals leave it out. */
  readonly subtotal: boolean
  readonly mode: 'eager' | 'lazy' | 'conditional'
  readonly tag: string | null
  /** Target of several cells, in which an array is taken by position. */
  readonly rectangle: Rectangle | undefined
}

/** A template, which its run knows from now on. */
export function newTemplate(
  run: (node: Node) => Value,
  rest: Omit<Template, 'run' | 'flags'>,
): Template {
  const known = run as FormulaRun
  const flags = ASSIGNED | (rest.tracked ? NEW : NEW_KNOWN) | (rest.mode === 'lazy' ? LAZY : 0)
  known.template = { ...rest, flags, run: known }
  return known.template
}

/** Null unless the cell has a formula. The run function holds it, so that no cell pays for it. */
export function templateOf(node: CellNode | undefined): Template | null {
  return (node?.fn as Partial<FormulaRun> | null | undefined)?.template ?? null
}

/** The rectangle of a formula's target, in which positions count. */
export interface Rectangle {
  readonly column: number
  readonly row: number
  readonly lastColumn: number
  readonly lastRow: number
}

/** Element of an array for a cell of a rectangle: by its position, `#N/A` outside. */
export function elementIn(
  array: ArrayValue,
  column: number,
  row: number,
  node: { readonly column: number; readonly row: number },
): Value {
  const r = node.row - row
  const c = (node.column % SHEET_COLUMNS) + 1 - column
  return r < array.rows && c < array.columns ? itemAt(array, r, c) : NOT_AVAILABLE
}
