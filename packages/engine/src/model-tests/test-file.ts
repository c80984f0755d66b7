// A test file as text: JSON, or YAML by its name.

import type { Json } from '@cellwake/runtime'
import { parse as parseYaml } from 'yaml'
import { ModelTestError } from '../errors.ts'
import { fieldsOf, listOf } from './fields.ts'

export interface TestFile {
  readonly path: string
  readonly text: string
}

/** The cases, each still to be read. Throws when the file has no such list. */
export function casesIn({ path, text }: TestFile): readonly Json[] {
  const file = fieldsOf(parsedFile({ path, text }), 'A test file', ['cases'])
  const cases = listOf(file.cases, '"cases"')
  if (cases.length === 0) throw new ModelTestError('The file has no cases.')
  return cases
}

export function parsedFile({ path, text }: TestFile): Json {
  const isYaml = /\.ya?ml$/i.test(path)
  try {
    return isYaml ? plain(parseYaml(text)) : (JSON.parse(text) as Json)
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n')[0]! : String(error)
    throw new ModelTestError(`This is not ${isYaml ? 'YAML' : 'JSON'}: ${why}`)
  }
}

/** YAML has more than JSON can say, such as tags that make sets and dates. */
function plain(value: unknown): Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype) {
    return Object.fromEntries(Object.entries(value).map(([key, inside]) => [key, plain(inside)]))
  }
  throw new ModelTestError(`${String(value)} has no form in JSON.`)
}
