// A workbook or a CSV file from the disk, by the end of its name. Nothing in it is run.

import { open } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { CliError } from './errors.ts'
import { IMPORT_MAX_BYTES } from './limits.ts'
import { readCsv } from './sheets/csv.ts'
import { gridText, type Imported } from './sheets/grid-text.ts'
import { readWorkbook } from './sheets/read-workbook.ts'
import type { Workbook } from './sheets/workbook.ts'

export async function importFile(file: string, title: string | undefined): Promise<Imported> {
  const bytes = await bytesOf(file)
  const ending = extname(file).toLowerCase()
  const workbook = read(bytes, ending, file)
  return gridText(title ?? basename(file, extname(file)), workbook)
}

function read(bytes: Uint8Array, ending: string, file: string): Workbook {
  if (ending === '.xlsx' || ending === '.xlsm') return readWorkbook(bytes)
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
