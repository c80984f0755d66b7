// The printer of a formula, as the calls see it that are respelled in ways of their own.

import type { Want } from './call-arguments.ts'
import type { ExcelNode } from './formula-nodes.ts'
import type { Pieces } from './placed-reference.ts'

export interface PartPrinter {
  print(node: ExcelNode, want: Want): Pieces
  /** A part of a table. */
  table(node: Extract<ExcelNode, { readonly type: 'table' }>, want: Want): Pieces
}

/** Thrown from anywhere in a formula that has no place in the language. */
export class NotCarried {
  readonly why: string
  constructor(why: string) {
    this.why = why
  }
}
