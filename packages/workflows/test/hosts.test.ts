// Several hosts on one store: a workflow is run by the one that has its lease, and moves when that one is gone.

import { virtualClock } from '@cellwake/scheduler'
import { type Durability, MemoryDriver, openStore } from '@cellwake/store'
import { WrappedDriver } from '@cellwake/store/testing'
import { expect, it } from 'vitest'
import { type ToolDefinition, Workflows } from '../src/index.ts'
import { fakeTool } from '../src/testing/index.ts'
import { consuming, later, put, turns } from './support/kit.ts'

/** Memory that several hosts can have. */
class SharedMemory extends WrappedDriver {
  override get durability(): Durability {
    return { ...this.inner.durability, driver: 'postgres' }
  }
}

const START = Date.UTC(2026, 0, 5, 9)

async function host(driver: SharedMemory, tools: readonly ToolDefinition[] = [], at = START) {
  const clock = virtualClock(at)
  const store = await openStore(driver, { clock })
  const errors: unknown[] = []
  const workflows = new Workflows({ store, clock, tools, onError: (error) => errors.push(error) })
  await workflows.start()
  clock.onSettle(() => workflows.idle())
  return { clock, store, workflows, errors }
}

const shared = () => new SharedMemory(new MemoryDriver())

it('the second host shows the workflow, and refuses to act on it', async () => {
  const driver = shared()
  const [first, second] = [await host(driver), await host(driver)]
  await first.workflows.deploy(consuming())
  await first.workflows.idle()
  expect(await second.workflows.status('w')).toMatchObject({ status: 'Idle', version: '1.0' })
  await expect(second.workflows.pause('w')).rejects.toMatchObject({
    code: 'owned-elsewhere',
    retryable: true,
    status: 503,
  })
  await expect(second.workflows.deploy(consuming())).rejects.toMatchObject({
    code: 'owned-elsewhere',
  })
})

it('an event published on one host is processed by the one that has the workflow', async () => {
  const driver = shared()
  const [first, second] = [await host(driver), await host(driver)]
  await first.workflows.deploy(consuming())
  await first.workflows.idle()
  await second.workflows.publish('w/in', { messageId: 'a' })
  await turns(20)
  await first.workflows.idle()
  expect(await first.workflows.status('w')).toMatchObject({ pending: 0 })
})

it('when a host is gone another takes its workflow over, and finds out what was under way', async () => {
  const driver = shared()
  const tool = fakeTool({ name: 'world.put' })
  const definition = consuming({ mutate: put })
  const first = await host(driver, [tool])
  await first.workflows.deploy(definition)
  await first.workflows.idle()
  tool.will({ hangs: true, applied: true })
  await first.workflows.publish('in', { messageId: 'a' })
  await turns(50)
  expect(tool.calls).toHaveLength(1)
  // The first says nothing more. The second has the same code, and asks at every beat.
  const second = await host(driver, [tool])
  await second.workflows.deploy(definition).catch(() => {})
  await second.clock.advance(25_000)
  expect(await second.workflows.status('w')).toMatchObject({ status: 'Idle', pending: 0 })
  expect([tool.calls.length, tool.checks.length]).toEqual([1, 1])
})

it('a host that lost the workflow commits nothing more', async () => {
  const driver = shared()
  const gate = later()
  const slow = { name: 'slow.get', readOnly: true, call: () => gate.promise }
  const definition = consuming({
    prepare: async (ctx) => {
      const events = await ctx.peek('in')
      if (events.length > 0) await ctx.tools.slow!.get!()
      return { reservations: [{ topic: 'in', ids: events.map(({ id }) => id) }] }
    },
  })
  const first = await host(driver, [slow])
  await first.workflows.deploy(definition)
  await first.workflows.idle()
  await first.workflows.publish('in', { messageId: 'a' })
  await turns(50)
  const second = await host(driver, [{ ...slow, call: async () => 1 }], START + 60_000)
  await second.workflows.deploy(definition)
  await second.workflows.idle()
  expect(await second.workflows.status('w')).toMatchObject({ pending: 0 })
  const before = await second.workflows.runs('w')
  gate.resolve()
  await turns(50)
  expect(await second.workflows.runs('w')).toEqual(before)
  expect(before.map(({ status }) => status)).toEqual(['committed', 'crashed', 'committed'])
})

it('what a host brings waits for the lease of another, and is deployed when that is gone', async () => {
  const driver = shared()
  const first = await host(driver)
  await first.workflows.deploy(consuming())
  await first.workflows.idle()
  const second = await host(driver)
  expect(await second.workflows.bring(consuming())).toBeUndefined()
  expect(await second.workflows.bring(consuming({ next: async () => undefined }))).toBeUndefined()
  await first.workflows.close()
  await second.clock.advance(30_000)
  await second.workflows.publish('w/in', { messageId: 'a' })
  await second.workflows.idle()
  expect(await second.workflows.status('w')).toMatchObject({ version: '2.0', status: 'Idle' })
  expect(second.errors).toEqual([])
})
