// Goal: an external call is asked for, arrives, gets old, is refreshed, fails and recovers, and at every moment its
// cell shows what the policy of its function allows. Method: models on a virtual clock, whose jobs are claimed and
// answered by hand.

import { describe, expect, it } from 'vitest'
import { deploy, payloadOf, shown, world } from './support.ts'

const RATE = 'rate = FX_RATE("EUR", "USD")\nB1 = ROUND(rate DEFAULT 1.08, 4)\n'

describe('the life of a call', () => {
  it('is queued with the deploy, runs when a worker takes it up, and is ready when it has landed', async () => {
    const w = await world()
    const model = await deploy(w, RATE)
    expect(shown(model, 'rate', 'B1')).toEqual(['null queued', '1.08 stale'])
    const [job] = await w.claim()
    await w.settle()
    expect(shown(model, 'rate', 'B1')).toEqual(['null running', '1.08 stale'])
    await w.done(job!, 1.1)
    expect(shown(model, 'rate', 'B1')).toEqual(['1.1 ready', '1.1 ready'])
    expect(model.get('rate').typeTag).toBe('fx_rate')
  })

  it('has its job in the commit that wanted it, with all that a worker needs', async () => {
    const w = await world()
    const model = await deploy(w, RATE)
    const [job] = await w.queued()
    expect(job!.seq).toBe(model.rev)
    expect(job!.queue).toBe('market-data.fx')
    const { id } = job!
    expect(id).toMatch(/^ext:m:[0-9a-f]{32}:\d+$/)
    expect(payloadOf(job!)).toEqual({
      model: 'm',
      function: 'FX_RATE',
      args: [
        { kind: 'string', value: 'EUR', typeTag: 'string' },
        { kind: 'string', value: 'USD', typeTag: 'string' },
      ],
      symbols: [expect.stringMatching(/^__ext__:rate:[0-9a-f]{6}$/)],
      requestRev: Number(id.split(':').at(-1)),
      timeoutMs: 5_000,
      cache: { ttlMs: 30_000, maxStalenessMs: 300_000, refreshMode: 'background' },
      staleOnError: true,
      requestId: id,
    })
  })

  it('lands in one commit, with everything that follows', async () => {
    const w = await world()
    const model = await deploy(
      w,
      'a = FX_RATE("EUR", "USD")\nb = FX_RATE("GBP", "USD")\nWHEN a > 1 THEN\n C1 = a\nEND\n',
    )
    const jobs = await w.claim()
    const before = model.rev
    await w.store.commit({
      jobs: jobs.map(({ id, attempt }) => ({
        op: 'done' as const,
        id,
        attempt,
        result: { value: 1.1, at: w.clock.now() },
      })),
    })
    await w.settle()
    expect(shown(model, 'a', 'b', 'C1')).toEqual(['1.1 ready', '1.1 ready', '1.1 ready'])
    // That the jobs are done, the landing, and what the rule made of it.
    expect(model.rev).toBe(before + 3)
  })
})

describe('equal calls', () => {
  it('share one request: one fetch, many reads', async () => {
    const w = await world()
    const model = await deploy(
      w,
      'A1 = FX_RATE("EUR", "USD")\nA2 = FX_RATE("EUR", "USD") * 2\nA3 = FX_RATE("EUR", "GBP")\n',
    )
    expect(await w.answer((_, [, quote]) => (quote === 'USD' ? 1.1 : 0.9))).toEqual([
      'FX_RATE("EUR", "GBP")',
      'FX_RATE("EUR", "USD")',
    ])
    expect(shown(model, 'A1', 'A2', 'A3')).toEqual(['1.1 ready', '2.2 ready', '0.9 ready'])
  })

  it('that come later take the answer that is there', async () => {
    const w = await world()
    const model = await deploy(w, 'A1 = FX_RATE("EUR", "USD")\nA2 ~= FX_RATE("EUR", "USD")\n')
    await w.answer(() => 1.1)
    await w.advance(10_000)
    await model.resolve('A2')
    expect(await w.queued()).toEqual([])
    expect(shown(model, 'A2')).toEqual(['1.1 ready'])
  })

  it('are not shared where answers do not expire', async () => {
    const w = await world()
    await deploy(w, 'A1 = AI_PROMPT("a", {})\nA2 = AI_PROMPT("a", {})\n')
    expect(await w.answer(() => 'text')).toHaveLength(2)
  })
})

describe('arguments', () => {
  it('that change make the last value stale until the new one lands', async () => {
    const w = await world()
    const model = await deploy(w, 'base = "EUR"\nrate = FX_RATE(base, "USD")\n')
    await w.answer(() => 1.1)
    await model.set({ base: 'GBP' })
    expect(shown(model, 'rate')).toEqual(['1.1 stale'])
    expect(await w.answer(() => 1.3)).toEqual(['FX_RATE("GBP", "USD")'])
    expect(shown(model, 'rate')).toEqual(['1.3 ready'])
  })

  it('that are errors fail the call without a job', async () => {
    const w = await world()
    const model = await deploy(w, 'base = #N/A\nrate = FX_RATE(base, "USD")\nB1 = rate DEFAULT 2\n')
    expect(shown(model, 'rate', 'B1')).toEqual(['error:N/A failed', '2 ready'])
    expect(await w.queued()).toEqual([])
    await model.set({ base: 'EUR' })
    expect(await w.answer(() => 1.1)).toHaveLength(1)
    expect(shown(model, 'rate')).toEqual(['1.1 ready'])
  })

  it('that are pending make the call wait, and blank ones are passed on', async () => {
    const w = await world()
    const model = await deploy(w, 'A1 = FX_RATE(HTTP_JSON("u").base, Z9)\n')
    expect(shown(model, 'A1')).toEqual(['null queued'])
    expect(await w.answer(() => ({ base: 'EUR' }))).toEqual(['HTTP_JSON("u")'])
    expect(await w.answer(() => 1.1)).toEqual(['FX_RATE("EUR", null)'])
    expect(shown(model, 'A1')).toEqual(['1.1 ready'])
  })

  it('that come back while the first job runs want it again', async () => {
    const w = await world()
    const model = await deploy(w, 'base = "EUR"\nrate = FX_RATE(base, "USD")\n')
    const [job] = await w.claim()
    await w.settle()
    await model.set({ base: 'GBP' })
    await model.set({ base: 'EUR' })
    await w.done(job!, 1.1)
    expect(shown(model, 'rate')).toEqual(['1.1 ready'])
    expect(model.jobs.counts().obsolete).toBe(0)
  })

  it('that come back before the new answer have the old one again, under its number', async () => {
    const w = await world()
    const model = await deploy(w, 'base = "EUR"\nrate = FX_RATE(base, "USD")\n')
    await w.answer(() => 1.1)
    const before = await model.resolve('rate')
    await model.set({ base: 'GBP' })
    await model.set({ base: 'EUR' })
    expect(shown(model, 'rate')).toEqual(['1.1 ready'])
    expect(await model.resolve('rate')).toEqual(before)
    expect(await w.queued()).toEqual([])
  })

  it.each(['FX_RATE(base, "USD")', 'AI_PROMPT(base, {})'])(
    'that come back after the new answer are asked again, also after a restart: %s',
    async (call) => {
      let w = await world()
      let model = await deploy(w, `base = "EUR"\nrate = ${call}\n`)
      const answer = () => w.answer((_, [base]) => (call.startsWith('FX') ? 1 : `${base} `))
      await answer()
      await model.set({ base: 'GBP' })
      w = await w.restart()
      model = await w.engine.model('m')
      await answer()
      const { request_rev } = await model.resolve('rate')
      await model.set({ base: 'EUR' })
      expect(model.get('rate').status).toBe('stale')
      expect((await model.resolve('rate')).request_rev).toBeGreaterThan(request_rev)
      expect(await w.queued()).toHaveLength(1)
    },
  )
})

describe('an obsolete answer', () => {
  it('changes nothing, and is counted', async () => {
    const w = await world()
    const model = await deploy(w, 'base = "EUR"\nrate = FX_RATE(base, "USD")\n')
    const [first] = await w.claim()
    await w.settle()
    await model.set({ base: 'GBP' })
    const { rev } = model
    await w.done(first!, 9)
    expect(model.rev).toBe(rev)
    expect(shown(model, 'rate')).toEqual(['null queued'])
    expect(model.jobs.counts().obsolete).toBe(1)
    await w.answer(() => 1.3)
    expect(shown(model, 'rate')).toEqual(['1.3 ready'])
  })

  it('is never fetched, if its job still waits when nobody wants it any more', async () => {
    const w = await world()
    const model = await deploy(w, 'base = "EUR"\nrate = FX_RATE(base, "USD")\n')
    for (const base of ['GBP', 'CHF', 'JPY']) await model.set({ base })
    expect(await w.answer(() => 1.3)).toEqual(['FX_RATE("JPY", "USD")'])
  })
})

describe('lazy calls', () => {
  const LAZY = 'A1 ~= FX_RATE("EUR", "USD")\nB1 ~= A1 * 2\n'

  it('ask for nothing until they are read, and look dirty', async () => {
    const w = await world()
    const model = await deploy(w, LAZY)
    await w.advance(600_000)
    expect(await w.queued()).toEqual([])
    expect(shown(model, 'A1', 'B1')).toEqual(['null dirty', 'null dirty'])
  })

  it('that are resolved are wanted until the answer lands', async () => {
    const w = await world()
    const model = await deploy(w, LAZY)
    const resolved = await model.resolve('B1')
    const [job] = await w.queued()
    expect(resolved).toEqual({
      status: 'queued',
      value: { kind: 'blank', value: null, typeTag: 'blank' },
      request_rev: payloadOf(job!).requestRev,
      resolved_rev: 0,
      pending_job_id: job!.id,
    })
    await w.answer(() => 1.1)
    expect(shown(model, 'A1', 'B1')).toEqual(['1.1 ready', '2.2 ready'])
    // Nobody wants it any more, so it is not refreshed.
    await w.advance(60_000)
    expect(await w.queued()).toEqual([])
    expect(shown(model, 'A1', 'B1')).toEqual(['1.1 dirty', '2.2 dirty'])
  })

  it('inside of each other are asked for one after the other by one resolve', async () => {
    const w = await world()
    const model = await deploy(w, 'A1 ~= FX_RATE(HTTP_JSON("u").base, "USD")\n')
    await model.resolve('A1')
    await w.answer(() => ({ base: 'EUR' }))
    await w.answer(() => 1.1)
    expect(shown(model, 'A1')).toEqual(['1.1 ready'])
  })

  it('that an eager formula reads are wanted by it', async () => {
    const w = await world()
    await deploy(w, 'B2 ~= ML_SCORE([0.12, 0.18])\nC2 = B2 DEFAULT 0\n')
    expect(await w.answer(() => 0.4)).toEqual(['ML_SCORE([0.12,0.18])'])
  })

  it('that somebody watches are wanted, but not by one who only looks', async () => {
    const w = await world()
    const model = await deploy(w, LAZY)
    model.watch(['A1'], () => {}, { demand: false })
    await w.settle()
    expect(await w.queued()).toEqual([])
    model.watch(['A1'], () => {})
    await w.settle()
    expect(await w.answer(() => 1.1)).toHaveLength(1)
  })

  it('wait for what is asked, if that is wanted', async () => {
    const w = await world()
    const model = await deploy(w, LAZY)
    const waiting = model.resolve('A1', { waitMs: 5_000 })
    await w.isAsked()
    await w.answer(() => 1.1)
    expect(await waiting).toMatchObject({ status: 'ready', value: { value: 1.1 } })
    await w.advance(400_000)
    let isOver = false
    const second = model.resolve('A1', { waitMs: 5_000 }).finally(() => {
      isOver = true
    })
    await w.isAsked()
    await w.advance(4_999)
    expect(isOver).toBe(false)
    await w.advance(1)
    expect(await second).toMatchObject({ status: 'queued' })
  })
})

describe('a branch that is not taken', () => {
  it('asks for nothing, and asks when it is taken', async () => {
    const w = await world()
    const model = await deploy(w, 'on = FALSE\nA1 = IF(on, FX_RATE("EUR", "USD"), 0)\n')
    expect(await w.queued()).toEqual([])
    await model.set({ on: true })
    expect(await w.answer(() => 1.1)).toHaveLength(1)
    expect(shown(model, 'A1')).toEqual(['1.1 ready'])
  })

  it('is not refreshed while it is not taken, and is when it is taken again', async () => {
    const w = await world()
    const model = await deploy(w, 'on = TRUE\nA1 = IF(on, FX_RATE("EUR", "USD"), 0)\n')
    await w.answer(() => 1.1)
    await model.set({ on: false })
    await w.advance(600_000)
    expect(await w.queued()).toEqual([])
    await model.set({ on: true })
    expect(shown(model, 'A1')).toEqual(['null queued'])
    expect(await w.answer(() => 1.2)).toHaveLength(1)
    expect(shown(model, 'A1')).toEqual(['1.2 ready'])
  })
})
