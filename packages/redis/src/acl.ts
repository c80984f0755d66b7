// Two users of a Redis: one that may load libraries, and one for every day that reaches nothing but the keys of models.
// Redis checks the commands of a function against the rights of its caller, so the second has the few commands on data
// that the functions need, on those keys alone; it can neither load code, nor run a script, nor change a setting.

import type { Connection } from './connection.ts'
import { KEY_PATTERN } from './keys.ts'

export const DEPLOY_USER = 'cellwake-deploy'
export const DATA_USER = 'cellwake-data'

/** Commands of functions and reads: the allow-list of the data user. */
export const DATA_COMMANDS = [
  'fcall',
  'fcall_ro',
  'get',
  'set',
  'del',
  'persist',
  'pexpire',
  'time',
  'unlink',
  'hget',
  'hmget',
  'hgetall',
  'hset',
  'hdel',
  'hscan',
  'hexists',
  'hlen',
  'sadd',
  'srem',
  'smembers',
  'xadd',
  'xdel',
  'xlen',
  'xrange',
  'xrevrange',
  'xtrim',
  'zadd',
  'zrem',
  'zrangebyscore',
  'zrevrangebyscore',
  'zremrangebyscore',
] as const

/** Commands to authenticate and keep a session. */
const SESSION = ['hello', 'auth', 'ping', 'select', 'client|setname', 'client|id']
/** For the tier, and for a cluster's map. */
const LOOKING = ['info', 'config|get', 'cluster|slots', 'cluster|shards', 'cluster|nodes', 'asking']

export interface AclPasswords {
  readonly deploy: string
  readonly data: string
}

/** The rules of both users, as ACL SETUSER takes them. Without passwords they keep theirs. */
export function aclRules(
  passwords: AclPasswords | undefined,
): ReadonlyMap<string, readonly string[]> {
  const allow = (commands: readonly string[]) => commands.map((name) => `+${name}`)
  const begin = passwords === undefined ? ['resetkeys', 'resetchannels'] : ['reset']
  const common = [...begin, 'on', '-@all', ...allow(SESSION), ...allow(LOOKING)]
  const password = (text: string | undefined) => (text === undefined ? [] : [`>${text}`])
  return new Map([
    [
      DEPLOY_USER,
      [
        ...common,
        ...password(passwords?.deploy),
        '+function|load',
        '+function|list',
        '+function|delete',
        '+function|stats',
      ],
    ],
    [
      DATA_USER,
      [
        ...common,
        ...password(passwords?.data),
        `~${KEY_PATTERN}`,
        '+function|list',
        ...allow(DATA_COMMANDS),
      ],
    ],
  ])
}

/** Makes both users, or gives them back the rights that they should have. On every master. */
export async function makeUsers(
  connection: Connection,
  passwords: AclPasswords | undefined,
): Promise<void> {
  for (const [name, rules] of aclRules(passwords)) {
    await connection.everywhere(['ACL', 'SETUSER', name, ...rules])
  }
}

/** Whether both are there already, on every master. */
export async function hasUsers(connection: Connection): Promise<boolean> {
  for (const name of [DEPLOY_USER, DATA_USER]) {
    const replies = await connection.everywhere(['ACL', 'GETUSER', name])
    if (replies.some((reply) => reply === null)) return false
  }
  return true
}

/** Keeps the users over a restart, where the server has a file for them. False if it has none. */
export async function saveUsers(connection: Connection): Promise<boolean> {
  try {
    await connection.everywhere(['ACL', 'SAVE'])
    return true
  } catch {
    // Without a file for users they stand in its configuration, if that can be written.
  }
  try {
    await connection.everywhere(['CONFIG', 'REWRITE'])
    return true
  } catch {
    return false
  }
}
