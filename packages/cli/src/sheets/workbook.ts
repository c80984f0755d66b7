// Sheets as files hold them: as `import` reads and `export` writes them, in every format.

/** A value that a file can hold. A datetime is in milliseconds since 1970, an error its code without `#`. */
export type Literal =
  | number
  | string
  | boolean
  | { readonly datetime: number }
  | { readonly error: string }

/** A rectangle of a sheet, its first and last cell included. */
export interface Area {
  readonly column: number
  readonly row: number
  readonly lastColumn: number
  readonly lastRow: number
}

export interface WorkCell {
  readonly column: number
  readonly row: number
  /** Undefined for a formula without a cached value in the file. */
  readonly value: Literal | undefined
  /** As its file writes it, without the equals sign. */
  readonly formula?: string
  /** Set for a formula that is computed as an array: it spills, or fills exactly so many cells. */
  readonly array?: 'spills' | Area
  /** The cells over which the array of this one lies, where a file that is written must say so. */
  readonly extent?: Area
  /** `percentage`, `date`, `currency:EUR`. */
  readonly tag?: string
  /** Whether it shows a time of day or a length of time. */
  readonly isTime?: boolean
  /** The key of the cell whose array this one is part of. */
  readonly spilledFrom?: string
}

export interface WorkSheet {
  readonly name: string
  readonly cells: readonly WorkCell[]
  /** Rows that are not shown; SUBTOTAL may leave them out. */
  readonly hiddenRows?: ReadonlySet<number>
}

/** A name for a place, or for a formula. */
export interface WorkName {
  readonly name: string
  readonly formula: string
  /** The sheet on which alone it is known. */
  readonly sheet?: string
}

/** A table: its area with headings and totals, and the names of its columns. */
export interface WorkTable {
  readonly name: string
  readonly sheet: string
  readonly area: Area
  readonly headings: number
  readonly totals: number
  readonly columns: readonly string[]
}

export interface Workbook {
  readonly sheets: readonly WorkSheet[]
  readonly names: readonly WorkName[]
  readonly tables?: readonly WorkTable[]
  /** Set for a file that asks to be calculated when it is opened: its values may be old. */
  readonly isStale?: boolean
  /** Set for a file whose dates count from 1904 and not from 1900. */
  readonly from1904?: boolean
  /** Omissions, a sentence each. */
  readonly left: readonly string[]
}

export function keyOf(sheet: string, column: number, row: number): string {
  return `${sheet}\n${column}\n${row}`
}
