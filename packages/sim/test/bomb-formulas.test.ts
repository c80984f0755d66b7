// Goal: the corpus of bomb formulas is what it says: valid, different, and each ends with a value or an error.
// Method: all of them in one model that nobody reads, then a sample of them wanted, one by one.
import { Engine } from '@cellwake/engine'
import { virtualClock } from '@cellwake/scheduler'
import { MemoryDriver, openStore } from '@cellwake/store'
import { afterEach, expect, it } from 'vitest'
import { bombFormulas } from '../src/bombs/formulas.ts'

/** One of so many is set off here; a rig sets off all of them. */
const SAMPLE_EVERY = 40

const closing: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function openEngine(): Promise<Engine> {
  const store = await openStore(new MemoryDriver(), {})
  const engine = new Engine({ store, clock: virtualClock(Date.UTC(2026, 0, 1)) })
  closing.push(
    () => engine.close(),
    () => store.close(),
  )
  return engine
}

it('there are hundreds, all different, and all of them deploy', async () => {
  expect(new Set(bombFormulas).size).toBe(bombFormulas.length)
  expect(bombFormulas.length).toBeGreaterThan(300)
  const engine = await openEngine()
  const source = bombFormulas.map((formula, i) => `bomb_${i} ~= ${formula}\n`).join('')
  const { model } = await engine.deploy(source, { id: 'bombs' })
  expect(model.get('bomb_0').status).toBe('dirty')
})

const sample = bombFormulas.filter((_, i) => i % SAMPLE_EVERY === 0)

it.each(sample)('a neighbour answers after %s', async (formula) => {
  const engine = await openEngine()
  const { model: neighbour } = await engine.deploy('A1 = 1\nB1 = A1 + 1\n', { id: 'neighbour' })
  const { model } = await engine.deploy(`bomb = ${formula}\n`, { id: 'bomb' })
  expect(['error', 'number', 'text', 'array', 'object', 'datetime', 'boolean']).toContain(
    model.get('bomb').kind,
  )
  await neighbour.set({ A1: 5 })
  expect(neighbour.get('B1').value).toBe(6)
})
