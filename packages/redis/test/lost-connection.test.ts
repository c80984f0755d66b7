// Goal: a connection that is lost in the middle of a wave loses nothing and doubles nothing. Method: a set fires a rule that
// writes and publishes; each call that this takes fails once, before it is sent or behind its answer.

import { Engine, type LiveModel } from '@cellwake/engine'
import { type VirtualClock, virtualClock } from '@cellwake/scheduler'
import { openStore, type Store, StoreError } from '@cellwake/store'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findRedis, type Redis, startRedis } from '../../../scripts/services/index.ts'
import { evaluatorChunk, hostLua } from '../src/chunk.ts'
import { type Connection, connect } from '../src/connection.ts'
import { ensureLibrary, libraryOf } from '../src/library.ts'
import { RedisModels } from '../src/redis-models.ts'
import { assertTier } from '../src/tier.ts'

const found = await findRedis()

const source = (id: string) => `MODEL "${id}"
RUNTIME "lua_interpreter"
A1 = 0
B1 = A1 * 2
WHEN B1 > 100 THEN
  C1 = B1
  alerts!over("${id}", B1)
END
END MODEL
`

/** More than a set with a wave takes. */
const CALLS = 6

describe.skipIf('tried' in found)('a connection that is lost in the middle of a wave', () => {
  let redis: Redis
  let connection: Connection
  let clock: VirtualClock
  let store: Store
  let engine: Engine
  let calls = 0
  /** The call that fails, and whether Redis has had it. */
  let failing: { readonly call: number; readonly isSent: boolean } | undefined

  beforeAll(async () => {
    redis = (await startRedis({ settings: { appendfsync: 'everysec' } }))!
    connection = await connect({ url: redis.url })
    const send = connection.command.bind(connection)
    connection.command = async (key, args, options) => {
      const fails = String(args[0]).startsWith('FCALL') && ++calls === failing?.call
      if (fails && !failing!.isSent) throw new StoreError('store-unreachable', 'the socket closed')
      const reply = await send(key, args, options)
      if (!fails) return reply
      throw new StoreError(options?.readOnly ? 'store-unreachable' : 'outcome-unknown')
    }
    const library = libraryOf(await evaluatorChunk(), hostLua())
    await ensureLibrary(connection, library)
    const tier = await assertTier(connection, { accept: 'C' })
    clock = virtualClock('2026-01-01T00:00:00Z')
    store = await openStore('memory:', { clock })
    const options = { url: redis.url, clock }
    const home = new RedisModels({ connection, deploy: undefined, library, tier, options })
    engine = new Engine({ store, clock, homes: [home], onError: () => {} })
  }, 300_000)
  afterAll(async () => {
    await engine.close()
    await store.close()
    clock.close()
    await connection.close()
    await redis.stop()
  })

  async function setWith(model: LiveModel, fault: typeof failing): Promise<StoreError | undefined> {
    calls = 0
    failing = fault
    try {
      await model.set({ A1: 150 })
      return undefined
    } catch (error) {
      return error as StoreError
    } finally {
      failing = undefined
    }
  }

  it.each([
    ['before it is sent', false],
    ['behind its answer', true],
  ])(
    '%s: the set is there or was refused as worth trying again, and fires once',
    async (_, isSent) => {
      let refused = 0
      for (let call = 1; call <= CALLS; call++) {
        const id = `wave-${isSent}-${call}`
        const { model } = await engine.deploy(source(id), { id })
        const error = await setWith(model, { call, isSent })
        if (error !== undefined) {
          refused++
          expect(error).toMatchObject({ retryable: true })
        }
        await engine.idle()
        const again = await engine.model(id)
        // One that was refused is tried again; one that has happened changes nothing then.
        await again.set({ A1: 150 })
        await engine.idle()
        const values = ['A1', 'B1', 'C1'].map((symbol) => again.get(symbol).value)
        expect(values, `call ${call}`).toEqual([150, 300, 300])
        const [rule] = again.ruleNames()
        expect((await again.firings(rule!.id)).firings, `call ${call}`).toHaveLength(1)
        const events = await store.events('alerts', { limit: 100 })
        const own = events.filter(({ payload }) => JSON.stringify(payload).includes(`"${id}"`))
        expect(own, `call ${call}`).toHaveLength(1)
      }
      expect(refused).toBeLessThan(CALLS)
    },
  )

  it.each(['lua_interpreter', 'lua_generated'] as const)(
    'a deploy on %s whose answer was lost is the version that computes from then on',
    async (runtime) => {
      const id = `deployed-${runtime}`
      const text = (factor: number) => `A1 = 1\nB1 = A1 * ${factor} + 1\n`
      for (let call = 1; call <= CALLS; call++) {
        const first = await engine.deploy(text(2), { id, runtime })
        calls = 0
        failing = { call, isSent: true }
        await engine.deploy(text(3), { id, runtime }).catch(() => {})
        failing = undefined
        await engine.idle()
        const model = await engine.model(id)
        const factor = model.record.version === first.version ? 2 : 3
        await model.set({ A1: 10 + call })
        expect(model.get('B1').value, `call ${call}`).toBe((10 + call) * factor + 1)
        const library = await connection.command('', ['HGET', `{m:${id}}:head`, 'library'])
        const known = await connection.command('', [
          'FUNCTION',
          'LIST',
          'LIBRARYNAME',
          String(library),
        ])
        expect(known, `call ${call}`).toHaveLength(1)
        await engine.delete(id, id)
      }
    },
  )
})
