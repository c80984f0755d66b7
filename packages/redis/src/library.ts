// The libraries of functions that Redis runs: one for all models that it interprets, and one for each version of a model
// that has code of its own. The name of a library and the names of its functions hold the digest of its text, so that
// servers of two versions have one each on the same Redis and neither replaces the other's. A library with our name and
// another text has been tampered with: it is refused.

import { createHash } from 'node:crypto'
import { StoreError } from '@cellwake/store'
import type { CommandOptions, Connection, Reply } from './connection.ts'
import { RedisError } from './errors.ts'
import { INDEX_KEY, keysOf } from './keys.ts'
import {
  DECODE_STEPS,
  DELETED_KEPT_MS,
  ENCODE_STEPS,
  LUA_MEMORY_KB,
  MODELS_IN_MEMORY,
  SLICE_STEPS,
  STAMP_ATTEMPTS,
  TIDY_KB,
  TIDY_STEPS,
  TOLD_CHARS,
  VIEW_CELLS,
  WORK_KEPT_MS,
  WORKS_AT_MOST,
} from './limits.ts'

/** Of the keys of a model. A library that knows fewer refuses the model. */
export const FORMAT = 2

const DIGEST_DIGITS = 12

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
  'more',
] as const
const WRITERS = ['batch_input', 'write_more', 'adopt', 'forget'] as const

export type FunctionName = (typeof READERS)[number] | (typeof WRITERS)[number]

export interface Library {
  readonly name: string
  readonly code: string
  /** The evaluator in it. */
  readonly chunk: string
  /** The names of its functions in Redis. */
  functionName(name: FunctionName): string
}

const PREFIX = 'cellwake_'
/** Of libraries that belong to one model. */
const OWN_PREFIX = `${PREFIX}model_`

/** The code of one version of a model: its formulas, as `emitModel` writes them. */
export interface OwnCode {
  readonly model: string
  readonly forms: string
}

export function libraryOf(chunk: string, host: string, own?: OwnCode): Library {
  const limits = [
    `local FORMAT = ${FORMAT}`,
    `local MODELS_IN_MEMORY = ${MODELS_IN_MEMORY}`,
    `local LUA_MEMORY_KB = ${LUA_MEMORY_KB}`,
    `local CELLS_AT_MOST = ${VIEW_CELLS}`,
    `local TOLD_CHARS = ${TOLD_CHARS}`,
    `local DELETED_KEPT_MS = ${DELETED_KEPT_MS}`,
    `local SLICE_STEPS = ${SLICE_STEPS}`,
    `local ENCODE_STEPS = ${ENCODE_STEPS}`,
    `local DECODE_STEPS = ${DECODE_STEPS}`,
    `local TIDY_KB = ${TIDY_KB}`,
    `local TIDY_STEPS = ${TIDY_STEPS}`,
    `local WORK_KEPT_MS = ${WORK_KEPT_MS}`,
    `local WORKS_AT_MOST = ${WORKS_AT_MOST}`,
  ].join('\n')
  const forms = own?.forms ?? 'local generated_forms\n'
  const digest = createHash('sha256')
    // Includes the model: deleting the library with its model takes it from no other.
    .update(`${own?.model ?? ''}\0${limits}\0${chunk}\0${forms}\0${host}`)
    .digest('hex')
    .slice(0, DIGEST_DIGITS)
  const name = `${own === undefined ? PREFIX : OWN_PREFIX}${digest}`
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
    forms,
    limits,
    `local LIBRARY = '${name}'`,
    host,
    ...register,
    '',
  ].join('\n')
  return { name, code, chunk, functionName }
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

/** The libraries that are there and neither this one nor that of a model. */
export async function otherLibraries(connection: Connection, library: Library): Promise<string[]> {
  const replies = await connection.everywhere(['FUNCTION', 'LIST', 'LIBRARYNAME', `${PREFIX}*`])
  const names = new Set<string>()
  for (const reply of replies) {
    for (const found of reply as readonly (readonly Reply[])[]) {
      names.add(String(found[found.indexOf('library_name') + 1]))
    }
  }
  const used = new Set([library.name])
  if ([...names].some((name) => name.startsWith(OWN_PREFIX))) {
    const ids = (await connection.command(INDEX_KEY, ['SMEMBERS', INDEX_KEY])) as readonly string[]
    for (const id of ids) {
      const { head } = keysOf(id)
      used.add(String(await connection.command(head, ['HGET', head, 'library'])))
    }
  }
  return [...names].filter((name) => !used.has(name)).sort()
}

export async function deleteLibrary(connection: Connection, name: string): Promise<void> {
  await connection.everywhere(['FUNCTION', 'DELETE', name])
}

/** Calls the functions of a library. A Redis that has lost it is given it again. */
export class Calls {
  readonly #connection: Connection
  readonly #library: Library
  /** The connection of the user who may load libraries, if that is another one. */
  readonly #deploy: Connection

  constructor(connection: Connection, library: Library, deploy: Connection = connection) {
    this.#connection = connection
    this.#library = library
    this.#deploy = deploy
  }

  get connection(): Connection {
    return this.#connection
  }

  /** The same Redis, by another library. */
  by(library: Library): Calls {
    return new Calls(this.#connection, library, this.#deploy)
  }

  get library(): Library {
    return this.#library
  }

  /** It is no longer called. */
  async unload(): Promise<void> {
    try {
      await deleteLibrary(this.#deploy, this.#library.name)
    } catch (error) {
      // Another host has done it, or this one may not: then `doctor --prune` does.
      if (error instanceof RedisError || isGone(error)) return
      throw error
    }
  }

  read(name: (typeof READERS)[number], id: string, args: readonly string[]): Promise<Reply> {
    return this.#wholly(name, 'more', args, (step, given) =>
      this.#call('FCALL_RO', step, id, given, { readOnly: true }),
    )
  }

  write(name: (typeof WRITERS)[number], id: string, args: readonly string[]): Promise<Reply> {
    return this.#wholly(name, 'write_more', args, (step, given) =>
      this.#call('FCALL', step, id, given, {}),
    )
  }

  /** All slices of a call. */
  async #wholly(
    name: FunctionName,
    next: FunctionName,
    args: readonly string[],
    call: (step: FunctionName, given: readonly string[]) => Promise<Reply>,
  ): Promise<Reply> {
    for (let attempt = 1; attempt <= STAMP_ATTEMPTS; attempt++) {
      let reply = await call(name, args)
      for (let token = tokenIn(reply); token !== undefined; token = tokenIn(reply)) {
        reply = await call(next, [token])
      }
      if (!isLost(reply)) return reply
      // Redis has begun anew, or has thrown the work away to have room. Nothing of it was written.
    }
    throw new StoreError('store-unreachable', 'Redis has lost the work several times')
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

/** Of work that has used up its slice. */
function tokenIn(reply: Reply): string | undefined {
  return Array.isArray(reply) && reply[0] === 'more' ? String(reply[1]) : undefined
}

function isLost(reply: Reply): boolean {
  return Array.isArray(reply) && reply[0] === 'lost'
}

function isGone(error: unknown): boolean {
  return error instanceof Error && error.message.includes('Library not found')
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && error.message.includes('Function not found')
}

/** A function's refusal as one of our errors. */
function told(error: unknown, id: string): unknown {
  // Lost again meanwhile. Nothing was done.
  if (isMissing(error)) return new StoreError('store-unreachable', 'Redis has lost the library')
  const newer =
    error instanceof Error ? /CELLWAKE-NEWER ([^,]+, [^.]*?)( script:|$)/.exec(error.message) : null
  return newer === null ? error : new RedisError('model-newer', `${id} has ${newer[1]}`)
}
