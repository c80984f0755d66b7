// Goal: models live in Redis from the command line as they do here: the same answers of `eval`, `test` and `simulate` on
// each runtime, and a server whose models are there after its end. Method: the program against a Redis of its own.

import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Health } from '@cellwake/client'
import { connect } from '@cellwake/redis'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { findRedis, type Redis, startRedis } from '../../../scripts/services/index.ts'
import { freePort } from '../../../scripts/services/port.ts'
import { Child } from './child.ts'
import { inProcess } from './in-process.ts'
import { inFolder } from './support.ts'

const found = await findRedis()
const examples = fileURLToPath(new URL('../../../examples/', import.meta.url))
/** A bound against hanging: the machine may be busy. */
const SOON = { timeout: 60_000, interval: 100 }
const RUNTIMES = ['lua_interpreter', 'lua_generated'] as const

describe.skipIf('tried' in found)('with a Redis', () => {
  const folder = inFolder()
  let redis: Redis

  beforeAll(async () => {
    redis = (await startRedis())!
  }, 300_000)
  afterAll(() => redis.stop())

  /** The tests of one folder, without those of folders in it. In Redis both runtimes differ in their formulas alone, so
   * each has another third of them unless all are asked for. */
  async function testsIn(name: string, runtime: string): Promise<string[]> {
    const isWhole = process.env.CELLWAKE_TEST_WHOLE === 'yes'
    const inside = name === '.' ? ['.', 'canonical', 'model-tests'] : [name]
    const lists = await Promise.all(
      inside.map(async (one) => {
        const files = await readdir(`${examples}${one}`)
        return files
          .filter((file) => file.includes('.test.'))
          .map((file) => `${examples}${one}/${file}`)
      }),
    )
    const all = lists.flat()
    const third = runtime === RUNTIMES[0] ? 0 : 1
    return isWhole || name !== '.' ? all : all.filter((_, i) => i % 3 === third)
  }

  /** What models left there. */
  async function keys(): Promise<readonly string[]> {
    const connection = await connect({ url: redis.url })
    const [list] = await connection.everywhere(['KEYS', '*'])
    await connection.close()
    return list as readonly string[]
  }

  describe.each(RUNTIMES)('on %s', (runtime) => {
    const there = () => ['--runtime', runtime, '--redis', redis.url]

    it.each([
      ['.', [], 20],
      ['own-functions', ['--functions', `${examples}own-functions/functions.ts`], 3],
      ['model-host', ['--functions', `${examples}model-host/manifest.json`], 1],
    ])(
      'the examples in %s pass, and leave nothing behind',
      { timeout: 300_000 },
      async (name, functions, least) => {
        const ended = await inProcess([
          'test',
          ...(await testsIn(name, runtime)),
          '--json',
          ...functions,
          ...there(),
        ])
        const { passed, cases } = JSON.parse(ended.out)
        expect(cases.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([])
        expect(passed).toBeGreaterThanOrEqual(least)
        expect(await keys()).toEqual([])
      },
    )

    it('eval and simulate say what they say here', async () => {
      const model = `RUNTIME "${runtime}"
A1 = 0.1
B1 = SUM(A1, 0.2) / 0
B2 = UPPER("straße") & A1 * 3
B3 ~= A1 * 2
EVERY 6h BACKFILL THEN
  C1 = C1 + A1
  log!ran(C1)
END
`
      const evaluated = [
        'eval',
        '-',
        '--set',
        'A1=0.7',
        '--get',
        'B1',
        '--get',
        'B2',
        '--get',
        'B3',
      ]
      const here = await inProcess([...evaluated, '--json', '--runtime', 'ts'], model)
      expect(here.code).toBe(0)
      // The header says where.
      expect(await inProcess([...evaluated, '--json', '--redis', redis.url], model)).toEqual(here)
      const week = ['--from', '2026-01-01T00:00Z', '--until', '2026-01-08T00:00Z', '--json']
      const simulated = ['simulate', '-', ...week, '--set', 'A1=5@2026-01-03T01:00Z']
      const ran = await inProcess([...simulated, '--runtime', 'ts'], model)
      expect(JSON.parse(ran.out).firings).toHaveLength(28)
      expect(await inProcess([...simulated, ...there()], model)).toEqual(ran)
      // Without a Redis it is simulated here: the values are the same.
      expect(await inProcess(simulated, model)).toEqual(ran)
      expect(await keys()).toEqual([])
    })
  })

  it('a Redis that cannot be a home is an error with what to do, and no failure of ours', {
    timeout: 120_000,
  }, async () => {
    const evicting = (await startRedis({ settings: { 'maxmemory-policy': 'allkeys-lru' } }))!
    try {
      const serving = (url: string) =>
        inProcess(['serve', '--store', 'memory:', '--port', '0', '--redis', url])
      const refused = await serving(evicting.url)
      expect(refused.code).toBe(1)
      expect(refused.err).toContain('maxmemory-policy is allkeys-lru. Set maxmemory-policy')
      expect(refused.err).toContain('[evicting]')
      const unreachable = await serving('redis://127.0.0.1:1')
      expect(unreachable.code).toBe(1)
      expect(unreachable.err).toMatch(/^error Redis cannot be reached: .*\[unreachable\]\n$/)
    } finally {
      await evicting.stop()
    }
  })

  it('a server has its models there, for two users, and again when both come back', {
    timeout: 300_000,
  }, async () => {
    const source = 'MODEL "kept"\nRUNTIME "lua_generated"\nA1 = 1\nB1 = A1 * 10\nEND MODEL\n'
    await writeFile(folder.path('kept.grid'), source)
    const start = async () => {
      // This Redis has no file for users: after a restart they are made again.
      const { out } = await inProcess(['doctor', '--redis', redis.url, '--fix', '--json'])
      const { dataUrl, deployUrl } = JSON.parse(out)
      const args = ['serve', '.', '--port', '0', '--store', 'sqlite:s.db']
      const env = { CELLWAKE_REDIS: dataUrl, CELLWAKE_REDIS_DEPLOY: deployUrl }
      return { server: new Child(args, folder.path('.'), env), dataUrl }
    }
    const first = await start()
    const url = await first.server.url()
    const set = await inProcess(['set', 'kept', 'A1=7', '--url', url])
    expect(set).toMatchObject({ code: 0, err: '' })
    const listed = await inProcess(['models', '--url', url, '--json'])
    expect(JSON.parse(listed.out).models[0]).toMatchObject({ id: 'kept', livesIn: 'redis' })
    const health = async () => (await (await fetch(`${url}/health`)).json()) as Health
    expect(await health()).toMatchObject({ status: 'ok', homes: [{ driver: 'redis', tier: 'B' }] })
    expect((await health()).homes?.[0]).not.toHaveProperty('trouble')

    await redis.kill()
    const away = { status: 'degraded', homes: [{ trouble: 'unreachable' }] }
    await vi.waitFor(async () => expect(await health()).toMatchObject(away), SOON)
    // Its models are listed all the same, with why they cannot be reached.
    const meanwhile = await inProcess(['models', '--url', url, '--json'])
    expect(JSON.parse(meanwhile.out).models).toMatchObject([
      {
        id: 'kept',
        problems: [expect.stringContaining('Redis, where it lives, cannot be reached')],
      },
    ])
    await redis.restart()
    // The users are gone with the Redis: its refusal is what the operator must see.
    await first.server.complains(/Redis is away: WRONGPASS/)
    await first.server.stop()
    const { server, dataUrl } = await start()
    const got = await inProcess(['get', 'kept', 'B1', '--url', await server.url(), '--json'])
    expect(JSON.parse(got.out).cells.B1.value).toBe(70)
    const examined = await inProcess(['doctor', '--redis', dataUrl, '--json'])
    expect(JSON.parse(examined.out).redis.facts.tier.tier).toBe('B')
  })

  it('two servers share the models in it: a request for what the other has is passed on', {
    timeout: 300_000,
  }, async () => {
    const source = 'MODEL "shared"\nRUNTIME "lua_interpreter"\nA1 = 1\nB1 = A1 * 10\nC1 ~= B1 + 1\n'
    await mkdir(folder.path('shared'))
    await writeFile(folder.path('shared/shared.grid'), source)
    const start = async (...more: string[]) => {
      const port = await freePort()
      const at = `http://127.0.0.1:${port}`
      const place = ['--store', 'memory:', '--redis', redis.url]
      const args = ['serve', ...more, ...place, '--port', `${port}`, '--peer-url', at]
      const server = new Child(args, folder.path('.'))
      return { server, at: await server.url() }
    }
    const one = await start('shared')
    const other = await start()
    const set = await inProcess(['set', 'shared', 'A1=7', '--url', other.at, '--json'])
    expect(JSON.parse(set.out).rev).toBe(2)
    for (const at of [one.at, other.at]) {
      const got = await inProcess(['get', 'shared', 'B1', '--url', at, '--json'])
      expect(JSON.parse(got.out).cells.B1.value).toBe(70)
    }
    const resolved = await inProcess(['resolve', 'shared', 'C1', '--url', other.at])
    expect(resolved.out).toContain('71')
    // A refusal is passed on as well.
    const refused = await inProcess(['set', 'shared', 'B1=1', '--url', other.at])
    expect(refused).toEqual(await inProcess(['set', 'shared', 'B1=1', '--url', one.at]))
    expect(refused.code).toBe(1)
    // One that was passed on already goes nowhere else.
    const again = await fetch(`${other.at}/api/models/shared`, {
      headers: { 'cellwake-passed-on': '1' },
    })
    expect(again.status).toBe(503)
    expect(((await again.json()) as { error: { code: string } }).error.code).toBe('owned-elsewhere')

    // When the first one has gone, the other has it.
    await one.server.stop()
    const on = await inProcess(['set', 'shared', 'A1=8', '--url', other.at, '--json'])
    // The lazy cell that was asked for was a commit too.
    expect(JSON.parse(on.out).rev).toBe(4)
  })
})
