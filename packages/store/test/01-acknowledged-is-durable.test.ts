// Acknowledged is durable: a crash at any instant loses no acknowledged commit, as far as the tier
// of the store says.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import {
  everyRig,
  NO_POSTGRES,
  postgresSchema,
  postgresUrl,
  withClient,
  withRigs,
} from './conformance/rig.ts'
import { at, expectAccepted, held, loaded } from './conformance/support.ts'
import { afterKill } from './killed-process.ts'

withRigs(everyRig(), (rig) => {
  it('when the verdict comes, the database has the commit', async () => {
    const store = await rig().open()
    for (let n = 1; n <= 20; n++) {
      const result = await store.commit({ write: [{ at: at('d'), value: n }] })
      const { seq } = expectAccepted(result)
      const [row] = await rig().driver().load('model', 'd')
      expect(row).toMatchObject({ seq, value: n })
    }
  })

  it('the verdict does not come before the database has the commit', async () => {
    const { driver, gate } = held(rig().driver())
    const store = await rig().openOn(driver)
    gate.shut()
    let acknowledged = false
    const verdict = store.commit({ write: [{ at: at('d'), value: 1 }] }).then(() => {
      acknowledged = true
    })
    await gate.reached()
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
    expect(acknowledged).toBe(false)
    expect(await rig().driver().head()).toBe(0)
    gate.open()
    await verdict
    expect(await rig().driver().head()).toBe(1)
  })

  it('everything that was acknowledged is there after a restart', async () => {
    const store = await rig().open()
    const ids = Array.from({ length: 100 }, (_, i) => `d${i}`)
    await Promise.all(ids.map((id) => store.commit({ write: [{ at: at(id), value: id }] })))
    const again = await rig().restart()
    await again.load({ space: 'model' })
    expect(ids.filter((id) => again.read(at(id)) !== id)).toEqual([])
  })

  it('the store says what survives what', async () => {
    const { durability } = await rig().open()
    expect(durability.driver).toBe(rig().name)
    expect(durability.tier).toBe(rig().name === 'memory' ? 'D' : 'A')
    expect(durability.sentence).toMatch(rig().name === 'memory' ? /gone/ : /survive/)
  })

  it('a document that was not loaded is acknowledged no sooner', async () => {
    const store = await rig().open()
    expectAccepted(await store.commit({ write: [{ at: at('d', 'a'), value: 1 }] }))
    expect(await loaded(await rig().restart(), at('d'))).toEqual({ a: 1 })
  })
})

describe('a process that is killed while it commits', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cellwake-killed-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  async function expectNothingLost(url: string): Promise<void> {
    for (const acknowledgements of [1, 150]) {
      const { acknowledged, kept } = await afterKill(url, acknowledgements)
      expect(acknowledged.length).toBeGreaterThanOrEqual(acknowledgements)
      const there = new Set(kept.orders)
      expect(acknowledged.filter((n) => !there.has(n))).toEqual([])
    }
  }

  it('loses nothing it acknowledged, on SQLite', async () => {
    for (const round of [1, 2]) await expectNothingLost(`sqlite:${join(folder, `${round}.db`)}`)
  })

  it('loses nothing it acknowledged, on Postgres', async ({ skip }) => {
    const server = postgresUrl()
    if (server === undefined) return skip(NO_POSTGRES)
    const { schema, url } = postgresSchema(server)
    await expectNothingLost(url)
    await withClient(server, (client) => client.query(`DROP SCHEMA ${schema} CASCADE`))
  })
})
