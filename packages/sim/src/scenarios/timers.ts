// Timers: set, moved and cleared; fired once, in one commit with the effects and the next time.

import { SEEDED_START_MS } from '@cellwake/store/testing'
import type { Scenario } from './scenario.ts'

const at = (minutes: number) => SEEDED_START_MS + minutes * 60_000

export const timerSet: Scenario = {
  name: 'timer-set',
  run: async (client) => {
    const [a, b] = [client.name('a'), client.name('b')]
    await client.once('set', {
      timers: [
        { op: 'set', id: a, at: at(1), payload: { n: 1 } },
        { op: 'set', id: b, at: at(2) },
      ],
    })
    await client.once('move', { timers: [{ op: 'set', id: a, at: at(3), payload: { n: 2 } }] })
    await client.once('clear', { timers: [{ op: 'clear', id: b }] })
  },
}

export const timerFire: Scenario = {
  name: 'timer-fire-with-next',
  run: async (client) => {
    const id = client.name('every-minute')
    await client.once('arm', { timers: [{ op: 'set', id, at: at(1) }] })
    for (const n of [1, 2]) {
      await client.once(`fire-${n}`, {
        write: [{ at: client.at('runs', 'n'), value: n }],
        timers: [
          { op: 'fire', id, at: at(n) },
          { op: 'set', id, at: at(n + 1) },
        ],
      })
    }
    await client.refused('late', 'timer-moved', {
      write: [{ at: client.at('runs', 'n'), value: -1 }],
      timers: [{ op: 'fire', id, at: at(1) }],
    })
  },
}
