// In a clone of the project the program of a child is bundled from its source, so that it is one file of JavaScript: under
// its permissions a child could not run a compiler, and compiling while it loads would take a second each time.
import { createHash } from 'node:crypto'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'

const cache = fileURLToPath(
  new URL('../../../../node_modules/.cache/cellwake-sandbox', import.meta.url),
)

/** The path of the program, as it is now. */
export function bundled() {
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL('./program.ts', import.meta.url))],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
  })
  const { text } = outputFiles[0]
  const path = join(cache, `${createHash('sha256').update(text).digest('hex').slice(0, 16)}.mjs`)
  mkdirSync(cache, { recursive: true })
  // Another process may be writing the same.
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, text)
  renameSync(draft, path)
  return path
}
