// Functions of the user's own, for `--functions FILE`: what the language must know of them to check a
// call. Each is an object with `name`, `args` and `returns`; what else it holds is for other commands.

import {
  type ArgumentKind,
  type Catalogue,
  catalogue,
  type Parameter,
  type Signature,
  withFunctions,
} from '@cellwake/language'
import { CliError } from './errors.ts'
import { loadModule } from './load-module.ts'

/** The catalogue with the functions of a module in it; without a module, as it is. */
export async function catalogueWith(file: string | undefined): Promise<Catalogue> {
  if (file === undefined) return catalogue
  const described = Object.values(await load(file)).flatMap(functionsIn)
  const signatures = new Map<string, Signature>()
  // `export default { a }` beside `export const a` is one function, not two of one name.
  for (const one of new Set(described)) {
    const signature = signatureOf(one, file)
    if (catalogue.get(signature.name) !== undefined || signatures.has(signature.name))
      throw unusable(file, `There is already a function ${signature.name}. Choose another name.`)
    signatures.set(signature.name, signature)
  }
  if (signatures.size === 0)
    throw unusable(
      file,
      "It exports no function. Export objects such as { name: 'CHURN_SCORE', args: [{ name: 'features', kind: 'array' }], returns: 'number' }.",
    )
  return withFunctions(catalogue, [...signatures.values()])
}

async function load(file: string): Promise<Record<string, unknown>> {
  try {
    return await loadModule(file)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw unusable(file, `It could not be loaded: ${why.split('\n')[0]}`)
  }
}

type Described = Record<string, unknown> & { name: string }

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

function signatureOf(described: Described, file: string): Signature {
  const name = described.name.toUpperCase()
  const { args, returns = 'any', repeats = 0, tag, about, description } = described
  const refuse = (what: string) => unusable(file, `${name}: ${what}`)
  if (!/^[A-Z][A-Z0-9._]*$/.test(name))
    throw refuse('a name starts with a letter and goes on with letters, digits, _ and dots.')
  if (!Array.isArray(args)) throw refuse("args is a list such as [{ name: 'id', kind: 'text' }].")
  if (!isKind(returns)) throw refuse(`returns is one of ${kindNames}.`)
  if (!(typeof repeats === 'number' && [...args.keys(), args.length].includes(repeats)))
    throw refuse('repeats says how many of the last arguments repeat.')
  if (tag !== undefined && !(typeof tag === 'string' && /^[a-z][a-z0-9_]*$/.test(tag)))
    throw refuse('a tag is a word in small letters, such as churn_score.')
  const text = about ?? description
  return {
    name,
    category: 'external',
    params: args.map((arg) => parameterOf(arg, refuse)),
    repeats,
    returns,
    tag,
    about: typeof text === 'string' ? text : 'A function of this deployment.',
    examples: [],
    volatile: false,
    dynamic: false,
    seesErrors: false,
    lazyFrom: undefined,
    external: policy(name),
  }
}

/** A bare word is short for an argument of any kind. */
function parameterOf(arg: unknown, refuse: (what: string) => CliError): Parameter {
  const {
    name,
    kind = 'any',
    optional = false,
  } = Object(typeof arg === 'string' ? { name: arg } : arg)
  if (typeof name !== 'string' || !/^[a-z_][a-z0-9_]*$/.test(name))
    throw refuse("each argument has a name in small letters, such as { name: 'base' }.")
  if (!isKind(kind)) throw refuse(`the kind of ${name} is one of ${kindNames}.`)
  return { name, kind, optional: optional === true }
}

/** Only that there is one counts here: it makes the function external. */
function policy(name: string): NonNullable<Signature['external']> {
  return {
    route: `custom.${name.toLowerCase()}`,
    ttlMs: 0,
    maxStalenessMs: 0,
    refresh: 'blocking',
    timeoutMs: 10_000,
    staleOnError: false,
  }
}

const kinds: Record<ArgumentKind, true> = {
  any: true,
  number: true,
  text: true,
  logical: true,
  datetime: true,
  duration: true,
  array: true,
  object: true,
  lambda: true,
  reference: true,
}
const kindNames = Object.keys(kinds).join(', ')

function isKind(kind: unknown): kind is ArgumentKind {
  return typeof kind === 'string' && Object.hasOwn(kinds, kind)
}

function unusable(file: string, what: string): CliError {
  return new CliError('functions-unusable', `--functions ${file}: ${what}`)
}
