// The node of one cell or name. It is the graph's own record with what a formula needs beside it: the
// place, the template that it shares with formulas like it, and what is its own. A million may exist.

import { BLANK, type Value } from '@cellwake/runtime'
import { Node } from '@cellwake/scheduler'
import type { FormulaRun, Template } from './template.ts'

// The graph keeps its flags below these.

/** Assigned at the top level of the source. */
export const ASSIGNED: number = 1 << 16
/** Its value was given by the API or by a rule, and is kept in the store. */
export const GIVEN: number = 1 << 17
/** A rule writes it. */
export const RULE_OWNED: number = 1 << 18
/** Runs only when somebody wants it. */
export const LAZY: number = 1 << 19
/** Holds an element of an array in a cell before it. */
export const SPILLED: number = 1 << 20
/** Somebody watches it. */
export const WATCHED: number = 1 << 21

/** Its array spills, or would if there were room. */
export const ANCHOR: number = 1 << 22

/** A cell that nothing may spill over. */
export const TAKEN: number = ASSIGNED | GIVEN | RULE_OWNED

export class CellNode extends Node {
  declare value: Value
  /** The sheet and the column in one number; for a name, -1. */
  declare readonly column: number
  /** From 1; for a name, its number among the names. */
  declare readonly row: number
  /** Numbers and nodes that are its own: see `template.ts`. */
  declare slots: readonly (Value | Node)[] | null

  constructor(ordinal: number, column: number, row: number) {
    super(ordinal, BLANK, null, 0)
    this.column = column
    this.row = row
    this.slots = null
  }

  /** Null unless it is a formula. What it runs knows, so that no cell pays for it. */
  get template(): Template | null {
    return (this.fn as Partial<FormulaRun> | null)?.template ?? null
  }
}
