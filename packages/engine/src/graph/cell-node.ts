// The node of one cell or name. It is the graph's own record with the fields that a formula needs beside it: the
// place, the template that it shares with formulas like it, and its own parameters. A million may exist.

import type { Value } from '@cellwake/runtime'
import type { Node } from '@cellwake/scheduler'
import { type ModelNode, newNode } from './model-node.ts'

// The graph keeps its flags below these.

/** Assigned at the top level of the source. */
export const ASSIGNED: number = 1 << 17
/** Its value was given by the API or by a rule, and is kept in the store. */
export const GIVEN: number = 1 << 18
/** A rule writes it. */
export const RULE_OWNED: number = 1 << 19
/** Runs only when it is wanted. */
export const LAZY: number = 1 << 20
/** Holds an element of an array in a cell before it. */
export const SPILLED: number = 1 << 21
/** Somebody watches the cell. */
export const WATCHED: number = 1 << 22

/** Its array spills, or would if there were room. */
export const ANCHOR: number = 1 << 23

/** A cell that nothing may spill over. */
export const TAKEN: number = ASSIGNED | GIVEN | RULE_OWNED

/** Marks a node as a cell. */
export const CELL: number = 1 << 24

/** A call of an external function, or the node of its answer: neither has a place nor a name. */
export const EXTERNAL: number = 1 << 26

export interface CellNode extends ModelNode {
  value: Value
  /** The sheet and the column in one number; for a name, -1. */
  readonly column: number
  /** From 1; for a name, its number among the names. */
  readonly row: number
  /** Numbers and nodes that are its own: see `template.ts`. */
  own: readonly (Value | Node)[] | null
}

export function isCell(node: Node): node is CellNode {
  return (node.flags & CELL) !== 0
}

export function newCell(ordinal: number, column: number, row: number): CellNode {
  return newNode(ordinal, CELL, column, row, null) as CellNode
}
