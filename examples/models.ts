// A model from TypeScript: deploy, set, watch. Run it with `node --import ./scripts/source.mjs examples/models.ts`.

import { open } from 'cellwake'

const cw = await open({ store: 'memory:' })
const model = await cw.deploy(
  `price as currency:EUR = 120
quantity = 3
total = price * quantity
discount ~= total > 500 THEN 5pct ELSE 0
`,
  { id: 'order' },
)

// `discount` is lazy: it runs because somebody watches it.
const stop = model.watch(['total', 'discount'], (cells, rev) => {
  for (const [symbol, { value }] of Object.entries(cells)) {
    console.log(`commit ${rev}: ${symbol} is ${value}`)
  }
})

const { changed } = await model.set({ quantity: 5 })
console.log(`changed: ${changed.join(', ')}`)
stop()

console.log(`total ${model.get('total').value}, at commit ${model.rev}`)
await cw.close()
