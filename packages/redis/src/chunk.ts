// The evaluator as Lua. A published package brings it built; a clone translates it, once for each change.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Beside the compiled files of this package. */
export const BUILT_CHUNK = 'evaluator.lua'

export function evaluatorChunk(): Promise<string> {
  chunk ??= builtChunk()
  return chunk
}

let chunk: Promise<string> | undefined

interface Translator {
  cachedChunk(folder: string): string
}

async function builtChunk(): Promise<string> {
  const built = readIfThere(new URL(BUILT_CHUNK, import.meta.url))
  if (built !== undefined) return built
  // Named apart from the import: the translator is an entry point of the clone alone, and not compiled into
  // the packages.
  const translator = '@cellwake/runtime/lua'
  const { cachedChunk } = (await import(translator)) as Translator
  return cachedChunk(
    fileURLToPath(new URL('../../../node_modules/.cache/cellwake-lua', import.meta.url)),
  )
}

/** The host of models, written by hand. */
export function hostLua(): string {
  return readFileSync(new URL('../lua/host.lua', import.meta.url), 'utf8')
}

function readIfThere(url: URL): string | undefined {
  try {
    return readFileSync(url, 'utf8')
  } catch {
    return undefined
  }
}
