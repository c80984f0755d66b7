// Goal: models hold a bounded amount, each and all together: what would be more is refused, and what is gone is not
// counted. Method: models of many large values, deployed, set, deleted and read in their past.

import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { Memory } from '../src/graph/memory.ts'
import { CELL_BYTES, ENGINE_HEAP_SHARE, GIVEN_BYTES } from '../src/limits.ts'
import { openHost, refusal, valuesOf } from './support/live.ts'

const WITHIN_MS = 120_000

const names = (count: number, formula: string) =>
  Array.from({ length: count }, (_, i) => `big_${i} = ${formula}\n`).join('')

describe('a model', { timeout: WITHIN_MS }, () => {
  it('that would hold too much is refused, and leaves nothing behind', async () => {
    const { engine } = await openHost()
    const failed = await refusal(engine.deploy(names(300, 'REPT("x", 1000000)'), { id: 'm' }))
    expect([failed.code, engine.memoryBytes, engine.isRunning('m')]).toEqual([
      'too-much-memory',
      0,
      false,
    ])
  })

  it('counts what it was built from: formulas of names weigh more than a filled column', async () => {
    const { engine } = await openHost()
    const count = 1_000
    const chain = Array.from({ length: count }, (_, i) => `n_${i + 1} = n_${i} + 1\n`).join('')
    await engine.deploy(`n_0 = 1\n${chain}`, { id: 'names' })
    const ofNames = engine.memoryBytes
    await engine.deploy(`A1 = 1\nA2:A${count + 1} = ABOVE + 1\n`, { id: 'column' })
    expect(ofNames).toBeGreaterThan(count * 2_000)
    expect(engine.memoryBytes - ofNames).toBeLessThan(count * 500)
    await engine.delete('names', 'names')
    expect(engine.memoryBytes).toBeLessThan(count * 500)
  })

  it('that would hold too many long texts is refused', async () => {
    const { engine } = await openHost()
    const source = 'A1:A1000 = REPT("x", 1000000) & ROW_INDEX\n'
    expect((await refusal(engine.deploy(source, { id: 'm' }))).code).toBe('too-much-memory')
  })

  it('is as it was after a set by which it would hold too much', async () => {
    const { engine } = await openHost()
    const source = `n = 1\n${names(300, 'REPT("x", n)')}last = LEN(big_299)\n`
    const { model } = await engine.deploy(source, { id: 'm' })
    const { rev } = model
    const before = engine.memoryBytes
    expect((await refusal(model.set({ n: 1_000_000 }))).code).toBe('too-much-memory')
    await engine.idle()
    expect([model.rev, ...valuesOf(model, 'n', 'last')]).toEqual([rev, 1, 1])
    expect(engine.memoryBytes).toBe(before)
    await model.set({ n: 2 })
    expect(valuesOf(model, 'last')).toEqual([2])
  })

  it('that is given too much is refused that', async () => {
    const { engine } = await openHost()
    const { model } = await engine.deploy('A1 = 1\n', { id: 'm' })
    const texts = Object.fromEntries(
      Array.from({ length: 300 }, (_, i) => [`B${i + 1}`, 'x'.repeat(1_000_000)]),
    )
    expect((await refusal(model.set(texts))).code).toBe('too-much-memory')
    expect(valuesOf(model, 'B1')).toEqual([null])
  })

  it('counts while it is there, with its past, and not after', async () => {
    const { engine } = await openHost()
    const { model } = await engine.deploy(`n = 1\n${names(4, 'SEQUENCE(n, 1000)')}`, { id: 'm' })
    const alone = engine.memoryBytes
    expect(alone).toBeGreaterThan(4 * 8_000)
    await model.set({ n: 2 })
    await model.set({ n: 1 })
    // A given value is in the store too.
    const given = alone + GIVEN_BYTES
    expect(engine.memoryBytes).toBe(given)
    await model.cellsAt(['big_0'], model.rev - 1)
    expect(engine.memoryBytes).toBeGreaterThan(given)
    await engine.deploy('n = 1\n', { id: 'm', dryRun: true })
    await engine.deploy(`n = 1\n${names(4, 'SEQUENCE(n, 1000)')}`, { id: 'm' })
    expect(engine.memoryBytes).toBe(given)
    await engine.delete('m', 'm')
    expect(engine.memoryBytes).toBe(0)
  })
})

describe('the memory of one caller', () => {
  const text = (bytes: number) => 'x'.repeat(bytes)
  const HEAP_BYTES = 10_000

  it('leaves room for others, and is free again when its models are gone', () => {
    const memory = new Memory(HEAP_BYTES)
    const all = HEAP_BYTES * ENGINE_HEAP_SHARE
    const [one, two] = [memory.model('ann'), memory.model('ann')]
    expect(one.replace(0, text(all / 2))).toBe(true)
    expect(two.replace(0, text(all / 2))).toBe(false)
    expect([two.isFull, memory.used]).toEqual([true, all / 2])
    const other = memory.model('bob')
    expect(other.replace(0, text(all / 2))).toBe(true)
    one.release()
    expect(two.replace(0, text(all / 2))).toBe(true)
  })

  it('counts cells and sources with values', () => {
    const memory = new Memory(HEAP_BYTES * 1_000)
    const mine = memory.model('ann')
    mine.count(Math.floor((HEAP_BYTES * 1_000 * ENGINE_HEAP_SHARE) / CELL_BYTES), 0)
    expect([mine.isFull, memory.model('ann').hasRoom(1)]).toEqual([true, false])
    mine.release()
    expect(memory.model('ann').hasRoom(1)).toBe(true)
  })

  it('has given values in it, and refuses cells for them before they come to be', async () => {
    const { engine } = await openHost()
    const { model } = await engine.deploy('A1 = 1\n', { id: 'm' })
    const { graph } = model
    const before = graph.memory.bytes
    await model.set(Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`C${i + 1}`, i])))
    expect(graph.memory.bytes - before).toBe(100 * (CELL_BYTES + GIVEN_BYTES))
    const cells = graph.cells.grid.size
    const full = vi.spyOn(Memory.prototype, 'hasRoom').mockReturnValue(false)
    onTestFinished(() => full.mockRestore())
    const more = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`D${i + 1}`, i]))
    expect((await refusal(model.set(more))).code).toBe('too-much-memory')
    expect(graph.cells.grid.size).toBe(cells)
    await model.set({ C1: 7, C100: null })
    expect(valuesOf(model, 'C1', 'C100')).toEqual([7, null])
  })

  it('is that of whoever deployed the version that runs', async () => {
    const account = vi.spyOn(Memory.prototype, 'model')
    onTestFinished(() => account.mockRestore())
    const host = await openHost()
    await host.engine.deploy('A1 = 1\n', { id: 'm', by: 'ann' })
    await host.engine.deploy('A1 = 2\n', { id: 'm', by: 'bob' })
    await (await host.restart()).engine.model('m')
    expect(account.mock.calls).toEqual([['ann'], ['bob'], ['bob']])
  })
})
