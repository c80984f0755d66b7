// The process that the rig of workflows kills. It publishes events and files each in a world outside, which is a file: a line
// of the key and the event for each change, written before the reply. It says `a EVENT` for each that the store has
// acknowledged, `x PROBLEM`, and `d` when it was asked to drain and nothing is left.

import { appendFileSync, existsSync, readFileSync, writeSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openDriver, openStore } from '@cellwake/store'
import { defineTool, ToolError, Workflows, workflow } from '@cellwake/workflows'
import { AcknowledgesEarly } from './planted.ts'

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: '' },
    world: { type: 'string', default: '' },
    from: { type: 'string', default: '0' },
    drain: { type: 'boolean', default: false },
    plant: { type: 'string' },
  },
})
const { world } = values

/** Events of one process that may wait at once. */
const AHEAD = 20
const PAUSE_MS = 2

function say(...words: string[]): void {
  writeSync(1, `${words.join(' ')}\n`)
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const put = defineTool({
  name: 'world.put',
  call: async (id: string, { key }) => {
    await pause(PAUSE_MS)
    appendFileSync(world, `${key} ${id}\n`)
    await pause(PAUSE_MS)
    // Now and then the reply is lost, though it happened.
    if (Number(id.slice(1)) % 7 === 0) throw new ToolError('unknown', 'the reply was lost')
    return id
  },
  reconcile: (_: string, { key }) => {
    const text = existsSync(world) ? readFileSync(world, 'utf8') : ''
    const happened = text.split('\n').some((line) => line.startsWith(`${key} `))
    return { outcome: happened ? 'applied' : 'failed' }
  },
})

const filing = workflow({
  name: 'filing',
  topics: { in: {}, out: {}, end: { shared: true } },
  consumers: {
    file: {
      subscribe: ['in'],
      publishes: ['out'],
      prepare: async (ctx) => {
        const [event] = await ctx.peek('in', { limit: 1 })
        if (event === undefined) return { reservations: [] }
        return { reservations: [{ topic: 'in', ids: [event.id] }], data: event.id }
      },
      mutate: (ctx, { data }) => ctx.tools.world!.put!(data),
      next: async (ctx, { data, reservations }, { status }) => {
        if (reservations.length === 0) return
        await ctx.publish('out', { messageId: String(data), payload: status })
      },
    },
    pass: {
      subscribe: ['out'],
      publishes: ['end'],
      prepare: async (ctx, state: { readonly count: number } | undefined) => {
        const events = await ctx.peek('out')
        const ids = events.map(({ id }) => id)
        return { reservations: [{ topic: 'out', ids }], data: { ids, count: state?.count ?? 0 } }
      },
      next: async (ctx, { data }) => {
        const { ids, count } = data as { readonly ids: string[]; readonly count: number }
        for (const id of ids) await ctx.publish('end', { messageId: id, payload: null })
        return { count: count + ids.length }
      },
    },
  },
})

const driver = await openDriver(values.url)
const isEarly = values.plant === 'acknowledge-before-durable'
const store = await openStore(isEarly ? new AcknowledgesEarly(driver) : driver)
const workflows = new Workflows({
  store,
  tools: [put],
  onError: (error) => say('x', String(error).replaceAll('\n', ' ')),
})
await workflows.start()
await workflows.deploy(filing)

if (values.drain) {
  await workflows.idle()
  say('d')
} else {
  for (let n = Number(values.from); ; n++) {
    await workflows.publish('in', { messageId: `e${n}`, payload: n })
    say('a', `e${n}`)
    while ((await workflows.status('filing')).pending > AHEAD) await pause(PAUSE_MS)
  }
}
