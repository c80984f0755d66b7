// Maintenance of a store: its tables are made, and old rows are forgotten.

import { Stopped } from '../errors.ts'
import type { Scenario } from './scenario.ts'

export const freshDatabase: Scenario = {
  name: 'fresh-database',
  fresh: true,
  run: async (client) => {
    await client.once('first', { write: [{ at: client.at('a'), value: 'first' }] })
  },
}

export const pruning: Scenario = {
  name: 'history-pruning',
  options: { historyCommits: 2 },
  run: async (client) => {
    for (const n of [1, 2, 3, 4]) {
      await client.once(`write-${n}`, {
        write: [
          { at: client.at('a'), value: n },
          { at: client.at(`only-${n}`), value: n },
        ],
      })
    }
    await client.store.maintain()
    await client.once('last', { write: [{ at: client.at('a'), value: 'last' }] })
    if ((await client.store.history(client.at('only-1'))).length !== 1) {
      throw new Stopped('a state that still stands was forgotten')
    }
  },
}
