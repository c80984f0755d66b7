// A model of a server as a file: a workbook, the values of one sheet, or its source.

import type { CellwakeClient } from '@cellwake/client'
import { CliError } from '../errors.ts'
import { writeCsv } from './csv.ts'
import { servedWorkbook } from './served-workbook.ts'
import type { Literal, Workbook, WorkSheet } from './workbook.ts'
import { writeWorkbook } from './write-workbook.ts'

export type ExportFormat = 'xlsx' | 'csv' | 'grid'

export interface Exported {
  readonly bytes: Uint8Array
  /** Omissions, a sentence each. */
  readonly left: readonly string[]
}

export async function exportModel(
  client: CellwakeClient,
  id: string,
  format: ExportFormat,
  sheet: string | undefined,
): Promise<Exported> {
  if (format === 'grid') {
    const { source } = await client.source({ id })
    return { bytes: Buffer.from(source), left: [] }
  }
  const workbook = await servedWorkbook(client, id)
  if (format === 'xlsx') return { bytes: writeWorkbook(workbook), left: workbook.left }
  const chosen = theSheet(workbook, sheet)
  const rest = workbook.sheets.filter((one) => one !== chosen)
  return {
    bytes: Buffer.from(writeCsv(rowsOf(chosen))),
    left: [
      ...rest.map(({ name }) => `the sheet ${name}; --sheet chooses it`),
      ...workbook.names.map(({ name }) => `the name ${name}`),
      'formulas and formats: a CSV file holds values',
    ],
  }
}

function theSheet({ sheets }: Workbook, asked: string | undefined): WorkSheet {
  const found =
    asked === undefined
      ? sheets[0]
      : sheets.find(({ name }) => name.toLowerCase() === asked.toLowerCase())
  if (found !== undefined) return found
  const known = sheets.map(({ name }) => name).join(', ')
  throw new CliError('no-sheet', `There is no sheet ${asked}. The sheets are ${known}.`)
}

function rowsOf({ cells }: WorkSheet): (Literal | undefined)[][] {
  const height = cells.reduce((most, { row }) => Math.max(most, row), 0)
  const width = cells.reduce((most, { column }) => Math.max(most, column), 0)
  const rows = Array.from({ length: height }, () =>
    Array<Literal | undefined>(width).fill(undefined),
  )
  for (const { column, row, value } of cells) rows[row - 1]![column - 1] = value
  return rows
}
