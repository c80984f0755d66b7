// Goal: the examples on the pages of cells and of the scheduler run, and print what they say. Method: the
// examples of a page are one program; what it prints are its comments.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** The examples of a page, as one program. */
function programOf(page: string): string {
  const text = readFileSync(`${root}docs/${page}`, 'utf8')
  return Array.from(text.matchAll(/^```ts\n(.*?)^```$/gms), (match) => match[1]!).join('\n')
}

/** What a program says that it prints. */
function said(program: string): string[] {
  return Array.from(program.matchAll(/(?:^| )\/\/ (.+)$/gm), (match) => match[1]!)
}

async function printed(program: string): Promise<string[]> {
  const args = ['--import', './scripts/source.mjs', '--input-type=module', '--eval', program]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root })
  return stdout.trim().split('\n')
}

it.each([
  ['cells.md', 4],
  ['scheduler.md', 8],
])('the examples of docs/%s print what they say', async (page, lines) => {
  const folder = mkdtempSync(join(tmpdir(), 'cellwake-docs-'))
  try {
    const program = programOf(page).replace('./data.db', join(folder, 'data.db'))
    expect(said(program)).toHaveLength(lines)
    expect(await printed(program)).toEqual(said(program))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
