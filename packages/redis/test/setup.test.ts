// Requirements of a Redis before models live in it, and how they are met: its settings, its users, its library.

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findRedis, type Redis, startRedis } from '../../../scripts/services/index.ts'
import { DATA_COMMANDS, DATA_USER, DEPLOY_USER, makeUsers } from '../src/acl.ts'
import { hostLua } from '../src/chunk.ts'
import { type Connection, connect } from '../src/connection.ts'
import { keysOf } from '../src/keys.ts'
import { Calls, deleteLibrary, ensureLibrary, libraryOf, otherLibraries } from '../src/library.ts'
import { fixRedis } from '../src/setup.ts'
import { assertTier, readTier } from '../src/tier.ts'
import { standInChunk } from './stand-in.ts'

const found = await findRedis()
const library = libraryOf(standInChunk, hostLua())

describe.skipIf('tried' in found)('a Redis for models', () => {
  let redis: Redis
  const open: Connection[] = []
  const servers: Redis[] = []

  beforeAll(async () => {
    redis = (await startRedis())!
  })
  afterAll(() => redis.stop())
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close()
    for (const one of servers.splice(0)) await one.stop()
  })

  async function client(options: Partial<Parameters<typeof connect>[0]> = {}): Promise<Connection> {
    const made = await connect({ url: redis.url, ...options })
    open.push(made)
    return made
  }

  async function other(settings: Record<string, string>): Promise<Connection> {
    const server = (await startRedis({ settings }))!
    servers.push(server)
    return client({ url: server.url })
  }

  describe('its settings', () => {
    it('are tier B when it appends and syncs before it answers', async () => {
      const tier = await assertTier(await client())
      expect(tier).toMatchObject({ driver: 'redis', tier: 'B' })
      expect(tier.settings.appendfsync).toBe('always')
    })

    it('are refused when it evicts, whatever is accepted', async () => {
      const evicting = await other({ 'maxmemory-policy': 'allkeys-lru' })
      const refused = assertTier(evicting, { accept: 'D' })
      await expect(refused).rejects.toMatchObject({ code: 'evicting' })
      await expect(refused).rejects.toThrow('maxmemory-policy is allkeys-lru')
      await expect(refused).rejects.toThrow('noeviction')
      // No tier that somebody signs for would help.
      await expect(refused).rejects.not.toThrow('CELLWAKE_REDIS_ACCEPT_TIER')
    })

    it('are refused without an append-only file, unless somebody signs for that', async () => {
      const forgetful = await other({ appendonly: 'no' })
      await expect(assertTier(forgetful)).rejects.toMatchObject({ code: 'durability-unmet' })
      expect((await assertTier(forgetful, { accept: 'D' })).tier).toBe('D')
    })

    it('are tier C when it syncs once a second', async () => {
      const lazy = await other({ appendfsync: 'everysec' })
      await expect(assertTier(lazy)).rejects.toThrow('tier C, not B')
      expect((await assertTier(lazy, { accept: 'C' })).tier).toBe('C')
    })

    it('of a release with a known hole are a warning with what to install', async () => {
      const { version, warnings } = await readTier(await client())
      const isOld = /^7\.0\./.test(version)
      expect(warnings.some((line) => line.includes('CVE-2025-49844'))).toBe(isOld)
    })

    it('that cannot be read are not taken for good', async () => {
      const connection: Connection = {
        isCluster: false,
        trouble: undefined,
        command: () => Promise.reject(new Error('unused')),
        everywhere: async ([name]) => {
          if (name === 'INFO') return ['redis_version:8.4.0']
          throw new Error("ERR unknown command 'CONFIG'")
        },
        close: async () => {},
      }
      await expect(assertTier(connection)).rejects.toMatchObject({ code: 'durability-unmet' })
    })

    it('of a version before functions are refused', async () => {
      const connection: Connection = {
        isCluster: false,
        trouble: undefined,
        command: () => Promise.reject(new Error('unused')),
        everywhere: async ([name]) =>
          name === 'INFO'
            ? ['redis_version:6.2.20']
            : [['appendonly', 'yes', 'appendfsync', 'always']],
        close: async () => {},
      }
      await expect(assertTier(connection)).rejects.toMatchObject({ code: 'too-old' })
    })
  })

  describe('its users', () => {
    const passwords = { deploy: 'deploy-secret', data: 'data-secret' }

    it('are one who may load libraries and one who may call them on models', async () => {
      await makeUsers(await client(), passwords)
      const deploy = await client({ username: DEPLOY_USER, password: passwords.deploy })
      await ensureLibrary(deploy, library)
      const data = await client({ username: DATA_USER, password: passwords.data })
      const calls = new Calls(data, library)
      const reply = await calls.read('fetch', 'acl', ['s', '0', '0', '0', '0'])
      expect((reply as readonly string[])[0]).toBe('0')
    })

    it('can do nothing else: not load, not script, not set, not look beside models', async () => {
      await makeUsers(await client(), passwords)
      const data = await client({ username: DATA_USER, password: passwords.data })
      const forbidden = [
        ['FUNCTION', 'LOAD', 'REPLACE', library.code],
        ['FUNCTION', 'FLUSH'],
        ['EVAL', 'return 1', '0'],
        ['CONFIG', 'SET', 'appendonly', 'no'],
        ['FLUSHALL'],
        ['KEYS', '*'],
        ['ACL', 'WHOAMI'],
        ['CLIENT', 'KILL', 'TYPE', 'normal'],
        ['SHUTDOWN', 'NOSAVE'],
        ['GET', 'somebody-else'],
        ['HSET', 'm:acl', 'a', 'b'],
        ['FCALL', library.functionName('batch_input'), '1', 'somebody-else'],
      ]
      for (const command of forbidden) {
        const refused = data.command('', command)
        await expect(refused, command.join(' ').slice(0, 40)).rejects.toMatchObject({
          code: 'refused',
        })
      }
      const deploy = await client({ username: DEPLOY_USER, password: passwords.deploy })
      const head = keysOf('acl').head
      for (const command of [['GET', head], ['EVAL', 'return 1', '0'], ['FLUSHALL']]) {
        await expect(deploy.command('', command)).rejects.toMatchObject({ code: 'refused' })
      }
    })

    it('keep their passwords when they are set up again, unless others are asked for', async () => {
      const server = (await startRedis())!
      servers.push(server)
      const options = { url: server.url, passwords }
      const first = await fixRedis(options)
      expect(first.hasNewPasswords).toBe(true)
      const data = await client({ url: first.dataUrl })
      const other = { deploy: 'other-deploy', data: 'other-data' }
      const again = await fixRedis({ ...options, passwords: other })
      expect(again.hasNewPasswords).toBe(false)
      expect(again.dataUrl).not.toContain('other-data')
      await (await client({ url: first.dataUrl })).command('', ['PING'])
      await expect(data.command('', ['GET', 'x'])).rejects.toMatchObject({ code: 'refused' })
      const renewed = await fixRedis({ ...options, passwords: other, renew: true })
      await expect(connect({ url: first.dataUrl })).rejects.toMatchObject({ code: 'refused' })
      await (await client({ url: renewed.dataUrl })).command('', ['PING'])
    })

    it('have exactly the commands that functions use', () => {
      const used = new Set(
        [...hostLua().matchAll(/redis\.call\('([A-Z]+)'/g)].map((match) => match[1]!.toLowerCase()),
      )
      const allowed: readonly string[] = DATA_COMMANDS
      expect([...used].filter((name) => !allowed.includes(name))).toEqual([])
    })

    it('without the right password are told so', async () => {
      await makeUsers(await client(), passwords)
      const wrong = connect({ url: redis.url, username: DATA_USER, password: 'guess' })
      await expect(wrong).rejects.toMatchObject({ code: 'refused' })
    })
  })

  describe('its library', () => {
    it('bears a name made of its text, so that two versions are beside each other', async () => {
      const connection = await client()
      const next = libraryOf(`${standInChunk}\n-- a newer one`, hostLua())
      expect(next.name).not.toBe(library.name)
      await ensureLibrary(connection, library)
      await ensureLibrary(connection, next)
      expect(await otherLibraries(connection, next)).toContain(library.name)
      const args = ['s', '0', '0', '0', '0']
      await new Calls(connection, library).read('fetch', 'two', args)
      await new Calls(connection, next).read('fetch', 'two', args)
      await deleteLibrary(connection, next.name)
    })

    it('that somebody changed is refused', async () => {
      const connection = await client()
      const changed = `#!lua name=${library.name}\nredis.register_function('mischief', function() return 1 end)`
      await connection.everywhere(['FUNCTION', 'LOAD', 'REPLACE', changed])
      await expect(ensureLibrary(connection, library)).rejects.toMatchObject({
        code: 'library-other',
      })
      await deleteLibrary(connection, library.name)
    })

    it('is loaded again when Redis has lost it', async () => {
      const connection = await client()
      await ensureLibrary(connection, library)
      const calls = new Calls(connection, library)
      await connection.everywhere(['FUNCTION', 'FLUSH'])
      const reply = await calls.read('fetch', 'lost', ['s', '0', '0', '0', '0'])
      expect((reply as readonly string[])[0]).toBe('0')
    })

    it('refuses a model of a newer format, and changes nothing', async () => {
      const connection = await client()
      await ensureLibrary(connection, library)
      const { head } = keysOf('newer')
      await connection.command(head, ['HSET', head, 'format', '99', 'stamp', '7', 'seq', '3'])
      const read = new Calls(connection, library).read('fetch', 'newer', ['s', '0', '0', '0', '0'])
      await expect(read).rejects.toMatchObject({ code: 'model-newer' })
    })

    it('takes the head of one model and nothing else for a key', async () => {
      const connection = await client()
      await ensureLibrary(connection, library)
      const name = library.functionName('fetch')
      for (const key of ['{m:a}:docs', '{m:a b}:head', '{m:}:head', 'x', '{m:a}:head\n']) {
        const call = connection.command(key, ['FCALL_RO', name, '1', key, 's', '0', '0', '0', '0'])
        await expect(call, key).rejects.toThrow('CELLWAKE-KEY')
      }
    })
  })

  it('that cannot be reached is an error with what to check', async () => {
    const gone = connect({ url: 'redis://127.0.0.1:1' })
    await expect(gone).rejects.toMatchObject({ code: 'unreachable' })
    await expect(connect({ url: 'http://127.0.0.1' })).rejects.toMatchObject({
      code: 'url-malformed',
    })
    const secret = connect({ url: 'redis//me:secret@host' }).catch((error: Error) => error.message)
    expect(await secret).not.toContain('secret')
  })

  it('that comes back is used again', async () => {
    const server = (await startRedis())!
    servers.push(server)
    const connection = await client({ url: server.url })
    const key = '{m:back}:docs'
    await connection.command(key, ['HSET', key, 'a', '1'])
    await server.kill()
    await expect(connection.command(key, ['HGET', key, 'a'])).rejects.toMatchObject({
      retryable: true,
    })
    await server.restart()
    let value: unknown
    for (let attempt = 0; attempt < 100 && value === undefined; attempt++) {
      value = await connection.command(key, ['HGET', key, 'a']).catch(() => undefined)
      if (value === undefined) await new Promise((resolve) => setTimeout(resolve, 50))
    }
    expect(value).toBe('1')
  })
})
