// Functions of the user's own: of `--functions FILE` or the setting, and of the model hosts in the settings. To check a
// call their `name`, `args` and `returns` are enough; a host that answers calls needs their handlers too.

import { type Catalogue, catalogue, withFunctions } from '@cellwake/language'
import {
  defineFunction,
  type FunctionDefinition,
  type FunctionSpec,
  signatureOf,
} from '@cellwake/workers/functions'
import { CliError } from '../errors.ts'
import { readSources } from '../sources.ts'
import { loadModule, whyNotLoaded } from './load-module.ts'
import { findSettings } from './settings.ts'

/** The catalogue of a server with the settings of this folder; `flag` is a module or a manifest. */
export async function catalogueWith(flag: string | undefined): Promise<Catalogue> {
  const { settings } = await findSettings({ functions: flag })
  const { functions: file, outside } = settings
  const own = file === undefined ? [] : await signaturesIn(`--functions ${file}`, file)
  const known = new Map(own.map((one) => [one.name, one]))
  for (const host of outside?.modelHosts ?? []) {
    const place = typeof host === 'string' ? ` ${host}` : ''
    for (const one of await signaturesIn(`outside.modelHosts${place}`, host))
      if (!known.has(one.name)) known.set(one.name, one)
  }
  return known.size === 0 ? catalogue : withFunctions(catalogue, [...known.values()])
}

/** The signatures of a module, or of a manifest: a file, or its contents. */
async function signaturesIn(where: string, given: unknown) {
  const isModule = typeof given === 'string' && !given.endsWith('.json')
  const found = isModule ? await described(given) : await declared(where, given)
  return unlike(
    where,
    found.map((one) => refusing(where, () => signatureOf(one))),
  )
}

/** The functions of a module with their handlers, for a host that answers calls. */
export async function userFunctions(file: string): Promise<FunctionDefinition[]> {
  const where = `--functions ${file}`
  const defined = (await described(file)).map((one) =>
    refusing(where, () =>
      'signature' in one ? (one as unknown as FunctionDefinition) : defineFunction(one),
    ),
  )
  return unlike(where, defined)
}

function unlike<T extends { readonly name: string }>(where: string, functions: T[]): T[] {
  const names = new Set<string>()
  for (const { name } of functions) {
    if (catalogue.get(name) !== undefined || names.has(name))
      throw unusable(where, `There is already a function ${name}. Choose another name.`)
    names.add(name)
  }
  return functions
}

async function described(file: string): Promise<Described[]> {
  // `export default { a }` beside `export const a` is one function, not two of one name.
  const found = [...new Set(Object.values(await load(file)).flatMap(functionsIn))]
  if (found.length > 0) return found
  throw unusable(
    `--functions ${file}`,
    "It exports no function. Export what defineFunction({ name: 'CHURN_SCORE', args: [{ name: 'features', kind: 'array' }], returns: 'number', handler: … }) of cellwake/functions gives.",
  )
}

/** The functions declared in a manifest of a model host. The address of each is for the host. */
async function declared(where: string, given: unknown): Promise<Described[]> {
  const manifest = typeof given === 'string' ? await manifestIn(where, given) : given
  const { functions } = Object(manifest) as { functions?: unknown }
  if (!Array.isArray(functions) || !functions.every(isDescribed))
    throw unusable(where, 'A manifest has functions, a list, each with name, args and returns.')
  return functions
}

async function manifestIn(where: string, file: string): Promise<unknown> {
  const [source] = await readSources([file])
  const text = source !== undefined && 'text' in source ? source.text : undefined
  if (text === undefined) throw unusable(where, 'It cannot be read.')
  return refusing(where, () => JSON.parse(text))
}

/** Rethrows errors of a definition, with the place of the definition. */
function refusing<T>(where: string, make: () => T): T {
  try {
    return make()
  } catch (error) {
    throw unusable(where, error instanceof Error ? error.message : String(error))
  }
}

async function load(file: string): Promise<Record<string, unknown>> {
  try {
    return await loadModule(file)
  } catch (error) {
    throw unusable(`--functions ${file}`, whyNotLoaded(error))
  }
}

type Described = FunctionSpec

/** An export is a function, or a list or record of them; anything else is not for us. */
function functionsIn(exported: unknown): Described[] {
  if (typeof exported !== 'object' || exported === null) return []
  if (isDescribed(exported)) return [exported]
  return Object.values(exported).flatMap((inside) => {
    if (typeof inside !== 'object' || inside === null) return []
    // tsx hands a CommonJS module on as a default export inside another.
    return isDescribed(inside) ? [inside] : Object.values(inside).filter(isDescribed)
  })
}

function isDescribed(value: unknown): value is Described {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    typeof value.name === 'string' &&
    'args' in value
  )
}

function unusable(where: string, what: string): CliError {
  return new CliError('functions-unusable', `${where}: ${what}`)
}
