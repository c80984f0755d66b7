// The rig of workbooks: made at random, calculated by LibreOffice, imported here, and compared cell by cell; then
// exported, which must import as the same model, and calculated by LibreOffice once more. It plants an import that
// counts instead of adding up, and fails if the comparison lets it pass.

import { gridText, readWorkbook, verifyImport, writeWorkbook } from 'cellwake/workbooks'
import { Rounds } from './around.ts'
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
  const rounds = await Rounds.open()
  const compare = async (title: string, bytes: Uint8Array) => {
    const workbook = readWorkbook(bytes)
    const { text, left } = gridText(title, workbook)
    const { compared: cells, differences } = await verifyImport(text, workbook)
    compared += cells
    lines += text.split('\n').length
    for (const what of left) violations.push(`${title}: not carried over: ${what}`)
    for (const { symbol, workbook: there, model } of differences) {
      const written = formulaAt(workbook, symbol)
      violations.push(`${title}: ${symbol} = ${written} is ${there} there and ${model} here`)
    }
    return { text, workbook }
  }
  try {
    for (let done = 0; done < books; done += BATCH) {
      const seeds = Array.from({ length: Math.min(BATCH, books - done) }, (_, i) => seed + done + i)
      const made = seeds.map((one) => writeWorkbook(randomBook(one, formulas)))
      const exported: Uint8Array[] = []
      for (const [i, bytes] of (await calculated(program, made)).entries()) {
        const title = `book ${seeds[i]}`
        const { text, workbook } = await compare(title, bytes)
        const { bare, changes } = await rounds.of(title, text)
        exported.push(bare)
        for (const change of changes) violations.push(`${title}, around once: ${change}`)
        isPlantNoticed ||= await notices(text, workbook)
      }
      for (const [i, bytes] of (await calculated(program, exported)).entries())
        await compare(`book ${seeds[i]}, exported`, bytes)
      log(`workbooks: ${done + seeds.length} of ${books}, ${compared} cells compared`)
    }
  } finally {
    await rounds.close()
  }
  if (!isPlantNoticed)
    violations.push('the planted import that counts instead of adding up was not noticed')
  return { figures: { books, compared, lines }, violations }
}

/** Whether the comparison sees that numbers are counted and not added up. */
async function notices(
  text: string,
  workbook: Parameters<typeof verifyImport>[1],
): Promise<boolean> {
  const planted = text.replaceAll(/\bSUM\(/g, 'COUNT(')
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
