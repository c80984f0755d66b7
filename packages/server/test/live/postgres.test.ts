// Goal: live streams are the same on Postgres: a set becomes a frame, and after a restart the stream goes on where it
// was, and a workflow is followed on every host. Method: a real Postgres; servers on one database, and what sockets hear.

import { isDeepStrictEqual } from 'node:util'
import { workflow } from '@cellwake/workflows'
import { describe, expect, inject, it, vi } from 'vitest'
import { postgresSchema, withClient } from '../../../store/test/conformance/rig.ts'
import { atEnd, connected, liveHost, until, valuesIn } from './support.ts'

const postgresUrl = inject('postgresUrl')
// A bound against hanging: the machine may be busy.
vi.setConfig({ testTimeout: 60_000 })

const SOURCE = `A1 = 1
B1 = A1 * 2
Z1 = 7
WHEN B1 > 100 THEN
  C1 = B1
END
`

// Skipped only where there is no Postgres to test against.
describe.skipIf(postgresUrl === undefined)('on Postgres', () => {
  it('a set becomes a frame, and another server goes on from the last revision', async () => {
    const { url: store, schema } = postgresSchema(postgresUrl!)
    atEnd(() => withClient(postgresUrl!, (client) => client.query(`DROP SCHEMA ${schema} CASCADE`)))
    const first = await liveHost({ store })
    const { model } = await first.engine.deploy(SOURCE, { id: 'm' })
    const before = await connected(first.url)
    const asked = { op: 'subscribe', id: 's', model: 'm', symbols: ['A1', 'B1', 'C1', 'Z1'] }
    before.send(asked)
    expect(valuesIn((await before.next()).cells)).toEqual({ A1: 1, B1: 2, C1: null, Z1: 7 })
    const { rev } = await model.set({ A1: 2 })
    const told = await before.next()
    expect([told.rev, valuesIn(told.cells)]).toEqual([rev, { A1: 2, B1: 4 }])
    await first.close()
    await before.closed

    const second = await liveHost({ store })
    const again = await second.engine.model('m')
    const missed = await again.set({ A1: 60 })
    const after = await connected(second.url)
    after.send({ ...asked, fromRev: rev })
    const resumed = await after.next()
    // No reset; Z1 comes too, since after a restart it counts as new as the last commit before.
    expect([resumed.rev, valuesIn(resumed.cells)]).toEqual([
      missed.rev,
      { A1: 60, B1: 120, C1: 120, Z1: 7 },
    ])
    const { rev: last } = await again.set({ A1: 61 })
    const next = await after.next()
    expect([next.rev, valuesIn(next.cells)]).toEqual([last, { A1: 61, B1: 122 }])
  })

  it('a workflow is followed on the host that runs it, and on another one, without a gap', async () => {
    const { url: store, schema } = postgresSchema(postgresUrl!)
    atEnd(() => withClient(postgresUrl!, (client) => client.query(`DROP SCHEMA ${schema} CASCADE`)))
    const [runs, shows] = [await liveHost({ store }), await liveHost({ store })]
    const counts = workflow({
      name: 'counts',
      topics: { seen: { shared: true } },
      consumers: {
        one: {
          subscribe: ['seen'],
          prepare: async (ctx) => {
            const [event] = await ctx.peek('seen', { limit: 1 })
            return { reservations: event === undefined ? [] : [{ topic: 'seen', ids: [event.id] }] }
          },
        },
      },
    })
    await runs.workflows.deploy(counts)
    await runs.workflows.idle()
    const before = (await runs.workflows.runs('counts')).length
    const sockets = [await connected(runs.url), await connected(shows.url)]
    for (const socket of sockets) {
      socket.send({ op: 'subscribe', id: 'w', workflow: 'counts' })
      const status = { name: 'counts', status: 'Idle', pending: 0 }
      expect((await socket.next()).event).toMatchObject({ type: 'status', status })
    }
    for (let i = 0; i < 20; i++) await runs.workflows.publish('seen', { messageId: `e-${i}` })
    await runs.workflows.idle()
    const all = (await runs.workflows.runs('counts')).slice(0, -before)
    expect(all.length).toBeGreaterThan(0)
    for (const socket of sockets) {
      const newest = () =>
        new Map(
          socket.frames
            .map(({ event }) => (event as { run?: { id: string } } | undefined)?.run)
            .flatMap((run) => (run === undefined ? [] : [[run.id, run] as const])),
        )
      await until(() => all.every((run) => isDeepStrictEqual(newest().get(run.id), run)))
      const revs = socket.frames.slice(1).map(({ rev }) => rev!)
      expect(revs).toEqual([...revs].sort((a, b) => a - b))
    }
  })
})
