// The rig of workbooks: made at random, calculated by LibreOffice, imported here, and compared cell by cell. It first
// plants an import that rounds the wrong way, and fails if the comparison lets it pass.

import { gridText, readWorkbook, verifyImport, writeWorkbook } from 'cellwake/workbooks'
import { randomBook } from './generate.ts'
import { calculated, office } from './libreoffice.ts'

export interface WorkbookFindings {
  readonly figures: Readonly<Record<string, number>>
  readonly violations: readonly string[]
  /** LibreOffice is not on this machine. */
  readonly skipped?: string
}

export interface WorkbookRigOptions {
  readonly seed: number
  readonly books: number
  /** Formulas of a workbook, beside those that are filled. */
  readonly formulas?: number
  readonly log: (line: string) => void
}

const BATCH = 20

export async function workbookRig({
  seed,
  books,
  formulas = 200,
  log,
}: WorkbookRigOptions): Promise<WorkbookFindings> {
  const program = office()
  const none = { figures: {}, violations: [] }
  if (program === undefined) return { ...none, skipped: 'LibreOffice is not on this machine' }
  const violations: string[] = []
  let compared = 0
  let lines = 0
  let isPlantNoticed = false
  for (let done = 0; done < books; done += BATCH) {
    const seeds = Array.from({ length: Math.min(BATCH, books - done) }, (_, i) => seed + done + i)
    const made = seeds.map((one) => writeWorkbook(randomBook(one, formulas)))
    const answers = await calculated(program, made)
    for (const [i, bytes] of answers.entries()) {
      const workbook = readWorkbook(bytes)
      const { text, left } = gridText(`book ${seeds[i]}`, workbook)
      const { compared: cells, differences } = await verifyImport(text, workbook)
      compared += cells
      lines += text.split('\n').length
      for (const what of left) violations.push(`book ${seeds[i]}: not carried over: ${what}`)
      for (const { symbol, workbook: there, model } of differences) {
        const written = formulaAt(workbook, symbol)
        violations.push(
          `book ${seeds[i]}: ${symbol} = ${written} is ${there} there and ${model} here`,
        )
      }
      isPlantNoticed ||= await notices(text, workbook)
    }
    log(`workbooks: ${done + seeds.length} of ${books}, ${compared} cells compared`)
  }
  if (!isPlantNoticed)
    violations.push('the planted import that rounds the wrong way was not noticed')
  return { figures: { books, compared, lines }, violations }
}

/** Whether the comparison sees that numbers are rounded down. */
async function notices(
  text: string,
  workbook: Parameters<typeof verifyImport>[1],
): Promise<boolean> {
  const planted = text.replaceAll(/\bROUND\(/g, 'ROUNDDOWN(')
  if (planted === text) return false
  return (await verifyImport(planted, workbook)).differences.length > 0
}

function formulaAt({ sheets }: Parameters<typeof verifyImport>[1], symbol: string): string {
  const place = symbol.slice(symbol.lastIndexOf('!') + 1)
  for (const { name, cells } of sheets) {
    if (!symbol.startsWith(name) && !symbol.startsWith(`'${name.replaceAll("'", "''")}'`)) continue
    const found = cells.find(({ column, row }) => `${'ABCDEFGHIJ'[column - 1]}${row}` === place)
    if (found !== undefined) return found.formula ?? 'part of an array'
  }
  return '?'
}
