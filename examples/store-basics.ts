// Run: node --import ./scripts/source.mjs examples/store-basics.ts
// A price in a store: written, read, explained, and published once.

import { openStore } from '@cellwake/store'

const store = await openStore('memory:') // or sqlite:./data.db, or postgres://…
const price = { space: 'desk', id: 'price', path: ['usd'] }

store.subscribe(({ type, changes }) => {
  for (const { id, before, after } of changes) {
    console.log(`${type}: ${id} ${JSON.stringify(before)} → ${JSON.stringify(after)}`)
  }
})

// One commit: a document and an event, together or not at all.
await store.edit(
  (tx) => {
    tx.write(price, 120)
    tx.publish({ topic: 'prices', messageId: 'usd/1', payload: { usd: 120 } })
  },
  { cause: { by: 'opening price' } },
)

// A receipt makes it happen once, however often it is sent.
for (let attempt = 1; attempt <= 2; attempt++) {
  const result = await store.commit({
    receipts: [{ id: 'raise/2026-01-02', value: { by: 5 } }],
    write: [{ at: price, value: 125 }],
    cause: { by: 'raise of 2 January' },
  })
  console.log(result.rejected === undefined ? `commit ${result.seq}` : `refused: ${result.why}`)
}

// Why is it 125?
for (const { value, commit } of await store.history({ space: 'desk', id: 'price' })) {
  const by = (commit?.info as { by: string } | undefined)?.by
  console.log(JSON.stringify(value), 'by', by)
}
await store.close()
