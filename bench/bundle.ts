// Programs as one file of JavaScript each, without the helpers that running from source adds to every class:
// they make a new node twice as slow. Packages from the registry stay outside. Where nodes are rather run
// than made, the source is faster: a bundle turns constants into variables, which are not folded.

import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
const bundles = new Map<string, string>()

/** The path of a bundle of a program, made once in this process and gone at its end. */
export function bundleOf(program: URL): string {
  const path = fileURLToPath(program)
  const known = bundles.get(path)
  if (known !== undefined) return known
  // Beside the packages that it imports.
  const folder = mkdtempSync(join(root, 'node_modules', '.bench-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const { outputFiles } = buildSync({
    entryPoints: [path],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    tsconfig: join(root, 'tsconfig.base.json'),
    packages: 'external',
    alias: ourPackages(),
  })
  const bundle = join(folder, 'program.mjs')
  writeFileSync(bundle, outputFiles[0]!.contents)
  // SQLite reads its tables from beside itself.
  const migrations = join(root, 'packages', 'store', 'src', 'sqlite', 'migrations')
  cpSync(migrations, join(folder, 'migrations'), { recursive: true })
  bundles.set(path, bundle)
  return bundle
}

/** Ours are part of the bundle. */
function ourPackages(): Record<string, string> {
  const names = ['engine', 'language', 'runtime', 'scheduler', 'store']
  const faces = names.map((name) => [
    `@cellwake/${name}`,
    join(root, 'packages', name, 'src', 'index.ts'),
  ])
  const time = join(root, 'packages', 'language', 'src', 'time', 'index.ts')
  return Object.fromEntries([['@cellwake/language/time', time], ...faces])
}
