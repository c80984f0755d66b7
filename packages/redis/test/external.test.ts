// Functions that are answered from outside, in a model that lives in Redis: its jobs reach the store by its outbox, each
// once, and what they bring lands under the lease of whoever has the model.

import { Engine, type LiveModel } from '@cellwake/engine'
import { type VirtualClock, virtualClock } from '@cellwake/scheduler'
import { openStore, type Store } from '@cellwake/store'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findRedis, type Redis, startRedis } from '../../../scripts/services/index.ts'
import { evaluatorChunk } from '../src/chunk.ts'
import { openRedisModels, type RedisModels } from '../src/redis-models.ts'

const found = await findRedis()
const QUEUES = ['market-data.fx', 'network.http-json']

describe.skipIf('tried' in found).each(['lua_interpreter', 'lua_generated'] as const)(
  'external functions on %s',
  (runtime) => {
    let redis: Redis
    let home: RedisModels
    let clock: VirtualClock
    let store: Store
    let engine: Engine
    const errors: unknown[] = []

    beforeAll(async () => {
      // After a change the evaluator is translated first.
      await evaluatorChunk()
      redis = (await startRedis())!
    }, 300_000)
    afterAll(() => redis.stop())
    beforeEach(async () => {
      clock = virtualClock('2026-01-01T00:00:00Z')
      store = await openStore('memory:', { clock })
      await start()
    })
    afterEach(async () => {
      await stop()
      await store.close()
      clock.close()
      expect(errors.splice(0)).toEqual([])
    })

    async function start() {
      const onError = (error: unknown) => errors.push(error)
      home = await openRedisModels({ url: redis.url, clock, onError })
      engine = new Engine({ store, clock, homes: [home], onError })
    }

    async function stop() {
      await engine.close()
      await home.close()
    }

    async function deploy(id: string, source: string): Promise<LiveModel> {
      const { model } = await engine.deploy(source, { id: `${id}-${runtime}`, runtime })
      await engine.idle()
      return model
    }

    /** What a worker does: takes up the jobs that wait, and reports. Gives their arguments. */
    async function work(answer: (args: readonly unknown[]) => unknown): Promise<unknown[][]> {
      // Jobs are on their way for a moment.
      await engine.idle()
      const done: unknown[][] = []
      for (const { id, attempt, payload } of await store.claim({
        worker: 'w',
        queues: QUEUES,
        limit: 9,
      })) {
        const { args } = payload as unknown as { args: readonly { value: unknown }[] }
        const values = args.map(({ value }) => value)
        done.push(values)
        const result = { value: answer(values) as number, at: clock.now() }
        await store.commit({ jobs: [{ op: 'done', id, attempt, result }] })
      }
      await engine.idle()
      return done
    }

    it('ask once for equal calls, wait, and go on with the answer', async () => {
      const source =
        'A1 = "EUR"\nB1 = FX_RATE(A1, "USD")\nB2 = FX_RATE(A1, "USD") * 100 DEFAULT 7\n'
      const model = await deploy('once', source)
      expect(model.cells(['B1', 'B2'])).toMatchObject({
        B1: { status: 'queued' },
        B2: { value: 7, status: 'stale' },
      })
      expect(await work(() => 1.25)).toEqual([['EUR', 'USD']])
      expect(model.cells(['B1', 'B2'])).toMatchObject({
        B1: { value: 1.25, status: 'ready' },
        B2: { value: 125, status: 'ready' },
      })
      await model.set({ A1: 'GBP' })
      expect(model.cells(['B2'])).toMatchObject({ B2: { value: 125, status: 'stale' } })
      await work(() => 1.5)
      expect(model.get('B2').value).toBe(150)
    })

    it('are given to each other', async () => {
      const source =
        'A1 = "EUR"\nB1 = FX_RATE(A1, "USD")\nB2 = HTTP_JSON("https://x.y/" & B1)\nB3 = B2.a + 1\n'
      const model = await deploy('chain', source)
      expect(await work(() => 2)).toEqual([['EUR', 'USD']])
      expect(await work(() => ({ a: 41 }))).toEqual([['https://x.y/2']])
      expect(model.get('B3').value).toBe(42)
    })

    it('are each their own in a filled rectangle, also where what they are given has left the sheet', async () => {
      const source = `A1048575 = "EUR"; A1048576 = "CHF"
B1:B4 = FILL(FX_RATE(IFERROR(A1048575, "GBP"), "USD"))
C1:D2 = FILL(FX_RATE(IFERROR(XFD1048575, "JPY"), "USD"))
`
      const model = await deploy('fill', source)
      await model.set({ XFD1048575: 'SEK', XFD1048576: 'NOK' })
      const rates: Record<string, number> = { EUR: 1, CHF: 2, GBP: 3, JPY: 4, SEK: 5, NOK: 6 }
      await work(([from]) => rates[String(from)])
      const cells = ['B1', 'B2', 'B3', 'B4', 'C1', 'C2', 'D1', 'D2']
      const values = Object.values(model.cells(cells)).map(({ value }) => value)
      expect(values).toEqual([1, 2, 3, 3, 5, 6, 4, 4])
    })

    it('ask for nothing in a branch that is not taken, and for something when it is', async () => {
      const source =
        'A1 = FALSE\nB1 = IF(A1, FX_RATE("EUR", "USD"), 0)\nB2 = IF(A1, SUM(B1:B1), 5)\n'
      const model = await deploy('branch', source)
      expect(await work(() => 3)).toEqual([])
      await model.set({ A1: true })
      await engine.idle()
      expect(model.cells(['B1', 'B2'])).toMatchObject({
        B1: { status: 'queued' },
        B2: { status: 'queued' },
      })
      expect(await work(() => 3)).toEqual([['EUR', 'USD']])
      expect(model.get('B2').value).toBe(3)
      // Not wanted any more: it gets old, and nobody asks again.
      await model.set({ A1: false })
      await clock.advance(3_600_000)
      expect(await work(() => 4)).toEqual([])
    })

    it('are asked again when the answer is old, as long as somebody wants it', async () => {
      const model = await deploy('old', 'B1 = FX_RATE("EUR", "USD")\n')
      await work(() => 1)
      await clock.advance(30_000)
      expect(await work(() => 2)).toHaveLength(1)
      expect(model.get('B1').value).toBe(2)
    })

    it('fire rules, and are asked for by triggers alone', async () => {
      const source = 'WHEN FX_RATE("EUR", "USD") > 1 THEN\n  C1 = "high"\n  log!high()\nEND\n'
      const model = await deploy('rule', source)
      await work(() => 1.2)
      expect(model.get('C1').value).toBe('high')
      await engine.idle()
      expect(await store.events('log', {})).toHaveLength(1)
    })

    it('land after a restart, once, though the answer came while nobody had the model', async () => {
      await deploy('restart', 'B1 = FX_RATE("EUR", "USD")\nB2 = B1 * 2\n')
      await stop()
      const [job] = await store.claim({ worker: 'w', queues: QUEUES })
      const { id, attempt } = job!
      const result = { value: 3, at: clock.now() }
      await store.commit({ jobs: [{ op: 'done', id, attempt, result }] })
      await start()
      const model = await engine.model(`restart-${runtime}`)
      await engine.idle()
      expect(model.get('B2').value).toBe(6)
      expect(await work(() => 4)).toEqual([])
      const before = model.rev
      await stop()
      await start()
      const again = await engine.model(`restart-${runtime}`)
      await engine.idle()
      expect(again.get('B2').value).toBe(6)
      expect(again.rev).toBe(before)
    })

    it('keep a lazy cell up to date that somebody watches', async () => {
      const model = await deploy(
        'watched',
        'A1 = 1\nB1 ~= A1 * 2\nB2 ~= FX_RATE("EUR", "USD") + A1\n',
      )
      const seen: unknown[] = []
      const end = model.watch(['B1', 'B2'], ({ B2 }) => seen.push(B2?.value))
      await engine.idle()
      await work(() => 10)
      await model.set({ A1: 5 })
      await engine.idle()
      expect(model.get('B1').value).toBe(10)
      expect(model.get('B2').value).toBe(15)
      expect(seen).toContain(15)
      end()
      await model.set({ A1: 6 })
      expect(model.cells(['B1'])).toMatchObject({ B1: { status: 'dirty' } })
    })

    it('are called off when nobody wants them any more', async () => {
      const model = await deploy('off', 'A1 = "EUR"\nB1 = FX_RATE(A1, "USD")\n')
      await model.set({ A1: 'GBP' })
      await engine.idle()
      const jobs = await store.jobs({})
      expect(jobs.map(({ state }) => state).sort()).toEqual(['cancelled', 'queued'])
      await engine.delete(`off-${runtime}`, `off-${runtime}`)
      expect(await store.jobs({ state: 'queued' })).toEqual([])
    })

    it('show in the past what they showed then', async () => {
      const model = await deploy('past', 'B1 = FX_RATE("EUR", "USD")\nB2 = B1 * 2\n')
      await work(() => 1)
      const then = model.rev
      await clock.advance(30_000)
      await work(() => 2)
      expect((await model.cellsAt(['B2'], then)).cells.B2?.value).toBe(2)
      expect(model.get('B2').value).toBe(4)
      expect(JSON.stringify(await model.explain('B2'))).toContain('FX_RATE')
    })
  },
)
