// Goal: a rule occurrence fires exactly once, whatever crashes around it. Method: a model with EVERY, WHEN,
// DEBOUNCE and AT, ended at every durable operation and opened again; counters and events tell. The same
// rig is shown engines that are wrong, and must say so. `npm run sim -- firings` crashes the recovery too.

import type { CommitSpec, Store } from '@cellwake/store'
import { afterAll, describe, expect, inject, it, vi } from 'vitest'
import { crashFirings, type FiringsOptions } from '../src/firings.ts'
import { memoryWorld, postgresWorld, sqliteWorld, type World } from '../src/worlds.ts'
import { dropSchemas } from './support/drop-schemas.ts'

const postgresUrl = inject('postgresUrl')
const schema = `cellwake_firings_${process.pid}`
// Bounds against hanging: the machine may be busy.
vi.setConfig({ testTimeout: 180_000 })

async function crashed(world: World, options: FiringsOptions = {}) {
  const report = await crashFirings(world, options)
  await world.close()
  return report
}

describe('each occurrence fires once, crashed', () => {
  it('at every durable operation, on memory', async () => {
    const { runs, violations } = await crashed(memoryWorld())
    expect(violations).toEqual([])
    expect(runs).toBeGreaterThan(40)
  })

  it.each([
    ['memory', memoryWorld],
    ['sqlite', sqliteWorld],
  ] as const)('at and between all commits, on %s', async (_, make) => {
    const { runs, violations } = await crashed(make(), { alone: true })
    expect(violations).toEqual([])
    expect(runs).toBeGreaterThan(40)
  })

  // Skipped only where there is no Postgres to test against.
  it.skipIf(postgresUrl === undefined)('here and there, on Postgres', async () => {
    const world = postgresWorld(postgresUrl ?? '', schema)
    const { runs, violations } = await crashed(world, { alone: true, every: 37 })
    expect(violations).toEqual([])
    expect(runs).toBeGreaterThan(5)
  })
})

afterAll(() => dropSchemas(postgresUrl, schema))

/** Replaces one commit by several. */
function instead(split: (spec: CommitSpec) => readonly CommitSpec[]) {
  return (store: Store) => {
    const commit = store.commit.bind(store)
    store.commit = (spec, options) => {
      const verdicts = split(spec).map((part) => commit(part, options))
      return verdicts.at(-1)!
    }
  }
}

const isFiring = ({ receipts }: CommitSpec) => receipts?.some(({ id }) => id.startsWith('fire:'))

/** Writes of a firing, and what the rules remember of it. */
function apart(spec: CommitSpec): { made: CommitSpec; remembered: CommitSpec } {
  const isState = ({ at }: { at: { id: string } }) => at.id.startsWith('!')
  const write = spec.write ?? []
  return {
    made: { ...spec, receipts: [], write: write.filter((one) => !isState(one)) },
    remembered: { write: write.filter(isState) },
  }
}

describe('the rig notices when', () => {
  const bugs = {
    'a rule remembers in a second commit that it fired': [
      (spec: CommitSpec) => {
        const { made, remembered } = apart(spec)
        return [made, remembered]
      },
      /[BCDE]1 is \d, not \d/,
    ],
    'a rule remembers that it fired before it does': [
      (spec: CommitSpec) => {
        const { made, remembered } = apart(spec)
        return [remembered, made]
      },
      /[BCDE]1 is (\d|null), not \d/,
    ],
    'events are published after the firing': [
      ({ publish = [], ...rest }: CommitSpec) => [rest, { publish }],
      /published: /,
    ],
  } as const
  it.each(Object.entries(bugs))('%s', async (_, [split, found]) => {
    const plant = instead((spec) => (isFiring(spec) ? split(spec) : [spec]))
    const { violations } = await crashed(memoryWorld(), { alone: true, plant })
    expect(violations.filter((violation) => found.test(violation))).not.toEqual([])
    // Without a crash nothing of it shows.
    expect(violations.filter((violation) => violation.includes('crashes at :'))).toEqual([])
  })
})
