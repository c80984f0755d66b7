// A host that goes away at the worst moment, and what it finds when it comes back. The crash rig in test/crash does this at
// every commit; here are the claims one by one.

import { afterEach, describe, expect, it } from 'vitest'
import { defineTool, type WorkflowDefinition } from '../src/index.ts'
import type { TestHost, TestHostOptions } from '../src/testing/index.ts'
import { consuming, nothing, opened, producing, put, runs, states, status } from './support/kit.ts'

const hosts: TestHost[] = []
async function open(
  definition: WorkflowDefinition,
  options: TestHostOptions & { reconciles?: boolean } = {},
) {
  const both = await opened(definition, options)
  hosts.push(both.host)
  return both
}
afterEach(async () => {
  for (const host of hosts.splice(0)) {
    expect(host.errors).toEqual([])
    await host.close()
  }
})

/** Publishes an event and dies at the n-th commit after that. */
async function dieAt(host: TestHost, commit: number): Promise<void> {
  // The event itself is the first.
  host.crashAt(commit + 1)
  await host.publish('in', 'a').catch(() => {})
  await host.idle()
  expect(host.isDead).toBe(true)
}

describe('a host that dies', () => {
  it.each([
    ['before anything was prepared', 1, 'c preparing/crashed -'],
    ['after it was prepared', 2, 'c prepared/crashed -'],
  ])('%s: the run is crashed, and a new attempt begins anew', async (_, commit, left) => {
    const { host, tool } = await open(consuming({ mutate: put }))
    await dieAt(host, commit)
    await host.restart()
    await host.idle()
    expect((await runs(host)).slice(1)).toEqual([left, 'c committed/committed applied'])
    expect((await host.workflows.runs('w'))[0]!.retryOf).toBe('w-2')
    expect(tool.calls).toHaveLength(1)
    expect(await states(host)).toEqual({ a: 'consumed' })
  })

  it('between the ledger and the reply: it is not sent again, but found out', async () => {
    const { host, tool } = await open(consuming({ mutate: put }))
    tool.will({ dies: true })
    await host.publish('in', 'a')
    await host.idle()
    expect(host.isDead).toBe(true)
    await host.restart()
    await host.idle()
    expect([tool.calls.length, tool.checks.length]).toEqual([1, 1])
    expect((await runs(host)).slice(1)).toEqual([
      'c mutating/paused:reconciliation applied',
      'c committed/committed applied',
    ])
  })

  it('there, with a tool that cannot say: a person is asked, and nothing is stuck', async () => {
    const { host, tool } = await open(consuming({ mutate: put }), { reconciles: false })
    tool.will({ dies: true })
    await host.publish('in', 'a')
    await host.idle()
    await host.restart()
    await host.idle()
    expect(await status(host)).toBe('Needs attention: reconciliation')
    expect((await host.workflows.ledger('w'))[0]!.status).toBe('indeterminate')
    await host.workflows.resolveMutation('w', 'happened')
    await host.idle()
    expect(tool.calls).toHaveLength(1)
    expect(await states(host)).toEqual({ a: 'consumed' })
  })

  it('after the outcome is kept: next completes, and nothing is sent', async () => {
    const { host, tool } = await open(
      consuming({ mutate: put, next: async () => ({ done: true }) }),
    )
    await dieAt(host, 4)
    await host.restart()
    await host.idle()
    expect((await runs(host)).slice(1)).toEqual([
      'c mutated/crashed applied',
      'c committed/committed applied',
    ])
    expect([tool.calls.length, tool.checks.length]).toEqual([1, 0])
  })

  it('again and again while it recovers: the chain stays linear', async () => {
    const { host, tool } = await open(consuming({ mutate: put }))
    await dieAt(host, 1)
    for (let i = 0; i < 5; i++) {
      await host.restart()
      host.crashAt(1)
      await host.idle()
      if (!host.isDead) host.crash()
    }
    await host.restart()
    await host.idle()
    const found = await host.workflows.runs('w')
    const retried = found.map(({ retryOf }) => retryOf).filter((id) => id !== null)
    expect(new Set(retried).size).toBe(retried.length)
    expect(tool.calls).toHaveLength(1)
    expect(await states(host)).toEqual({ a: 'consumed' })
  })
})

it('a restart of an idle host starts no run', async () => {
  const { host } = await open(
    consuming(
      {},
      { producers: { p: { publishes: ['in'], schedule: { interval: '1h' }, handler: nothing } } },
    ),
  )
  await host.publish('in', 'a')
  await host.idle()
  const before = (await runs(host)).length
  await host.restart('10m')
  await host.idle()
  expect(await runs(host)).toHaveLength(before)
})

it('events that came while the host was away are processed', async () => {
  const { host } = await open(consuming())
  const { store } = host
  await store.commit({ publish: [{ topic: 'w/in', messageId: 'a' }] })
  host.crash()
  await host.restart('1h')
  await host.idle()
  expect(await states(host)).toEqual({ a: 'consumed' })
})

it('a clock that jumps back only makes things wait, and one that jumps ahead runs each once', async () => {
  const { host } = await open(producing(nothing))
  await host.clock.set('2026-01-05T08:00:00Z')
  await host.idle()
  expect(await runs(host)).toHaveLength(1)
  await host.clock.set('2026-01-05T12:02:00Z')
  await host.idle()
  expect(await runs(host)).toHaveLength(2)
  expect((await host.workflows.status('w')).nextRunAt).toBe('2026-01-05T12:05:00.000Z')
})

it('a commit that the store refuses abandons the run, and the workflow is read again', async () => {
  const { host, tool } = await open(consuming({ mutate: put }))
  const commit = host.store.commit.bind(host.store)
  let refused = 0
  host.store.commit = (spec, options) => {
    const { act } = (spec.cause?.detail ?? {}) as { act?: string }
    if (act !== 'applied' || refused++ > 0) return commit(spec, options)
    return Promise.resolve({
      rejected: 'transport',
      code: 'disk-full',
      why: 'no room',
      readyToRetry: async () => {},
    })
  }
  await host.publish('in', 'a')
  await host.idle()
  expect(host.errors.map(String)).toEqual([expect.stringMatching('no room')])
  host.errors.length = 0
  await host.advance('1m')
  expect([tool.calls.length, tool.checks.length]).toEqual([1, 1])
  expect(await states(host)).toEqual({ a: 'consumed' })
})

it('closing waits for the run that is under way', async () => {
  let done = false
  const slow = defineTool({
    name: 'world.get',
    readOnly: true,
    call: async () => {
      for (let i = 0; i < 10; i++) await new Promise((resolve) => setImmediate(resolve))
      done = true
    },
  })
  const { host } = await opened(
    consuming({
      prepare: async (ctx) => {
        if ((await ctx.peek('in')).length > 0) await ctx.tools.world!.get!()
        return {}
      },
    }),
    { tools: [slow] },
  )
  await host.publish('in', 'a')
  for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve))
  await host.close()
  expect(done).toBe(true)
})
