// Goal: the jobs of a model can be listed, looked at, put back and called off, and cells are refreshed on demand.
// Method: live models on a virtual clock, jobs answered by hand.

import { describe, expect, it } from 'vitest'
import { refusal } from '../support/live.ts'
import { deploy, START, shown, world } from './support.ts'

const TWO = 'A1 = FX_RATE("EUR", "USD")\nA2 = ML_SCORE([0.1, 0.2])\n'

describe('the list of jobs', () => {
  it('has every job of the model, newest first, in the shape of the API', async () => {
    const w = await world()
    const model = await deploy(w, TWO)
    await w.engine.deploy('A1 = FX_RATE("CHF", "USD")\n', { id: 'm2' })
    await w.answer(() => 1)
    await w.advance(30_000)
    const { jobs, after } = await model.jobs.list()
    expect(after).toBeNull()
    expect(jobs).toHaveLength(3)
    const [newest] = jobs
    expect(newest).toEqual({
      id: newest!.id,
      model: 'm',
      function: 'FX_RATE',
      args: ['EUR', 'USD'],
      symbols: [expect.stringMatching(/^__ext__:A1:/)],
      status: 'queued',
      attempt: 0,
      attempts: 3,
      request_rev: Number(newest!.id.split(':').at(-1)),
      route: 'market-data.fx',
      created: new Date(START + 30_000).toISOString(),
      started: null,
      finished: null,
      due: new Date(START + 30_000).toISOString(),
      wanted: true,
    })
    const done = jobs.find((job) => job.function === 'ML_SCORE')
    expect(done).toMatchObject({
      args: [[0.1, 0.2]],
      status: 'done',
      attempt: 1,
      started: new Date(START).toISOString(),
      finished: new Date(START).toISOString(),
      due: null,
    })
  })

  it('can be narrowed by status, function, route and symbol, and paged', async () => {
    const w = await world()
    const model = await deploy(w, `${TWO}B1 = FX_RATE("GBP", "USD")\n`)
    await w.answer((fn) => (fn === 'ML_SCORE' ? undefined : 1))
    await w.advance(30_000)
    const count = async (query: object) => (await model.jobs.list(query)).jobs.length
    expect(await count({})).toBe(5)
    expect(await count({ status: 'queued' })).toBe(2)
    expect(await count({ status: 'failed' })).toBe(1)
    expect(await count({ function: 'fx_rate' })).toBe(4)
    expect(await count({ route: 'ml.scoring' })).toBe(1)
    expect(await count({ symbol: 'B1' })).toBe(2)
    const first = await model.jobs.list({ limit: 3 })
    const second = await model.jobs.list({ limit: 3, after: first.after! })
    expect([first.jobs.length, second.jobs.length, second.after]).toEqual([3, 2, null])
    expect(new Set([...first.jobs, ...second.jobs].map(({ id }) => id)).size).toBe(5)
  })

  it('names everybody who shares a job', async () => {
    const w = await world()
    const model = await deploy(w, 'A1 = FX_RATE("EUR", "USD")\nA2 = 1 + FX_RATE("EUR", "USD")\n')
    const { jobs } = await model.jobs.list()
    expect(jobs.map(({ symbols }) => symbols.map((symbol) => symbol.slice(0, 10)))).toEqual([
      ['__ext__:A1', '__ext__:A2'],
    ])
  })

  it('knows no job of another model, and none that never was', async () => {
    const w = await world()
    const model = await deploy(w, TWO)
    await w.engine.deploy('A1 = FX_RATE("CHF", "USD")\n', { id: 'm2' })
    const [other] = (await w.engine.running('m2').jobs.list()).jobs
    for (const id of [other!.id, 'ext:m:00:1', 'nonsense']) {
      expect(await refusal(model.jobs.get(id))).toMatchObject({ code: 'unknown-job' })
    }
  })
})

describe('a job that failed', () => {
  it('shows its error, and is put back under its number', async () => {
    const w = await world()
    const model = await deploy(w, 'A1 = FX_RATE("EUR", "USD")\n')
    await w.answer(() => undefined)
    const [job] = (await model.jobs.list()).jobs
    expect(job).toMatchObject({ status: 'failed', error: 'there is no FX_RATE' })
    expect(await model.jobs.retry(job!.id, 'anna')).toMatchObject({ status: 'queued' })
    expect(shown(model, 'A1')).toEqual(['error:CONNECT! failed'])
    const [again] = await w.claim()
    expect(again).toMatchObject({ id: job!.id, attempt: 2 })
    await w.done(again!, 1.1, 'desk')
    expect(shown(model, 'A1')).toEqual(['1.1 ready'])
    expect(await model.jobs.get(job!.id)).toMatchObject({ status: 'done', provider: 'desk' })
  })

  it('that is put back and fails again is failed again', async () => {
    const w = await world()
    const model = await deploy(w, 'A1 = FX_RATE("EUR", "USD")\n')
    await w.answer(() => undefined)
    const [job] = (await model.jobs.list()).jobs
    await model.jobs.retry(job!.id)
    const [again] = await w.claim()
    await w.fail(again!, 'still none')
    expect(await model.resolve('A1')).toMatchObject({ status: 'failed', last_error: 'still none' })
  })

  it('is not put back if nobody wants it, or if it is not over', async () => {
    const w = await world()
    const model = await deploy(w, 'base = "EUR"\nA1 = FX_RATE(base, "USD")\n')
    await w.answer(() => undefined)
    const [job] = (await model.jobs.list()).jobs
    await model.set({ base: 'GBP' })
    expect(await refusal(model.jobs.retry(job!.id))).toMatchObject({ code: 'job-obsolete' })
    const [open] = (await model.jobs.list({ status: 'queued' })).jobs
    expect(await refusal(model.jobs.retry(open!.id))).toMatchObject({ code: 'job-state' })
  })
})

describe('a job that is called off', () => {
  it('fails its call, and what a worker reports afterwards is refused', async () => {
    const w = await world()
    const model = await deploy(w, 'A1 = FX_RATE("EUR", "USD")\n')
    const [job] = await w.claim()
    await model.jobs.cancel(job!.id, 'anna')
    await w.settle()
    expect(shown(model, 'A1')).toEqual(['error:CONNECT! failed'])
    expect(model.get('A1').value).toMatchObject({ message: expect.stringContaining('cancelled') })
    const { id, attempt } = job!
    const late = await w.store.commit({ jobs: [{ op: 'done', id, attempt, result: { value: 1 } }] })
    expect(late).toMatchObject({ rejected: 'permanent', code: 'job-lost' })
    expect(await refusal(model.jobs.cancel(id))).toMatchObject({ code: 'job-state' })
  })

  it('is on record, with who did it', async () => {
    const w = await world()
    const model = await deploy(w, 'A1 = FX_RATE("EUR", "USD")\n')
    const [job] = await w.queued()
    await model.jobs.cancel(job!.id, 'anna')
    await model.jobs.retry(job!.id, 'bert')
    await w.answer(() => 1)
    const { entries } = await w.engine.activity({ about: 'm' })
    expect(entries.map(({ by, what }) => `${by}: ${what.replace(/ext:\S+/, 'J')}`)).toEqual([
      expect.stringMatching(/^job: Took in the answers to A1\./),
      'bert: Put the job J back.',
      expect.stringMatching(/^job: Took in the answers to A1\./),
      'anna: Called the job J off.',
      'deploy: Deployed version 1.',
    ])
  })
})

describe('refresh', () => {
  const MANY =
    'A1 = FX_RATE("EUR", "USD")\nA2 = ML_SCORE([1])\nA3 ~= FX_RATE("GBP", "USD")\nB1 = A1 + A2\n'

  it('of the model asks again for everything that somebody wants', async () => {
    const w = await world()
    const model = await deploy(w, MANY)
    await w.answer(() => 1)
    const { symbols, jobs, rev } = await model.refresh({}, 'anna')
    expect(symbols.map((symbol) => symbol.slice(8, 10))).toEqual(['A1', 'A2'])
    expect(jobs).toHaveLength(2)
    expect(rev).toBe(model.rev)
    expect(shown(model, 'A1', 'A2', 'B1')).toEqual(['1 stale', '1 stale', '2 stale'])
    expect(await w.answer(() => 2)).toEqual(['FX_RATE("EUR", "USD")', 'ML_SCORE([1])'])
    expect(shown(model, 'A1', 'A2', 'B1')).toEqual(['2 ready', '2 ready', '4 ready'])
  })

  it('of a function asks for its calls, of a cell for what it follows from', async () => {
    const w = await world()
    const model = await deploy(w, MANY)
    await w.answer(() => 1)
    await model.refresh({ function: 'ml_score' })
    expect(await w.answer(() => 2)).toEqual(['ML_SCORE([1])'])
    await model.refresh({ symbol: 'B1' })
    expect(await w.answer(() => 3)).toEqual(['FX_RATE("EUR", "USD")', 'ML_SCORE([1])'])
    await model.refresh({ symbol: 'A3' })
    expect(await w.answer(() => 4)).toEqual(['FX_RATE("GBP", "USD")'])
    expect(shown(model, 'A3')).toEqual(['4 ready'])
  })

  it('asks once, however often it is said', async () => {
    const w = await world()
    const model = await deploy(w, 'A1 = FX_RATE("EUR", "USD")\n')
    await w.answer(() => 1)
    const first = await model.refresh()
    const second = await model.refresh()
    expect(second.jobs).toEqual(first.jobs)
    expect(await w.queued()).toHaveLength(1)
  })

  it('asks for answers that do not get old, and for those that failed', async () => {
    const w = await world()
    const model = await deploy(w, 'A1 = AI_PROMPT("a", {})\nA2 = FX_RATE("EUR", "USD")\n')
    await w.answer((fn) => (fn === 'AI_PROMPT' ? 'x' : undefined))
    await model.refresh()
    expect(shown(model, 'A1', 'A2')).toEqual(['"x" stale', 'error:CONNECT! failed'])
    expect(await w.answer((fn) => (fn === 'AI_PROMPT' ? 'y' : 2))).toHaveLength(2)
    expect(shown(model, 'A1', 'A2')).toEqual(['"y" ready', '2 ready'])
  })
})
