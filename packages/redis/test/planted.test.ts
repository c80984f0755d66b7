// Goal: what the host in Redis promises of every call is checked by something that can fail. Method: the same look at the
// host as it is, which finds nothing wrong, and at hosts with a mistake, each of which is found.

import { Engine } from '@cellwake/engine'
import { virtualClock } from '@cellwake/scheduler'
import { openStore } from '@cellwake/store'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findRedis, type Redis, startRedis } from '../../../scripts/services/index.ts'
import { hostLua } from '../src/chunk.ts'
import { type Connection, connect } from '../src/connection.ts'
import { keysOf } from '../src/keys.ts'
import { Calls, deleteLibrary, ensureLibrary, libraryOf } from '../src/library.ts'
import { RedisModels } from '../src/redis-models.ts'
import { assertTier } from '../src/tier.ts'
import { standInChunk, standInSource } from './stand-in.ts'

const found = await findRedis()

const PLANTED = [
  {
    bug: 'it writes before it has checked everything',
    from: '  -- Everything is computed from here to the first write.\n',
    to: "  redis.call('HSET', keys.head, 'seq', '999')\n",
    finds: 'a call that was refused changed head',
  },
  {
    bug: 'it writes a document before it computes what follows',
    from: '  -- Everything is computed from here to the first write.\n',
    to: `  for _, commit in ipairs(commits) do
    for _, doc in ipairs(commit.docs) do
      local place, field = place_of(keys, doc.id)
      redis.call('HSET', place, field, digits(commit.seq) .. ' ' .. doc.prev .. ' ' .. doc.text)
    end
  end\n`,
    finds: 'a call that was refused changed docs',
  },
  {
    bug: 'it believes what it has in memory, whatever the keys say',
    from: 'entry ~= nil and entry.stamp == head.stamp and entry.digest == head.digest',
    to: 'entry ~= nil and entry.digest == head.digest',
    finds: 'B1 is 5 after its keys were written elsewhere',
  },
  {
    bug: 'it writes on a state that is no longer the newest',
    from: "  if stamp ~= head.stamp then return { 'moved', head.stamp } end\n  local session, group",
    to: '  local session, group',
    finds: 'a group that stood on an old state was written',
  },
] as const

describe.skipIf('tried' in found)('the host in Redis', () => {
  let redis: Redis
  let admin: Connection

  beforeAll(async () => {
    redis = (await startRedis({ settings: { appendfsync: 'everysec' } }))!
    admin = await connect({ url: redis.url })
  })
  afterAll(async () => {
    await admin.close()
    await redis.stop()
  })

  it('does as it should', async () => {
    expect(await wrongs(hostLua())).toEqual([])
  })

  it.each(PLANTED)('is found out when $bug', async ({ from, to, finds }) => {
    const planted = hostLua().replace(from, to)
    expect(planted).not.toBe(hostLua())
    expect(await wrongs(planted)).toContain(finds)
  })

  /** Violations of a host, in sentences. */
  async function wrongs(host: string): Promise<string[]> {
    const wrong: string[] = []
    const library = libraryOf(standInChunk, host)
    await ensureLibrary(admin, library)
    const clock = virtualClock('2026-01-01T00:00:00Z')
    const store = await openStore('memory:', { clock })
    const tier = await assertTier(admin, { accept: 'C' })
    const parts = { connection: admin, deploy: undefined, library, tier, isShared: true }
    const options = { url: redis.url, clock, isAlone: true }
    const engine = new Engine({ store, clock, homes: [new RedisModels({ ...parts, options })] })
    try {
      const { model } = await engine.deploy(standInSource, { id: 'planted' })
      await model.set({ A1: 5 })
      const calls = new Calls(admin, library)
      const keys = keysOf('planted')
      const stamp = async () => String(await admin.command('', ['HGET', keys.head, 'stamp']))
      const dumps = async () => {
        const all = Object.entries(keys)
        const texts = await Promise.all(
          all.map(async ([name, key]) => [name, String(await admin.command('', ['DUMP', key]))]),
        )
        return new Map(texts as [string, string][])
      }
      const seq = Number(await admin.command('', ['HGET', keys.head, 'seq']))
      const moment = JSON.stringify({ nowMs: 0, seed: 0 })
      const rest = ['0', '0', '0', '', '', '[]', '0', '0']
      const setting = (at: string, value: string) => {
        const commit = [String(seq + 1), '0', '{}', moment, '1', 'A1', String(seq), value]
        return calls.write('batch_input', 'planted', [
          at,
          '0',
          's',
          '{}',
          '0',
          '1',
          ...commit,
          ...rest,
        ])
      }

      const before = await dumps()
      await setting(await stamp(), '666').catch(() => {})
      for (const [name, text] of await dumps()) {
        if (text !== before.get(name)) wrong.push(`a call that was refused changed ${name}`)
      }

      const docs = await admin.command('', ['HGET', keys.docs, 'A1'])
      await setting('1', '77').catch(() => {})
      if ((await admin.command('', ['HGET', keys.docs, 'A1'])) !== docs) {
        wrong.push('a group that stood on an old state was written')
      }

      const read = async () => {
        const [, , views] = (await calls.read('read', 'planted', [moment, '1', 'B1'])) as string[]
        return (JSON.parse(views!) as readonly { value: number }[])[0]!.value
      }
      await read()
      await admin.command('', ['HSET', keys.docs, 'A1', `${seq} 2 40`])
      await admin.command('', ['HSET', keys.head, 'stamp', String(Number(await stamp()) + 4)])
      const b1 = await read()
      if (b1 !== 40) wrong.push(`B1 is ${b1} after its keys were written elsewhere`)
    } finally {
      await engine.close()
      await store.close()
      clock.close()
      await admin.everywhere(['FLUSHALL'])
      await deleteLibrary(admin, library.name)
    }
    return wrong
  }
})
