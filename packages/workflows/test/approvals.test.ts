// Approvals: the question before something is sent, and what becomes of the answer.

import { afterEach, describe, expect, it } from 'vitest'
import { defineTool, type Notice, type WorkflowDefinition } from '../src/index.ts'
import type { TestHost, TestHostOptions } from '../src/testing/index.ts'
import { consuming, oldest, opened, producing, put, runs, states, status } from './support/kit.ts'

const hosts: TestHost[] = []
async function open(definition: WorkflowDefinition, options: TestHostOptions = {}) {
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

const told: unknown[] = []
const prepares: string[] = []
const asking = (expires?: string) =>
  consuming({
    approval: expires === undefined ? true : { expires },
    prepare: async (ctx, state) => {
      prepares.push(ctx.now)
      return oldest(ctx, state)
    },
    mutate: put,
    next: async (_, prepared, mutation) => {
      if (prepared.reservations.length > 0) told.push(mutation.status)
    },
  })

async function asked(options: TestHostOptions & { expires?: string } = {}) {
  told.length = 0
  prepares.length = 0
  const { expires, ...rest } = options
  const { host, tool } = await open(asking(expires), rest)
  await host.publish('in', 'a')
  await host.idle()
  return { host, tool }
}

describe('a mutation that must be approved', () => {
  it('waits where it was prepared, with its real parameters, and nothing is sent', async () => {
    const { host, tool } = await asked()
    expect((await runs(host)).at(-1)).toBe('c prepared/paused:approval -')
    expect(await states(host)).toEqual({ a: 'reserved' })
    expect(await host.workflows.status('w')).toMatchObject({
      status: 'Needs attention',
      issue: {
        kind: 'approval',
        sentence: 'w waits for your approval: world.put {"id":"a"}.',
        actions: ['approve', 'reject'],
      },
    })
    await host.advance('1d')
    expect(tool.calls).toEqual([])
  })

  it('approved, goes on from there: what was prepared is sent as it was shown', async () => {
    const { host, tool } = await asked()
    prepares.length = 0
    await host.workflows.approve('w', { by: 'ann' })
    await host.idle()
    expect(prepares).toEqual([])
    expect(tool.calls.map(({ input }) => input)).toEqual([{ id: 'a' }])
    expect(told).toEqual(['applied'])
    expect(await states(host)).toEqual({ a: 'consumed' })
    expect((await host.workflows.runs('w'))[0]).toMatchObject({
      retryOf: 'w-2',
      status: 'committed',
    })
  })

  it('and is kept with who answered', async () => {
    const { host } = await asked()
    await host.workflows.approve('w', { by: 'ann' })
    await host.idle()
    const [row] = await host.store.entries({ list: 'workflows/w/approvals' })
    expect(row).toMatchObject({
      state: 'approved',
      value: { by: 'ann', tool: 'world.put', preview: 'world.put {"id":"a"}' },
    })
    const commits = await host.store.commits({ limit: 1_000 })
    expect(commits.map(({ info }) => (info as { by: string }).by)).toContain('ann')
  })

  it('survives a restart while it waits', async () => {
    const { host, tool } = await asked()
    await host.restart('1h')
    await host.idle()
    expect(await status(host)).toBe('Needs attention: approval')
    await host.workflows.approve('w')
    await host.idle()
    expect(tool.calls).toHaveLength(1)
  })

  it('rejected, skips its events and lets next know', async () => {
    const { host, tool } = await asked()
    await host.workflows.reject('w')
    await host.idle()
    expect(tool.calls).toEqual([])
    expect(told).toEqual(['skipped'])
    expect(await states(host)).toEqual({ a: 'skipped' })
    expect(await status(host)).toBe('Idle')
  })

  it('rejected and kept, leaves its events pending and pauses', async () => {
    const { host } = await asked()
    await host.workflows.reject('w', { keep: true })
    await host.idle()
    expect(await states(host)).toEqual({ a: 'pending' })
    expect(await status(host)).toBe('Stopped: paused')
    await host.workflows.resume('w')
    await host.idle()
    expect(await status(host)).toBe('Needs attention: approval')
  })

  it('unanswered for too long, is prepared anew and asked again', async () => {
    const { host, tool } = await asked({ expires: '2h' })
    await host.advance('2h')
    expect(prepares.at(-1)).toBe('2026-01-05T11:00:00.000Z')
    expect(await status(host)).toBe('Needs attention: approval')
    const rows = await host.store.entries({ list: 'workflows/w/approvals' })
    expect(rows.map(({ state }) => state)).toEqual(['expired', 'waiting'])
    await host.workflows.approve('w')
    await host.idle()
    expect(tool.calls).toHaveLength(1)
  })

  it('with other parameters than those approved, is asked again', async () => {
    let n = 0
    const { host, tool } = await open(
      consuming({ approval: true, mutate: async (ctx) => ctx.tools.world!.put!({ n: ++n }) }),
    )
    await host.publish('in', 'a')
    await host.idle()
    await host.workflows.approve('w')
    await host.idle()
    expect(tool.calls).toEqual([])
    expect(await status(host)).toBe('Needs attention: approval')
  })

  it('cannot be resumed past the question, nor approved when nothing is asked', async () => {
    const { host } = await asked()
    await expect(host.workflows.resume('w')).rejects.toMatchObject({ code: 'nothing-to-resume' })
    await host.workflows.reject('w')
    await host.idle()
    await expect(host.workflows.approve('w')).rejects.toMatchObject({ code: 'nothing-to-approve' })
  })

  it('is shown as its tool puts it', async () => {
    const pay = defineTool({
      name: 'bank.pay',
      preview: (input: { sum: number }) => `Pay ${input.sum} €`,
      call: async () => 1,
    })
    const { host } = await open(
      consuming({ approval: true, mutate: async (ctx) => ctx.tools.bank!.pay!({ sum: 7 }) }),
      { tools: [pay] },
    )
    await host.publish('in', 'a')
    await host.idle()
    expect((await host.workflows.status('w')).issue!.sentence).toBe(
      'w waits for your approval: Pay 7 €.',
    )
  })
})

describe('permissions', () => {
  const undeclared = { ...consuming({ mutate: put }), tools: [] as string[] }

  it('a tool that is not declared waits for a person, and is allowed from then on', async () => {
    const { host, tool } = await open(undeclared)
    await host.publish('in', 'a')
    await host.idle()
    expect(await status(host)).toBe('Needs attention: permission')
    expect(tool.calls).toEqual([])
    await host.workflows.approve('w')
    await host.idle()
    await host.publish('in', 'b')
    await host.idle()
    expect(tool.calls).toHaveLength(2)
  })

  it('is not given by a caller who may only approve what is sent', async () => {
    const { host, tool } = await open(undeclared)
    await host.publish('in', 'a')
    await host.idle()
    const refused = host.workflows.approve('w', { by: 'clerk', mayGrant: false })
    await expect(refused).rejects.toMatchObject({ code: 'grant-refused' })
    await host.idle()
    expect([await status(host), tool.calls]).toEqual(['Needs attention: permission', []])
  })

  it('a read likewise, from the beginning', async () => {
    const get = defineTool({ name: 'world.get', readOnly: true, call: async () => 1 })
    const { host } = await open(
      {
        ...producing(async (ctx) => {
          await ctx.tools.world!.get!()
        }),
        tools: [],
      },
      { tools: [get] },
    )
    expect(await status(host)).toBe('Needs attention: permission')
    await host.workflows.approve('w')
    await host.idle()
    expect(await status(host)).toBe('Idle')
  })

  it('refused for good, the workflow is paused where nothing was prepared', async () => {
    const get = defineTool({ name: 'world.get', readOnly: true, call: async () => 1 })
    const { host } = await open(
      {
        ...producing(async (ctx) => {
          await ctx.tools.world!.get!()
        }),
        tools: [],
      },
      { tools: [get] },
    )
    await host.workflows.reject('w')
    await host.idle()
    expect(await status(host)).toBe('Stopped: paused')
  })
})

it('an expired sign-in says so, and goes on when it is renewed', async () => {
  const { host, tool } = await open(consuming({ mutate: put }))
  tool.will({ fails: 'auth', message: 'the token has expired' })
  await host.publish('in', 'a')
  await host.idle()
  expect((await host.workflows.status('w')).issue).toMatchObject({
    sentence: 'w waits for you to reconnect world.put: the token has expired.',
  })
  await host.workflows.approve('w')
  await host.idle()
  expect(await states(host)).toEqual({ a: 'consumed' })
})

describe('whoever must act', () => {
  it('is told once for each issue, and once more when it is resolved', async () => {
    const notices: string[] = []
    const notifier = async ({ id, state, kind }: Notice) => {
      notices.push(`${id} ${state} ${kind}`)
    }
    const { host } = await asked({ notifier })
    await host.advance('1h')
    await host.restart()
    await host.idle()
    expect(notices).toEqual(['1/open open approval'])
    await host.workflows.approve('w')
    await host.idle()
    expect(notices).toEqual(['1/open open approval', '1/resolved resolved approval'])
  })

  it('is told later if that fails now', async () => {
    const notices: string[] = []
    let fails = true
    const notifier = async ({ id }: Notice) => {
      if (fails) throw new Error('no mail')
      notices.push(id)
    }
    const { host } = await asked({ notifier })
    expect(host.errors).toHaveLength(1)
    host.errors.length = 0
    fails = false
    await host.restart()
    await host.idle()
    expect(notices).toEqual(['1/open'])
  })
})
