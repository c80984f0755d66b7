// Capabilities and outcomes of each phase: checkpoints, the one mutation, and failures that no handler can hide.

import { afterEach, describe, expect, it } from 'vitest'
import { defineTool, ToolError, type WorkflowDefinition } from '../src/index.ts'
import { TestHost, type TestHostOptions } from '../src/testing/index.ts'
import {
  consuming,
  oldest,
  opened,
  producing,
  put,
  runs,
  states,
  status,
  turns,
} from './support/kit.ts'

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

// Contexts as an author without types sees them.
type Loose = Record<string, (...args: unknown[]) => Promise<unknown>> & {
  tools: Record<string, Record<string, (input?: unknown) => Promise<unknown>>>
}
const loose = (ctx: unknown) => ctx as Loose
const reads = defineTool({ name: 'world.get', readOnly: true, call: async () => 'read' })

const operations: Record<string, (ctx: Loose) => Promise<unknown>> = {
  peek: (ctx) => ctx.peek!('in'),
  getByIds: (ctx) => ctx.getByIds!('in', ['a']),
  publish: (ctx) => ctx.publish!('out', { messageId: 'x' }),
  registerInput: (ctx) => ctx.registerInput!({ source: 's', type: 't', id: 'i', title: 't' }),
  read: (ctx) => ctx.tools.world!.get!(),
  mutation: (ctx) => ctx.tools.world!.put!('once'),
}
const allowed: Record<string, readonly string[]> = {
  producer: ['publish', 'registerInput', 'read'],
  prepare: ['peek', 'getByIds', 'read'],
  mutate: ['mutation'],
  next: ['publish'],
}

describe.each(Object.keys(allowed))('in %s', (phase) => {
  it.each(Object.keys(operations))(
    '%s is allowed, or fails as a mistake and does nothing',
    async (operation) => {
      const act = (ctx: unknown) => operations[operation]!(loose(ctx))
      const definition =
        phase === 'producer'
          ? {
              ...producing(async (ctx) => {
                await act(ctx)
              }),
              topics: { in: {}, out: {} },
              producers: {
                p: {
                  publishes: ['out'],
                  schedule: { interval: '1h' },
                  handler: async (ctx: unknown) => {
                    await act(ctx)
                  },
                },
              },
            }
          : consuming({
              publishes: ['out'],
              prepare: async (ctx, state) => {
                const found = await oldest(ctx, state)
                if (phase === 'prepare') await act(ctx)
                return found
              },
              ...(phase === 'mutate' && {
                mutate: async (ctx) => {
                  await act(ctx)
                },
              }),
              next: async (ctx, prepared) => {
                if (phase === 'next' && prepared.reservations.length > 0) await act(ctx)
              },
            })
      const { host, tool } = await open(definition as WorkflowDefinition, { tools: [reads] })
      if (phase !== 'producer') await host.publish('in', 'a')
      await host.idle()
      const [run] = await host.workflows.runs('w')
      if (allowed[phase]!.includes(operation)) expect(run!.status).toBe('committed')
      else {
        expect(run).toMatchObject({ status: 'failed:logic' })
        expect(run!.error).toMatch(new RegExp(`^${phase} may not`))
        expect(tool.calls).toEqual([])
        expect(await host.workflows.events('out')).toEqual([])
        expect(await host.workflows.inputs('w')).toHaveLength(
          phase === 'producer' || phase === 'prepare' ? 0 : 1,
        )
      }
    },
  )
})

describe('checkpoints', () => {
  it('mutate and next get what was prepared as it is kept, and may change their copies', async () => {
    const seen: unknown[] = []
    const data = { list: [1, 2], nested: { at: new Date(0) }, gone: undefined }
    const { host } = await open(
      consuming({
        prepare: async (ctx) => {
          const events = await ctx.peek('in')
          return {
            reservations: [{ topic: 'in', ids: events.map(({ id }) => id) }],
            data,
            ui: { title: 'A title' },
          }
        },
        mutate: async (_, prepared) => {
          seen.push(structuredClone(prepared.data))
          ;(prepared.data as { list: number[] }).list.push(3)
        },
        next: async (_, prepared) => {
          seen.push(prepared.data)
        },
      }),
    )
    await host.publish('in', 'a')
    await host.idle()
    const kept = { list: [1, 2], nested: { at: '1970-01-01T00:00:00.000Z' } }
    expect(seen).toEqual([kept, kept, kept])
    expect((await host.workflows.runs('w'))[0]).toMatchObject({ title: 'A title' })
  })

  it('nothing reserved: mutate is not called, next is told none, nothing is consumed', async () => {
    const seen: unknown[] = []
    const { host, tool } = await open(
      consuming({
        mutate: put,
        next: async (_, __, mutation) => {
          seen.push(mutation)
        },
      }),
    )
    expect(seen).toEqual([{ status: 'none', result: null }])
    expect(tool.calls).toEqual([])
    expect(await runs(host)).toEqual(['c committed/committed none'])
  })

  it('a mutate that calls nothing: next is told none, and the events are consumed', async () => {
    const seen: unknown[] = []
    const { host } = await open(
      consuming({
        mutate: async () => {},
        next: async (_, __, { status: word }) => {
          seen.push(word)
        },
      }),
    )
    await host.publish('in', 'a')
    await host.idle()
    expect(seen).toEqual(['none', 'none'])
    expect(await states(host)).toEqual({ a: 'consumed' })
  })

  it('a state is the next run’s only if its run committed, and undefined keeps it', async () => {
    const seen: unknown[] = []
    let turn = 0
    const { host } = await open(
      consuming({
        prepare: async (ctx, state) => {
          seen.push(state)
          return oldest(ctx, state)
        },
        next: async () => {
          turn++
          if (turn === 2) throw new Error('no')
          return turn === 3 ? undefined : { turn }
        },
      }),
    )
    await host.publish('in', 'a')
    await host.idle()
    await host.workflows.resume('w')
    await host.idle()
    await host.publish('in', 'b')
    await host.idle()
    expect(seen).toEqual([undefined, { turn: 1 }, { turn: 1 }, { turn: 1 }])
  })

  it('handlers may change the state they are given', async () => {
    const { host } = await open(
      producing(async (_, state) => {
        const counter = (state as { n: number } | undefined) ?? { n: 0 }
        counter.n++
        return counter
      }),
    )
    await host.advance('10m')
    expect(await runs(host)).toHaveLength(3)
    expect(await status(host)).toBe('Idle')
  })

  it('a run shows the version that it ran, and its time', async () => {
    const { host } = await open(consuming())
    expect((await host.workflows.runs('w'))[0]).toMatchObject({
      version: '1.0',
      trigger: 'deploy',
      createdAt: '2026-01-05T09:00:00.000Z',
    })
  })
})

describe('after the mutation', () => {
  const failingNext = () => {
    let fails = true
    const calls: string[] = []
    const definition = consuming({
      publishes: ['out'],
      prepare: async (ctx, state) => {
        calls.push('prepare')
        return oldest(ctx, state)
      },
      mutate: async (ctx, prepared) => {
        calls.push('mutate')
        await put(ctx, prepared)
      },
      next: async (ctx, prepared, mutation) => {
        if (prepared.reservations.length === 0) return
        calls.push(`next ${JSON.stringify(mutation)}`)
        if (fails) throw new Error('no')
        await ctx.publish('out', { messageId: 'o' })
      },
    })
    return {
      definition,
      calls,
      repair: () => {
        fails = false
      },
    }
  }

  it('a new attempt runs next alone, with the original result', async () => {
    const { definition, calls, repair } = failingNext()
    const { host, tool } = await open(definition)
    await host.publish('in', 'a')
    await host.idle()
    expect((await host.workflows.runs('w'))[0]).toMatchObject({
      phase: 'emitting',
      status: 'failed:logic',
      mutationOutcome: 'applied',
    })
    expect(await states(host)).toEqual({ a: 'reserved' })
    calls.length = 0
    repair()
    await host.workflows.resume('w')
    await host.idle()
    expect(calls).toEqual([`next {"status":"applied","result":{"call":1}}`])
    expect(tool.calls).toHaveLength(1)
    expect(await states(host)).toEqual({ a: 'consumed' })
  })

  it('the chain is linear and keeps what each attempt was', async () => {
    const { definition, repair } = failingNext()
    const { host } = await open(definition)
    await host.publish('in', 'a')
    await host.idle()
    await host.workflows.resume('w')
    await host.idle()
    repair()
    await host.workflows.resume('w')
    await host.idle()
    const [third, second, first] = await host.workflows.runs('w')
    expect([first!.retryOf, second!.retryOf, third!.retryOf]).toEqual([null, first!.id, second!.id])
    expect([first!.status, second!.status, third!.status]).toEqual([
      'failed:logic',
      'failed:logic',
      'committed',
    ])
    expect([first!.id, second!.id, third!.id]).toEqual(['w-2', 'w-2.2', 'w-2.3'])
  })

  it('what next publishes is caused by what was reserved, on every attempt', async () => {
    const { definition, repair } = failingNext()
    const { host } = await open(definition)
    await host.publish('in', 'a')
    await host.idle()
    repair()
    await host.workflows.resume('w')
    await host.idle()
    const [input] = await host.workflows.inputs('w')
    expect((await host.workflows.events('out'))[0]!.causes).toEqual([input!.id])
  })

  it('a failing next without a mutation is begun anew', async () => {
    let fails = true
    let prepared = 0
    const { host } = await open(
      consuming({
        prepare: async (ctx, state) => {
          prepared++
          return oldest(ctx, state)
        },
        next: async (_, { reservations }) => {
          if (fails && reservations.length > 0) throw new Error('no')
        },
      }),
    )
    await host.publish('in', 'a')
    await host.idle()
    expect(await states(host)).toEqual({ a: 'pending' })
    fails = false
    prepared = 0
    await host.workflows.resume('w')
    await host.idle()
    expect(prepared).toBe(1)
  })
})

describe('the one mutation', () => {
  it('is called once: a second call does nothing outside, and is a mistake', async () => {
    const { host, tool } = await open(
      consuming({
        mutate: async (ctx) => {
          await ctx.tools.world!.put!('first')
          await ctx.tools.world!.put!('second')
        },
      }),
    )
    await host.publish('in', 'a')
    await host.idle()
    expect(tool.calls.map(({ input }) => input)).toEqual(['first'])
    expect((await host.workflows.runs('w'))[0]).toMatchObject({
      status: 'failed:logic',
      mutationOutcome: 'applied',
    })
    expect(await host.workflows.ledger('w')).toHaveLength(1)
  })

  it('two calls at once are one call', async () => {
    const { host, tool } = await open(
      consuming({
        mutate: async (ctx) => {
          await Promise.allSettled([
            ctx.tools.world!.put!('first'),
            ctx.tools.world!.put!('second'),
          ])
        },
      }),
    )
    await host.publish('in', 'a')
    await host.idle()
    expect(tool.calls.map(({ input }) => input)).toEqual(['first'])
  })

  it('stands, whatever the handler does after it', async () => {
    const { host, tool } = await open(
      consuming({
        mutate: async (ctx, prepared) => {
          await put(ctx, prepared)
          throw new Error('after')
        },
      }),
    )
    await host.publish('in', 'a')
    await host.idle()
    expect(await runs(host)).toContain('c committed/committed applied')
    expect(tool.calls).toHaveLength(1)
  })

  it('is awaited by the host if the handler does not', async () => {
    const { host } = await open(
      consuming({
        mutate: async (ctx, prepared) => {
          void put(ctx, prepared)
        },
      }),
    )
    await host.publish('in', 'a')
    await host.idle()
    expect((await host.workflows.ledger('w'))[0]).toMatchObject({
      status: 'applied',
      result: { call: 1 },
    })
  })

  it('is in the ledger, with its key and parameters, before the tool is called', async () => {
    let found: unknown
    const host: { current?: TestHost } = {}
    const spy = defineTool({
      name: 'spy.put',
      call: async () => {
        found = (await host.current!.workflows.ledger('w'))[0]
      },
    })
    host.current = (
      await open(
        consuming({
          mutate: async (ctx, { data }) => {
            await ctx.tools.spy!.put!(data)
          },
        }),
        { tools: [spy] },
      )
    ).host
    await host.current.publish('in', 'a')
    await host.current.idle()
    expect(found).toMatchObject({ status: 'in_flight', tool: 'spy.put', params: { id: 'a' } })
    expect((found as { key: string }).key).toMatch(/^[\w-]{22}$/)
  })

  it('with an input that the tool refuses is a mistake, and nothing is in the ledger', async () => {
    const strict = defineTool({
      name: 'strict.put',
      input: {
        parse: () => {
          throw new Error('amount is missing')
        },
      },
      call: async () => 1,
    })
    const { host } = await open(
      consuming({
        mutate: async (ctx) => {
          await ctx.tools.strict!.put!({})
        },
      }),
      { tools: [strict] },
    )
    await host.publish('in', 'a')
    await host.idle()
    expect((await host.workflows.runs('w'))[0]).toMatchObject({
      phase: 'mutating',
      status: 'failed:logic',
      error: 'strict.put: amount is missing',
    })
    expect(await host.workflows.ledger('w')).toEqual([])
    expect(await states(host)).toEqual({ a: 'pending' })
  })

  it('with a reply that cannot be kept has happened all the same', async () => {
    const odd = defineTool({
      name: 'odd.put',
      output: {
        parse: () => {
          throw new Error('not what I expected')
        },
      },
      call: async () => 1,
    })
    const { host } = await open(
      consuming({
        mutate: async (ctx) => {
          await ctx.tools.odd!.put!(1)
        },
      }),
      { tools: [odd] },
    )
    await host.publish('in', 'a')
    await host.idle()
    expect(await runs(host)).toContain('c committed/committed applied')
    expect((await host.workflows.logs('w'))[0]!.text).toMatch('cannot be kept')
  })
})

describe('a tool’s failure', () => {
  it('decides the run, caught or not', async () => {
    const bad = defineTool({
      name: 'bad.get',
      readOnly: true,
      call: async () => {
        throw new ToolError('transient', 'busy')
      },
    })
    const { host } = await open(
      producing(async (ctx) => {
        try {
          await ctx.tools.bad!.get!()
        } catch {}
        throw new TypeError('something else')
      }),
      { tools: [bad] },
    )
    expect((await host.workflows.runs('w'))[0]).toMatchObject({
      status: 'paused:transient',
      error: 'busy',
    })
  })

  it('makes every later operation fail the same way', async () => {
    let later: unknown
    const bad = defineTool({
      name: 'bad.get',
      readOnly: true,
      call: async () => {
        throw new ToolError('auth', 'expired')
      },
    })
    const { host } = await open(
      producing(async (ctx) => {
        await ctx.tools.bad!.get!().catch(() => {})
        later = await ctx.publish('in', { messageId: 'a' }).catch((error: Error) => error.message)
      }),
      { tools: [bad] },
    )
    expect(later).toBe('expired')
    expect(await status(host)).toBe('Needs attention: auth')
    expect(await host.workflows.events('in')).toEqual([])
  })
})

describe('limits', () => {
  const big = 'x'.repeat(300_000)
  it.each([
    [
      'a state',
      producing(async () => big),
      /^the state has 300002 characters as JSON; 262144 are allowed$/,
    ],
    [
      'a payload',
      producing(async (ctx) => {
        await ctx.publish('in', { messageId: 'a', payload: big })
      }),
      /^the payload has/,
    ],
    [
      'what was prepared',
      consuming({ prepare: async () => ({ data: big }) }),
      /^what prepare returned has/,
    ],
    ['a state that is no JSON', producing(async () => 10n), /^the state is not JSON/],
    ['a state with a number that is none', producing(async () => ({ a: Number.NaN })), /a is NaN/],
    [
      'publishes',
      producing(async (ctx) => {
        for (let i = 0; i < 1_001; i++) await ctx.publish('in', { messageId: `${i}` })
      }),
      /at most 1000 events/,
    ],
    [
      'tool calls',
      producing(async (ctx) => {
        for (let i = 0; i < 201; i++) await ctx.tools.world!.get!()
      }),
      /at most 200 tools/,
    ],
    [
      'a message id',
      producing(async (ctx) => {
        await ctx.publish('in', { messageId: 'x'.repeat(257) })
      }),
      /at most 256 characters/,
    ],
    [
      'an undeclared topic',
      producing(async (ctx) => {
        await ctx.publish('other', { messageId: 'x' })
      }),
      /does not declare that it publishes to other/,
    ],
    [
      'an unsubscribed topic',
      consuming({
        prepare: async (ctx) => {
          await ctx.peek('out')
          return {}
        },
      }),
      /does not subscribe to out/,
    ],
    [
      'an input that was not registered',
      producing(async (ctx) => {
        await ctx.publish('in', { messageId: 'x', inputId: 'nope' })
      }),
      /is no input that this run has registered/,
    ],
    [
      'a prepare that returns a text',
      consuming({ prepare: async () => 'x' }),
      /^prepare returns an object$/,
    ],
  ] as const)('%s beyond them is a mistake with a sentence', async (_, definition, error) => {
    const { host } = await open(definition, { tools: [reads] })
    const [run] = await host.workflows.runs('w')
    expect(run!.status).toBe('failed:logic')
    expect(run!.error).toMatch(error)
  })

  it('a phase that never ends is given up at its deadline', async () => {
    const definition = producing(() => new Promise(() => {}))
    const host = await TestHost.open()
    hosts.push(host)
    await host.deploy(definition)
    await turns()
    host.clock.advance(300_000).catch(() => {})
    await host.idle()
    expect((await host.workflows.runs('w'))[0]).toMatchObject({
      status: 'failed:logic',
      error: 'producer took longer than 300 s',
    })
  })
})

it('what is logged is kept with the run and the phase', async () => {
  const { host } = await open(
    consuming({
      prepare: async (ctx) => {
        ctx.log('looking', { at: 1 })
        return {}
      },
      next: async (ctx) => {
        ctx.log('done')
      },
    }),
  )
  expect((await host.workflows.logs('w')).map(({ text, phase }) => `${phase} ${text}`)).toEqual([
    'committed done',
    'prepared looking {"at":1}',
  ])
})

it.each([
  ['many events', 101, 'x'],
  ['long events', 2, 'x'.repeat(40_000)],
])('a run that publishes %s waits for the turn of large commits', async (_, count, payload) => {
  const host = await TestHost.open()
  hosts.push(host)
  const turn = host.store.large.turn()
  await host.deploy(
    producing(async (ctx) => {
      for (let i = 0; i < count; i++) await ctx.publish('in', { messageId: `m${i}`, payload })
    }),
  )
  await turns(100)
  expect(await host.workflows.events('in')).toEqual([])
  turn.end()
  await host.idle()
  expect(await host.workflows.events('in', { limit: 200 })).toHaveLength(count)
  expect(await runs(host)).toEqual(['p committed/committed -'])
})
