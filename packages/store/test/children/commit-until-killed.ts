// Commits numbered orders as fast as it can, and prints the number of each acknowledged one, until
// somebody kills it. Each order is two documents, a receipt, an event, a job and a timer.

import { writeSync } from 'node:fs'
import { openStore } from '../../src/index.ts'

const store = await openStore(process.argv[2]!)
const lanes = 8
/** Beyond every number of a process that ran on the same data before. */
const start = store.seq * 1_000

async function lane(first: number): Promise<void> {
  for (let n = first; ; n += lanes) {
    const result = await store.commit({
      write: [
        { at: { space: 'orders', id: `${n}`, path: [] }, value: { n } },
        { at: { space: 'totals', id: `${n}`, path: [] }, value: n * 2 },
      ],
      receipts: [{ id: `order ${n}` }],
      publish: [{ topic: 'orders', messageId: `${n}` }],
      jobs: [{ op: 'add', id: `mail ${n}`, queue: 'mail' }],
      timers: [{ op: 'set', id: `remind ${n}`, at: n }],
    })
    if (result.rejected !== undefined) throw new Error(result.why)
    writeSync(1, `${n}\n`)
  }
}

await Promise.all(Array.from({ length: lanes }, (_, i) => lane(start + i)))
