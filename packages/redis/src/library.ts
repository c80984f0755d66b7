// The library of functions that Redis runs. Its name and the names of its functions hold the digest of its text, so
// that servers of two versions have one each on the same Redis and neither replaces the other's. One that bears our
// name and holds another text was changed by somebody: it is refused.

import { createHash } from 'node:crypto'
import type { CommandOptions, Connection, Reply } from './connection.ts'
import { RedisError } from './errors.ts'
import { keysOf } from './keys.ts'
import { LUA_MEMORY_KB, MODELS_IN_MEMORY, VIEW_CELLS } from './limits.ts'

/** Of the keys of a model. A library that knows fewer refuses the model. */
export const FORMAT = 1

/** Functions that only read, and that Redis keeps from writing. */
const READERS = [
  'fetch',
  'states',
  'start',
  'eval_batch',
  'eval_rule_trigger',
  'eval_rule_action',
  'resolve',
  'read',
] as const
const WRITERS = ['batch_input', 'forget'] as const

export type FunctionName = (typeof READERS)[number] | (typeof WRITERS)[number]

export interface Library {
  readonly name: string
  readonly code: string
  /** What its functions are called. */
  functionName(name: FunctionName): string
}

const PREFIX = 'cellwake_'

export function libraryOf(chunk: string, host: string): Library {
  const limits = [
    `local FORMAT = ${FORMAT}`,
    `local MODELS_IN_MEMORY = ${MODELS_IN_MEMORY}`,
    `local LUA_MEMORY_KB = ${LUA_MEMORY_KB}`,
    `local CELLS_AT_MOST = ${VIEW_CELLS}`,
  ].join('\n')
  const digest = createHash('sha256')
    .update(`${limits}\0${chunk}\0${host}`)
    .digest('hex')
    .slice(0, 12)
  const name = `${PREFIX}${digest}`
  const functionName = (known: FunctionName) => `${name}_${known}`
  const register = [
    ...READERS.map(
      (known) =>
        `redis.register_function{ function_name = '${functionName(known)}', callback = readers.${known}, flags = { 'no-writes' } }`,
    ),
    ...WRITERS.map(
      (known) => `redis.register_function('${functionName(known)}', writers.${known})`,
    ),
  ]
  const code = [
    `#!lua name=${name}`,
    chunk,
    limits,
    `local LIBRARY = '${digest}'`,
    host,
    ...register,
    '',
  ].join('\n')
  return { name, code, functionName }
}

/** Has the library on every master, or says why that cannot be. */
export async function ensureLibrary(connection: Connection, library: Library): Promise<void> {
  const known = await connection.everywhere([
    'FUNCTION',
    'LIST',
    'LIBRARYNAME',
    library.name,
    'WITHCODE',
  ])
  if (known.every((reply) => isThere(reply, library))) return
  try {
    await connection.everywhere(['FUNCTION', 'LOAD', 'REPLACE', library.code])
  } catch (error) {
    if (error instanceof RedisError && error.code === 'refused') {
      throw new RedisError('library-missing', library.name)
    }
    throw error
  }
}

/** Throws if it is another one under the same name. */
function isThere(reply: Reply, { name, code }: Library): boolean {
  const [found] = reply as readonly (readonly Reply[])[]
  if (found === undefined) return false
  const at = found.indexOf('library_code')
  if (at < 0 || found[at + 1] === code) return true
  throw new RedisError('library-other', name)
}

/** The libraries of other versions that are there. */
export async function otherLibraries(connection: Connection, library: Library): Promise<string[]> {
  const replies = await connection.everywhere(['FUNCTION', 'LIST', 'LIBRARYNAME', `${PREFIX}*`])
  const names = new Set<string>()
  for (const reply of replies) {
    for (const found of reply as readonly (readonly Reply[])[]) {
      const name = String(found[found.indexOf('library_name') + 1])
      if (name !== library.name) names.add(name)
    }
  }
  return [...names]
}

export async function deleteLibrary(connection: Connection, name: string): Promise<void> {
  await connection.everywhere(['FUNCTION', 'DELETE', name])
}

/** Calls the functions of a library. A Redis that has lost it is given it again. */
export class Calls {
  readonly #connection: Connection
  readonly #library: Library
  /** The connection of who may load libraries, if that is another one. */
  readonly #deploy: Connection

  constructor(connection: Connection, library: Library, deploy: Connection = connection) {
    this.#connection = connection
    this.#library = library
    this.#deploy = deploy
  }

  get connection(): Connection {
    return this.#connection
  }

  read(name: (typeof READERS)[number], id: string, args: readonly string[]): Promise<Reply> {
    return this.#call('FCALL_RO', name, id, args, { readOnly: true })
  }

  write(name: (typeof WRITERS)[number], id: string, args: readonly string[]): Promise<Reply> {
    return this.#call('FCALL', name, id, args, {})
  }

  async #call(
    command: 'FCALL' | 'FCALL_RO',
    name: FunctionName,
    id: string,
    args: readonly string[],
    options: CommandOptions,
  ): Promise<Reply> {
    const key = keysOf(id).head
    const sent = [command, this.#library.functionName(name), '1', key, ...args]
    try {
      return await this.#connection.command(key, sent, options)
    } catch (error) {
      if (!isMissing(error)) throw told(error, id)
    }
    await ensureLibrary(this.#deploy, this.#library)
    try {
      return await this.#connection.command(key, sent, options)
    } catch (error) {
      throw told(error, id)
    }
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && error.message.includes('Function not found')
}

/** What a function refused, in words of ours. */
function told(error: unknown, id: string): unknown {
  const newer =
    error instanceof Error ? /CELLWAKE-NEWER ([^,]+, [^.]*?)( script:|$)/.exec(error.message) : null
  return newer === null ? error : new RedisError('model-newer', `${id} has ${newer[1]}`)
}
