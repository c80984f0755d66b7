// Outcomes that nobody knows: found out by the tool, or said by a person; never sent again before that.

import { afterEach, describe, expect, it } from 'vitest'
import type { WorkflowDefinition } from '../src/index.ts'
import { TestHost, type TestHostOptions } from '../src/testing/index.ts'
import { consuming, opened, put, runs, states, status, turns } from './support/kit.ts'

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
  for (const host of hosts.splice(0)) await host.close()
})

const told: unknown[] = []
const definition = consuming({
  publishes: ['out'],
  mutate: put,
  next: async (ctx, prepared, mutation) => {
    if (prepared.reservations.length === 0) return
    told.push(mutation)
    await ctx.publish('out', { messageId: 'o' })
  },
})

async function unknown(
  options: { reconciles?: boolean; mute?: number; loses?: 'reply' | 'request' } = {},
) {
  told.length = 0
  const { host, tool } = await open(definition, { reconciles: options.reconciles ?? true })
  tool.will({ loses: options.loses ?? 'reply' })
  tool.cannotSay(options.mute ?? 0)
  await host.publish('in', 'a')
  await host.idle()
  return { host, tool }
}

describe('the tool finds out', () => {
  it('at once that it happened: the run goes on', async () => {
    const { host, tool } = await unknown()
    expect(await runs(host)).toEqual([
      'c committed/committed none',
      'c committed/committed applied',
    ])
    expect([tool.calls.length, tool.checks.length]).toEqual([1, 1])
    expect(told).toEqual([{ status: 'applied', result: { call: 1 } }])
  })

  it('at once that it did not: a new attempt sends it, with the same key and a new row', async () => {
    const { host, tool } = await unknown({ loses: 'request' })
    await host.advance('10s')
    expect(tool.calls.map(({ applied }) => applied)).toEqual([false, true])
    expect(tool.calls[0]!.key).toBe(tool.calls[1]!.key)
    expect((await host.workflows.ledger('w')).map(({ status: state }) => state)).toEqual([
      'applied',
      'failed',
    ])
    expect(await states(host)).toEqual({ a: 'consumed' })
  })

  it('later, in the background: next runs once with the result', async () => {
    const { host, tool } = await unknown({ mute: 3 })
    expect(await status(host)).toBe('Idle: reconciliation')
    expect(await states(host)).toEqual({ a: 'reserved' })
    await host.publish('in', 'b')
    await host.advance('29s')
    expect(tool.calls).toHaveLength(1)
    await host.advance('2m')
    expect(told[0]).toEqual({ status: 'applied', result: { call: 1 } })
    expect(await states(host)).toEqual({ a: 'consumed', b: 'consumed' })
    expect((await host.workflows.ledger('w')).at(-1)).toMatchObject({
      status: 'applied',
      resolvedBy: 'reconcile',
      attempts: 2,
    })
  })

  it('never: after five checks with growing delays a person is asked; counted through restarts', async () => {
    const { host, tool } = await unknown({ mute: 99 })
    const at: number[] = []
    const start = host.clock.now()
    for (
      let second = 0;
      second < 600 && (await status(host)) === 'Idle: reconciliation';
      second += 10
    ) {
      const before = tool.checks.length
      if (second === 60) await host.restart()
      await host.advance('10s')
      if (tool.checks.length > before) at.push((host.clock.now() - start) / 1_000)
    }
    expect(at).toEqual([10, 30, 70, 150, 310])
    expect(await status(host)).toBe('Needs attention: reconciliation')
    expect((await host.workflows.ledger('w'))[0]).toMatchObject({
      status: 'indeterminate',
      attempts: 5,
    })
    expect(tool.calls).toHaveLength(1)
  })

  it('not at all if it cannot: a person is asked at once', async () => {
    const { host, tool } = await unknown({ reconciles: false })
    expect(await status(host)).toBe('Needs attention: reconciliation')
    expect(tool.checks).toEqual([])
    await host.advance('1d')
    expect(tool.calls).toHaveLength(1)
    expect(await host.workflows.status('w')).toMatchObject({
      issue: {
        sentence:
          'Nobody knows whether world.put did what w asked: no reply from world.put. Look there, and say what came of it.',
        actions: ['happened', 'did-not-happen', 'skip'],
      },
    })
  })
})

describe('a person says', () => {
  const asked = () => unknown({ reconciles: false })

  it('it happened: next runs with the result that is given', async () => {
    const { host, tool } = await asked()
    await host.workflows.resolveMutation('w', 'happened', { row: 7 })
    await host.idle()
    expect(told).toEqual([{ status: 'applied', result: { row: 7 } }])
    expect(tool.calls).toHaveLength(1)
    expect(await states(host)).toEqual({ a: 'consumed' })
    expect((await host.workflows.runs('w'))[0]).toMatchObject({
      status: 'committed',
      retryOf: 'w-2',
    })
  })

  it('it did not happen: it is prepared and sent anew', async () => {
    const { host, tool } = await asked()
    await host.workflows.resolveMutation('w', 'did-not-happen')
    await host.idle()
    expect(tool.calls).toHaveLength(2)
    expect(await states(host)).toEqual({ a: 'consumed' })
  })

  it('skip: the events are skipped, next is told so, and its outputs have their causes', async () => {
    const { host, tool } = await asked()
    await host.workflows.resolveMutation('w', 'skip')
    await host.idle()
    expect(told).toEqual([{ status: 'skipped', result: null }])
    expect(tool.calls).toHaveLength(1)
    expect(await states(host)).toEqual({ a: 'skipped' })
    expect((await host.workflows.events('out'))[0]!.causes).toHaveLength(1)
    expect((await host.workflows.runs('w'))[0]).toMatchObject({
      status: 'committed',
      mutationOutcome: 'skipped',
    })
  })

  it('check again: only if the tool can, and the count begins anew', async () => {
    const { host } = await asked()
    await expect(host.workflows.resolveMutation('w', 'check-again')).rejects.toMatchObject({
      code: 'cannot-check',
    })
    const other = await unknown({ mute: 6 })
    await other.host.advance('10m')
    expect(await other.host.workflows.status('w')).toMatchObject({
      status: 'Needs attention',
      issue: { actions: ['happened', 'did-not-happen', 'skip', 'check-again'] },
    })
    await other.host.workflows.resolveMutation('w', 'check-again')
    await other.host.idle()
    expect(await status(other.host)).toBe('Idle')
    expect(told).toEqual([{ status: 'applied', result: { call: 1 } }])
  })

  it('anything twice: the second time is refused', async () => {
    const { host } = await asked()
    await host.workflows.resolveMutation('w', 'happened')
    await expect(host.workflows.resolveMutation('w', 'did-not-happen')).rejects.toMatchObject({
      code: 'nothing-to-resolve',
    })
    await expect(host.workflows.resolveMutation('w', 'maybe' as 'skip')).rejects.toMatchObject({
      code: 'unknown-answer',
    })
  })

  it('resume: it is refused, with the four answers named', async () => {
    const { host } = await asked()
    await expect(host.workflows.resume('w')).rejects.toThrow(
      'happened, did-not-happen, skip or check-again',
    )
    await expect(host.workflows.runNow('w')).rejects.toMatchObject({ code: 'outcome-unknown' })
  })
})

describe('a reply that comes late', () => {
  async function late(reconciles: boolean) {
    told.length = 0
    const replies: ((result: unknown) => void)[] = []
    const slow = {
      name: 'world.slow',
      call: () => new Promise((resolve) => replies.push(resolve)),
      ...(reconciles && { reconcile: async () => ({ outcome: 'retry' as const }) }),
    }
    const host = await TestHost.open({ tools: [slow] })
    hosts.push(host)
    await host.deploy(
      consuming({
        mutate: async (ctx, { data }) => ctx.tools.world!.slow!(data),
        next: async (_, p, m) => {
          if (p.reservations.length > 0) told.push(m)
        },
      }),
    )
    await host.publish('in', 'a')
    await turns(50)
    host.clock.advance(300_000).catch(() => {})
    await host.idle()
    return { host, reply: replies[0]! }
  }

  it('counts while nobody has decided', async () => {
    const { host, reply } = await late(false)
    expect(await status(host)).toBe('Needs attention: reconciliation')
    reply({ row: 1 })
    await turns(50)
    await host.idle()
    expect(told).toEqual([{ status: 'applied', result: { row: 1 } }])
    expect((await host.workflows.ledger('w'))[0]).toMatchObject({ resolvedBy: 'late reply' })
  })

  it('changes nothing once somebody has, and is told', async () => {
    const { host, reply } = await late(false)
    await host.workflows.resolveMutation('w', 'skip')
    await host.idle()
    reply({ row: 1 })
    await turns(50)
    await host.idle()
    expect(told).toEqual([{ status: 'skipped', result: null }])
    expect(String(host.errors[0])).toMatch('replied late')
  })
})
