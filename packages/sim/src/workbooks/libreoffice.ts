// LibreOffice without a window, as a second opinion: it is given a workbook without values, and gives it back with them.

import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OFFICE_MS } from '../limits.ts'

/** The program, if it is on this machine. */
export function office(): string | undefined {
  return ['soffice', 'libreoffice'].find(
    (name) => spawnSync(name, ['--version'], { stdio: 'ignore', timeout: OFFICE_MS }).status === 0,
  )
}

/** All workbooks in one start of the program, which takes longer than they do. */
export async function calculated(
  program: string,
  books: readonly Uint8Array[],
): Promise<Uint8Array[]> {
  const folder = await mkdtemp(join(tmpdir(), 'cellwake-office-'))
  try {
    const files = books.map((_, i) => join(folder, `book${i}.xlsx`))
    await Promise.all(files.map((file, i) => writeFile(file, books[i]!)))
    const out = join(folder, 'out')
    // A profile of its own: another LibreOffice may be open, and would be asked instead.
    await run(program, [
      `-env:UserInstallation=file://${folder}/profile`,
      ...['--headless', '--norestore', '--convert-to', 'xlsx:Calc MS Excel 2007 XML'],
      ...['--outdir', out],
      ...files,
    ])
    return await Promise.all(books.map((_, i) => readFile(join(out, `book${i}.xlsx`))))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function run(program: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], timeout: OFFICE_MS })
    let said = ''
    child.stderr.on('data', (text) => {
      said += text
    })
    child.on('error', reject)
    child.on('exit', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`LibreOffice ended with ${code}: ${said.slice(0, 500)}`))
    })
  })
}
