// Programs of this folder as JavaScript, so that they measure the packages as they are published: without the condition
// for source, an import means `dist`. Running from source would add a helper to each function that a workload makes.

import { mkdtempSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
let folder: string | undefined

/**
 * The path of a compiled program of this folder. It is gone at the end of this process. With `bundled` our packages are part
 * of it, as in a program for a browser.
 */
export function compiled(program: URL, bundled = false): string {
  folder ??= newFolder()
  const entry = fileURLToPath(program)
  const outfile = join(folder, `${basename(entry, '.ts')}-${++programs}.mjs`)
  buildSync({
    entryPoints: [entry],
    outfile,
    bundle: true,
    ...(bundled ? { minify: true } : { packages: 'external' }),
    platform: 'node',
    format: 'esm',
    target: 'es2023',
  })
  return outfile
}

let programs = 0

/** Beside the packages that the programs import. */
function newFolder(): string {
  const made = mkdtempSync(join(root, 'node_modules', '.bench-'))
  process.on('exit', () => rmSync(made, { recursive: true, force: true }))
  return made
}
