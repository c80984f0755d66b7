// Goal: what calls asked for and what they got outlives restarts, redeploys and refused commits, and lands once, by
// the host that has the model. Method: hosts that are closed and opened on the same data, a database that refuses,
// and two hosts on one memory that says it is shared.

import { virtualClock } from '@cellwake/scheduler'
import { type Durability, MemoryDriver } from '@cellwake/store'
import { WrappedDriver } from '@cellwake/store/testing'
import { describe, expect, it } from 'vitest'
import { HeldDriver } from '../support/held-driver.ts'
import { refusal } from '../support/live.ts'
import { deploy, payloadOf, START, shown, withFunction, world } from './support.ts'

const RATE = 'A1 = FX_RATE("EUR", "USD")\nB1 = A1 DEFAULT 0\n'

describe('a restart', () => {
  it('finds an answer that came while no host was there, once somebody opens the model', async () => {
    const first = await world()
    await deploy(first, RATE)
    const [job] = await first.claim()
    await first.engine.close()
    const { id, attempt } = job!
    const result = { value: 1.1, at: first.clock.now() }
    await first.store.commit({ jobs: [{ op: 'done', id, attempt, result }] })
    const second = await first.restart()
    const model = await second.engine.model('m')
    await second.settle()
    expect(shown(model, 'A1', 'B1')).toEqual(['1.1 ready', '1.1 ready'])
    expect(await second.queued()).toEqual([])
  })

  it('opens a model that has external calls and no rules, and keeps its answers fresh', async () => {
    const first = await world()
    await deploy(first, RATE)
    await first.answer(() => 1.1)
    const second = await first.restart()
    await second.engine.wake()
    expect(second.engine.isRunning('m')).toBe(true)
    await second.advance(30_000)
    expect(await second.answer(() => 1.2)).toEqual(['FX_RATE("EUR", "USD")'])
    expect(shown(second.engine.running('m'), 'A1')).toEqual(['1.2 ready'])
  })

  it('asks at once for what failed for want of a setting, and in its time for other failures', async () => {
    const first = await world()
    await deploy(first, 'A1 = ML_SCORE([1])\nA2 = FX_RATE("EUR", "USD")\nA3 ~= AI_PROMPT("x")\n')
    await first.engine.running('m').resolve('A3')
    for (const job of await first.claim()) {
      const isSet = payloadOf(job).function === 'FX_RATE'
      await first.fail(job, isSet ? 'rejected: no such rate' : 'unconfigured: it has no provider')
    }
    await first.settle()
    const second = await first.restart()
    await second.engine.wake()
    await second.settle()
    expect(shown(second.engine.running('m'), 'A1')).toEqual(['error:CONNECT! failed'])
    expect(await second.answer(() => 0.5)).toEqual(['ML_SCORE([1])'])
    expect(shown(second.engine.running('m'), 'A1')).toEqual(['0.5 ready'])
    await second.advance(60_000)
    expect(await second.answer(() => 1.1)).toEqual(['FX_RATE("EUR", "USD")'])
  })

  it('opens no model whose lazy calls nobody has ever asked for', async () => {
    const first = await world()
    await deploy(first, 'A1 ~= FX_RATE("EUR", "USD")\n')
    const second = await first.restart()
    await second.engine.wake()
    expect(second.engine.isRunning('m')).toBe(false)
  })

  it('lands an answer once, though it is opened again and again', async () => {
    let w = await world()
    const model = await deploy(w, RATE)
    await w.answer(() => 1.1)
    const { rev } = model
    for (let i = 0; i < 3; i++) {
      w = await w.restart()
      const opened = await w.engine.model('m')
      await w.settle()
      expect(opened.rev).toBe(rev)
    }
  })

  it('never gives a number twice, not to a call that was gone in between', async () => {
    let w = await world()
    const seen = new Set<string>()
    for (let i = 0; i < 5; i++) {
      await deploy(w, RATE)
      for (const { id } of await w.claim()) {
        expect(seen.has(id)).toBe(false)
        seen.add(id)
      }
      await deploy(w, 'A1 = 1\n')
      w = await w.restart()
    }
    expect(seen.size).toBe(5)
  })

  it('asks again for a job that is not kept any more', async () => {
    const first = await world({ store: { finishedJobs: 0 } })
    await deploy(first, RATE)
    const [job] = await first.claim()
    await first.engine.close()
    const { id, attempt } = job!
    await first.store.commit({ jobs: [{ op: 'done', id, attempt, result: { value: 1 } }] })
    await first.store.maintain()
    expect(await first.store.job(id)).toBeUndefined()
    const second = await first.restart()
    const model = await second.engine.model('m')
    await second.settle()
    expect(await second.answer(() => 1.2)).toHaveLength(1)
    expect(shown(model, 'A1')).toEqual(['1.2 ready'])
  })
})

describe('a redeploy', () => {
  it('keeps answers of calls that are the same, and reports cells as before', async () => {
    const w = await world()
    await deploy(w, RATE)
    await w.answer(() => 1.1)
    const { model, kept, added } = await w.engine.deploy(`${RATE}C1 = A1 * 2\n`, { id: 'm' })
    expect({ kept, added }).toEqual({ kept: ['A1', 'B1'], added: ['C1'] })
    expect(shown(model, 'A1', 'C1')).toEqual(['1.1 ready', '2.2 ready'])
    expect(await w.queued()).toEqual([])
  })

  it('calls off what nobody wants any more, and leaves what somebody shares', async () => {
    const w = await world()
    await deploy(w, 'A1 = FX_RATE("EUR", "USD")\nA2 = FX_RATE("EUR", "USD")\nA3 = ML_SCORE([1])\n')
    await deploy(w, 'A1 = FX_RATE("EUR", "USD")\n')
    expect((await w.queued()).map((job) => payloadOf(job).function)).toEqual(['FX_RATE'])
  })

  it('lands what was on its way in the version that runs then', async () => {
    const w = await world()
    await deploy(w, RATE)
    const [job] = await w.claim()
    const model = await deploy(w, `${RATE}C1 = 1\n`)
    expect(shown(model, 'A1')).toEqual(['null running'])
    await w.done(job!, 1.1)
    expect(shown(model, 'A1')).toEqual(['1.1 ready'])
  })

  it('that is a dry run asks for nothing', async () => {
    const w = await world()
    await w.engine.deploy(RATE, { id: 'm', dryRun: true })
    expect(await w.queued()).toEqual([])
    expect(await w.engine.models()).toEqual([])
  })

  it('keeps those who watch, and those who wait for an answer', async () => {
    const w = await world()
    const model = await deploy(w, 'A1 ~= FX_RATE("EUR", "USD")\n')
    const waiting = model.resolve('A1', { waitMs: 60_000 })
    await w.isAsked()
    await deploy(w, 'A1 ~= FX_RATE("EUR", "USD")\nB1 = 1\n')
    await w.answer(() => 1.1)
    expect(await waiting).toMatchObject({ status: 'ready', value: { value: 1.1 } })
  })
})

describe('deleting a model', () => {
  it('calls its jobs off, and what comes in spite of that changes nothing', async () => {
    const w = await world()
    await deploy(w, RATE)
    await w.engine.delete('m', 'm')
    expect(await w.queued()).toEqual([])
    const model = await deploy(w, RATE)
    expect(shown(model, 'A1')).toEqual(['null queued'])
    expect(await w.queued()).toHaveLength(1)
  })
})

describe('a commit that is refused', () => {
  it('asks for nothing: no job without its commit', async () => {
    const driver = new HeldDriver()
    const w = await world({ driver })
    const model = await deploy(w, 'base = "EUR"\nA1 = FX_RATE(base, "USD")\n')
    await w.answer(() => 1.1)
    driver.refuseNext()
    await refusal(model.set({ base: 'GBP' }))
    expect(await w.queued()).toEqual([])
    await w.advance(1_000)
    const opened = await w.engine.model('m')
    expect(shown(opened, 'A1')).toEqual(['1.1 ready'])
    await opened.set({ base: 'CHF' })
    expect(await w.answer(() => 1.2)).toEqual(['FX_RATE("CHF", "USD")'])
    expect(shown(opened, 'A1')).toEqual(['1.2 ready'])
  })

  it('of a landing lands when the model is open again', async () => {
    const driver = new HeldDriver()
    const w = await world({ driver })
    await deploy(w, RATE)
    const [job] = await w.claim()
    await w.settle()
    const { id, attempt } = job!
    const result = { value: 1.1, at: w.clock.now() }
    // That it is done is durable, and the commit behind it is not.
    await w.store.commit({ jobs: [{ op: 'done', id, attempt, result }] })
    driver.refuseNext()
    await w.settle()
    expect(w.engine.isRunning('m')).toBe(false)
    expect(w.errors).toHaveLength(1)
    await w.advance(1_000)
    await w.settle()
    expect(shown(await w.engine.model('m'), 'A1')).toEqual(['1.1 ready'])
  })
})

describe('two hosts', () => {
  class SharedMemory extends WrappedDriver {
    override get durability(): Durability {
      return { ...this.inner.durability, driver: 'postgres' }
    }
  }

  it('land an answer by the one that has the model; the other lands nothing', async () => {
    const driver = new SharedMemory(new MemoryDriver())
    const first = await world({ driver })
    const old = await deploy(first, RATE)
    const second = await world({ driver, clock: virtualClock(START + 60_000) })
    const model = await second.engine.model('m')
    const [job] = await second.claim()
    await second.done(job!, 1.1)
    await first.settle()
    expect(shown(model, 'A1')).toEqual(['1.1 ready'])
    expect(old.isOpen).toBe(false)
    expect(first.engine.isRunning('m')).toBe(false)
  })

  it('hear of what a worker on another host has done', async () => {
    const driver = new MemoryDriver()
    const first = await world({ driver })
    const model = await deploy(first, RATE)
    const worker = await world({ driver })
    const [job] = await worker.claim()
    await first.settle()
    expect(shown(model, 'A1')).toEqual(['null running'])
    await worker.done(job!, 1.1)
    await first.settle()
    expect(shown(model, 'A1')).toEqual(['1.1 ready'])
  })
})

describe('a function that a host has no more', () => {
  const external = {
    route: 'custom.tax',
    ttlMs: 0,
    maxStalenessMs: 0,
    refresh: 'blocking',
    timeoutMs: 1_000,
    staleOnError: true,
  } as const
  const catalogue = withFunction({ name: 'TAX', external })
  const SOURCE = 'amount = 1\nA1 = TAX(amount)\nB1 = amount + 1\n'

  async function without() {
    const first = await world({ engine: { catalogue } })
    const model = await deploy(first, SOURCE)
    await model.set({ amount: 7 })
    await first.engine.close()
    await first.store.close()
    return world({ driver: first.driver, clock: first.clock })
  }

  it('puts the models that call it aside, with what to do', async () => {
    const { engine, errors } = await without()
    await engine.wake()
    expect(engine.putAside).toMatchObject([{ id: 'm' }])
    expect(engine.putAside[0]?.reason).toMatch(/There is no function TAX.*had before/)
    expect((await refusal(engine.model('m'))).code).toBe('put-aside')
    expect(errors).toHaveLength(1)
  })

  it('is not needed to deploy a version that does without: inputs stay', async () => {
    const { engine } = await without()
    expect((await refusal(engine.model('m'))).code).toBe('put-aside')
    const { model, dropped } = await engine.deploy('amount = 1\nB1 = amount + 1\n', { id: 'm' })
    expect(shown(model, 'amount', 'B1')).toEqual(['7 ready', '8 ready'])
    expect(dropped).toEqual(['A1'])
    expect(engine.putAside).toEqual([])
  })

  it('is taken up again by the next host that has it', async () => {
    const second = await without()
    await refusal(second.engine.model('m'))
    const third = await world({ driver: second.driver, engine: { catalogue } })
    expect(shown(await third.engine.model('m'), 'amount', 'B1')).toEqual(['7 ready', '8 ready'])
  })
})
