// Goal: whoever runs workflows from a terminal can do all that the page can, and a program can read every answer. Method: the
// commands in this process, against a real server on loopback with workflows on it, whose one tool answers as told.

import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineTool, ToolError, workflow } from '@cellwake/workflows'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inProcess } from './in-process.ts'
import { startServer, type TestServer } from './server.ts'

let answer: () => unknown = () => 'done'
const sent: unknown[] = []
const send = defineTool({
  name: 'outbox.send',
  call: (input: unknown) => {
    sent.push(input)
    return answer()
  },
})

const take = {
  prepare: async (ctx: { peek(topic: string, page: object): Promise<{ id: string }[]> }) => {
    const [event] = await ctx.peek('orders', { limit: 1 })
    if (event === undefined) return { reservations: [] }
    return { reservations: [{ topic: 'orders', ids: [event.id] }], ui: { title: event.id } }
  },
}

const mail = (more: object = {}) =>
  workflow({
    name: 'mail',
    topics: { orders: {} },
    consumers: {
      send: {
        subscribe: ['orders'],
        ...more,
        prepare: async (ctx) => take.prepare(ctx),
        mutate: (ctx, prepared) => ctx.tools.outbox!.send!(prepared.ui.title),
      },
    },
  })

const script = `export default workflow({ topics: { ticks: {} },
  producers: { tick: { publishes: ['ticks'], schedule: { interval: '1h' },
    handler: async (ctx) => { ctx.log('ticking'); await ctx.publish('ticks', { payload: 1 }) } } } })`

let server: TestServer
const folder = mkdtempSync(join(tmpdir(), 'cellwake-'))
const file = join(folder, 'clock.workflow.js')

beforeAll(async () => {
  server = await startServer(undefined, [send])
  writeFileSync(file, script)
})
afterAll(() => server.close())

beforeEach(async () => {
  answer = () => 'done'
  await server.workflows.deploy(mail())
})

const run = (...args: string[]) => inProcess(['workflows', ...args, '--url', server.url])

async function json(...args: string[]) {
  const ended = await inProcess(['workflows', ...args, '--url', server.url, '--json'])
  if (ended.code !== 0) throw new Error(`${args.join(' ')} ended with ${ended.code}: ${ended.err}`)
  return JSON.parse(ended.out)
}

async function publish(messageId: string) {
  await server.workflows.publish('orders', { messageId })
  await server.workflows.idle()
}

describe('cellwake workflows', () => {
  it('takes the server and the form of the answer before and after the command', async () => {
    const after = await inProcess(['workflows', 'show', 'mail', '--url', server.url, '--json'])
    const before = await inProcess(['workflows', '--url', server.url, '--json', 'show', 'mail'])
    expect([after.code, before.code]).toEqual([0, 0])
    expect(JSON.parse(after.out)).toMatchObject({ name: 'mail', status: 'Idle' })
    expect(JSON.parse(before.out)).toEqual(JSON.parse(after.out))
  })

  it('lists them, with and without the word list', async () => {
    const { workflows } = await json('list')
    expect(workflows).toMatchObject([{ name: 'mail', status: 'Idle', pending: 0 }])
    expect(await json()).toEqual({ workflows })
    expect((await run()).out).toMatch(/mail +Idle/)
  })

  it('shows runs, the ledger, inputs and versions of one', async () => {
    await publish('a')
    const { runs } = await json('runs', 'mail', '--limit', '1')
    expect(runs).toMatchObject([
      { handler: 'send', status: 'committed', mutationOutcome: 'applied' },
    ])
    const { mutations } = await json('ledger', 'mail')
    expect(mutations).toMatchObject([{ tool: 'outbox.send', params: 'a', status: 'applied' }])
    expect((await json('inputs', 'mail')).inputs).toMatchObject([{ status: 'done' }])
    expect((await json('versions', 'mail')).versions.at(-1)).toMatchObject({ version: '1.0' })
    expect((await run('runs', 'mail')).out).toContain('committed')
    expect((await run('ledger', 'mail')).out).toContain('outbox.send')
  })

  it('pauses and resumes', async () => {
    expect(await json('pause', 'mail')).toMatchObject({
      status: 'Stopped',
      issue: { kind: 'paused', actions: ['resume'] },
    })
    expect(await json('resume', 'mail')).toMatchObject({ status: 'Idle' })
    const twice = await run('resume', 'mail')
    expect([twice.code, twice.err]).toEqual([1, expect.stringContaining('nothing-to-resume')])
  })

  it('resolves an unknown outcome, with what the other side gave', async () => {
    answer = () => {
      throw new ToolError('unknown', 'the line went dead')
    }
    await publish('b')
    const asked = await json('show', 'mail')
    expect(asked.issue.actions).toEqual(['happened', 'did-not-happen', 'skip'])
    expect((await run('show', 'mail')).out).toContain(asked.issue.sentence)
    expect((await run('resolve', 'mail', 'perhaps')).code).toBe(2)
    await json('resolve', 'mail', 'happened', '--result', '{ "id": 7 }')
    await server.workflows.idle()
    const [last] = (await json('ledger', 'mail')).mutations
    expect(last).toMatchObject({ status: 'applied', result: { id: 7 } })
  })

  it('approves, and rejects with the events kept', async () => {
    await server.workflows.deploy(mail({ approval: true }))
    await publish('c')
    expect((await json('show', 'mail')).issue).toMatchObject({ kind: 'approval' })
    await json('approve', 'mail')
    await server.workflows.idle()
    expect(sent.at(-1)).toBe('c')
    await publish('d')
    expect(await json('reject', 'mail', '--keep')).toMatchObject({ status: 'Stopped', pending: 1 })
    await json('resume', 'mail')
    await server.workflows.idle()
    await json('reject', 'mail')
    await server.workflows.idle()
    expect(await json('show', 'mail')).toMatchObject({ status: 'Idle', pending: 0 })
    expect(sent.at(-1)).toBe('c')
  })

  it('skips an event, and puts one back in line', async () => {
    await json('pause', 'mail')
    await publish('e')
    expect(await json('skip', 'mail', 'orders', 'e')).toMatchObject({ pending: 0 })
    await json('reprocess', 'mail', 'orders', 'e')
    await json('resume', 'mail')
    await server.workflows.idle()
    expect(sent.at(-1)).toBe('e')
    const { events } = await json('events', 'mail', '--limit', '1')
    expect(events).toMatchObject([{ topic: 'orders', messageId: 'e', state: 'consumed' }])
    expect((await run('events', 'mail')).out).toMatch(/orders +e +consumed/)
    const none = await run('skip', 'mail', 'orders', 'nowhere')
    expect([none.code, none.err]).toEqual([1, expect.stringContaining('unknown-event')])
  })

  it('skips an input with its events; without a name of either it says what to name', async () => {
    await publish('f')
    const [newest] = (await json('inputs', 'mail')).inputs
    await json('skip', 'mail', '--input', newest.id)
    expect((await json('inputs', 'mail')).inputs[0]).toMatchObject({ status: 'skipped' })
    const neither = await run('skip', 'mail', 'orders')
    expect([neither.code, neither.err]).toEqual([2, expect.stringContaining('--input')])
  })

  it('deploys a script, runs it now, shows its log, and goes back to a version', async () => {
    expect(await json('deploy', file)).toEqual({ name: 'clock', version: '1.0' })
    await server.workflows.idle()
    expect((await json('logs', 'clock')).lines).toMatchObject([{ text: 'ticking' }])
    await json('run-now', 'clock')
    await server.workflows.idle()
    expect((await json('runs', 'clock')).runs).toHaveLength(2)
    writeFileSync(file, script.replace('ticking', 'tocking'))
    expect(await json('deploy', file)).toEqual({ name: 'clock', version: '2.0' })
    expect(await json('activate', 'clock', '1.0')).toMatchObject({ version: '1.0' })
    const { versions } = await json('versions', 'clock')
    expect(
      versions.map(({ version, active }: { version: string; active: boolean }) => [
        version,
        active,
      ]),
    ).toEqual([
      ['2.0', false],
      ['1.0', true],
    ])
  })

  it('a script that does not parse is refused with its place, and the old version stays', async () => {
    const broken = join(folder, 'clock.js')
    writeFileSync(broken, 'export default workflow({')
    const ended = await run('deploy', broken)
    expect([ended.code, ended.err]).toEqual([1, expect.stringContaining('script')])
    expect((await json('versions', 'clock')).versions).toHaveLength(2)
  })
})
