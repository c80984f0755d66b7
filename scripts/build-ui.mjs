// Builds the user interface into packages/server/ui if its sources changed since the last time. `npm start` and
// `npm test` call it after the set-up; it costs a few milliseconds when there is nothing to do.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { withLock } from './lock.mjs'
import { root, runTool, tools } from './run.mjs'

// Outside of the folder that is built: everything in there is served.
const stampFile = join(root, 'node_modules', '.cellwake-ui')
const index = join(root, 'packages', 'server', 'ui', 'index.html')
/** Inputs of the build, beside the versions in the lockfile. */
const sources = [
  'package-lock.json',
  'packages/web/index.html',
  'packages/web/vite.config.ts',
  'packages/web/public',
  'packages/web/src',
  'packages/client/src',
  'packages/language/src',
]

export async function buildUi() {
  if (isBuilt(wanted())) return
  await withLock(`${root} ui`, async () => {
    // Another start may have done the work while this one waited.
    const stamp = wanted()
    if (isBuilt(stamp)) return
    process.stderr.write('Building the user interface, a few seconds…\n')
    // On stderr, so that a command's own output stays clean.
    const code = await runTool(tools.vite, ['build', 'packages/web', '--logLevel', 'warn'], {
      stdio: ['ignore', 2, 2],
    })
    if (code !== 0) {
      process.stderr.write('The user interface could not be built; the lines above say why.\n')
      process.exit(1)
    }
    writeFileSync(stampFile, stamp)
  })
}

function isBuilt(stamp) {
  try {
    return existsSync(index) && readFileSync(stampFile, 'utf8') === stamp
  } catch {
    return false
  }
}

function wanted() {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of filesOf(source)) {
      hash.update(`${file}\n`)
      hash.update(readFileSync(join(root, file)))
    }
  }
  return hash.digest('hex')
}

/** A file itself, or the files below a folder in an order that does not change. */
function filesOf(source) {
  if (/\.\w+$/.test(source)) return [source]
  return readdirSync(join(root, source), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort()
}

// `node scripts/build-ui.mjs` on its own only builds.
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildUi()
