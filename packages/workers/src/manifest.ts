// The manifest of a model host: the functions that it answers. Each becomes a function that models may call, checked
// like one that is written in TypeScript.

import { readFile } from 'node:fs/promises'
import { defineFunction, type FunctionDefinition, type FunctionFacts } from './define-function.ts'
import { namedDestination } from './destinations.ts'
import { WorkersError } from './errors.ts'
import { mustBeNew } from './functions.ts'
import { MODEL_HOST_CONCURRENCY } from './limits.ts'
import type { Outside } from './providers/built-in.ts'
import { askModelHost, probeModelHost } from './providers/model-host.ts'

/** Fields of a function in a manifest, beside its path. */
const FACTS = [
  'name',
  'args',
  'returns',
  'tag',
  'about',
  'route',
  'cache',
  'timeoutMs',
  'staleOnError',
  'retry',
  'rateLimit',
  'concurrency',
]

/** The functions of a host. `given` is a manifest, or a file that holds one. */
export async function modelHostFunctions(
  given: unknown,
  outside: Outside,
): Promise<FunctionDefinition[]> {
  const isFile = typeof given === 'string'
  const where = `outside.modelHosts${isFile ? ` ${given}` : ''}`
  const refuse = (what: string) => new WorkersError('bad-manifest', `${where}: ${what}`)
  const manifest = isFile ? await manifestIn(given, refuse) : given
  const { host, functions, connection, ...rest } = Object(manifest) as Record<string, unknown>
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined)
    throw refuse(`a manifest has no ${unknown}; it has host and functions.`)
  if (typeof host !== 'string' || !isPlace(host))
    throw refuse('host is the URL of the model host, such as http://127.0.0.1:8600.')
  if (!Array.isArray(functions) || functions.length === 0)
    throw refuse('functions is a list of functions, each with name, args, returns and path.')
  const endpoint = { url: host, ...(typeof connection === 'string' && { connection }) }
  // One for all of them: a host is tried once.
  const probe = probeModelHost(endpoint, outside)
  return functions.map((one, i) => {
    const definition = functionOf(one, i, endpoint, outside, refuse)
    return { ...definition, probe, circuit: () => host, provider: () => host }
  })
}

type Refuse = (what: string) => WorkersError

function functionOf(
  given: unknown,
  place: number,
  endpoint: { readonly url: string },
  outside: Outside,
  refuse: Refuse,
): FunctionDefinition {
  const { path, ...facts } = Object(given) as FunctionFacts & { readonly path?: unknown }
  const shown = typeof facts.name === 'string' ? facts.name : `functions[${place}]`
  const unknown = Object.keys(facts).find((key) => !FACTS.includes(key))
  if (unknown !== undefined)
    throw refuse(`${shown} has a field ${unknown}. There are path, ${FACTS.join(', ')}.`)
  if (typeof path !== 'string' || !/^\/[\w./~-]*$/.test(path))
    throw refuse(`path of ${shown} begins with a slash, such as /churn.`)
  try {
    const definition = defineFunction({
      concurrency: MODEL_HOST_CONCURRENCY,
      ...facts,
      handler: askModelHost(endpoint, path, String(facts.name).toUpperCase(), outside),
    })
    mustBeNew(definition)
    return definition
  } catch (error) {
    throw error instanceof WorkersError ? refuse(error.message) : error
  }
}

async function manifestIn(file: string, refuse: Refuse): Promise<unknown> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : 'unknown'
    throw refuse(`it cannot be read (${code}).`)
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    throw refuse(`it is no JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function isPlace(url: string): boolean {
  try {
    return namedDestination(url).url.search === ''
  } catch {
    return false
  }
}
