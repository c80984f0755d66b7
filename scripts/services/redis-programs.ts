// Where Redis comes from: installed, or Debian.
import { aptInstall } from './apt.ts'
import { exec, lastLines } from './exec.ts'
import { type Found, findProgram, firstThatWorks } from './find.ts'

/** `name` is the server's required `argv[0]`: one program of Debian is the server and the checks of its files. */
export type RedisPrograms = { server: string; name: string }

export const redisAdvice = [
  'To have it: install Redis 7 or newer (Debian: apt-get install redis-server; Mac: brew install',
  'redis), or set CELLWAKE_TEST_REDIS_URL to a server that the tests may write to.',
].join(' ')

export async function findRedis(): Promise<Found<RedisPrograms>> {
  if (process.platform === 'win32')
    return { tried: ['a private server needs a Unix; on Windows only a URL will do'] }
  return firstThatWorks<RedisPrograms>([
    { name: 'installed', find: installed },
    { name: 'apt', find: fromApt },
  ])
}

async function installed(): Promise<RedisPrograms | string> {
  // Valkey is the same by another name.
  for (const name of ['redis-server', 'valkey-server']) {
    const server = findProgram(name, ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'])
    if (server !== undefined) return checked(server, name)
  }
  return 'no redis-server or valkey-server on PATH or in the usual folders'
}

async function fromApt(): Promise<RedisPrograms | string> {
  const problem = await aptInstall('redis-server')
  return problem ?? installed()
}

/** The programs, if they are new enough: functions came with Redis 7. */
export async function checked(server: string, name: string): Promise<RedisPrograms | string> {
  const { ok, output } = await exec(server, ['--version'], { argv0: name })
  if (!ok) return `${server} does not run: ${lastLines(output)}`
  const major = Number(/v=(\d+)\./.exec(output)?.[1] ?? 0)
  if (major < 7) return `${server} is version ${major}, and functions need 7`
  return { server, name }
}
