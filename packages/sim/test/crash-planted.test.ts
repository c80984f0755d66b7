// The crash rig finds bugs: each of these breaks one promise of a driver, and the audit must say so.
// With the driver as it is, the same scenarios are clean: see crash.test.ts.

import type { Arrival, Driver } from '@cellwake/store'
import { type Needs, type Put, type Rows, WrappedDriver, wrapRows } from '@cellwake/store/testing'
import { describe, expect, it } from 'vitest'
import { crashEverywhere } from '../src/crash.ts'
import { SCENARIOS } from '../src/scenarios/all.ts'
import { memoryWorld, sqliteWorld, type World } from '../src/worlds.ts'

type Body = (rows: Rows) => Arrival

/** A driver whose exclusive sections see these rows instead. */
function withRows(change: (rows: Rows) => Rows) {
  return class extends WrappedDriver {
    override async transact(needs: Needs, body: Body): Promise<void> {
      await this.inner.transact(needs, (rows) => body(change(rows)))
    }
  }
}

const without = (...methods: Put['method'][]) =>
  withRows((rows) => wrapRows(rows, ({ method }) => !methods.includes(method)))

/** Answers without having done it. */
class DoesNothing extends WrappedDriver {
  override async transact(needs: Needs, body: Body): Promise<void> {
    const rolledBack = new Error('rolled back')
    try {
      await this.inner.transact(needs, (rows) => {
        body(rows)
        throw rolledBack
      })
    } catch {}
  }
}

/** Drops the second document of each commit that writes several. */
class DropsOnePut extends WrappedDriver {
  override async transact(needs: Needs, body: Body): Promise<void> {
    let docs = 0
    await this.inner.transact(needs, (rows) =>
      body(wrapRows(rows, ({ method }) => method !== 'putDoc' || ++docs !== 2)),
    )
  }
}

/** A database that is not atomic: a group is written in parts, and a crash falls between them. */
function inParts(sizeOf: (puts: number) => number) {
  return class extends WrappedDriver {
    override async transact(needs: Needs, body: Body): Promise<void> {
      const puts: Put[] = []
      let arrival: Arrival | undefined
      const rehearsed = new Error('rolled back')
      try {
        await this.inner.transact(needs, (rows) => {
          arrival = body(wrapRows(rows, (put) => puts.push(put) > 0))
          throw rehearsed
        })
      } catch (error) {
        if (error !== rehearsed) throw error
      }
      const size = sizeOf(puts.length)
      for (let i = 0; i < puts.length; i += size) {
        await this.inner.transact(needs, (rows) => {
          for (const put of puts.slice(i, i + size)) put.apply(rows)
          return arrival!
        })
      }
    }
  }
}

interface Planted {
  readonly bug: string
  readonly plant: new (inner: Driver) => Driver
  readonly scenario: string
  readonly found: RegExp
}

const everywhere: Planted[] = [
  {
    bug: 'one put of a group is dropped',
    plant: DropsOnePut,
    scenario: 'several-writes',
    found: /document .* is lost/,
  },
  {
    bug: 'the session row is put, but no document',
    plant: without('putDoc'),
    scenario: 'single-write',
    found: /document .* is lost/,
  },
  {
    bug: 'documents are put, but no commit',
    plant: without('putCommit'),
    scenario: 'single-write',
    found: /is unexplained|is nowhere/,
  },
  {
    bug: 'receipts are ignored',
    plant: withRows((rows) => ({ ...rowsOf(rows), receipt: () => undefined })),
    scenario: 'receipt',
    found: /was accepted|landed in commit/,
  },
  {
    bug: 'receipts are ignored, and a client sends again',
    plant: withRows((rows) => ({ ...rowsOf(rows), receipt: () => undefined })),
    scenario: 'counting',
    found: /landed in commit \d+ and in \d+/,
  },
  {
    bug: 'receipts are not kept',
    plant: without('putReceipt'),
    scenario: 'publish',
    found: /the receipt of .* is lost/,
  },
  {
    bug: 'events are not kept',
    plant: without('putEvent'),
    scenario: 'publish',
    found: /event .* is lost/,
  },
  {
    bug: 'entries are not kept',
    plant: without('putEntry'),
    scenario: 'entry-chain',
    found: /was accepted|entry .* is lost/,
  },
  {
    bug: 'an entry moves though it is in another state',
    plant: withRows((rows) => ({ ...rowsOf(rows), entry: () => undefined })),
    scenario: 'entry-chain',
    // SQLite itself refuses to add it a second time.
    found: /was accepted|it failed/,
  },
  {
    bug: 'the causes of an event are forgotten when it is published again',
    plant: withRows((rows) => ({ ...rowsOf(rows), event: () => undefined })),
    scenario: 'delivery',
    found: /has the causes second, not first,second|stands at/,
  },
  {
    bug: 'jobs are not kept',
    plant: without('putJob'),
    scenario: 'job-add',
    found: /job .* is lost/,
  },
  {
    bug: 'timers are not kept',
    plant: without('putTimer'),
    scenario: 'timer-set',
    found: /timer .* is lost/,
  },
  {
    bug: 'timers are not taken away',
    plant: without('deleteTimer'),
    scenario: 'timer-set',
    found: /timer .* is unexplained/,
  },
  {
    bug: 'leases are not kept',
    plant: without('putLease'),
    scenario: 'lease-steal',
    found: /two hold the lease|epoch 1 after 1/,
  },
  {
    bug: 'half of a group can be applied without the other',
    plant: inParts((puts) => Math.ceil(puts / 2)),
    scenario: 'everything-in-one-commit',
    found: /crash at .* after the restart: .* is lost/,
  },
  {
    bug: 'the rows of a group are not written together',
    plant: inParts(() => 1),
    scenario: 'everything-in-one-commit',
    found: /crash at .* after the restart: .* is lost/,
  },
  {
    bug: 'a commit is acknowledged and never made',
    plant: DoesNothing,
    scenario: 'single-write',
    found: /was acknowledged as commit \d+ and is nowhere/,
  },
]

/** The same rows, as an object whose methods can be replaced. */
function rowsOf(rows: Rows): Rows {
  return wrapRows(rows, () => true)
}

function planted(world: World, plant: Planted['plant']): World {
  return { ...world, open: async () => new plant(await world.open()) }
}

async function violationsOf({ plant, scenario }: Planted, make: () => World) {
  const world = make()
  const found = SCENARIOS.find(({ name }) => name === scenario)
  if (found === undefined) throw new Error(`there is no scenario ${scenario}`)
  const report = await crashEverywhere(planted(world, plant), found)
  await world.close()
  return report.violations
}

describe.each([
  { name: 'memory', make: memoryWorld },
  { name: 'sqlite', make: sqliteWorld },
])('on $name the rig notices when', ({ make }) => {
  it.each(everywhere)('$bug', async (bug) => {
    const violations = await violationsOf(bug, make)
    expect(violations.filter((violation) => bug.found.test(violation))).not.toEqual([])
  })
})
