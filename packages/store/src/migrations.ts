// Numbered SQL files, applied in order, each once. A database with a higher number than ours was
// written by a newer version, and is left alone.

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export interface Migration {
  readonly number: number
  readonly name: string
  readonly sql: string
}

/** The migrations beside a module, in order. */
export function readMigrations(moduleUrl: string): Migration[] {
  const folder = fileURLToPath(new URL('./migrations/', moduleUrl))
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({
      number: Number(file.slice(0, 4)),
      name: file,
      sql: readFileSync(folder + file, 'utf8'),
    }))
}
