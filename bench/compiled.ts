// A program with our packages as `npm run build` leaves them: every file compiled on its own, for the
// same target. Running from source adds a helper to each function and class, which slows down what
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
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
const packages = ['language', 'store', 'scheduler']
const tsconfigRaw = readFileSync(join(root, 'tsconfig.base.json'), 'utf8')

/** The paths of compiled programs, which may import each other. They are gone at the end of this process. */
export function compiled(...programs: URL[]): string[] {
  // Inside it our own packages are found first, around it those of the registry.
  const folder = mkdtempSync(join(root, 'node_modules', '.bench-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  write(join(folder, 'package.json'), '{ "type": "module" }')
  for (const name of packages) compilePackage(name, folder)
  return programs.map((program) => {
    const path = fileURLToPath(program)
    const to = join(folder, compiledName(basename(path)))
    write(to, compile(path))
    return to
  })
}

function compilePackage(name: string, folder: string): void {
  const from = join(root, 'packages', name)
  const to = join(folder, 'node_modules', '@cellwake', name)
  for (const file of readdirSync(join(from, 'src'), { recursive: true, encoding: 'utf8' })) {
    const path = join(from, 'src', file)
    if (file.endsWith('.ts')) {
      write(join(to, 'dist', compiledName(file)), compile(path))
    } else if (file.endsWith('.sql')) cpSync(path, join(to, 'dist', file))
  }
  const { type, exports } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'))
  const faces = JSON.stringify({ type, exports }).replaceAll(
    /\.\/src\/([^"]*)\.ts/g,
    './dist/$1.js',
  )
  write(join(to, 'package.json'), faces)
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
