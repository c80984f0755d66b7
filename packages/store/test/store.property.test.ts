// Random histories of two sessions on one database, with lost answers and pauses: what is left is
// what the accepted commits make one after the other, every accepted read was true at its place in
// that order, and what each subscriber was told adds up.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type CommitResult,
  type Driver,
  MemoryDriver,
  openStore,
  type Path,
  type Store,
  StoreError,
  type Value,
} from '../src/index.ts'
import { applyToModel, canonical, type ModelOp, ops, paths } from './arbitraries.ts'
import { altered, systemWith } from './conformance/support.ts'

const ids = fc.constantFrom('d1', 'd2', 'd3')

interface Act {
  readonly session: number
  readonly reads: readonly { readonly id: string; readonly path: Path }[]
  readonly writes: readonly { readonly id: string; readonly op: ModelOp }[]
  readonly receipt: string | undefined
  /** How many turns of the event loop pass before the next. */
  readonly pause: number
}

const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.record({
    session: fc.nat(1),
    reads: fc.array(fc.record({ id: ids, path: paths }), { maxLength: 2 }),
    writes: fc.array(fc.record({ id: ids, op: ops }), { minLength: 1, maxLength: 3 }),
    receipt: fc.option(fc.constantFrom('r1', 'r2'), { nil: undefined, freq: 6 }),
    pause: fc.nat(3),
  }),
  { minLength: 1, maxLength: 30 },
)

/** A transaction's acts and its outcome. */
interface Done {
  readonly reads: { id: string; path: Path; saw: Value | undefined }[]
  readonly writes: { id: string; op: ModelOp }[]
  /** What changes nothing is answered here. */
  readonly sent: boolean
  readonly verdict: Promise<CommitResult>
}

/** Loses every so many answers, half of them before the database had the question. */
function unreliable(driver: Driver, every: number): Driver {
  let n = 0
  const transact: Driver['transact'] = async (needs, body) => {
    n++
    if (every === 0 || n % every !== 0) return driver.transact(needs, body)
    if (n % (2 * every) === 0) await driver.transact(needs, body)
    throw new StoreError('outcome-unknown', 'lost on purpose')
  }
  return altered(driver, { transact })
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))
const impatient = systemWith({ delay: turn })

function perform(store: Store, act: Act): Done {
  const tx = store.begin()
  const reads = act.reads.map(({ id, path }) => {
    return { id, path, saw: tx.read({ space: 's', id, path }) }
  })
  const writes = act.writes.filter(({ id, op }) => {
    const at = { space: 's', id, path: op.path }
    try {
      if (op.value === undefined) tx.delete(at)
      else tx.write(at, op.value)
      return true
    } catch (error) {
      expect(error).toMatchObject({ code: 'path-malformed' })
      return false
    }
  })
  if (act.receipt !== undefined) tx.receipt({ id: act.receipt })
  const { verdict } = tx.commit()
  return { reads, writes, sent: tx.status() === 'pending', verdict }
}

/** Subscribes, and holds every message against the one before. */
function listen(store: Store): Map<string, string> {
  const told = new Map<string, string>()
  store.subscribe(({ type, changes }) => {
    expect(type).not.toBe('reset')
    for (const { id, before, after } of changes) {
      expect(canonical(before)).toBe(told.get(id) ?? 'absent')
      expect(canonical(after)).not.toBe(canonical(before))
      told.set(id, canonical(after))
    }
    for (const { id } of changes) {
      expect(canonical(store.read({ space: 's', id, path: [] }))).toBe(told.get(id))
    }
  })
  return told
}

async function check(history: readonly Act[], every: number): Promise<void> {
  const driver = new MemoryDriver()
  const errors: unknown[] = []
  const options = { system: impatient, onError: (error: unknown) => errors.push(error) }
  const stores = [
    await openStore(unreliable(driver, every), options),
    await openStore(unreliable(driver, every === 0 ? 0 : every + 1), options),
  ]
  const told = stores.map(listen)
  const done: Done[] = []
  for (const act of history) {
    done.push(perform(stores[act.session]!, act))
    for (let i = 0; i < act.pause; i++) await turn()
  }
  const results = await Promise.all(done.map(({ verdict }) => verdict))

  const model = new Map<string, Value | undefined>()
  const numbered = await driver.commits(0, 1_000)
  for (const { seq } of numbered) {
    const commit = done.find(({ sent }, i) => {
      const result = results[i]!
      return sent && result.rejected === undefined && result.seq === seq
    })
    expect(commit).toBeDefined()
    if (commit === undefined) continue
    for (const { id, path, saw } of commit.reads) {
      expect(canonical(look(model.get(id), path))).toBe(canonical(saw))
    }
    for (const { id, op } of commit.writes) model.set(id, applyToModel(model.get(id), op))
  }

  for (const store of stores) await store.load({ space: 's' })
  for (let i = 0; i < 50 && stores.some(({ seq }) => seq < numbered.length); i++) await turn()
  for (const id of ['d1', 'd2', 'd3']) {
    const expected = canonical(model.get(id))
    const [row] = await driver.load('s', id)
    expect(canonical(row?.value)).toBe(expected)
    for (const [i, store] of stores.entries()) {
      expect(canonical(store.read({ space: 's', id, path: [] }))).toBe(expected)
      expect(told[i]?.get(id) ?? 'absent').toBe(expected)
      expect(store.version({ space: 's', id }).pending).toBe(false)
    }
  }
  expect(await driver.head()).toBe(numbered.length)
  await Promise.all(stores.map((store) => store.close()))
  if (errors.length > 0) throw errors[0]
}

function look(value: Value | undefined, path: Path): unknown {
  let current: unknown = value
  for (const step of path) {
    if (typeof current !== 'object' || current === null) return undefined
    if (Array.isArray(current) && !/^\d+$/.test(String(step))) return undefined
    current = Object.hasOwn(current, step) ? (current as Record<string, unknown>)[step] : undefined
  }
  return current
}

describe('two sessions', () => {
  it.each([
    ['that lose nothing', 0],
    ['that lose every third answer', 3],
    ['that lose every other answer', 2],
  ])('%s leave what their accepted commits make one after the other', async (_, every) => {
    await fc.assert(
      fc.asyncProperty(acts, (history) => check(history, every)),
      { numRuns: 250, includeErrorInReport: true },
    )
  })
})
