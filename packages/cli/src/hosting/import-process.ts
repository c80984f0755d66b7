// Imports for the server, each in a process of its own: `cellwake import`, with a heap and a time that end. Damage
// by a hostile file is confined to the process, and the models of the host go on meanwhile.

import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { giveWay } from '@cellwake/engine'
import type { ImportFile } from '@cellwake/server'
import { IMPORT_ANSWER_MAX_CHARS, IMPORT_HEAP_MB, IMPORT_WALL_MS } from '../limits.ts'

const program = fileURLToPath(new URL('../../bin/cellwake.mjs', import.meta.url))

/** One at a time: a second caller must retry. */
export function importInProcess(): ImportFile {
  let isRunning = false
  return async (name, bytes) => {
    if (isRunning) return { refused: 'busy', why: 'Another file is being imported.' }
    isRunning = true
    const folder = await mkdtemp(join(tmpdir(), 'cellwake-import-'))
    try {
      // Only the ending is taken over: a name from outside is no name of a file here.
      const file = join(folder, `file${endingOf(name)}`)
      await writeFile(file, bytes)
      const title = basename(name, extname(name)).slice(0, 100) || 'Imported'
      return answerOf(await output([program, 'import', file, '--json', '--title', title]))
    } finally {
      isRunning = false
      await rm(folder, { recursive: true, force: true })
    }
  }
}

function endingOf(name: string): string {
  const ending = extname(name).toLowerCase()
  return /^\.[a-z]{1,5}$/.test(ending) ? ending : '.xlsx'
}

/** The output of the process; undefined if it was killed, or printed more than fits. */
function output(args: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [`--max-old-space-size=${IMPORT_HEAP_MB}`, ...args], {
      // The environment of the host, with its secrets, is not passed on.
      env: {},
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: IMPORT_WALL_MS,
      killSignal: 'SIGKILL',
    })
    giveWay(child)
    let text = ''
    child.stdout.setEncoding('utf8')
    child.stdout.on('data', (part: string) => {
      text += part
      if (text.length > IMPORT_ANSWER_MAX_CHARS) child.kill('SIGKILL')
    })
    child.on('error', reject)
    child.on('close', (_, signal) => resolve(signal === null ? text : undefined))
  })
}

interface Printed {
  readonly error?: { readonly message: string }
  readonly text: string
  readonly cells: number
  readonly formulas: number
  readonly names: number
  readonly left: readonly string[]
  readonly verified: {
    readonly compared: number
    readonly equal: number
    readonly differences: readonly { symbol: string; workbook: string; model: string }[]
  }
}

function answerOf(text: string | undefined): Awaited<ReturnType<ImportFile>> {
  const printed = text === undefined ? undefined : printedIn(text)
  if (printed === undefined) {
    const why =
      'The file takes more time or memory than an import has. Split it, or import it with cellwake import.'
    return { refused: 'bad-file', why }
  }
  if (printed.error !== undefined) return { refused: 'bad-file', why: printed.error.message }
  const { text: source, cells, formulas, names, left, verified } = printed
  return { source, cells, formulas, names, left, ...verified }
}

function printedIn(text: string): Printed | undefined {
  try {
    return JSON.parse(text) as Printed
  } catch {
    return undefined
  }
}
