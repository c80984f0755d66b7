// Goal: a call that changes something outside does so once for each request, and never by itself again. Method:
// PG_MUTATE in live models, its jobs counted and answered by hand.

import { describe, expect, it } from 'vitest'
import { refusal } from '../support/live.ts'
import { deploy, payloadOf, shown, world } from './support.ts'

const INSERT = 'id = 7\nA1 = PG_MUTATE("crm.public.leads", { insert: { id: id } })\n'

describe('a mutation', () => {
  it('is one job for each request of its symbol, shared with no other cell', async () => {
    const w = await world()
    const model = await deploy(
      w,
      `${INSERT}A2 = PG_MUTATE("crm.public.leads", { insert: { id: id } })\n`,
    )
    expect(await w.answer(() => ({ rows: 1 }))).toHaveLength(2)
    await model.set({ id: 8 })
    expect(await w.answer(() => ({ rows: 1 }))).toHaveLength(2)
  })

  it('is not refreshed by time, by a refresh or by a restart', async () => {
    let w = await world()
    let model = await deploy(w, INSERT)
    await w.answer(() => ({ rows: 1 }))
    await w.advance(30 * 86_400_000)
    expect((await model.refresh()).symbols).toEqual([])
    w = await w.restart()
    await w.engine.wake()
    model = w.engine.running('m')
    await w.settle()
    expect(await w.queued()).toEqual([])
    expect(shown(model, 'A1')).toEqual(['{"rows":1} ready'])
  })

  it('that failed is not tried again by itself, and can be put back under its number', async () => {
    const w = await world()
    const model = await deploy(w, INSERT)
    const [first] = await w.queued()
    await w.answer(() => undefined)
    await w.advance(86_400_000)
    expect(await w.queued()).toEqual([])
    expect(shown(model, 'A1')).toEqual(['error:CONNECT! failed'])
    await model.jobs.retry(first!.id)
    const [again] = await w.queued()
    expect(again!.id).toBe(first!.id)
    await w.answer(() => ({ rows: 1 }))
    expect(shown(model, 'A1')).toEqual(['{"rows":1} ready'])
  })

  it('is not called off when its arguments change: it was asked for', async () => {
    const w = await world()
    const model = await deploy(w, INSERT)
    await model.set({ id: 8 })
    expect((await w.queued()).map((job) => payloadOf(job).requestRev)).toHaveLength(2)
    await deploy(w, 'A1 = 1\n')
    expect(await w.queued()).toHaveLength(2)
  })

  it('whose receipt is not the one it wants shows none', async () => {
    const w = await world()
    const model = await deploy(w, INSERT)
    await w.answer(() => ({ rows: 1 }))
    await model.set({ id: 8 })
    await w.answer(() => undefined)
    expect(shown(model, 'A1')).toEqual(['error:CONNECT! failed'])
  })

  it('keeps its number, if its job is not kept any more', async () => {
    const first = await world({ store: { finishedJobs: 0 } })
    await deploy(first, INSERT)
    const [job] = await first.claim()
    await first.engine.close()
    const { id, attempt } = job!
    await first.store.commit({ jobs: [{ op: 'done', id, attempt, result: { value: {} } }] })
    await first.store.maintain()
    const second = await first.restart()
    await second.engine.wake()
    await second.settle()
    const again = await second.queued()
    expect(again.map((row) => row.id)).toEqual([id])
    expect(payloadOf(again[0]!)).toEqual(payloadOf(job!))
  })
})

describe('a deploy', () => {
  it('names the mutations that it adds, and only those', async () => {
    const w = await world()
    const { mutations } = await w.engine.deploy(INSERT, { id: 'm' })
    expect(mutations).toEqual([
      { symbol: expect.stringMatching(/^__ext__:A1:/), function: 'PG_MUTATE', line: 2 },
    ])
    const more = 'A2 = PG_MUTATE("crm.public.leads", { delete: { id: 1 } })\n'
    const next = await w.engine.deploy(`${INSERT}${more}`, { id: 'm' })
    expect(next.mutations.map(({ line }) => line)).toEqual([3])
  })

  it('is refused if its caller may not mutate, and changes nothing', async () => {
    const w = await world()
    const refused = await refusal(w.engine.deploy(INSERT, { id: 'm', mayMutate: false }))
    expect(refused).toMatchObject({ code: 'mutation-refused', status: 403 })
    expect(refused.message).toContain('Line 2')
    expect(await w.engine.models()).toEqual([])
    expect(await w.queued()).toEqual([])
  })

  it('of such a caller may keep what is there, and add what only reads', async () => {
    const w = await world()
    await w.engine.deploy(INSERT, { id: 'm' })
    const source = `${INSERT}B1 = FX_RATE("EUR", "USD")\n`
    const { version } = await w.engine.deploy(source, { id: 'm', mayMutate: false })
    expect(version).toBe(2)
  })
})
