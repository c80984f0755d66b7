// Shared by the tests of the command line: a folder of their own, and the program run in it.

import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll } from 'vitest'

const program = fileURLToPath(new URL('../bin/cellwake.mjs', import.meta.url))

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** A temporary folder for the tests of one file. */
export function inFolder(): { path(name: string): string } {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cellwake-cli-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  return { path: (name) => join(folder, name) }
}

/** Runs the program to its end; `input` is its standard input. */
export function cellwake(args: readonly string[], input = '', flags: readonly string[] = []) {
  return new Promise<Ended>((resolve, reject) => {
    const child = spawn(process.execPath, [...flags, program, ...args])
    let [out, err] = ['', '']
    child.stdout.on('data', (chunk) => (out += chunk))
    child.stderr.on('data', (chunk) => (err += chunk))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, out, err }))
    // A program that has seen enough closes the pipe before everything is written.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })
}
