// Groups: commits of one turn share one durable write, and each keeps its own verdict.

import { SEEDED_START_MS } from '@cellwake/store/testing'
import type { Client } from '../client.ts'
import type { Scenario } from './scenario.ts'

/** All end before the scenario does, and the first failure is the scenario's. */
async function together(running: readonly Promise<unknown>[]): Promise<void> {
  for (const end of await Promise.allSettled(running)) {
    if (end.status === 'rejected') throw end.reason
  }
}

const write = (client: Client, id: string) => ({ write: [{ at: client.at(id), value: id }] })

export const oneRejected: Scenario = {
  name: 'group-with-one-rejected',
  run: async (client) => {
    await client.once('taken', write(client, 'taken'))
    await together([
      client.once('before', write(client, 'a')),
      client.refused(
        'refused',
        'entity-absent',
        { ...write(client, 'b'), publish: [{ topic: client.name('topic'), messageId: 'never' }] },
        { expect: [{ type: 'entity-absent', space: client.at('taken').space, id: 'taken' }] },
      ),
      client.once('after', write(client, 'c')),
    ])
  },
}

export const largeGroup: Scenario = {
  name: 'large-group',
  run: async (client) => {
    const ids = Array.from({ length: 6 }, (_, i) => `doc-${i}`)
    await together(ids.map((id) => client.once(id, write(client, id))))
  },
}

export const everything: Scenario = {
  name: 'everything-in-one-commit',
  run: async (client) => {
    const timer = client.name('timer')
    await client.once('all', {
      write: ['a', 'b'].map((id) => ({ at: client.at(id), value: { id } })),
      receipts: [{ id: client.name('extra'), value: 1 }],
      publish: [{ topic: client.name('topic'), messageId: 'm', payload: [1] }],
      jobs: [{ op: 'add', id: client.name('job'), queue: client.name('queue'), payload: 1 }],
      timers: [{ op: 'set', id: timer, at: SEEDED_START_MS }],
    })
    await client.once('next', {
      write: [{ at: client.at('a', 'fired'), value: true }],
      publish: [{ topic: client.name('topic'), messageId: 'fired' }],
      jobs: [{ op: 'cancel', id: client.name('job') }],
      timers: [{ op: 'fire', id: timer, at: SEEDED_START_MS }],
    })
  },
}

export const closeUnderLoad: Scenario = {
  name: 'close-under-load',
  run: async (client) => {
    const ids = Array.from({ length: 5 }, (_, i) => `doc-${i}`)
    const running = ids.map((id) => client.once(id, write(client, id)))
    await together([...running, client.stop()])
  },
}
