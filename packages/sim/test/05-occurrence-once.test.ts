// Goal: a rule occurrence fires exactly once, whatever crashes around it. Method: a model with EVERY, WHEN,
// DEBOUNCE and AT, ended at every durable operation and opened again; counters and events tell.

import { expect, it } from 'vitest'
import { crashFirings } from '../src/firings.ts'
import { memoryWorld, sqliteWorld } from '../src/worlds.ts'

it.each([
  ['memory', memoryWorld],
  ['sqlite', sqliteWorld],
] as const)(
  'on %s each occurrence fires once, crashed at every durable operation',
  async (_, make) => {
    const world = make()
    const { runs, violations } = await crashFirings(world)
    await world.close()
    expect(violations).toEqual([])
    expect(runs).toBeGreaterThan(40)
  },
  120_000,
)
