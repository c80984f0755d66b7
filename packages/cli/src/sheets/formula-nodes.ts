// The tree of a formula of Excel. References count from the cell of the formula where they are not fixed, so that
// formulas that were filled from one another have the same tree.

/** A column or row: the number itself if it is fixed, else how far it is from the formula. */
export interface Axis {
  readonly fixed: boolean
  readonly at: number
}

export interface ReferenceNode {
  readonly type: 'reference'
  readonly sheet: string | undefined
  /** Set for `Jan:Dec!A1`. */
  readonly lastSheet: string | undefined
  /** Undefined for whole rows, and `row` for whole columns. */
  readonly column: Axis | undefined
  readonly row: Axis | undefined
  /** Undefined for a single cell. */
  readonly last: { readonly column: Axis | undefined; readonly row: Axis | undefined } | undefined
}

export interface CallNode {
  readonly type: 'call'
  /** In capitals, without the prefixes of newer functions. */
  readonly name: string
  readonly written: string
  readonly args: readonly (ExcelNode | undefined)[]
}

export type ExcelNode =
  | ReferenceNode
  | CallNode
  | { readonly type: 'number'; readonly text: string }
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'error'; readonly code: string }
  | { readonly type: 'boolean'; readonly value: boolean }
  | { readonly type: 'name'; readonly sheet: string | undefined; readonly name: string }
  | { readonly type: 'table'; readonly table: string; readonly part: string }
  /** A reference into another workbook. */
  | { readonly type: 'elsewhere' }
  | { readonly type: 'apply'; readonly fn: ExcelNode; readonly args: CallNode['args'] }
  | {
      readonly type: 'binary'
      readonly op: string
      readonly left: ExcelNode
      readonly right: ExcelNode
    }
  | { readonly type: 'union'; readonly parts: readonly ExcelNode[] }
  | { readonly type: 'prefix'; readonly op: '-' | '+' | '@'; readonly operand: ExcelNode }
  | { readonly type: 'percent'; readonly operand: ExcelNode }
  | { readonly type: 'spill'; readonly operand: ExcelNode }
  | { readonly type: 'paren'; readonly value: ExcelNode }
  | { readonly type: 'array'; readonly rows: readonly (readonly ExcelNode[])[] }

export interface FormulaPlace {
  readonly column: number
  readonly row: number
}
