// Goal: a workbook that we export opens in another program with the same values, and importing what was exported gives
// the same model. Method: a model with one of everything, exported; LibreOffice without a window computes it anew from a
// copy without values. Where LibreOffice is not installed that part is shown as skipped.

import { spawnSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { CellwakeClient } from '@cellwake/client'
import { beforeAll, describe, expect, it } from 'vitest'
import { gridText } from '../src/sheets/grid-text.ts'
import { readWorkbook } from '../src/sheets/read-workbook.ts'
import { servedWorkbook } from '../src/sheets/served-workbook.ts'
import { verifyImport } from '../src/sheets/verify-import.ts'
import type { Workbook } from '../src/sheets/workbook.ts'
import { writeWorkbook } from '../src/sheets/write-workbook.ts'
import { withServer } from './server.ts'
import { inFolder } from './support.ts'

const source = `MODEL "desk"
rate = 0.19
prices = 'Q4 Revenue'!$B$2:$B$5

A1:C1 = ["Item", "Net", "Gross"]
A2:A5 = ["Tea"; "Coffee"; "Cake"; "=danger"]
B2:B5 as currency:EUR = [4; 3.5; 12.25; 100]
C2:C5 = FILL(B2 * (1 + rate))
D2:D5 = FILL(SUM(B$2:B2))
E1 as percentage = 25pct
E2 = SUM(B:B) / COUNT($B$2:$B$5)
E3 = IF(B2 > 3, "high", "low")
E4 = TEXT(B2, "0.00") & " net"
E5 = STDEV.S(B2:B5) + NORM.S.DIST(0.5, TRUE)
F1 as date = dt"2026-01-31T00:00:00Z"
F2 = YEAR(F1) * 100 + MONTH(EDATE(F1, 1))
F3 = IFERROR(1 / 0, "none")
F4 = 1 / 0
G1 = SUM(RANGE(B2, OFFSET(B2, 2, 0)))
H1 = TRANSPOSE(B2:B5)
M2:M5 = B2:B5 * 2
'Q4 Revenue'!B2:B5 = [1; 2; 3; 4]
'Q4 Revenue'!C2:C5 = FILL('Q4 Revenue'!B2 * Sheet1!$E$1)
'Q4 Revenue'!D2 = SUM(prices) * rate
'End'!A1 = SUMPRODUCT(Sheet1!B2:B5, 'Q4 Revenue'!B2:B5)
END MODEL
`

const program = ['soffice', 'libreoffice'].find(
  (name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0,
)
const server = withServer()
const folder = inFolder()
let exported: Workbook

beforeAll(async () => {
  await server.engine.deploy(source, { id: 'desk', by: 'test' })
  exported = await servedWorkbook(new CellwakeClient({ url: server.url }), 'desk')
})

describe('what is exported', () => {
  it('has every formula, with nothing left behind', () => {
    expect(exported.left).toEqual([])
  })

  it('is imported as a model that exports the same: a fixed point', async () => {
    const first = readWorkbook(writeWorkbook(exported))
    const { text, left } = gridText('desk', first)
    expect(left).toEqual([])
    expect(text).toContain('C2:C5 = FILL(B2 * (1 + rate))')
    expect(text).toContain('D2:D5 = FILL(SUM(B$2:B2))')
    expect(text).toContain('M2:M5 = B2:B5 * 2')
    expect(text).toContain('H1 = TRANSPOSE(B2:B5)')
    await server.engine.deploy(text, { id: 'again', by: 'test' })
    const again = await servedWorkbook(new CellwakeClient({ url: server.url }), 'again')
    expect(gridText('desk', readWorkbook(writeWorkbook(again))).text).toBe(text)
    expect((await verifyImport(text, first)).differences).toEqual([])
  })
})

describe.skipIf(program === undefined)('LibreOffice', () => {
  it('opens it, and computes the same values', async () => {
    const bare = {
      ...exported,
      sheets: exported.sheets.map((sheet) => ({
        ...sheet,
        cells: sheet.cells.map((cell) =>
          cell.formula === undefined ? cell : { ...cell, value: undefined },
        ),
      })),
    }
    const file = folder.path('desk.xlsx')
    await writeFile(file, writeWorkbook(bare))
    const out = folder.path('out')
    await mkdir(out, { recursive: true })
    const { status, stderr } = spawnSync(program!, [
      `-env:UserInstallation=file://${folder.path('profile')}`,
      ...['--headless', '--norestore', '--convert-to', 'xlsx:Calc MS Excel 2007 XML'],
      ...['--outdir', out, file],
    ])
    expect([status, String(stderr)]).toEqual([0, expect.any(String)])
    const opened = readWorkbook(await readFile(`${out}/desk.xlsx`))
    const { text, left } = gridText('desk', opened)
    expect(left).toEqual([])
    const { compared, differences } = await verifyImport(text, opened)
    expect(differences).toEqual([])
    expect(compared).toBeGreaterThanOrEqual(30)
  })
})
