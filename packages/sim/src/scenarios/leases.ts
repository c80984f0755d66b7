// Leases: a host that lost its lease cannot commit (fencing), even if it does not know.

import { Stopped } from '../errors.ts'
import type { Scenario } from './scenario.ts'

const TTL_MS = 1_000

export const leaseSteal: Scenario = {
  name: 'lease-steal',
  run: async (client) => {
    const other = await client.another()
    const ours = await client.lead(client.store, 'leader', TTL_MS)
    client.system.advance(TTL_MS + 1)
    const theirs = await client.lead(other, 'leader', TTL_MS)
    if (theirs.epoch <= ours.epoch) throw new Stopped(`epoch ${theirs.epoch} after ${ours.epoch}`)
    const back = await client.store.acquireLease(client.name('leader'), TTL_MS)
    if (back.held) throw new Stopped('two hold the lease')
    await other.releaseLease(client.name('leader'))
    const again = await client.lead(client.store, 'leader', TTL_MS)
    if (again.epoch <= theirs.epoch) throw new Stopped(`epoch ${again.epoch} after ${theirs.epoch}`)
  },
}

export const epochGuard: Scenario = {
  name: 'epoch-guarded-write',
  run: async (client) => {
    const lease = client.name('leader')
    const other = await client.another()
    const ours = await client.lead(client.store, 'leader', TTL_MS)
    const under = (epoch: number) => [{ type: 'epoch' as const, lease, epoch }]
    await client.once(
      'led',
      { write: [{ at: client.at('a'), value: 'first leader' }] },
      { expect: under(ours.epoch) },
    )
    client.system.advance(TTL_MS + 1)
    const theirs = await client.lead(other, 'leader', TTL_MS)
    await client.refused(
      'zombie',
      'epoch',
      { write: [{ at: client.at('a'), value: 'zombie' }] },
      { expect: under(ours.epoch) },
    )
    await client.once(
      'led-by-other',
      { write: [{ at: client.at('a'), value: 'second leader' }] },
      { expect: under(theirs.epoch), store: other },
    )
  },
}
