// `cellwake` and its entries for modules of the user's own, wherever they lie: one that cannot be found beside a module is
// that of the program which loads it. So a folder with models and functions needs no installation of its own.

import { readdirSync, readFileSync } from 'node:fs'
import Module, { register } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** In a clone the packages stand for their source. */
const isClone = import.meta.url.endsWith('.ts')
const condition = isClone ? '@cellwake/source' : 'default'

let isOffered = false

/** From now on modules find it. */
export function offerOwnPackage(): void {
  if (isOffered) return
  isOffered = true
  const known = ownEntries()
  const hook = `let known
export function initialize(data) { known = data }
export async function resolve(name, context, next) {
  try { return await next(name, context) }
  catch (error) {
    const own = known[name.split('?')[0]]
    if (own === undefined) throw error
    return await next(own, context)
  }
}`
  const data = Object.fromEntries(
    [...known].map(([name, file]) => [name, pathToFileURL(file).href]),
  )
  register(`data:text/javascript,${encodeURIComponent(hook)}`, { data })
  offerToRequire(known)
}

/** The same for a module that is read as CommonJS: one in a folder that does not say `"type": "module"`. */
function offerToRequire(known: ReadonlyMap<string, string>): void {
  const module = Module as unknown as { _resolveFilename: ResolveFilename }
  const before = module._resolveFilename
  module._resolveFilename = function (this: unknown, name, ...rest) {
    try {
      return before.call(this, name, ...rest)
    } catch (error) {
      const own = known.get(name.split('?')[0]!)
      if (own === undefined) throw error
      return before.call(this, own, ...rest)
    }
  }
}

type ResolveFilename = (name: string, ...rest: unknown[]) => string

/** The names under which our files are imported. */
function ownEntries(): Map<string, string> {
  const own = new URL('../../', import.meta.url)
  const packages = new URL('../', own)
  const folders = isClone
    ? readdirSync(packages).map((name) => new URL(`${name}/`, packages))
    : [own]
  return new Map(folders.flatMap(entriesOf))
}

function entriesOf(folder: URL): [string, string][] {
  const { name, exports } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')) as {
    name: string
    exports?: Readonly<Record<string, Readonly<Record<string, string>>>>
  }
  return Object.entries(exports ?? {}).flatMap(([entry, files]) => {
    const file = files[condition]
    return file === undefined
      ? []
      : [[`${name}${entry.slice(1)}`, fileURLToPath(new URL(file, folder))]]
  })
}
