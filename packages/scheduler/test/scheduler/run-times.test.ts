// Goal: runs that are timed together lose no time, and time goes to whom it belongs. Method: a clock that the runs
// themselves move.
import { openStore } from '@cellwake/store'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Clock, Scheduler, virtualClock } from '../../src/index.ts'
import { at } from './support.ts'

/** Effects that all read one document, each taking as long as it is told to; and how often the clock was looked at. */
async function busy(names: readonly string[]) {
  const store = await openStore('memory:')
  const virtual = virtualClock('2026-01-01T00:00:00Z')
  let passed = 0
  let looks = 0
  const clock: Clock = {
    now: () => {
      looks++
      return virtual.now() + passed
    },
    steadySince: () => virtual.steadySince(),
    wake: (time, fn) => virtual.wake(time, fn),
    move: (alarm, time) => virtual.move(alarm, time),
    cancel: (alarm) => virtual.cancel(alarm),
    close: () => virtual.close(),
  }
  const scheduler = new Scheduler({ store, clock })
  onTestFinished(async () => {
    scheduler.dispose()
    await store.close()
  })
  const takes = new Map(names.map((name) => [name, 0]))
  for (const name of names) {
    const run = (tx: { read(address: ReturnType<typeof at>): unknown }) => {
      tx.read(at('s'))
      passed += takes.get(name)!
    }
    scheduler.register({ name, kind: 'effect', run }, { gate: { noAutoDebounce: true } })
  }
  let value = 0
  const change = async () => {
    await store.edit((tx) => tx.write(at('s'), ++value))
    await scheduler.idle()
  }
  for (let i = 0; i < 5; i++) await change()
  const ms = (name: string) => scheduler.getActionStats(name).totalTime
  return { scheduler, takes, change, ms, passed: () => passed, looks: () => looks }
}

const NAMES = Array.from({ length: 20 }, (_, i) => `e${i}`)

describe('the times of runs', () => {
  it('small runs that follow each other share a look at the clock', async () => {
    const { change, looks, scheduler } = await busy(NAMES)
    const before = looks()
    await change()
    expect(looks() - before).toBeLessThan(NAMES.length)
    for (const name of NAMES) expect(scheduler.getActionStats(name)).toMatchObject({ runCount: 6 })
  })

  it('no time is lost, and when each was over is known', async () => {
    const { change, ms, passed, scheduler, takes } = await busy(NAMES)
    for (const name of NAMES) takes.set(name, 1)
    for (let i = 0; i < 4; i++) await change()
    expect(NAMES.reduce((sum, name) => sum + ms(name), 0)).toBeCloseTo(passed(), 6)
    const { lastRunTimestamp, lastRunTime } = scheduler.getActionStats('e19')
    expect(lastRunTimestamp).toBe(Date.parse('2026-01-01T00:00:00Z') + passed())
    expect(lastRunTime).toBe(1)
  })

  it('a run that has become slow is timed alone from its next run on', async () => {
    const { change, ms, takes } = await busy(NAMES)
    takes.set('e7', 80)
    await change()
    const shared = ms('e7')
    for (let i = 0; i < 3; i++) await change()
    expect(ms('e7') - shared).toBe(240)
    expect(ms('e8')).toBe(shared)
  })
})
