// Goal: a program that opens a store has everything that a server has, and its rules act.
// Method: stores on SQLite and in memory, on a virtual clock, through the public face of the package.

import { virtualClock } from '@cellwake/scheduler'
import { describe, expect, it, onTestFinished } from 'vitest'
import { open } from '../src/index.ts'
import { inFolder } from './support.ts'

const start = '2026-01-01T00:00:00Z'
const ticking = 'EVERY 1h SKIP MISSED THEN\n  A1 = A1 + 1\nEND\n'

describe('after a restart', () => {
  const folder = inFolder()

  it('a schedule runs though nobody opens its model', async () => {
    const store = `sqlite:${folder.path('restart.db')}`
    const clock = virtualClock(start)
    const first = await open({ store, clock })
    await first.deploy(ticking, { id: 'ticking' })
    await first.close()

    const second = await open({ store, clock })
    onTestFinished(() => second.close())
    clock.onSettle(() => second.idle())
    await clock.advance(2 * 3_600_000)
    expect((await second.model('ticking')).get('A1').value).toBe(2)
  })
})

describe('answers', () => {
  async function opened() {
    const clock = virtualClock(start)
    const cw = await open({ store: 'memory:', clock })
    onTestFinished(() => cw.close())
    const model = await cw.deploy(
      'a = 1\nb = a * 2\nWHEN b > 10 THEN\n  c = NOW()\n  alerts!over(b)\nEND\n',
      { id: 'm' },
    )
    return { cw, model, clock }
  }

  it('a set is answered with plain data', async () => {
    const { model } = await opened()
    const answer = JSON.parse(JSON.stringify(await model.set({ a: 6 })))
    expect(answer).toMatchObject({ changed: expect.arrayContaining(['a', 'b']) })
    expect(answer.rev).toBe(model.rev)
    expect(answer.firings).toHaveLength(1)
  })

  it('rules, firings, versions, the graph and the audit can be read', async () => {
    const { cw, model } = await opened()
    await model.set({ a: 6 })
    const [rule] = model.rules()
    const { firings } = await model.firings(rule!.id)
    expect(firings.map(({ outcome }) => outcome)).toEqual(['fired'])
    expect(model.versions.map(({ version }) => version)).toEqual([1])
    expect(await model.source()).toContain('alerts!over')
    expect(model.graph().nodes.map(({ id }) => id)).toContain('b')
    expect((await cw.audit()).entries.map(({ act }) => act)).toContain('set')
    expect(model.describe().timezone).toBe('UTC')
  })

  it('a year can be simulated', async () => {
    const { cw } = await opened()
    const from = Date.parse(start)
    const done = await cw.simulate(ticking, { from, until: from + 3 * 3_600_000 })
    expect(done.firings).toHaveLength(3)
    expect(done.cells.A1?.value).toBe(3)
  })
})
