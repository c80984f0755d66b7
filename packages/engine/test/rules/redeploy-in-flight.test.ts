// Goal: what comes while a deploy, a rollback or a delete is being committed happens once, in the version that
// is current then. Method: the database is held up at that commit, on memory and on SQLite; a value is set, an
// occurrence falls due or a wait ends meanwhile; then the commit is let through, or refused. Every event says
// which version made it, which must be the one of its commit; the commits tell how often rules fired.

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type VirtualClock, virtualClock } from '@cellwake/scheduler'
import { type Driver, MemoryDriver, openDriver, openStore, type Store } from '@cellwake/store'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { Engine } from '../../src/engine.ts'
import { detailOf } from '../../src/why/causes.ts'
import { HeldDriver, turn } from '../support/held-driver.ts'
import { refusal, valuesOf } from '../support/live.ts'

const START = Date.UTC(2026, 0, 1)

/** The same rules in all versions; the bodies say which they are of. */
const sourceOf = (says: number) => `A1 = 0
A2 = 0
WHEN A1 > 0 THEN
  B1 = B1 + 1
  log!rose(${says})
END
EVERY 10s SKIP MISSED THEN
  C1 = C1 + 1
  log!tick(${says})
END
WHEN A2 > 0 DEBOUNCE 5s THEN
  D1 = D1 + 1
  log!held(${says})
END
AT dt"2026-01-01T00:00:10Z" SKIP MISSED THEN
  E1 = E1 + 1
  log!once(${says})
END
`

/** One process on a database that outlives it. Receipts count by the same clock as rules. */
interface Stage {
  readonly engine: Engine
  readonly store: Store
  readonly driver: HeldDriver
  readonly clock: VirtualClock
  /** Errors that the engine reported. */
  readonly errors: unknown[]
}

const stages: Stage[] = []

async function openStage(driver: HeldDriver, clock: VirtualClock): Promise<Stage> {
  const store = await openStore(driver, { clock })
  const errors: unknown[] = []
  const engine = new Engine({ store, clock, onError: (error) => errors.push(error) })
  const stage = { engine, store, driver, clock, errors }
  stages.push(stage)
  return stage
}

async function closeAll(): Promise<void> {
  for (const { engine, store } of stages.splice(0)) {
    await engine.close()
    await store.close()
  }
}

const drivers: Driver[] = []
afterEach(async () => {
  await closeAll()
  for (const driver of drivers.splice(0)) await driver.close()
})

// Durability is not the subject here.
const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
const folder = mkdtempSync(join(parent, 'cellwake-in-flight-'))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0

const stores: [string, () => Driver | Promise<Driver>][] = [
  ['memory', () => new MemoryDriver()],
  ['SQLite', () => openDriver(`sqlite:${join(folder, `${files++}.db`)}`)],
]

/** Events, by the version that says so. */
async function events(store: Store): Promise<[string, number, number][]> {
  return (await store.events('log', { limit: 10_000 })).map(({ payload, seq }) => {
    const { event, args } = payload as { event: string; args: number[] }
    return [event, args[0]!, seq]
  })
}

/** All firings: the version that each commit found, as it calls itself, and the commit. */
async function firings(store: Store, sayings = [1, 2, 3]): Promise<[number, number][]> {
  const found: [number, number][] = []
  let current = 0
  for (let seq = 1; seq <= store.seq; seq++) {
    const detail = detailOf(await store.commitInfo(seq))
    if (detail?.act === 'deploy' || detail?.act === 'rollback') current = detail.version
    if (detail?.act === 'rules') {
      for (const _ of detail.rules) found.push([sayings[current - 1]!, seq])
    }
  }
  return found
}

interface Happening {
  /** The precondition. */
  before?(stage: Stage): Promise<unknown>
  /** Resolves when it is decided, which may be later. */
  come(stage: Stage): Promise<unknown>
  readonly events: readonly string[]
  readonly cells: Readonly<Record<string, number>>
}

const happenings: Record<string, Happening> = {
  'a set': {
    come: ({ engine }) => engine.running('m').set({ A1: 1 }),
    events: ['rose'],
    cells: { A1: 1, B1: 1 },
  },
  'a set with a key': {
    come: ({ engine }) => engine.running('m').set({ A1: 1 }, { idempotencyKey: 'k' }),
    events: ['rose'],
    cells: { A1: 1, B1: 1 },
  },
  'a due time': {
    come: ({ clock }) => clock.advance(10_000),
    events: ['tick', 'once'],
    cells: { C1: 1, E1: 1 },
  },
  'the end of a wait': {
    before: ({ engine }) => engine.running('m').set({ A2: 1 }),
    come: ({ clock }) => clock.advance(5_000),
    events: ['held'],
    cells: { D1: 1 },
  },
}

interface Act {
  run(engine: Engine): Promise<unknown>
  /** The names of the versions: those before, and the one it makes. */
  readonly sayings: readonly number[]
}

const acts: Record<string, Act> = {
  'a deploy': { run: (engine) => engine.deploy(sourceOf(2), { id: 'm' }), sayings: [1, 2] },
  'a rollback': { run: (engine) => engine.rollback('m', 1), sayings: [1, 2, 1] },
  'a delete': { run: (engine) => engine.delete('m', 'm'), sayings: [1, 0] },
}

const cases = Object.keys(happenings).flatMap((happening) =>
  Object.keys(acts).flatMap((act) =>
    [false, true].map((refused) => ({
      happening,
      act,
      refused,
      end: refused ? 'refused' : 'made',
    })),
  ),
)

describe.each(stores)('on %s', (_store, open) => {
  async function stage(): Promise<Stage> {
    const inner = await open()
    drivers.push(inner)
    return openStage(new HeldDriver(inner), virtualClock(START))
  }

  it.each(cases)('$happening during $act that is $end', async ({ happening, act, refused }) => {
    const { before, come, events: names, cells } = happenings[happening]!
    const { run, sayings } = acts[act]!
    const on = await stage()
    const { engine, store, driver, clock, errors } = on
    for (const says of sayings.slice(0, -1)) await engine.deploy(sourceOf(says), { id: 'm' })
    await before?.(on)
    await engine.idle()
    driver.hold()
    if (refused) driver.refuseNext()
    const acting = run(engine).catch((error: unknown) => error)
    await driver.reached()
    const coming = come(on).catch((error: unknown) => error)
    for (let i = 0; i < 5; i++) await turn()
    driver.release()
    expect((await acting) instanceof Error).toBe(refused)
    const came = await coming
    await engine.idle()
    expect(errors).toEqual([])
    const found = await events(store)
    expect(found.map(([, says, seq]) => [says, seq])).toEqual(await firings(store, [...sayings]))
    const says = sayings.at(refused ? -2 : -1)!
    if (says === 0) {
      expect(found).toEqual([])
      expect([...store.documents('model:m')]).toEqual([])
      if (happening.startsWith('a set')) expect((came as { code: string }).code).toBe('closed')
      return
    }
    expect(found.map(([name, by]) => [name, by])).toEqual(names.map((name) => [name, says]))
    const symbols = Object.keys(cells)
    expect(valuesOf(engine.running('m'), ...symbols)).toEqual(Object.values(cells))
    await closeAll()
    const again = await openStage(driver, clock)
    expect(valuesOf(await again.engine.model('m'), ...symbols)).toEqual(Object.values(cells))
    await again.engine.idle()
    expect(await events(again.store)).toEqual(found)
  })

  it('a set whose key is looked up while another version comes is made in that one', async () => {
    const { engine, store } = await stage()
    const { model } = await engine.deploy(sourceOf(1), { id: 'm' })
    let found: () => void = () => {}
    const looked = new Promise<void>((resolve) => {
      found = resolve
    })
    const { receipt } = store
    store.receipt = async (id) => {
      await looked
      return receipt.call(store, id)
    }
    const set = model.set({ A1: 1 }, { idempotencyKey: 'k' })
    await engine.deploy(sourceOf(2), { id: 'm' })
    found()
    await set
    await engine.idle()
    expect((await events(store)).map(([name, says]) => [name, says])).toEqual([['rose', 2]])
    expect(valuesOf(engine.running('m'), 'A1', 'B1')).toEqual([1, 1])
  })

  it('replays go on in the next version where they were, each once and in order', async () => {
    const { engine, store, driver, clock, errors } = await stage()
    const source = (says: number) =>
      `C1 = 0\nEVERY 1s BACKFILL THEN\n  log!tick(${says}, SCHEDULED_AT)\nEND\n`
    await engine.deploy(source(1), { id: 'm' })
    await engine.idle()
    driver.hold()
    const jump = clock.set(START + 1_000_000)
    await driver.reached()
    const deploys = [2, 3].map((says) => engine.deploy(source(says), { id: 'm' }))
    await turn()
    driver.release()
    await Promise.all([jump, ...deploys])
    await engine.idle()
    expect(errors).toEqual([])
    const due = (await store.events('log', { limit: 10_000 })).map(({ payload }) => {
      return Date.parse((payload as { args: { datetime: string }[] }).args[1]!.datetime)
    })
    expect(due).toEqual(Array.from({ length: 1_000 }, (_, i) => START + (i + 1) * 1_000))
    const found = (await events(store)).map(([, says, seq]) => [says, seq])
    expect(found).toEqual(await firings(store))
    expect(new Set(found.map(([says]) => says)).size).toBeGreaterThan(1)
  })

  it('who asks for a model during its first deploy gets the one that was deployed', async () => {
    const { engine, store, driver, clock } = await stage()
    driver.hold()
    const deploying = engine.deploy(sourceOf(1), { id: 'm' })
    await driver.reached()
    const asked = engine.model('m')
    const woken = engine.wake()
    await turn()
    driver.release()
    const { model } = await deploying
    expect(await asked).toBe(model)
    await woken
    await clock.advance(10_000)
    await engine.idle()
    expect(await firings(store)).toHaveLength(2)
  })

  it('who asks for a model whose first deploy is refused is told that there is none', async () => {
    const { engine, driver } = await stage()
    driver.hold()
    driver.refuseNext()
    const deploying = refusal(engine.deploy(sourceOf(1), { id: 'm' }))
    await driver.reached()
    const asked = refusal(engine.model('m'))
    await turn()
    driver.release()
    expect((await deploying).code).toBe('commit-rejected')
    expect((await asked).code).toBe('unknown-model')
  })

  it('a rollback behind a delete does not bring the model back', async () => {
    const { engine, driver } = await stage()
    for (const says of [1, 2]) await engine.deploy(sourceOf(says), { id: 'm' })
    driver.hold()
    const deleting = engine.delete('m', 'm')
    const rolling = refusal(engine.rollback('m', 1))
    await driver.reached()
    driver.release()
    await deleting
    expect((await rolling).code).toBe('unknown-model')
    expect(await engine.models()).toEqual([])
  })

  it('a lazy result that is ready during a delete is not kept', async () => {
    const { engine, store, driver } = await stage()
    const { model } = await engine.deploy('A1 = 1\nlazy ~= A1 * 2\n', { id: 'm' })
    driver.hold()
    const deleting = engine.delete('m', 'm')
    await driver.reached()
    const resolving = model.resolve('lazy').catch(() => undefined)
    await turn()
    driver.release()
    await deleting
    await resolving
    expect([...store.documents('model:m')]).toEqual([])
  })
})
