// Entries: rows of lists that move from state to state, each move once; and events that wait for their consumers.

import { consumersOf, type EntryOp } from '@cellwake/store'
import type { Client } from '../client.ts'
import { Stopped } from '../errors.ts'
import type { Scenario } from './scenario.ts'

/** A retry's id derives from its predecessor's and is create-only, so that of two concurrent retries one wins. */
export const entryChain: Scenario = {
  name: 'entry-chain',
  run: async (client) => {
    const list = client.name('runs')
    for (const n of [1, 2, 3]) {
      const id = `run-${n}`
      await client.once(`begin-${n}`, {
        write: [{ at: client.at('newest'), value: id }],
        entries: [{ list, id, from: null, state: 'running', order: n, value: { n } }],
      })
      await client.refused(`begin-${n}-twice`, 'entry-moved', {
        write: [{ at: client.at('newest'), value: 'never' }],
        entries: [{ list, id, from: null, state: 'running' }],
      })
      await client.once(`end-${n}`, {
        entries: [{ list, id, from: 'running', state: 'failed', final: true }],
      })
    }
  },
}

const declared = (client: Client): EntryOp => ({
  list: consumersOf(client.name('topic')),
  id: client.name('deliveries'),
  from: null,
  state: 'active',
})

const delivered = (client: Client, id: string, to: 'reserved' | 'consumed'): EntryOp => ({
  ...{ list: client.name('deliveries'), id },
  ...{ from: to === 'reserved' ? null : 'reserved', state: to, final: to === 'consumed' },
})

async function mustPend(client: Client, expected: readonly string[]): Promise<void> {
  const found = await client.store.pendingEvents(client.name('deliveries'), client.name('topic'))
  const ids = found.map(({ event }) => event.messageId).join()
  if (ids !== expected.join()) throw new Stopped(`${ids} are pending, not ${expected.join()}`)
}

export const delivery: Scenario = {
  name: 'delivery',
  run: async (client) => {
    const topic = client.name('topic')
    await client.once('declare', { entries: [declared(client)] })
    const events = ['a', 'b', 'c'].map((messageId) => ({ topic, messageId, causes: ['first'] }))
    await client.once('publish', { publish: events })
    for (const id of ['a', 'b']) {
      await client.once(`reserve-${id}`, { entries: [delivered(client, id, 'reserved')] })
      await client.once(`consume-${id}`, {
        write: [{ at: client.at('sum', id), value: 1 }],
        entries: [delivered(client, id, 'consumed')],
      })
    }
    await client.once('again', { publish: [{ topic, messageId: 'c', causes: ['second'] }] })
    await mustPend(client, ['c'])
  },
}

/** However old it is. */
export const awaited: Scenario = {
  name: 'an-event-awaited',
  options: { eventsMs: 1_000 },
  run: async (client) => {
    const topic = client.name('topic')
    await client.once('publish', {
      publish: [{ topic, messageId: 'a' }],
      entries: [declared(client)],
    })
    client.system.advance(10_000)
    await client.store.maintain()
    await mustPend(client, ['a'])
    await client.once('reserve', { entries: [delivered(client, 'a', 'reserved')] })
    client.system.advance(10_000)
    await client.store.maintain()
    await mustPend(client, ['a'])
  },
}
