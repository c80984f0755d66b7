// Programs of this folder with our packages as `npm run build` leaves them: every file compiled on its own,
// for the same target. Running from source adds a helper to each function and class, which slows down what
// makes any in each run; a bundle turns constants into variables, which are not folded.

import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
const packages = ['engine', 'language', 'runtime', 'scheduler', 'store']
const tsconfigRaw = readFileSync(join(root, 'tsconfig.base.json'), 'utf8')
let folder: string | undefined

/** The path of a compiled program of this folder. It is gone at the end of this process. */
export function compiled(program: URL): string {
  folder ??= compileAll()
  return join(folder, compiledName(relative(root, fileURLToPath(program))))
}

function compileAll(): string {
  // Inside it our own packages are found first, around it those of the registry.
  const made = mkdtempSync(join(root, 'node_modules', '.bench-'))
  process.on('exit', () => rmSync(made, { recursive: true, force: true }))
  write(join(made, 'package.json'), '{ "type": "module" }')
  compileFolder(join(root, 'bench'), join(made, 'bench'))
  for (const name of packages) compilePackage(name, join(made, 'node_modules', '@cellwake', name))
  return made
}

function compilePackage(name: string, to: string): void {
  const from = join(root, 'packages', name)
  compileFolder(join(from, 'src'), join(to, 'dist'))
  const { type, exports } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'))
  const faces = JSON.stringify({ type, exports }).replaceAll(
    /\.\/src\/([^"]*)\.ts/g,
    './dist/$1.js',
  )
  write(join(to, 'package.json'), faces)
}

function compileFolder(from: string, to: string): void {
  for (const file of readdirSync(from, { recursive: true, encoding: 'utf8' })) {
    const path = join(from, file)
    if (file.endsWith('.ts')) write(join(to, compiledName(file)), compile(path))
    // SQLite reads its tables from beside itself.
    else if (file.endsWith('.sql')) cpSync(path, join(to, file))
  }
}

function compile(path: string): string {
  const { code } = transformSync(readFileSync(path, 'utf8'), {
    loader: 'ts',
    format: 'esm',
    target: 'es2023',
    tsconfigRaw,
  })
  return code.replaceAll(/((?:from|import)\s*\(?\s*"\.{1,2}\/[^"]*)\.ts"/g, '$1.js"')
}

function compiledName(file: string): string {
  return file.replace(/\.ts$/, '.js')
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
