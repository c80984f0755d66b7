// The server that the live rig kills, as one file of JavaScript. It starts after every kill, and from source that
// takes three seconds of a processor each time; so it takes half a second.

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'

const PACKAGES = fileURLToPath(new URL('../../../node_modules', import.meta.url))
const SOURCE = fileURLToPath(new URL('./live-kill-child.ts', import.meta.url))

export interface Program extends AsyncDisposable {
  readonly path: string
}

export async function serverProgram(): Promise<Program> {
  // Beside the packages that stay outside.
  const folder = await mkdtemp(join(PACKAGES, '.cellwake-live-kill-'))
  const path = join(folder, 'server.mjs')
  await build({
    entryPoints: [SOURCE],
    outfile: path,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['@cellwake/source'],
    // Binaries, and what looks for them.
    external: ['better-sqlite3', 'pg'],
    // Packages in the older format call it.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    plugins: [ownAddresses],
  })
  return {
    path,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

/** A file of ours finds what lies beside it, such as the tables of a store, where it was before. */
const ownAddresses: Plugin = {
  name: 'own addresses',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]packages[\\/]\w+[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
      const address = JSON.stringify(pathToFileURL(path).href)
      const source = await readFile(path, 'utf8')
      return { loader: 'ts', contents: source.replaceAll('import.meta.url', address) }
    }),
}
