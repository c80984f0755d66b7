// Goal: the cache policy of a function acts: its answers get old, are refreshed if somebody wants them, stop serving
// past their bound, and failures are tried again; no timer stands for what does not change. Method: functions with
// policies of the test's own, in virtual time, answered by hand.

import type { ExternalPolicy } from '@cellwake/language'
import { describe, expect, it } from 'vitest'
import { deploy, shown, type World, withFunction, world } from './support.ts'

const POLICY: ExternalPolicy = {
  route: 'test.f',
  ttlMs: 10_000,
  maxStalenessMs: 60_000,
  refresh: 'background',
  timeoutMs: 1_000,
  staleOnError: true,
}

function withPolicy(policy: Partial<ExternalPolicy>): Promise<World> {
  const external = { ...POLICY, ...policy }
  return world({ engine: { catalogue: withFunction({ name: 'F', external }) } })
}

describe('background refresh', () => {
  it('asks once when the ttl is over, to the millisecond, and serves the old value meanwhile', async () => {
    const w = await withPolicy({})
    const model = await deploy(w, 'A1 = F(1)\n')
    await w.answer(() => 'one')
    await w.advance(9_999)
    expect(await w.queued()).toEqual([])
    expect(shown(model, 'A1')).toEqual(['"one" ready'])
    await w.advance(1)
    expect(await w.queued()).toHaveLength(1)
    expect(shown(model, 'A1')).toEqual(['"one" stale'])
    await w.advance(5_000)
    expect(await w.queued()).toHaveLength(1)
    await w.answer(() => 'two')
    expect(shown(model, 'A1')).toEqual(['"two" ready'])
  })

  it('counts from when the answer was fetched, not from when it landed', async () => {
    const w = await withPolicy({})
    const model = await deploy(w, 'A1 = F(1)\n')
    const [{ id, attempt }] = (await w.claim()) as unknown as [{ id: string; attempt: number }]
    const at = w.clock.now()
    await w.advance(4_000)
    await w.store.commit({ jobs: [{ op: 'done', id, attempt, result: { value: 'one', at } }] })
    await w.settle()
    expect(shown(model, 'A1')).toEqual(['"one" ready'])
    await w.advance(6_000)
    expect(shown(model, 'A1')).toEqual(['"one" stale'])
  })

  it('that brings the same value runs nothing, and makes the cell ready', async () => {
    const w = await withPolicy({})
    const model = await deploy(w, 'A1 = F(1)\nB1 = A1 & "!"\n')
    await w.answer(() => 'one')
    model.takeRuns()
    await w.advance(10_000)
    await w.answer(() => 'one')
    expect(shown(model, 'A1', 'B1')).toEqual(['"one" ready', '"one!" ready'])
    expect(model.takeRuns().get('B1')).toBeUndefined()
  })

  it('goes on for as long as somebody wants it', async () => {
    const w = await withPolicy({})
    await deploy(w, 'A1 = F(1)\n')
    let asked = 0
    for (let i = 0; i < 50; i++) {
      asked += (await w.answer(() => i)).length
      await w.advance(10_000)
    }
    expect(asked).toBe(50)
  })
})

describe('blocking refresh', () => {
  it('waits when the ttl is over', async () => {
    const w = await withPolicy({ refresh: 'blocking' })
    const model = await deploy(w, 'A1 = F(1)\nB1 = A1 DEFAULT "none"\n')
    await w.answer(() => 'one')
    await w.advance(10_000)
    expect(shown(model, 'A1', 'B1')).toEqual(['null queued', '"none" stale'])
    await w.answer(() => 'one')
    expect(shown(model, 'A1', 'B1')).toEqual(['"one" ready', '"one" ready'])
  })
})

describe('the bound on staleness', () => {
  it('ends what serves, though its refresh is on its way', async () => {
    const w = await withPolicy({})
    const model = await deploy(w, 'A1 = F(1)\n')
    await w.answer(() => 'one')
    await w.advance(59_999)
    expect(shown(model, 'A1')).toEqual(['"one" stale'])
    const { rev } = model
    await w.advance(1)
    expect(shown(model, 'A1')).toEqual(['null queued'])
    // A cell has another value, so there is a commit.
    expect(model.rev).toBeGreaterThan(rev)
    await w.answer(() => 'two')
    expect(shown(model, 'A1')).toEqual(['"two" ready'])
  })

  it('that is below the ttl ends with the ttl', async () => {
    const w = await withPolicy({ maxStalenessMs: 0 })
    const model = await deploy(w, 'A1 = F(1)\n')
    await w.answer(() => 'one')
    await w.advance(10_000)
    expect(shown(model, 'A1')).toEqual(['null queued'])
  })

  it('holds for a last value whose arguments have changed', async () => {
    const w = await withPolicy({})
    const model = await deploy(w, 'x = 1\nA1 = F(x)\n')
    await w.answer(() => 'one')
    await model.set({ x: 2 })
    await w.advance(59_999)
    expect(shown(model, 'A1')).toEqual(['"one" stale'])
    await w.advance(1)
    expect(shown(model, 'A1')).toEqual(['null queued'])
  })
})

describe('failures', () => {
  it('leave a value that serves as stale with the error, until its bound', async () => {
    const w = await withPolicy({ ttlMs: 100_000, maxStalenessMs: 250_000 })
    const model = await deploy(w, 'A1 = F(1)\n')
    await w.answer(() => 'one')
    await w.advance(100_000)
    await w.answer(() => undefined)
    expect(shown(model, 'A1')).toEqual(['"one" stale'])
    expect(await model.resolve('A1')).toMatchObject({
      status: 'stale',
      last_error: 'there is no F',
    })
    expect(await w.queued()).toEqual([])
    // It tries again after its ttl, which is longer than a minute.
    await w.advance(99_999)
    expect(await w.queued()).toEqual([])
    await w.advance(1)
    expect(await w.queued()).toHaveLength(1)
    expect(shown(model, 'A1')).toEqual(['"one" stale'])
    await w.advance(50_000)
    expect(shown(model, 'A1')).toEqual(['error:CONNECT! failed'])
    await w.answer(() => 'two')
    expect(shown(model, 'A1')).toEqual(['"two" ready'])
    expect(await model.resolve('A1')).not.toHaveProperty('last_error')
  })

  it('of a function that allows no old answers fail at once', async () => {
    const w = await withPolicy({ staleOnError: false })
    const model = await deploy(w, 'A1 = F(1)\n')
    await w.answer(() => 'one')
    await w.advance(10_000)
    await w.answer(() => undefined)
    expect(shown(model, 'A1')).toEqual(['error:CONNECT! failed'])
    expect(model.get('A1').value).toMatchObject({ code: 'CONNECT!', message: 'there is no F' })
  })

  it('are tried again every minute while somebody wants it, and by nobody otherwise', async () => {
    const w = await withPolicy({})
    const model = await deploy(w, 'A1 = F(1)\nB1 ~= F(2)\n')
    await model.resolve('B1')
    expect(await w.answer(() => undefined)).toEqual(['F(1)', 'F(2)'])
    expect(shown(model, 'A1', 'B1')).toEqual(['error:CONNECT! failed', 'error:CONNECT! failed'])
    await w.advance(60_000)
    expect(await w.answer(() => undefined)).toEqual(['F(1)'])
    await w.advance(60_000)
    expect(await w.answer(() => 'one')).toEqual(['F(1)'])
    expect(shown(model, 'A1')).toEqual(['"one" ready'])
  })

  it('name where they come from', async () => {
    const w = await withPolicy({})
    const model = await deploy(w, 'A1 = F(1)\nB1 = A1 + 1\n')
    await w.answer(() => undefined)
    const { value } = model.get('B1')
    expect(value).toMatchObject({ code: 'CONNECT!', origin: expect.stringMatching(/^__ext__:A1:/) })
  })
})

describe('timers', () => {
  it('are one for all, however many calls there are', async () => {
    const w = await withPolicy({})
    const lines = Array.from({ length: 100 }, (_, i) => `A${i + 1} = F(${i})\n`)
    await deploy(w, lines.join(''))
    expect(w.clock.pending).toBe(0)
    await w.answer(() => 1)
    expect(w.clock.pending).toBe(1)
  })

  it('are none for answers that do not get old, and none for lazy calls that nobody read', async () => {
    const w = await withPolicy({ ttlMs: 0 })
    await deploy(w, 'A1 = F(1)\nB1 ~= F(2)\n')
    await w.answer(() => 1)
    expect(w.clock.pending).toBe(0)
    await w.advance(10 * 86_400_000)
    expect(await w.queued()).toEqual([])
  })

  it('end when nobody wants what they stand for', async () => {
    const w = await withPolicy({})
    const model = await deploy(w, 'A1 ~= F(1)\n')
    const stop = model.watch(['A1'], () => {})
    await w.settle()
    await w.answer(() => 1)
    stop()
    await w.advance(3_600_000)
    expect(await w.queued()).toEqual([])
    expect(w.clock.pending).toBe(0)
  })
})
