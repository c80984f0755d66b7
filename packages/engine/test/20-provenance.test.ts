// Goal: every effect is explained: any value leads to its cause, and the past is what was seen of it. Method:
// random models live through sets, rules, time, deploys and restarts on memory and SQLite; what was seen
// after each step is compared with what is computed for that revision at the end, and explanations are
// held against it. Seeded. A store that misremembers shows that a difference would be found.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Driver, MemoryDriver, openDriver, type StateAt } from '@cellwake/store'
import { seededRandom } from '@cellwake/store/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { TestHost } from '../src/model-tests/test-host.ts'
import { randomEdit, randomModel } from './random-model.ts'
import { randomHappening, randomRules, sourceOf } from './rules/random-rules.ts'
import { openHost } from './support/live.ts'
import { type Sight, sightOf, wrongPast, wrongReasons } from './support/provenance.ts'

const START = Date.UTC(2026, 0, 1)
const STEPS = 16

const folder = mkdtempSync(join(tmpdir(), 'cellwake-provenance-'))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
const drivers: readonly (readonly [string, number, () => Promise<Driver>])[] = [
  ['memory', 30, async () => new MemoryDriver()],
  ['sqlite', 8, () => openDriver(`sqlite:${join(folder, `${files++}.db`)}`)],
]

/** A life of formulas: what is wrong with its past. */
async function livedFormulas(seed: number, driver: Driver): Promise<string[]> {
  const random = seededRandom(seed)
  const sights = new Map<number, Sight>()
  let what = randomModel(random)
  let host = await openHost(driver)
  let { model } = await host.engine.deploy(what.source, { id: 'm' })
  for (let step = 0; ; step++) {
    sights.set(model.rev, sightOf(model))
    if (step === STEPS) break
    const chance = random()
    if (chance < 0.1) {
      host = await host.restart()
      model = await host.engine.model('m')
    } else if (chance < 0.2) {
      what = randomModel(random)
      ;({ model } = await host.engine.deploy(what.source, { id: 'm' }))
    } else if (chance < 0.25) ({ model } = await host.engine.rollback('m', 1))
    else {
      const edit = randomEdit(random, what)
      if (edit.kind === 'set') await model.set(edit.values, { by: 'somebody' }).catch(() => {})
      else if (model.find(edit.symbol) !== undefined) await model.resolve(edit.symbol)
    }
  }
  const wrong = [
    ...(await wrongPast(model, sights, random)),
    ...(await wrongReasons(model, sights, random)),
  ]
  await host.engine.close()
  await host.store.close()
  return wrong
}

/** A life of rules. */
async function livedRules(seed: number, driver: Driver): Promise<string[]> {
  const random = seededRandom(seed)
  const source = sourceOf(randomRules(random, START))
  const host = new TestHost({ startAt: START, functions: new Map(), driver })
  const sights = new Map<number, Sight>()
  try {
    await host.deploy(source)
    for (let step = 0; step < STEPS; step++) {
      sights.set(host.model.rev, sightOf(host.model))
      const next = randomHappening(random, host.clock.now())
      const ms = 'ms' in next ? { months: 0, days: 0, ms: next.ms } : undefined
      if (next.kind === 'set') await host.set(next.values)
      else if (next.kind === 'advance') await host.advance(ms!)
      else if (next.kind === 'down') await host.restart(ms)
      else await host.deploy(`# again\n${source}`)
    }
    return [
      ...(await wrongPast(host.model, sights, random)),
      ...(await wrongReasons(host.model, sights, random)),
    ]
  } finally {
    await host.close()
  }
}

describe.each(drivers)('on %s', (_name, lives, open) => {
  it('formulas were what they are said to have been, and for a reason', {
    timeout: 120_000,
  }, async () => {
    for (let seed = 1; seed <= lives; seed++) {
      const driver = await open()
      expect([seed, await livedFormulas(seed, driver)]).toEqual([seed, []])
      await driver.close()
    }
  })

  it('what rules did was what it is said to have been, and for a reason', {
    timeout: 120_000,
  }, async () => {
    for (let seed = 1; seed <= lives; seed++) {
      const driver = await open()
      expect([seed, await livedRules(seed, driver)]).toEqual([seed, []])
      await driver.close()
    }
  })
})

/** A store that takes the newest state of a document for what it was. */
class Forgetful extends MemoryDriver {
  override async statesAt(space: string, from: readonly StateAt[], at: number) {
    const rows = await super.statesAt(space, from, Number.MAX_SAFE_INTEGER)
    return rows.map((row) => ({ ...row, seq: Math.min(row.seq, at) }))
  }
}

it('a store that misremembers is found out', async () => {
  const wrong: string[] = []
  for (let seed = 1; seed <= 3; seed++) {
    wrong.push(
      ...(await livedRules(seed, new Forgetful()).catch((error: Error) => [error.message])),
    )
  }
  expect(wrong.length).toBeGreaterThan(0)
})
