// The built library, kept in a folder under a name made of everything it was built from: translating takes
// seconds, and tests need it often.

import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { version } from 'typescript-to-lua'
import { buildChunk } from './build.ts'
import { luaPrimitives, sharedFiles, sourceFolder } from './files.ts'

/** `buildChunk` behind a cache in a folder, which is for nothing else: built only on a miss. */
export function cachedChunk(folder: string): string {
  mkdirSync(folder, { recursive: true })
  const name = `library-${fingerprint()}.lua`
  return readIfThere(join(folder, name)) ?? kept(folder, name, buildChunk())
}

/** Undefined if it is not there, or not any more: another process may have replaced it. */
function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function kept(folder: string, name: string, chunk: string): string {
  // Under a name of its own first: another process must never read half a file.
  const draft = join(folder, `draft-${process.pid}.lua`)
  writeFileSync(draft, chunk)
  renameSync(draft, join(folder, name))
  for (const other of readdirSync(folder))
    if (other.startsWith('library-') && other !== name) rmSync(join(folder, other), { force: true })
  return chunk
}

const PRIMITIVES = ['primitives.ts', 'primitive-budgets.ts', 'primitive-texts.ts']

function fingerprint(): string {
  const build = fileURLToPath(new URL('.', import.meta.url))
  const files = [
    ...sharedFiles().map((path) => join(sourceFolder, path)),
    ...readdirSync(build).map((name) => join(build, name)),
    // Lua has its own, but its types decide how calls are translated.
    ...PRIMITIVES.map((name) => join(sourceFolder, name)),
    luaPrimitives,
  ]
  const hash = createHash('sha256').update(version)
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(file)).update('\0')
  return hash.digest('hex').slice(0, 16)
}
