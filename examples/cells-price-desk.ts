// Run: node --import ./scripts/source.mjs examples/cells-price-desk.ts
// A price desk: quotes come in, what customers see follows. Only what is shown is computed.

import { cells } from '@cellwake/scheduler'

const desk = cells()
const spot = desk.cell(1.08) // dollars per euro
const spread = desk.cell(0.002)
const open = desk.cell(true)

const bid = desk.derive(() => spot.get() - spread.get() / 2)
const ask = desk.derive(() => spot.get() + spread.get() / 2)

// Rounded, so most small moves of the market end here.
const screen = desk.derive(() =>
  open.get() ? `${bid.get().toFixed(3)} / ${ask.get().toFixed(3)}` : 'closed',
)

// Nobody shows this one, so it never runs.
let audits = 0
desk.derive(() => {
  audits++
  return `audit of ${screen.get()}`
})

const stop = desk.sink(screen, (text) => console.log(text))
await desk.idle()

// Both change, the screen changes once.
spot.set(1.09)
spread.set(0.004)
await desk.idle()

// Too small to see: the prices are computed, the screen is not told.
spot.set(1.090_01)
await desk.idle()

// A closed desk reads no prices, so they no longer follow the market.
open.set(false)
await desk.idle()
const { runs } = desk.stats()
for (let i = 0; i < 1000; i++) spot.set(1.1 + i / 1e6)
await desk.idle()
console.log(`1,000 quotes while closed: ${desk.stats().runs - runs} runs, ${audits} audits`)

open.set(true)
await desk.idle()
stop()
desk.close()
