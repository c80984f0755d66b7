// Examines a Redis for an operator, and sets it up as a home for models: its settings, its two users, its
// library.

import { DATA_USER, DEPLOY_USER, hasUsers, makeUsers, saveUsers } from './acl.ts'
import { evaluatorChunk, hostLua } from './chunk.ts'
import { type ConnectionOptions, connect } from './connection.ts'
import { RedisError } from './errors.ts'
import { deleteLibrary, ensureLibrary, libraryOf, otherLibraries } from './library.ts'
import { assertTier, type RedisTier, readTier, type TierOptions } from './tier.ts'

export interface RedisFacts {
  readonly tier: RedisTier
  readonly library: string
  /** Libraries of other versions, whose servers may still use them. */
  readonly otherLibraries: readonly string[]
  readonly cluster: boolean
  /** The obstacle to models in this Redis. */
  readonly problem?: { readonly code: string; readonly message: string }
}

export async function examineRedis(options: ConnectionOptions & TierOptions): Promise<RedisFacts> {
  const connection = await connect(options)
  try {
    const library = libraryOf(await evaluatorChunk(), hostLua())
    const tier = await readTier(connection)
    const others = await otherLibraries(connection, library).catch(() => [])
    const facts = {
      tier,
      library: library.name,
      otherLibraries: others,
      cluster: connection.isCluster,
    }
    try {
      await assertTier(connection, options)
      return facts
    } catch (error) {
      if (!(error instanceof RedisError)) throw error
      return { ...facts, problem: { code: error.code, message: error.message } }
    }
  } finally {
    await connection.close()
  }
}

/** The required settings of our own Redis. */
const SETTINGS = [
  ['appendonly', 'yes'],
  ['appendfsync', 'always'],
  ['maxmemory-policy', 'noeviction'],
] as const

export interface RedisFixed {
  /** How servers come in from now on, and how libraries are loaded: with passwords, unless those are the old ones. */
  readonly dataUrl: string
  readonly deployUrl: string
  readonly hasNewPasswords: boolean
  readonly settings: Readonly<Record<string, string>>
  /** Whether all of it is there after a restart of Redis. */
  readonly isKept: boolean
  /** Libraries that were removed. */
  readonly removed: readonly string[]
}

/** The URL's user must have the rights for all of that. */
export async function fixRedis(
  options: ConnectionOptions & {
    readonly passwords: { readonly deploy: string; readonly data: string }
    /** Gives users that are there already other passwords: servers that run must be told. */
    readonly renew?: boolean
    /** Removes libraries of other versions: only when no server uses them. */
    readonly prune?: boolean
  },
): Promise<RedisFixed> {
  const { url, passwords, renew = false, prune = false } = options
  const connection = await connect(options)
  try {
    for (const [name, value] of SETTINGS) {
      await connection.everywhere(['CONFIG', 'SET', name, value])
    }
    const hasNewPasswords = renew || !(await hasUsers(connection))
    await makeUsers(connection, hasNewPasswords ? passwords : undefined)
    const isKept = await saveUsers(connection)
    const library = libraryOf(await evaluatorChunk(), hostLua())
    await ensureLibrary(connection, library)
    const removed = prune ? await otherLibraries(connection, library) : []
    for (const name of removed) await deleteLibrary(connection, name)
    return {
      dataUrl: urlOf(url, DATA_USER, hasNewPasswords ? passwords.data : ''),
      deployUrl: urlOf(url, DEPLOY_USER, hasNewPasswords ? passwords.deploy : ''),
      hasNewPasswords,
      settings: Object.fromEntries(SETTINGS),
      isKept,
      removed,
    }
  } finally {
    await connection.close()
  }
}

function urlOf(urls: string, username: string, password: string): string {
  return urls
    .split(',')
    .map((text) => {
      const url = new URL(text.trim())
      url.username = username
      url.password = password
      return url.toString()
    })
    .join(',')
}
