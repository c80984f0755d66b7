// The server of a rig as one file of JavaScript. A rig that kills it restarts it often, and from source a start
// takes three seconds of a processor; bundled it takes half a second.

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'

const PACKAGES = fileURLToPath(new URL('../../../node_modules', import.meta.url))
const HERE = fileURLToPath(new URL('.', import.meta.url))

export interface Program extends AsyncDisposable {
  readonly path: string
}

/** From a file beside this one. */
export async function serverProgram(source: string): Promise<Program> {
  // Beside the packages that stay outside.
  const folder = await mkdtemp(join(PACKAGES, '.cellwake-server-'))
  const path = join(folder, 'server.mjs')
  await build({
    entryPoints: [join(HERE, source)],
    outfile: path,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['@cellwake/source'],
    // Binaries, and their loaders.
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

/** A bundled file of ours finds its neighbours, such as the tables of a store, at their old place. */
const ownAddresses: Plugin = {
  name: 'own addresses',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]packages[\\/]\w+[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
      const address = JSON.stringify(pathToFileURL(path).href)
      const source = await readFile(path, 'utf8')
      return { loader: 'ts', contents: source.replaceAll('import.meta.url', address) }
    }),
}
