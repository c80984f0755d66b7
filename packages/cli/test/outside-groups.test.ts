// Goal: a call outside costs as few durable writes as its promises need, and no question about what this process has just
// written itself. Method: a store in memory that counts, an engine and a worker on it.

import { Engine } from '@cellwake/engine'
import { catalogue, withFunctions } from '@cellwake/language'
import { systemClock } from '@cellwake/scheduler'
import { MemoryDriver, openStore } from '@cellwake/store'
import { defineFunction, Egress, Functions, startWorker } from '@cellwake/workers'
import { expect, it } from 'vitest'

class Counting extends MemoryDriver {
  groups = 0
  questions = 0

  override transact(...args: Parameters<MemoryDriver['transact']>) {
    this.groups++
    return super.transact(...args)
  }

  override job(id: string) {
    this.questions++
    return super.job(id)
  }
}

it('a call is three groups of commits, asked and claimed, answered, landed, and no question', async () => {
  const twice = defineFunction({
    name: 'TWICE',
    args: [{ name: 'x', kind: 'number' }],
    returns: 'number',
    handler: ([x]) => Number(x) * 2,
  })
  const clock = systemClock({ unref: true })
  const driver = new Counting()
  const store = await openStore(driver, { clock })
  const functions = new Functions([twice])
  const engine = new Engine({
    store,
    clock,
    catalogue: withFunctions(catalogue, functions.signatures),
  })
  const worker = startWorker({ store, clock, functions, egress: new Egress({ clock }) })
  const { model } = await engine.deploy('A1 = 1\nB1 = TWICE(A1)\n', { id: 'm' })
  const landed = (value: number) => expect.poll(() => model.get('B1').value).toBe(value)
  await landed(2)
  await worker.idle()
  const before = { groups: driver.groups, questions: driver.questions }
  const statuses: string[] = []
  model.onEvent((event) => event.type === 'job' && statuses.push(event.status))
  await model.set({ A1: 21 })
  await landed(42)
  await worker.idle()
  expect(driver.groups - before.groups).toBe(3)
  expect(driver.questions - before.questions).toBe(0)
  expect(statuses).toEqual(['queued', 'running', 'done'])
  await worker.stop()
  await engine.close()
  await store.close()
})
