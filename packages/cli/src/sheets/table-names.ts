// Names for the tables of a workbook and for their columns, as formulas read them: `SUM(Sales[Price])` becomes
// `SUM(Sales_Price)`, beside the name of those cells. Only names that some formula reads are in a model.

import { NAME_MAX_CHARS, NAMED_AREA_MAX_CELLS } from '../limits.ts'
import { type DefinedNames, freeName } from './defined-names.ts'
import type { ReferenceNode } from './formula-nodes.ts'
import type { TablePart } from './table-reference.ts'
import type { WorkTable } from './workbook.ts'

export interface TableName {
  /** As the model spells it. */
  readonly spelled: string
  /** As the workbook writes what it stands for: `Sales[Price]`. */
  readonly shown: string
  readonly reference: ReferenceNode
}

export class TableNames {
  readonly #spelled = new Map<string, string>()
  readonly #read = new Map<string, TableName>()
  /** Those that a model cannot have, such as one within a cycle: their cells are written out. */
  readonly #refused = new Set<string>()

  constructor(tables: readonly WorkTable[], names: DefinedNames) {
    const taken = new Set(names.taken)
    for (const { name, columns } of tables) {
      for (const column of [undefined, ...columns]) {
        const spelled = freeName(tidy(column === undefined ? name : `${name}_${column}`), taken)
        taken.add(spelled.toLowerCase())
        this.#spelled.set(keyOf(name, column), spelled)
      }
    }
  }

  /** The names that were asked for, in the order in which they were. */
  get read(): readonly TableName[] {
    return [...this.#read.values()]
  }

  /** Begins again, with no name asked for. */
  forget(): void {
    this.#read.clear()
  }

  refuse(spelled: string): void {
    this.#refused.add(spelled)
  }

  /** The name of all the data of a table or of one column; undefined for other parts, and for few or too many cells. */
  nameOf({ table, reference, column, isData }: TablePart): string | undefined {
    if (!isData) return undefined
    const spelled = this.#spelled.get(keyOf(table.name, column))
    if (spelled === undefined || spelled.length > NAME_MAX_CHARS || this.#refused.has(spelled))
      return undefined
    if (!isWorthName(reference)) return undefined
    if (!this.#read.has(spelled)) {
      const shown = column === undefined ? table.name : `${table.name}[${column}]`
      this.#read.set(spelled, { spelled, shown, reference })
    }
    return spelled
  }
}

/** `Unit Price ($)` as `Unit_Price`. */
function tidy(name: string): string {
  return name.replace(/[^\p{L}\p{N}]+/gu, '_').replace(/(?<=.)_$/, '')
}

function keyOf(table: string, column: string | undefined): string {
  return column === undefined ? table : `${table}\n${column}`
}

function isWorthName({ column, row, last }: ReferenceNode): boolean {
  if (last?.column === undefined || last.row === undefined) return false
  const columns = last.column.at - column!.at + 1
  const rows = last.row.at - row!.at + 1
  return rows > 1 && columns * rows <= NAMED_AREA_MAX_CELLS
}
