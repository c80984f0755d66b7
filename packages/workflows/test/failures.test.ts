// Failures by class: what waits for time, what for a fix, what for a person; and that it is counted durably.

import { afterEach, describe, expect, it } from 'vitest'
import { defineTool, ToolError, type ToolErrorKind, type WorkflowDefinition } from '../src/index.ts'
import type { TestHost, TestHostOptions } from '../src/testing/index.ts'
import {
  all,
  consuming,
  oldest,
  opened,
  producing,
  put,
  runs,
  states,
  status,
} from './support/kit.ts'

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

const reading = (thrown: () => unknown) =>
  defineTool({
    name: 'world.get',
    readOnly: true,
    call: async () => {
      throw thrown()
    },
  })
const reader = producing(async (ctx) => {
  await ctx.tools.world!.get!()
})

describe('the class of a failure', () => {
  it.each([
    ['transient', 'paused:transient', 'Idle: transient'],
    ['rejected', 'failed:logic', 'Needs attention: logic'],
    ['auth', 'paused:approval', 'Needs attention: auth'],
    ['permission', 'paused:approval', 'Needs attention: permission'],
    ['unknown', 'paused:transient', 'Idle: transient'],
  ] as const)('of a read that is %s', async (kind, run, word) => {
    const { host } = await open(reader, { tools: [reading(() => new ToolError(kind, 'said so'))] })
    expect((await host.workflows.runs('w'))[0]).toMatchObject({ status: run, error: 'said so' })
    expect(await status(host)).toBe(word)
  })

  it.each([
    ['transient', 'c mutating/paused:transient failed', 'pending'],
    ['rejected', 'c mutating/failed:logic failed', 'pending'],
    ['auth', 'c mutating/paused:approval failed', 'pending'],
    ['permission', 'c mutating/paused:approval failed', 'pending'],
    ['unknown', 'c mutating/paused:reconciliation unknown', 'reserved'],
  ] as const)('of a mutation that is %s', async (kind, run, event) => {
    const { host, tool } = await open(consuming({ mutate: put }), { reconciles: false })
    tool.will({ fails: kind })
    await host.publish('in', 'a')
    await host.idle()
    expect((await runs(host)).at(-1)).toBe(run)
    expect(await states(host)).toEqual({ a: event })
    expect((await host.workflows.ledger('w'))[0]!.status).toBe(
      kind === 'unknown' ? 'indeterminate' : 'failed',
    )
  })

  it('of an exception without one: a mistake in a handler, ours in a read, unknown in a mutation', async () => {
    const handler = await open(
      producing(async () => {
        throw new Error('transient 429 timeout')
      }),
    )
    expect((await handler.host.workflows.runs('w'))[0]!.status).toBe('failed:logic')
    const read = await open(reader, { tools: [reading(() => new Error('odd'))] })
    expect((await read.host.workflows.runs('w'))[0]!.status).toBe('failed:internal')
    expect(await status(read.host)).toBe('Stopped: internal')
    const { host, tool } = await open(consuming({ mutate: put }), { reconciles: false })
    tool.will({ throws: new Error('odd') })
    await host.publish('in', 'a')
    await host.idle()
    expect((await host.workflows.runs('w'))[0]!.status).toBe('paused:reconciliation')
  })

  it('is never read off a message', async () => {
    const classes = new Set<string>()
    for (const message of ['429', 'timeout', 'unauthorized', 'x']) {
      const { host } = await open(reader, {
        tools: [reading(() => new ToolError('rejected', message))],
      })
      classes.add((await host.workflows.runs('w'))[0]!.status)
    }
    expect([...classes]).toEqual(['failed:logic'])
  })

  it('must be one of the known ones', () => {
    expect(() => new ToolError('odd' as ToolErrorKind, 'x')).toThrow('transient, rejected, auth')
  })
})

describe('transient failures', () => {
  const failing = (times: number) => {
    let left = times
    return defineTool({
      name: 'world.get',
      readOnly: true,
      call: async () => {
        if (left-- > 0) throw new ToolError('transient', 'busy')
      },
    })
  }

  it('are tried again after delays that double, five times, and nothing else runs meanwhile', async () => {
    const at: string[] = []
    const definition = consuming(
      {},
      {
        producers: {
          p: {
            publishes: ['in'],
            schedule: { interval: '1d' },
            handler: async (ctx) => {
              at.push(ctx.now.slice(14, 19))
              await ctx.tools.world!.get!()
            },
          },
        },
      },
    )
    const { host } = await open(definition, { tools: [failing(99)] })
    await host.publish('in', 'a')
    await host.advance('20m')
    expect(at).toEqual(['00:00', '00:10', '00:30', '01:10', '02:30', '05:10'])
    expect(await status(host)).toBe('Needs attention: transient')
    expect(await states(host)).toEqual({})
    expect((await runs(host)).filter((run) => run.startsWith('p'))).toHaveLength(6)
  })

  it('are counted durably: a restart begins no new budget, and a commit does', async () => {
    const { host } = await open(
      producing(async (ctx) => {
        await ctx.tools.world!.get!()
      }),
      { tools: [failing(5)] },
    )
    for (let i = 0; i < 4; i++) {
      await host.restart('10m')
      await host.idle()
    }
    expect(await status(host)).toBe('Idle: transient')
    await host.advance('10m')
    expect(await status(host)).toBe('Idle')
    expect((await runs(host)).slice(0, 6).map((run) => run.split(' ')[1])).toEqual([
      ...Array(5).fill('preparing/paused:transient'),
      'committed/committed',
    ])
  })

  it('wait as long as the other side asks', async () => {
    let first = true
    const later = defineTool({
      name: 'world.get',
      readOnly: true,
      call: async () => {
        if (first) {
          first = false
          throw new ToolError('transient', 'busy', { retryAfterMs: 120_000 })
        }
      },
    })
    const { host } = await open(reader, { tools: [later] })
    await host.advance('119s')
    expect(await runs(host)).toHaveLength(1)
    await host.advance('1s')
    expect(await runs(host)).toHaveLength(2)
  })

  it('beyond the budget are a person’s, and resume tries again', async () => {
    const { host } = await open(reader, { tools: [failing(6)] })
    await host.advance('20m')
    expect((await host.workflows.status('w')).issue!.actions).toContain('resume')
    await host.workflows.resume('w')
    await host.idle()
    expect(await status(host)).toBe('Idle')
  })
})

it('one failing handler stops its workflow, and no other', async () => {
  const { host } = await open(
    consuming(
      {
        prepare: async () => {
          throw new Error('no')
        },
      },
      {
        producers: {
          p: { publishes: ['in'], schedule: { interval: '1m' }, handler: async () => {} },
        },
      },
    ),
  )
  await host.deploy({ ...consuming(), name: 'v' })
  await host.publish('v/in', 'a')
  await host.advance('10m')
  expect((await runs(host)).filter((run) => run.startsWith('p'))).toEqual([])
  expect((await host.workflows.status('v')).pending).toBe(0)
})

it('a fault of ours stops the workflow until somebody resumes it', async () => {
  let broken = true
  const odd = defineTool({
    name: 'world.get',
    readOnly: true,
    call: async () => {
      if (broken) throw new Error('odd')
    },
  })
  const { host } = await open(reader, { tools: [odd] })
  await host.advance('1d')
  expect(await runs(host)).toHaveLength(1)
  broken = false
  await host.workflows.resume('w')
  await host.idle()
  expect(await status(host)).toBe('Idle')
})

it('a pause during a run lets it end, and is no failure', async () => {
  const host: { current?: TestHost } = {}
  const pausing = defineTool({
    name: 'world.get',
    readOnly: true,
    call: () => host.current!.workflows.pause('w'),
  })
  host.current = (
    await open(
      consuming({
        prepare: async (ctx, state) => {
          if ((await ctx.peek('in')).length > 0) await ctx.tools.world!.get!()
          return oldest(ctx, state)
        },
      }),
      { tools: [pausing] },
    )
  ).host
  await host.current.publish('in', 'a')
  await host.current.publish('in', 'b')
  await host.current.idle()
  expect(await states(host.current)).toEqual({ a: 'consumed' })
  expect(await status(host.current)).toBe('Stopped: paused')
})

it('resume with nothing to resume is refused, and of an unknown workflow by name', async () => {
  const { host } = await open(consuming())
  await expect(host.workflows.resume('w')).rejects.toMatchObject({ code: 'nothing-to-resume' })
  await expect(host.workflows.resume('nope')).rejects.toThrow('There is no workflow nope.')
})

describe('quarantine', () => {
  it('an event that fails again and again is put aside, and the others go on', async () => {
    const { host } = await open(
      consuming({
        quarantineAfter: 3,
        prepare: all,
        mutate: async (_, prepared) => {
          if ((prepared.reservations[0]?.ids ?? []).includes('bad')) throw new Error('poison')
        },
      }),
    )
    await host.publish('in', 'bad')
    await host.advance('5m')
    expect(await states(host)).toEqual({ bad: 'quarantined' })
    await host.publish('in', 'good')
    await host.idle()
    expect(await states(host)).toEqual({ bad: 'quarantined', good: 'consumed' })
    expect(await status(host)).toBe('Idle')
    await host.workflows.reprocess('w', 'in', 'bad')
    await host.advance('5m')
    expect((await states(host)).bad).toBe('quarantined')
  })

  it('among many, the one that prepare fails on is found by showing them one at a time', async () => {
    const { host } = await open(
      consuming({
        quarantineAfter: 2,
        prepare: async (ctx) => {
          const events = await ctx.peek('in')
          if (events.some(({ id }) => id === 'bad')) throw new Error('poison')
          return { reservations: [{ topic: 'in', ids: events.map(({ id }) => id) }] }
        },
      }),
    )
    await host.workflows.pause('w')
    for (const id of ['a', 'b', 'bad', 'c']) await host.publish('in', id)
    await host.workflows.resume('w')
    await host.advance('30m')
    expect(await states(host)).toEqual({
      a: 'consumed',
      b: 'consumed',
      bad: 'quarantined',
      c: 'consumed',
    })
    expect(await status(host)).toBe('Idle')
  })

  it('without the policy the workflow stops', async () => {
    const { host } = await open(
      consuming({
        prepare: async (ctx) => {
          if ((await ctx.peek('in')).length > 0) throw new Error('poison')
          return {}
        },
      }),
    )
    await host.publish('in', 'bad')
    await host.advance('1d')
    expect(await status(host)).toBe('Needs attention: logic')
  })
})
