// The systems that are compared: each builds a sheet from rows of cells, and changes one cell.

import { Engine } from '@cellwake/engine'
import { openStore } from '@cellwake/store'
import { HyperFormula } from 'hyperformula'
import type { Content, Edit, Workload } from './workloads.ts'

export interface Sheet {
  get(row: number, column: number): unknown
  /**
   * Makes an edit; returns when all dependents are up to date. A promise is for later work: ours is
   * durable then, as far as its store is.
   */
  edit(edit: Edit, round: number): Promise<unknown> | undefined
}

export interface System {
  /** The set-up before the clock starts: each takes the text or rows it is made for. */
  prepare(workload: Workload): () => Promise<Sheet> | Sheet
}

export const systems: Readonly<Record<string, System>> = {
  cellwake: { prepare: (workload) => deployed(sourceOf(workload.rows(workload.size))) },
  /** The same sheet with FILL. */
  'cellwake filled': { prepare: (workload) => deployed(workload.filled!(workload.size)) },
  hyperformula: {
    prepare: (workload) => {
      const rows = workload.rows(workload.size)
      return () => {
        const options = { licenseKey: 'gpl-v3', maxRows: 1_048_576 }
        const sheet = HyperFormula.buildFromArray(rows, options)
        return {
          get: (row, col) => sheet.getCellValue({ sheet: 0, row, col }),
          edit: (edit, round) => {
            const { row, column: col } = edit.formula ?? edit
            const content = edit.formula?.text(round) ?? edit.value(round)
            sheet.setCellContents({ sheet: 0, row, col }, [[content]])
            return undefined
          },
        }
      }
    },
  },
}

function deployed(source: string): () => Promise<Sheet> {
  return async () => {
    const store = await openStore('memory:')
    const engine = new Engine({ store })
    const { model } = await engine.deploy(source, { id: 'bench' })
    return {
      get: (row, column) => model.get(symbolOf(row, column)).value,
      edit: ({ row, column, value }, round) => {
        const after = model.set({ [symbolOf(row, column)]: value(round) })
        // A read computes the rest at once, if the model has paused.
        if (!model.isAtRest) model.get('A1')
        return after
      },
    }
  }
}

function symbolOf(row: number, column: number): string {
  return `${String.fromCharCode(65 + column)}${row + 1}`
}

/** The rows as a model: one assignment a line. */
export function sourceOf(rows: readonly Content[][]): string {
  const lines: string[] = []
  rows.forEach((cells, row) => {
    cells.forEach((content, column) => {
      if (content === null) return
      const text = typeof content === 'string' ? content.slice(1) : content
      lines.push(`${symbolOf(row, column)} = ${text}`)
    })
  })
  // In one piece, as it comes from a file or a request.
  return Buffer.from(`${lines.join('\n')}\n`).toString()
}
