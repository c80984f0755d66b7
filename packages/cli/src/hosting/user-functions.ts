// Functions of the user's own, for `--functions FILE`. To check a call their `name`, `args` and `returns` are enough; a
// host that answers calls needs their handlers too.

import { type Catalogue, catalogue, withFunctions } from '@cellwake/language'
import {
  defineFunction,
  type FunctionDefinition,
  type FunctionSpec,
  signatureOf,
} from '@cellwake/workers/functions'
import { CliError } from '../errors.ts'
import { readSources } from '../sources.ts'
import { loadModule } from './load-module.ts'

/** The catalogue with the functions of a module, or of a manifest, in it; without either, as it is. */
export async function catalogueWith(file: string | undefined): Promise<Catalogue> {
  if (file === undefined) return catalogue
  const found = file.endsWith('.json') ? await declared(file) : await described(file)
  const signatures = found.map((one) => refusing(file, () => signatureOf(one)))
  return withFunctions(catalogue, unlike(file, signatures))
}

/** The functions of a module with their handlers, for a host that answers calls. */
export async function userFunctions(file: string): Promise<FunctionDefinition[]> {
  const defined = (await described(file)).map((one) =>
    refusing(file, () =>
      'signature' in one ? (one as unknown as FunctionDefinition) : defineFunction(one),
    ),
  )
  return unlike(file, defined)
}

function unlike<T extends { readonly name: string }>(file: string, functions: T[]): T[] {
  const names = new Set<string>()
  for (const { name } of functions) {
    if (catalogue.get(name) !== undefined || names.has(name))
      throw unusable(file, `There is already a function ${name}. Choose another name.`)
    names.add(name)
  }
  return functions
}

async function described(file: string): Promise<Described[]> {
  // `export default { a }` beside `export const a` is one function, not two of one name.
  const found = [...new Set(Object.values(await load(file)).flatMap(functionsIn))]
  if (found.length > 0) return found
  throw unusable(
    file,
    "It exports no function. Export what defineFunction({ name: 'CHURN_SCORE', args: [{ name: 'features', kind: 'array' }], returns: 'number', handler: … }) of cellwake/functions gives.",
  )
}

/** What a manifest of a model host says of its functions. Where each is asked is for the host. */
async function declared(file: string): Promise<Described[]> {
  const [source] = await readSources([file])
  const text = source !== undefined && 'text' in source ? source.text : undefined
  if (text === undefined) throw unusable(file, 'It cannot be read.')
  const { functions } = refusing(file, () => Object(JSON.parse(text))) as { functions?: unknown }
  if (!Array.isArray(functions) || !functions.every(isDescribed))
    throw unusable(file, 'A manifest has functions, a list, each with name, args and returns.')
  return functions
}

/** What the definition says is wrong, with the file that it is in. */
function refusing<T>(file: string, make: () => T): T {
  try {
    return make()
  } catch (error) {
    throw unusable(file, error instanceof Error ? error.message : String(error))
  }
}

async function load(file: string): Promise<Record<string, unknown>> {
  try {
    return await loadModule(file)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw unusable(file, `It could not be loaded: ${why.split('\n')[0]}`)
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

function unusable(file: string, what: string): CliError {
  return new CliError('functions-unusable', `--functions ${file}: ${what}`)
}
