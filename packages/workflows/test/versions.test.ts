// Versions: immutable, active by a pointer, and a change of code that loses and repeats nothing.

import { afterEach, describe, expect, it } from 'vitest'
import { typescriptHome } from '../src/home.ts'
import type { Fix, FixRequest, Home, Limits, ScriptHome, WorkflowDefinition } from '../src/index.ts'
import { openAiFixer, webhookFixer } from '../src/index.ts'
import { TestHost, type TestHostOptions } from '../src/testing/index.ts'
import { consuming, nothing, oldest, opened, put, runs, states, status } from './support/kit.ts'

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

const versions = async (host: TestHost) =>
  (await host.workflows.versions('w')).map(
    ({ version, active }) => `${version}${active ? '*' : ''}`,
  )

describe('a deploy', () => {
  it('of the same name is a new version; of the same code after a restart it is not', async () => {
    const definition = consuming()
    const { host } = await open(definition)
    expect(await versions(host)).toEqual(['1.0*'])
    await host.deploy(consuming({ prepare: async () => ({}) }))
    expect(await versions(host)).toEqual(['1.0', '2.0*'])
    await host.restart()
    expect(await versions(host)).toEqual(['1.0', '2.0*'])
  })

  it('keeps states and events: pending ones go to the new code, consumed ones stay', async () => {
    const { host } = await open(consuming({ next: async () => ({ kept: true }) }))
    await host.publish('in', 'a')
    await host.idle()
    await host.workflows.pause('w')
    await host.publish('in', 'b')
    const seen: unknown[] = []
    await host.deploy(
      consuming({
        prepare: async (ctx, state) => {
          seen.push(state)
          return oldest(ctx, state)
        },
      }),
    )
    expect(await states(host)).toEqual({ a: 'consumed' })
    await host.workflows.resume('w')
    await host.idle()
    expect(seen[0]).toEqual({ kept: true })
    expect(await states(host)).toEqual({ a: 'consumed', b: 'consumed' })
  })

  it('keeps the next time of a schedule that is the same, starts a changed one, and forgets a removed one', async () => {
    const producer = (interval: string) => ({
      publishes: ['in'],
      schedule: { interval },
      handler: nothing,
    })
    const make = (producers: Record<string, string>) => ({
      ...consuming(),
      producers: Object.fromEntries(
        Object.entries(producers).map(([name, interval]) => [name, producer(interval)]),
      ),
    })
    const { host } = await open(make({ same: '1h', changed: '1h', removed: '1h' }))
    await host.advance('10m')
    const before = (await runs(host)).length
    await host.deploy(make({ same: '1h', changed: '30m' }))
    await host.idle()
    expect((await runs(host)).slice(before)).toEqual([
      'c committed/committed none',
      'changed committed/committed -',
    ])
    await host.advance('2h')
    expect((await runs(host)).filter((run) => run.startsWith('removed'))).toHaveLength(1)
  })

  it('tries what had failed again, with the new code', async () => {
    const { host } = await open(
      consuming({
        prepare: async () => {
          throw new Error('no')
        },
      }),
    )
    expect(await status(host)).toBe('Needs attention: logic')
    await host.deploy(consuming())
    await host.idle()
    expect(await status(host)).toBe('Idle')
    expect(
      (await host.workflows.runs('w')).map(({ retryOf, version }) => [retryOf, version]),
    ).toContainEqual(['w-1', '2.0'])
  })

  it('finishes an applied mutation with the new next, and may not remove its consumer before', async () => {
    const { host, tool } = await open(
      consuming({
        mutate: put,
        next: async (_, p) => {
          if (p.reservations.length > 0) throw new Error('no')
        },
      }),
    )
    await host.publish('in', 'a')
    await host.idle()
    const gone = { ...consuming(), consumers: { other: consuming().consumers.c! } }
    await expect(host.workflows.deploy(gone)).rejects.toMatchObject({ code: 'handler-needed' })
    const told: unknown[] = []
    await host.deploy(
      consuming({
        mutate: put,
        next: async (_, p, { result }) => {
          if (p.reservations.length > 0) told.push(result)
        },
      }),
    )
    await host.idle()
    expect(told).toEqual([{ call: 1 }])
    expect(tool.calls).toHaveLength(1)
    expect(await states(host)).toEqual({ a: 'consumed' })
  })

  it('prepares anew what waited for an approval', async () => {
    const { host, tool } = await open(consuming({ mutate: put, approval: true }))
    await host.publish('in', 'a')
    await host.idle()
    await host.deploy(
      consuming({ mutate: async (ctx) => ctx.tools.world!.put!('new'), approval: true }),
    )
    await host.idle()
    expect((await host.workflows.status('w')).issue!.sentence).toMatch('world.put "new"')
    await host.workflows.approve('w')
    await host.idle()
    expect(tool.calls.map(({ input }) => input)).toEqual(['new'])
  })

  it('leaves an unknown outcome to be decided', async () => {
    const { host, tool } = await open(consuming({ mutate: put }), { reconciles: false })
    tool.will({ loses: 'reply' })
    await host.publish('in', 'a')
    await host.idle()
    await host.deploy(consuming({ mutate: put, next: async () => ({ v: 2 }) }))
    await host.idle()
    expect(await status(host)).toBe('Needs attention: reconciliation')
    await host.workflows.resolveMutation('w', 'happened')
    await host.idle()
    expect(tool.calls).toHaveLength(1)
    expect(await states(host)).toEqual({ a: 'consumed' })
  })

  it('that is refused changes nothing', async () => {
    const { host } = await open(consuming())
    await expect(host.workflows.deploy({ name: 'w' })).rejects.toMatchObject({
      code: 'invalid-workflow',
    })
    await expect(host.workflows.deploy({ name: 'w', script: 'x' })).rejects.toMatchObject({
      code: 'no-scripts',
    })
    expect(await versions(host)).toEqual(['1.0*'])
  })

  it('waits for the run that is active: no code changes under it', async () => {
    const { host } = await open(consuming())
    await host.publish('in', 'a')
    await host.deploy(consuming({ prepare: async () => ({}) }))
    await host.idle()
    const found = await host.workflows.runs('w')
    expect(found.every(({ status: word }) => word === 'committed')).toBe(true)
  })
})

describe('an older version', () => {
  it('is activated by its number, and back again', async () => {
    const seen: string[] = []
    const make = (name: string) =>
      consuming({
        prepare: async () => {
          seen.push(name)
          return {}
        },
      })
    const { host } = await open(make('one'))
    await host.deploy(make('two'))
    await host.idle()
    await host.workflows.activate('w', '1.0')
    await host.idle()
    expect(await versions(host)).toEqual(['1.0*', '2.0'])
    expect(seen).toEqual(['one', 'two', 'one'])
    await expect(host.workflows.activate('w', '9.0')).rejects.toMatchObject({
      code: 'unknown-version',
    })
  })

  it('whose code is not here cannot be', async () => {
    const { host } = await open(consuming())
    await host.deploy(consuming({ prepare: async () => ({}) }))
    await host.restart()
    await expect(host.workflows.activate('w', '1.0')).rejects.toMatchObject({
      code: 'version-not-here',
    })
  })
})

it('a workflow whose code is not here is shown, and says so', async () => {
  const { host } = await open(consuming())
  const other = await TestHost.open()
  hosts.push(other)
  await expect(other.workflows.status('w')).rejects.toMatchObject({ code: 'unknown-workflow' })
  expect((await host.workflows.list()).map(({ name, status: word }) => [name, word])).toEqual([
    ['w', 'Idle'],
  ])
})

/** Scripts that are names of definitions: a home without a sandbox. */
function scripted(definitions: Record<string, WorkflowDefinition>): ScriptHome {
  return {
    describe: async (script) => {
      const definition = definitions[script]
      if (definition === undefined)
        throw Object.assign(new Error('unexpected token'), { location: '3:7' })
      return JSON.parse(
        JSON.stringify(definition, (_, value) => (typeof value === 'function' ? true : value)),
      )
    },
    open: (script: string, _: Limits): Home => typescriptHome(definitions[script]!),
  }
}

describe('scripts', () => {
  it('run by their home, and are taken up after a restart without a deploy', async () => {
    const host = await TestHost.open({ scripts: scripted({ good: consuming() }) })
    hosts.push(host)
    expect(await host.workflows.deploy({ name: 'w', script: 'good' })).toEqual({
      name: 'w',
      version: '1.0',
    })
    await host.restart()
    await host.publish('in', 'a')
    await host.idle()
    expect(await states(host)).toEqual({ a: 'consumed' })
  })

  it('that do not parse are refused with the place', async () => {
    const host = await TestHost.open({ scripts: scripted({}) })
    hosts.push(host)
    await expect(host.workflows.deploy({ name: 'w', script: 'bad' })).rejects.toMatchObject({
      code: 'invalid-workflow',
      problems: [{ code: 'bad-script', place: 'script:3:7', message: 'unexpected token' }],
    })
  })
})

describe('a fix', () => {
  const broken = () =>
    consuming({
      prepare: async (ctx) => {
        ctx.log('looking')
        if ((await ctx.peek('in')).length > 0) throw new Error('no')
        return {}
      },
    })

  async function fixing(
    scripts: Record<string, WorkflowDefinition>,
    answer: (request: FixRequest) => Promise<Fix>,
  ) {
    const requests: FixRequest[] = []
    const host = await TestHost.open({
      scripts: scripted({ broken: broken(), ...scripts }),
      fixer: (request) => {
        requests.push(request)
        return answer(request)
      },
    })
    hosts.push(host)
    await host.workflows.deploy({ name: 'w', script: 'broken' })
    await host.idle()
    await host.publish('in', 'a')
    await host.idle()
    return { host, requests }
  }

  it('is a minor version, activated, and the failed run is tried again with it', async () => {
    const { host, requests } = await fixing({ good: consuming() }, async () => ({
      script: 'good',
      comment: 'looked less',
    }))
    expect(requests).toHaveLength(1)
    expect(requests[0]).toMatchObject({
      workflow: 'w',
      version: '1.0',
      script: 'broken',
      handler: 'c',
      error: 'no',
      logs: ['looking'],
    })
    expect(await host.workflows.versions('w')).toMatchObject([
      { version: '1.0', active: false },
      { version: '1.1', active: true, fixes: '1.0', comment: 'looked less' },
    ])
    expect(await states(host)).toEqual({ a: 'consumed' })
    expect(await status(host)).toBe('Idle')
  })

  it('that does not help is asked for twice, then a person is', async () => {
    let n = 0
    const { host, requests } = await fixing(
      { b1: broken(), b2: broken(), b3: broken() },
      async () => ({ script: `b${++n}` }),
    )
    expect(requests).toHaveLength(2)
    expect(await status(host)).toBe('Needs attention: logic')
    expect(await versions(host)).toEqual(['1.0', '1.1', '1.2*'])
  })

  it('that changes topics, schedules or subscriptions is not activated', async () => {
    const { host, requests } = await fixing(
      { other: { ...consuming(), topics: { in: {}, more: {} } } },
      async () => ({ script: 'other' }),
    )
    expect(requests).toHaveLength(2)
    expect(await versions(host)).toEqual(['1.0*'])
    expect(await host.workflows.status('w')).toMatchObject({
      status: 'Needs attention',
      issue: { sentence: expect.stringMatching('it changes topics') },
    })
  })

  it('that is declined leaves it to a person, with the reason', async () => {
    const { host } = await fixing({}, async () => ({ declined: 'too hard' }))
    expect((await host.workflows.status('w')).issue!.sentence).toMatch('no fix: too hard')
  })

  it('is not activated if somebody deployed meanwhile', async () => {
    const holder: { host?: TestHost } = {}
    const host = await TestHost.open({
      scripts: scripted({
        broken: broken(),
        good: consuming(),
        mine: consuming({ next: async () => 1 }),
      }),
      fixer: async () => {
        await holder.host!.workflows.deploy({ name: 'w', script: 'mine' })
        return { script: 'good' }
      },
    })
    holder.host = host
    hosts.push(host)
    await host.workflows.deploy({ name: 'w', script: 'broken' })
    await host.publish('in', 'a')
    await host.idle()
    expect(await versions(host)).toEqual(['1.0', '2.0*'])
    expect(await status(host)).toBe('Idle')
  })

  it('is never asked for after a sign-in, a permission, a fault of ours or an unknown outcome', async () => {
    for (const kind of ['auth', 'permission', 'unknown'] as const) {
      let asked = 0
      const { fakeTool } = await import('../src/testing/index.ts')
      const tool = fakeTool({ name: 'world.put', reconciles: false })
      tool.will({ fails: kind })
      const host = await TestHost.open({
        tools: [tool],
        scripts: scripted({ s: { ...consuming({ mutate: put }), tools: ['world.put'] } }),
        fixer: async () => {
          asked++
          return { declined: 'x' }
        },
      })
      hosts.push(host)
      await host.workflows.deploy({ name: 'w', script: 's' })
      await host.publish('in', 'a')
      await host.idle()
      expect([kind, asked, (await status(host)).slice(0, 15)]).toEqual([kind, 0, 'Needs attention'])
    }
  })

  it('of a TypeScript workflow is a person’s', async () => {
    const { host } = await open(broken(), { fixer: async () => ({ declined: 'x' }) })
    await host.publish('in', 'a')
    await host.idle()
    expect((await host.workflows.status('w')).issue!.sentence).not.toMatch('fix')
  })
})

describe('fixers', () => {
  const request: FixRequest = {
    workflow: 'w',
    version: '1.0',
    script: 's',
    handler: 'c',
    error: 'no',
    logs: [],
    attempts: [],
    signal: new AbortController().signal,
  }
  const fetching = (answer: unknown, ok = true) => {
    const sent: { url: string; headers: Record<string, string>; body: unknown }[] = []
    const fetch = async (
      url: string,
      init: { headers: Readonly<Record<string, string>>; body: string },
    ) => {
      sent.push({ url, headers: init.headers, body: JSON.parse(init.body) })
      return {
        ok,
        status: ok ? 200 : 500,
        text: async () => (typeof answer === 'string' ? answer : JSON.stringify(answer)),
      }
    }
    return { sent, fetch }
  }

  it('a webhook is posted the failure, and answers with a script', async () => {
    const { sent, fetch } = fetching({ script: 'new', comment: 'c' })
    expect(
      await webhookFixer({ url: 'http://fix', headers: { 'x-key': 'k' }, fetch })(request),
    ).toEqual({ script: 'new', comment: 'c' })
    expect(sent[0]).toMatchObject({
      url: 'http://fix',
      headers: { 'x-key': 'k' },
      body: { script: 's', error: 'no' },
    })
  })

  it('a webhook that fails, or says nothing, is no fix', async () => {
    await expect(
      webhookFixer({ url: 'u', fetch: fetching('x', false).fetch })(request),
    ).rejects.toThrow('500')
    await expect(webhookFixer({ url: 'u', fetch: fetching('x').fetch })(request)).rejects.toThrow(
      'no JSON',
    )
    expect(await webhookFixer({ url: 'u', fetch: fetching({}).fetch })(request)).toEqual({
      declined: 'the fixer gave no script',
    })
  })

  it('a chat model is asked for JSON', async () => {
    const content = JSON.stringify({ script: 'new' })
    const { sent, fetch } = fetching({ choices: [{ message: { content } }] })
    expect(
      await openAiFixer({ url: 'http://ai/v1/', key: 'k', model: 'm', fetch })(request),
    ).toEqual({ script: 'new' })
    expect(sent[0]).toMatchObject({
      url: 'http://ai/v1/chat/completions',
      headers: { authorization: 'Bearer k' },
      body: { model: 'm' },
    })
    expect(
      await openAiFixer({
        url: 'u',
        key: 'k',
        model: 'm',
        fetch: fetching({ choices: [{ message: { content: 'sorry' } }] }).fetch,
      })(request),
    ).toEqual({ declined: 'the model gave no JSON' })
  })
})
