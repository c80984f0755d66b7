// Documents: written, patched and deleted, alone and several in one commit.

import type { Value } from '@cellwake/store'
import type { Scenario } from './scenario.ts'

export const singleWrite: Scenario = {
  name: 'single-write',
  run: async (client) => {
    await client.once('write', { write: [{ at: client.at('a'), value: { text: 'written' } }] })
  },
}

export const severalWrites: Scenario = {
  name: 'several-writes',
  run: async (client) => {
    for (const round of [1, 2]) {
      const write = ['a', 'b', 'c'].map((id) => ({ at: client.at(id), value: { id, round } }))
      await client.once(`round-${round}`, { write })
    }
  },
}

export const pathPatches: Scenario = {
  name: 'path-patches',
  run: async (client) => {
    await client.once('base', { write: [{ at: client.at('a'), value: { list: [1, 2], n: 0 } }] })
    await client.once('patch', {
      write: [
        { at: client.at('a', 'n'), value: 1 },
        { at: client.at('a', 'list', 2), value: 3 },
        { at: client.at('a', 'deep', 'er'), value: 'made' },
      ],
    })
    await client.once('unpatch', { write: [{ at: client.at('a', 'list', 0) }] })
  },
}

export const deletion: Scenario = {
  name: 'delete',
  run: async (client) => {
    await client.once('make', {
      write: ['a', 'b'].map((id) => ({ at: client.at(id), value: id })),
    })
    await client.once('delete', { write: [{ at: client.at('a') }] })
    await client.once('again', { write: [{ at: client.at('a'), value: 'again' }] })
    await client.once('both', { write: ['a', 'b'].map((id) => ({ at: client.at(id) })) })
  },
}

const increment = (old: Value | undefined): Value => (typeof old === 'number' ? old + 1 : 1)

/** A counter shows duplicate and lost writes better than any other value. */
export const counting: Scenario = {
  name: 'counting',
  run: async (client) => {
    for (const n of [1, 2, 3]) await client.change(`count-${n}`, client.at('n', 'n'), increment)
  },
}

export const conflictAndRetry: Scenario = {
  name: 'conflict-and-retry',
  run: async (client) => {
    const stores = [client.store, await client.another()]
    const running = stores.map(async (store, s) => {
      for (const n of [1, 2]) {
        await client.change(`count-${s}-${n}`, client.at('n', 'n'), increment, store)
      }
    })
    // Both must end before the scenario does: a process has one end.
    const ended = await Promise.allSettled(running)
    for (const end of ended) if (end.status === 'rejected') throw end.reason
  },
}
