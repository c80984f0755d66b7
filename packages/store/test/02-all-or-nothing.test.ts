// All or nothing: no reader, restart or subscriber ever sees part of a commit, at whatever instant
// it is interrupted.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { type Driver, FAULT_POINTS, type FaultPoint, onFault, type Store } from '../src/index.ts'
import {
  everyRig,
  NO_POSTGRES,
  postgresSchema,
  postgresUrl,
  type Rig,
  withClient,
  withRigs,
} from './conformance/rig.ts'
import { at, expectAccepted } from './conformance/support.ts'
import { afterKill } from './killed-process.ts'

/** From these instants on the commit is in the database, whatever becomes of its sender. */
const DURABLE: readonly FaultPoint[] = [
  'memory:after-apply',
  'sqlite:after-commit',
  'postgres:after-commit',
  'group:durable',
]

/** These do not lie on the way of a commit, or only after its verdict. */
const ELSEWHERE = /migrate|maintain|settled/

function order(store: Store) {
  return store.commit({
    write: [
      { at: at('a'), value: 1 },
      { at: at('b'), value: 1 },
    ],
    receipts: [{ id: 'r' }],
    publish: [{ topic: 't', messageId: 'm' }],
    jobs: [{ op: 'add', id: 'j', queue: 'q' }],
    timers: [{ op: 'set', id: 't', at: 1 }],
  })
}

async function parts(driver: Driver): Promise<number[]> {
  const { events, timers, jobs, documents, commits } = await driver.stats()
  const receipts = (await driver.receipt('r')) === undefined ? 0 : 1
  return [documents / 2, commits, receipts, events, jobs.queued, timers]
}

const NOTHING = [0, 0, 0, 0, 0, 0]
const ALL = [1, 1, 1, 1, 1, 1]

for (const rigs of everyRig()) withRigs([rigs], (rig) => suite(rigs.name, rig))

function suite(name: string, rig: () => Rig): void {
  let disarm = () => {}
  afterEach(() => disarm())

  /** Breaks off at the nth passing of a point. Answers whether it was passed. */
  function breakAt(point: FaultPoint, nth: number): () => boolean {
    let left = nth
    disarm = onFault((passed) => {
      if (passed === point && --left === 0) throw new Error(`broken off at ${point}`)
    })
    return () => left <= 0
  }

  const points = FAULT_POINTS.filter(
    (point) => !ELSEWHERE.test(point) && (point.startsWith('group:') || point.startsWith(name)),
  )

  it.each(points)('a commit broken off at %s is there whole or not at all', async (point) => {
    for (const nth of point === 'sqlite:row' ? [1, 2, 3, 4, 5, 6, 7] : [1]) {
      const store = await rig().restart()
      const before = await parts(rig().driver())
      expect(before).toEqual(NOTHING)
      const passed = breakAt(point, nth)
      const result = await order(store)
      disarm()
      expect(passed()).toBe(true)
      expect(result.rejected).toBe('transport')
      await rig().restart()
      expect(await parts(rig().driver())).toEqual(DURABLE.includes(point) ? ALL : NOTHING)
    }
  })

  it('after a commit that was broken off the same store can be opened and used', async () => {
    const store = await rig().open()
    breakAt('group:decided', 1)
    expect((await order(store)).rejected).toBe('transport')
    disarm()
    const again = await rig().restart()
    expectAccepted(await order(again))
    expect(await parts(rig().driver())).toEqual(ALL)
  })
}

describe('a process that is killed while it commits', () => {
  async function expectWholeOrders(url: string): Promise<void> {
    for (const acknowledgements of [3, 60]) {
      const { kept, commits } = await afterKill(url, acknowledgements)
      const { orders, ...rest } = kept
      for (const numbers of Object.values(rest)) expect(numbers).toEqual(orders)
      expect(commits).toBeGreaterThanOrEqual(orders!.length)
    }
  }

  it('leaves whole orders only, on SQLite', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cellwake-killed-'))
    await expectWholeOrders(`sqlite:${join(folder, 'store.db')}`)
    rmSync(folder, { recursive: true, force: true })
  })

  it('leaves whole orders only, on Postgres', async ({ skip }) => {
    const server = postgresUrl()
    if (server === undefined) return skip(NO_POSTGRES)
    const { schema, url } = postgresSchema(server)
    await expectWholeOrders(url)
    await withClient(server, (client) => client.query(`DROP SCHEMA ${schema} CASCADE`))
  })
})
