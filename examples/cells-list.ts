// Run: node --import ./scripts/source.mjs examples/cells-list.ts
// A basket: each line is computed on its own, and only the lines that change are computed again.

import { cells } from '@cellwake/scheduler'

interface Line {
  readonly article: string
  readonly count: number
  readonly cents: number
}

const shop = cells()
const discount = shop.cell(0)
const basket = shop.cell<readonly Line[]>([
  { article: 'tea', count: 2, cents: 450 },
  { article: 'bread', count: 1, cents: 380 },
  { article: 'honey', count: 3, cents: 700 },
])

let priced: string[] = []
const prices = shop.map(basket, ({ article, count, cents }) => {
  priced.push(article)
  const rate = count >= 3 ? 1 - discount.get() : 1
  return Math.round(count * cents * rate)
})
const total = shop.derive(() => prices.get().reduce((sum, cents) => sum + cents, 0))
const large = shop.filter(basket, ({ count, cents }) => count * cents >= 800)

shop.sink(total, (cents) => {
  console.log(`total ${(cents / 100).toFixed(2)}, priced: ${priced.join(', ') || 'nothing'}`)
  priced = []
})
await shop.idle()

// One line changes, one line is priced.
basket.update((lines) =>
  lines.map((line) => (line.article === 'bread' ? { ...line, count: 2 } : line)),
)
await shop.idle()

// Only lines of three or more read the discount.
discount.set(0.1)
await shop.idle()

// A line goes: nothing is priced, and the total follows.
basket.update((lines) => lines.slice(0, 2))
await shop.idle()

// Nobody watches this one: it is computed now, because it is read.
const names = large.get().map(({ article }) => article)
console.log(`large lines: ${names.join(', ')}`)
shop.close()
