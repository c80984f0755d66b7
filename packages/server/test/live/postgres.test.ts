// Goal: live streams are the same on Postgres: a set becomes a frame, and after a restart the stream goes on where it
// was. Method: a real Postgres; a server, its end, another server on the same database, and what two sockets hear.

import { describe, expect, inject, it, vi } from 'vitest'
import { postgresSchema, withClient } from '../../../store/test/conformance/rig.ts'
import { atEnd, connected, liveHost, valuesIn } from './support.ts'

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
})
