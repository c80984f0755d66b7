// A workbook or a CSV file from the disk, by the end of its name. Nothing in it is run.

import { open } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { CliError } from '../errors.ts'
import { FINDING_ROUNDS, IMPORT_MAX_BYTES } from '../limits.ts'
import { count } from '../text/output.ts'
import { readCsv } from './csv.ts'
import { isWorkbook, mustBeReadable } from './file-kind.ts'
import { gridText, type Imported } from './grid-text.ts'
import { readWorkbook } from './read-workbook.ts'
import { type Comparison, comparison, type Verified, verified } from './verify-import.ts'
import { keyOf, type Workbook } from './workbook.ts'

/** An import, and its comparison with the values of the file. */
export interface VerifiedImport extends Omit<Imported, 'kept' | 'doubtful'> {
  readonly verified: Verified
}

export async function importFile(file: string, title: string | undefined): Promise<VerifiedImport> {
  const bytes = await bytesOf(file)
  const ending = extname(file).toLowerCase()
  return verifiedImport(title ?? basename(file, extname(file)), read(bytes, ending, file))
}

/** A workbook as a model, each formula of which was computed and compared. */
export async function verifiedImport(title: string, workbook: Workbook): Promise<VerifiedImport> {
  let imported = gridText(title, workbook)
  let compared = await comparisonOf(imported, workbook)
  const keep = new Map<string, string>()
  const numbers = new Set<string>()
  for (let round = 0; round < FINDING_ROUNDS; round++) {
    const known = keep.size + numbers.size
    for (const { key } of compared.differences) {
      const why = imported.doubtful.get(key)
      if (why !== undefined) keep.set(key, why)
    }
    for (const key of firstLengths(compared.lengths)) numbers.add(key)
    if (keep.size + numbers.size === known) break
    imported = gridText(title, workbook, { keep, numbers })
    compared = await comparisonOf(imported, workbook)
  }
  const { text, cells, formulas, names, left, kept } = imported
  const doubts = doubtsAbout(workbook, kept, compared)
  return { text, cells, formulas, names, left: [...left, ...doubts], verified: verified(compared) }
}

/** A subtraction of dates gives a length of time. What reads it is a number again as soon as that is one. */
function firstLengths(lengths: ReadonlyMap<string, string>): readonly string[] {
  const subtracting = [...lengths].flatMap(([key, formula]) => (formula.includes('-') ? [key] : []))
  return subtracting.length > 0 ? subtracting : [...lengths.keys()]
}

async function comparisonOf(
  { text, formulas, kept }: Imported,
  workbook: Workbook,
): Promise<Comparison> {
  return formulas === 0
    ? { compared: 0, differences: [], lengths: new Map() }
    : comparison(text, workbook, kept)
}

/** Why formulas could not be compared, or differ although nothing is wrong with them. */
function doubtsAbout(
  { sheets, isStale }: Workbook,
  kept: ReadonlySet<string>,
  { differences }: Comparison,
): string[] {
  let bare = 0
  for (const { name, cells } of sheets) {
    for (const { column, row, formula, value } of cells) {
      if (formula === undefined || value !== undefined) continue
      if (!kept.has(keyOf(name, column, row))) bare++
    }
  }
  return [
    ...(bare === 0
      ? []
      : [
          `a comparison of ${count(bare, 'formula')}: the file has no value for them. ${saveFirst}`,
        ]),
    ...(isStale !== true || differences.length === 0
      ? []
      : [`values as they are: the file asks to be calculated when it is opened. ${saveFirst}`]),
  ]
}

const saveFirst = 'Open it in Excel or LibreOffice, save it, and import that'

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
