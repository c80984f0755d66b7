// The durability of a Redis, read back from it: whether it appends to a file, when it syncs that file, and whether it
// throws data away when memory is short. A model's state must never be evicted, so that is refused.

import type { Durability } from '@cellwake/store'
import type { Connection, Reply } from './connection.ts'
import { RedisError } from './errors.ts'
import { OLDEST_VERSION } from './limits.ts'

export interface RedisTier extends Durability {
  readonly version: string
  /** Warnings and advice for the operator. */
  readonly warnings: readonly string[]
}

/** Releases in which a known hole in Lua is closed, one for each branch that was mended. */
const PATCHED = ['6.2.20', '7.2.11', '7.4.6', '8.0.4', '8.2.2'] as const
const PATCHED_VALKEY = ['7.2.11', '8.0.6', '8.1.4', '9.0.0'] as const

export interface TierOptions {
  /** The weakest tier that will do: `B` if left out; `C` may lose a second, `D` everything. */
  readonly accept?: 'B' | 'C' | 'D' | undefined
}

const SETTINGS = ['appendonly', 'appendfsync', 'maxmemory-policy', 'maxmemory']

/** Throws if a Redis cannot be a home for models. */
export async function assertTier(
  connection: Connection,
  { accept = 'B' }: TierOptions = {},
): Promise<RedisTier> {
  const tier = await readTier(connection)
  const { version, settings } = tier
  if (before(settings.server === 'valkey' ? '7.2.0' : version, OLDEST_VERSION)) {
    throw new RedisError('too-old', `it is version ${version}`)
  }
  const policy = settings['maxmemory-policy']
  if (policy !== undefined && policy !== 'noeviction') {
    throw new RedisError('evicting', `maxmemory-policy is ${policy}`)
  }
  if (rank(tier.tier) > rank(accept)) {
    const { appendonly = 'unknown', appendfsync = 'unknown' } = settings
    const what = `appendonly is ${appendonly} and appendfsync is ${appendfsync}`
    throw new RedisError('durability-unmet', `${what}, which is tier ${tier.tier}, not ${accept}`)
  }
  return tier
}

/** The weakest of all masters. */
export async function readTier(connection: Connection): Promise<RedisTier> {
  const tiers: RedisTier[] = []
  const infos = await connection.everywhere(['INFO', 'server'])
  const configs = await config(connection)
  for (const [i, info] of infos.entries()) tiers.push(tierOf(String(info), configs?.[i]))
  return tiers.sort((a, b) => rank(b.tier) - rank(a.tier))[0]!
}

/** Undefined if this user may not ask, or a provider hides it. */
async function config(
  connection: Connection,
): Promise<readonly Readonly<Record<string, string>>[] | undefined> {
  try {
    const replies = await connection.everywhere(['CONFIG', 'GET', ...SETTINGS])
    return replies.map(pairs)
  } catch (error) {
    if (error instanceof RedisError && error.code === 'refused') return undefined
    if (error instanceof Error && error.message.startsWith('ERR unknown')) return undefined
    throw error
  }
}

export function pairs(reply: Reply): Readonly<Record<string, string>> {
  const found: Record<string, string> = {}
  const list = Array.isArray(reply) ? (reply as readonly Reply[]) : []
  for (let i = 0; i + 1 < list.length; i += 2) found[String(list[i])] = String(list[i + 1])
  return found
}

function tierOf(info: string, settings: Readonly<Record<string, string>> | undefined): RedisTier {
  const valkey = /valkey_version:(\S+)/.exec(info)?.[1]
  const version = valkey ?? /redis_version:(\S+)/.exec(info)?.[1] ?? '0.0.0'
  const server = valkey === undefined ? 'redis' : 'valkey'
  const warnings: string[] = []
  if (isUnpatched(version, server === 'valkey' ? PATCHED_VALKEY : PATCHED)) {
    warnings.push(
      `${server} ${version} has a known hole in its Lua (CVE-2025-49844): install ${server === 'valkey' ? 'Valkey 8.1.4' : 'Redis 8.2.2'} or the patched release of its branch, and let nobody else run scripts on it.`,
    )
  }
  if (settings === undefined) {
    warnings.push('Its settings cannot be read, so it is not known what it keeps.')
    const sentence = 'What this Redis keeps after a crash is not known.'
    return {
      driver: 'redis',
      tier: 'D',
      sentence,
      settings: { server, version },
      version,
      warnings,
    }
  }
  const { appendonly, appendfsync } = settings
  const tier = appendonly !== 'yes' ? 'D' : appendfsync === 'always' ? 'B' : 'C'
  if (settings.maxmemory === '0') {
    warnings.push('maxmemory is not set: a Redis that grows is killed by the system.')
  }
  return {
    driver: 'redis',
    tier,
    sentence: SENTENCES[tier],
    settings: { server, version, ...settings },
    version,
    warnings,
  }
}

const SENTENCES = {
  B: 'What is acknowledged is in the append-only file, synced; a failover to a replica may lose the newest.',
  C: 'A crash of the machine may lose the last second; a crash of Redis alone does not.',
  D: 'Nothing survives the end of Redis.',
} as const

function rank(tier: Durability['tier']): number {
  return { 'A+': 0, A: 1, B: 2, C: 3, D: 4 }[tier]
}

/** Whether no mended release of its branch, or of an earlier one that it follows, is at or below it. */
function isUnpatched(version: string, patched: readonly string[]): boolean {
  const branch = version.split('.').slice(0, 2).join('.')
  const own = patched.find((release) => release.startsWith(`${branch}.`))
  if (own !== undefined) return before(version, own)
  return before(version, patched.at(-1)!)
}

function before(version: string, other: string): boolean {
  const a = version.split('.').map(Number)
  const b = other.split('.').map(Number)
  for (let i = 0; i < 3; i++) if (a[i] !== b[i]) return (a[i] ?? 0) < (b[i] ?? 0)
  return false
}
