// Sheets as files hold them: what `import` reads and `export` writes, whatever the format.

/** A value that a file can hold. A datetime is in milliseconds since 1970, an error its code without `#`. */
export type Literal =
  | number
  | string
  | boolean
  | { readonly datetime: number }
  | { readonly error: string }

export interface WorkCell {
  readonly column: number
  readonly row: number
  /** Undefined for a formula whose value the file does not know. */
  readonly value: Literal | undefined
  /** As its file writes it, without the equals sign. */
  readonly formula?: string
  /** `percentage`, `date`, `currency:EUR`. */
  readonly tag?: string
  /** The key of the cell whose array this one is part of. */
  readonly spilledFrom?: string
}

export interface WorkSheet {
  readonly name: string
  readonly cells: readonly WorkCell[]
}

/** A name for a place, or for a formula. */
export interface WorkName {
  readonly name: string
  readonly formula: string
}

export interface Workbook {
  readonly sheets: readonly WorkSheet[]
  readonly names: readonly WorkName[]
  /** What could not be read, a sentence each. */
  readonly left: readonly string[]
}

export function keyOf(sheet: string, column: number, row: number): string {
  return `${sheet}\n${column}\n${row}`
}
