// The surroundings of a formula that is imported: its workbook, its cell, and how much of its value is wanted.

import type { DateCells } from './date-cells.ts'
import type { DefinedNames } from './defined-names.ts'
import type { FormulaPlace } from './formula-nodes.ts'
import type { TableNames } from './table-names.ts'
import type { Area, WorkTable } from './workbook.ts'

export interface FormulaSite {
  /** In the order of the workbook. */
  readonly sheets: readonly string[]
  readonly names: DefinedNames
  readonly tables: readonly WorkTable[]
  readonly tableNames: TableNames
  readonly hiddenRows: ReadonlyMap<string, ReadonlySet<number>>
  readonly dates: DateCells
  /** Names that are not carried over, as the model would spell them. */
  readonly lostNames: ReadonlySet<string>
  /** The cells that arrays fill which were entered into so many and no others, by the key of the first. */
  readonly arrays: ReadonlyMap<string, Area>
}

export interface FormulaSpot extends FormulaPlace {
  readonly sheet: string
  /** Whether all of it is computed as an array. */
  readonly isArray: boolean
  /** Whether only the first value of the array is shown: it was entered into one cell. */
  readonly isFirst?: boolean
  /** Whether the cell shows a time of day or a length of time. */
  readonly showsTime?: boolean
}
