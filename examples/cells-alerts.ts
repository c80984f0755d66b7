// Run: node --import ./scripts/source.mjs examples/cells-alerts.ts
// Alerts on a tank: a limit that is crossed, a sensor that fails, and two rules that fight.

import { cells, SchedulerError } from '@cellwake/scheduler'

const plant = cells({
  onError: (error) => {
    const what = error instanceof SchedulerError ? error.code : (error as Error).message
    console.log(`error: ${what}`)
  },
})

const reading = plant.cell<number | null>(20)
const celsius = plant.derive(() => {
  const value = reading.get()
  if (value === null) throw new Error('the sensor is silent')
  return value
})
const level = plant.derive(() => (celsius.get() > 80 ? 'hot' : 'normal'))

plant.sink(level, (now) => console.log(`the tank is ${now}`))
await plant.idle()

// It stays normal, so nobody is told.
for (const value of [25, 40, 60]) reading.set(value)
await plant.idle()

// Readers of a failed value fail too, until it recovers.
reading.set(null)
await plant.idle()
reading.set(95)
await plant.idle()

// A derived value has no side effects; setting a cell is for sinks.
const greedy = plant.derive(() => {
  reading.set(0)
  return celsius.get()
})
try {
  greedy.get()
} catch (error) {
  console.log(`refused: ${(error as SchedulerError).code}`)
}

// Two rules that undo each other never settle. They are slowed down; everything else goes on.
const valve = plant.cell(0)
const pump = plant.cell(0)
const rules = [
  plant.sink(valve, (turns) => pump.set(turns + 1)),
  plant.sink(pump, (turns) => valve.set(turns + 1)),
]
reading.set(30)
await plant.idle()
for (const stop of rules) stop()
console.log(`put aside ${plant.stats().backedOff} times`)
plant.close()
