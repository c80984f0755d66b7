// A workbook or a CSV file from the disk, by the end of its name. Nothing in it is run.

import { open } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { CliError } from '../errors.ts'
import { IMPORT_MAX_BYTES } from '../limits.ts'
import { readCsv } from './csv.ts'
import { isWorkbook, mustBeReadable } from './file-kind.ts'
import { gridText, type Imported } from './grid-text.ts'
import { readWorkbook } from './read-workbook.ts'
import { type Verified, verifyImport } from './verify-import.ts'
import type { Workbook } from './workbook.ts'

/** An import, and its comparison with the values of the file. */
export interface VerifiedImport extends Imported {
  readonly verified: Verified
}

export async function importFile(file: string, title: string | undefined): Promise<VerifiedImport> {
  const bytes = await bytesOf(file)
  const ending = extname(file).toLowerCase()
  return verifiedImport(title ?? basename(file, extname(file)), read(bytes, ending, file))
}

/** A workbook as a model, each formula of which was computed and compared. */
export async function verifiedImport(title: string, workbook: Workbook): Promise<VerifiedImport> {
  const imported = gridText(title, workbook)
  const verified =
    imported.formulas === 0
      ? { compared: 0, equal: 0, differences: [] }
      : await verifyImport(imported.text, workbook)
  return { ...imported, verified }
}

function read(bytes: Uint8Array, ending: string, file: string): Workbook {
  mustBeReadable(bytes)
  if (isWorkbook(bytes) || ending === '.xlsx' || ending === '.xlsm') return readWorkbook(bytes)
  if (ending === '.csv' || ending === '.tsv') return readCsv(textOf(bytes), 'Sheet1')
  throw new CliError('bad-file', `${file} is neither .xlsx nor .csv. Save it as one of them.`)
}

async function bytesOf(file: string): Promise<Uint8Array> {
  try {
    await using handle = await open(file, 'r')
    const { size } = await handle.stat()
    if (size > IMPORT_MAX_BYTES) {
      const most = IMPORT_MAX_BYTES / 1024 ** 2
      throw new CliError('file-too-large', `${file} is larger than ${most} MiB. Split it.`)
    }
    return await handle.readFile()
  } catch (error) {
    if (error instanceof CliError) throw error
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new CliError('bad-file', `${file} cannot be read (${why}). Check its name.`)
  }
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new CliError('bad-file', 'This is not UTF-8 text. Save the file as CSV UTF-8.')
  }
}
