// `npm run build`: builds the user interface and compiles every package to its dist/. tsc leaves .sql files behind, so the
// migrations are copied beside the code that reads them; the evaluator for Redis is translated to Lua.
import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildUi } from './build-ui.mjs'
import { root, runSource, runTool, tools } from './run.mjs'
import { setup } from './setup.mjs'

/** Resolves with the exit code of the compiler. */
export async function build() {
  await setup()
  await buildUi()
  const code = await runTool(tools.tsc, ['-b'], { stdio: ['ignore', 2, 2] })
  if (code !== 0) return code
  copySql()
  return runSource('scripts/build-lua.ts', [])
}

function copySql() {
  for (const name of readdirSync(join(root, 'packages'))) {
    const src = join(root, 'packages', name, 'src')
    for (const file of filesIn(src).filter((path) => path.endsWith('.sql')))
      cpSync(join(src, file), join(root, 'packages', name, 'dist', file))
  }
}

function filesIn(folder) {
  try {
    return readdirSync(folder, { recursive: true })
  } catch {
    return []
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = await build()
