// A crash at every durable operation of every scenario, once each. `npm run sim -- crash` also
// crashes the recovery. On Postgres, where a restart takes long, a sample here and all of it there.

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { crashEverywhere } from '../src/crash.ts'
import { SCENARIOS } from '../src/scenarios/all.ts'
import { memoryWorld, pointsOf, postgresWorld, sqliteWorld, type World } from '../src/worlds.ts'
import { dropSchemas } from './support/drop-schemas.ts'

const postgresUrl = inject('postgresUrl')
const schema = `cellwake_crash_${process.pid}`

const worlds: { name: World['name']; every: number; make: () => World }[] = [
  { name: 'memory', every: 1, make: memoryWorld },
  { name: 'sqlite', every: 1, make: sqliteWorld },
  { name: 'postgres', every: 5, make: () => postgresWorld(postgresUrl ?? '', schema) },
]

// Skipped only where there is no Postgres to test against.
describe.skipIf(postgresUrl === undefined).each(worlds.slice(2))('on $name', suite)
describe.each(worlds.slice(0, 2))('on $name', suite)

function suite({ name, every, make }: (typeof worlds)[number]): void {
  let world: World
  const points = new Set<string>()
  beforeAll(() => {
    world = make()
  })
  afterAll(async () => {
    await world.close()
    if (name === 'postgres') await dropSchemas(postgresUrl, schema)
  })

  it.each(SCENARIOS)('$name survives a crash at every durable operation', async (scenario) => {
    const report = await crashEverywhere(world, scenario, { every })
    expect(report.violations).toEqual([])
    expect(report.runs).toBeGreaterThan(2)
    for (const point of report.points) points.add(point)
  })

  it('every fault point of the driver was reached', () => {
    expect(pointsOf(name).filter((point) => !points.has(point))).toEqual([])
  })
}
