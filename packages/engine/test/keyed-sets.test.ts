// Goal: a key stands for one set until it is old, whoever asks and whatever rules made of it, and is then forgotten.
// Method: sets on memory and on SQLite, by a clock that store and engine share; restarts and retention between.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { virtualClock } from '@cellwake/scheduler'
import { type Driver, MemoryDriver, openDriver, type ReceiptRow } from '@cellwake/store'
import { afterAll, describe, expect, it } from 'vitest'
import { KEYED_SET_AGE_MS } from '../src/limits.ts'
import type { LiveModel } from '../src/model/live-model.ts'
import type { SetAnswer } from '../src/model/set-answer.ts'
import { type Host, openHost, refusal } from './support/live.ts'

const folder = mkdtempSync(join(tmpdir(), 'cellwake-keyed-sets-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0

const databases: [string, () => Promise<Driver>][] = [
  ['memory', async () => new MemoryDriver()],
  ['SQLite', () => openDriver(`sqlite:${join(folder, `${files++}.db`)}`)],
]

/** B1 counts how often A1 rose above zero. */
const SOURCE = `A1 = 0
A2 = 0
WHEN A1 > 0 THEN
  B1 = B1 + 1
  alerts!rose(A1)
END
`

const plain = ({ rev, changed, firings }: SetAnswer) => ({ rev, changed: [...changed], firings })

const keyed = (model: LiveModel, values: Record<string, number>) =>
  model.set(values, { idempotencyKey: 'k' }).then(plain)

describe.each(databases)('a key of a set, on %s', (_, openDatabase) => {
  async function stage() {
    const clock = virtualClock(Date.UTC(2026, 0, 1))
    const host = await openHost(await openDatabase(), { clock }, { clock })
    await host.engine.deploy(SOURCE, { id: 'm' })
    return { host, clock }
  }

  /** Receipts of the key in the store: the set's receipt, and the one of its answer. */
  async function receipts({ store, engine }: Host): Promise<(ReceiptRow | undefined)[]> {
    const { createdAt } = engine.running('m').record
    const ids = ['set', 'ans'].map((kind) => `${kind}:m:${createdAt}:k`)
    return Promise.all(ids.map((id) => store.receipt(id)))
  }

  it('after rules fired, gets the first answer, with its revision and its firings', async () => {
    const { host } = await stage()
    const model = host.engine.running('m')
    const first = await keyed(model, { A1: 5 })
    expect(first.firings).toMatchObject([{ writes: { B1: 1 } }])
    await model.set({ A1: 0 })
    await model.set({ A1: 6 })
    expect(await keyed(model, { A1: 5 })).toEqual(first)
    expect([model.get('A1').value, model.get('B1').value]).toEqual([6, 2])
  })

  it('gets its answer also if rules wrote a name that the store refuses', async () => {
    const { host } = await stage()
    const source = 'A1 = 0\nWHEN A1 > 0 THEN\n  B1 = [{ "__proto__": 1, z: 2 }]\nEND\n'
    const { model } = await host.engine.deploy(source, { id: 'm' })
    const first = await keyed(model, { A1: 5 })
    expect(JSON.stringify(first.firings[0]?.writes)).toBe('{"B1":[{"__proto__":1,"z":2}]}')
    expect([model.get('A1').value, await keyed(model, { A1: 5 })]).toEqual([5, first])
    const { engine } = await host.restart()
    expect(await keyed(await engine.model('m'), { A1: 5 })).toEqual(first)
  })

  it('gets the first answer after a restart, and fires nothing again', async () => {
    const { host } = await stage()
    const first = await keyed(host.engine.running('m'), { A1: 5 })
    await host.engine.running('m').set({ A1: 0 })
    const next = await host.restart()
    const model = await next.engine.model('m')
    expect(await keyed(model, { A1: 5 })).toEqual(first)
    expect([model.get('A1').value, model.get('B1').value]).toEqual([0, 1])
    expect(await next.store.events('alerts')).toHaveLength(1)
  })

  it('is known until its age, also to a host that was started since', async () => {
    const { host, clock } = await stage()
    const first = await keyed(host.engine.running('m'), { A1: 5 })
    await clock.advance(KEYED_SET_AGE_MS - 1)
    const next = await host.restart()
    const model = await next.engine.model('m')
    expect(await keyed(model, { A1: 5 })).toEqual(first)
    expect((await refusal(keyed(model, { A1: 6 }))).code).toBe('key-reused')
  })

  it('is forgotten at its age, and stands for a new set of its own then', async () => {
    const { host, clock } = await stage()
    const before = host.engine.running('m')
    const first = await keyed(before, { A1: 5 })
    await before.set({ A1: 0 })
    await clock.advance(KEYED_SET_AGE_MS)
    const second = await keyed(before, { A1: 7 })
    expect(second.rev).toBeGreaterThan(first.rev)
    expect(second.firings).toMatchObject([{ writes: { B1: 2 } }])
    const next = await host.restart()
    const model = await next.engine.model('m')
    expect(await keyed(model, { A1: 7 })).toEqual(second)
    expect(model.get('B1').value).toBe(2)
  })

  it('never gets the firings of an older set that had it', async () => {
    const { host, clock } = await stage()
    const model = host.engine.running('m')
    expect((await keyed(model, { A1: 5 })).firings).toHaveLength(1)
    await clock.advance(KEYED_SET_AGE_MS)
    const second = await keyed(model, { A2: 1 })
    expect(second.firings).toEqual([])
    expect(await keyed(model, { A2: 1 })).toEqual(second)
  })

  it.each([480, 490, 495, 500])(
    'of %i characters is refused before anything changes, or is kept with its answer',
    async (length) => {
      const { host } = await stage()
      const model = host.engine.running('m')
      const set = () => model.set({ A1: 5 }, { idempotencyKey: 'k'.repeat(length) }).then(plain)
      const first = await set().catch((error: unknown) => error as Error)
      if (first instanceof Error)
        expect([model.get('A1').value, model.get('B1').value]).toEqual([0, null])
      else expect(await set()).toEqual(first)
    },
  )

  it('leaves a hash of its request, not the request', async () => {
    const { host } = await stage()
    const secret = 'the third word of the pass phrase'
    const model = host.engine.running('m')
    await model.set({ A1: 5, A2: secret }, { idempotencyKey: 'k' })
    const [set, answer] = await receipts(host)
    expect(set?.value).toMatchObject({ hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(JSON.stringify([set, answer])).not.toContain(secret)
  })

  it('leaves nothing behind once it is forgotten and the store was maintained', async () => {
    const { host, clock } = await stage()
    await keyed(host.engine.running('m'), { A1: 5 })
    const [set, answer] = await receipts(host)
    expect([set?.expiresAt, answer?.expiresAt]).toEqual([
      clock.now() + KEYED_SET_AGE_MS,
      clock.now() + KEYED_SET_AGE_MS,
    ])
    await clock.advance(KEYED_SET_AGE_MS - 1)
    await host.store.maintain()
    expect((await receipts(host)).map((row) => row !== undefined)).toEqual([true, true])
    await clock.advance(1)
    await host.store.maintain()
    expect(await receipts(host)).toEqual([undefined, undefined])
  })
})
