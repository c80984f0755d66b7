// Run: node --import ./scripts/source.mjs examples/scheduler-basics.ts
// An order book: a total that follows from its lines, an event that is handled once.

import { Scheduler } from '@cellwake/scheduler'
import { openStore } from '@cellwake/store'

const store = await openStore('memory:')
const scheduler = new Scheduler({ store })
const at = (id: string, ...path: string[]) => ({ space: 'orders', id, path })

scheduler.register({
  name: 'total',
  kind: 'computation',
  outputs: [at('total')],
  run: (tx) => {
    const lines = (tx.read(at('lines')) ?? {}) as Record<string, number>
    tx.write(
      at('total'),
      Object.values(lines).reduce((sum, amount) => sum + amount, 0),
    )
  },
})
scheduler.register({
  name: 'show',
  kind: 'effect',
  declaredReads: [at('total')],
  run: (tx) => console.log('total', tx.read(at('total'))),
})
scheduler.addEventHandler({
  name: 'add line',
  stream: 'lines',
  reads: [at('total')],
  run: (line: { id: string; amount: number }, tx) => tx.write(at('lines', line.id), line.amount),
})
await scheduler.idle()

for (const line of [
  { id: 'a', amount: 20 },
  { id: 'b', amount: 22 },
  { id: 'b', amount: 22 }, // delivered twice
]) {
  scheduler.queueEvent('lines', line, {
    id: line.id,
    onCommit: (outcome) => console.log(line.id, outcome.handled ? 'handled' : 'was handled before'),
  })
  await scheduler.idle()
}
scheduler.dispose()
await store.close()
