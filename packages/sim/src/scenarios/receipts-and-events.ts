// Receipts and events: operations and publications exactly once.

import { Stopped } from '../errors.ts'
import type { Scenario } from './scenario.ts'

export const receipt: Scenario = {
  name: 'receipt',
  run: async (client) => {
    const paid = { id: client.name('paid'), value: { amount: 12 } }
    await client.once('pay', {
      write: [{ at: client.at('balance'), value: -12 }],
      receipts: [paid],
    })
    await client.refused('pay-again', 'receipt-exists', {
      write: [{ at: client.at('balance'), value: -24 }],
      receipts: [paid],
    })
    const row = await client.store.receipt(paid.id)
    if (JSON.stringify(row?.value) !== JSON.stringify(paid.value)) {
      throw new Stopped('the receipt does not hold what was stored with it')
    }
  },
}

export const publish: Scenario = {
  name: 'publish',
  run: async (client) => {
    for (const n of [1, 2]) {
      await client.once(`publish-${n}`, {
        write: [{ at: client.at('sent'), value: n }],
        publish: ['x', 'y'].map((id) => ({
          topic: client.name('topic'),
          messageId: `${id}${n}`,
          payload: { n },
        })),
      })
    }
  },
}

export const publishAgain: Scenario = {
  name: 'publish-same-id',
  run: async (client) => {
    for (const n of [1, 2, 3]) {
      await client.once(`publish-${n}`, {
        publish: [
          { topic: client.name('topic'), messageId: 'same', payload: { n } },
          { topic: client.name('topic'), messageId: `other-${n}` },
        ],
      })
    }
  },
}
