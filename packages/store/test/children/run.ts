// Runs a file of this folder in a process of its own.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export interface Child {
  readonly process: ChildProcess
  /** What it has printed so far. */
  readonly lines: string[]
  /** Resolves when it has printed this many lines; rejects when it ends before. */
  printed(count: number): Promise<void>
  /** SIGKILL, and the lines that were still in the pipe. */
  kill(): Promise<void>
}

export function runChild(file: string, ...args: string[]): Child {
  const script = fileURLToPath(new URL(file, import.meta.url))
  const child = spawn(process.execPath, ['--import', './scripts/source.mjs', script, ...args], {
    cwd: fileURLToPath(new URL('../../../../', import.meta.url)),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  const reader = createInterface({ input: child.stdout })
  reader.on('line', (line) => lines.push(line))
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const ended = once(reader, 'close')
  return {
    process: child,
    lines,
    printed: (count) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (lines.length >= count) resolve()
        }
        reader.on('line', look)
        reader.on('close', () => reject(new Error(`it ended after ${lines.length}: ${errors}`)))
        look()
      }),
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
