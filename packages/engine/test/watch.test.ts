// Goal: who watches is told of durable changes, once and in order, and makes lazy formulas run while he
// looks. Method: live models on a database that can be held up; runs are counted.

import { describe, expect, it } from 'vitest'
import type { LiveModel } from '../src/model/live-model.ts'
import type { CellView } from '../src/views/cell-view.ts'
import { HeldDriver, turn } from './support/held-driver.ts'
import { deployed, openHost, ranIn, refusal, valuesOf } from './support/live.ts'

type News = readonly [Record<string, unknown>, number]

function watched(model: LiveModel, symbols: readonly string[], demand = true) {
  const news: News[] = []
  const tell = (cells: Readonly<Record<string, CellView>>, rev: number) => {
    news.push([Object.fromEntries(Object.entries(cells).map(([k, { value }]) => [k, value])), rev])
  }
  return { news, stop: model.watch(symbols, tell, { demand }) }
}

const SOURCE = 'A1 = 1\nA2 = 1\nB1 = A1 * 10\nlazy ~= A1 * 100\ndeep ~= lazy + 1\n'

describe('watching', () => {
  it('tells of each durable change once, with its revision', async () => {
    const model = await deployed(SOURCE)
    const { news, stop } = watched(model, ['B1', 'A1', 'A2'])
    const first = await model.set({ A1: 2 })
    await model.set({ A1: 2 })
    const third = await model.set({ A1: 3, A2: 5 })
    stop()
    await model.set({ A1: 4 })
    expect(news).toEqual([
      [{ A1: 2, B1: 20 }, first.rev],
      [{ A1: 3, B1: 30, A2: 5 }, third.rev],
    ])
  })

  it('tells nothing before it is durable, and nothing of what is refused', async () => {
    const driver = new HeldDriver()
    const { engine } = await openHost(driver)
    const { model } = await engine.deploy(SOURCE, { id: 'm' })
    const { news } = watched(model, ['B1', 'lazy'])
    driver.hold()
    const setting = model.set({ A1: 2 })
    await turn()
    expect(news).toEqual([])
    driver.release()
    const { rev } = await setting
    expect(news).toEqual([[{ B1: 20, lazy: 200 }, rev]])
    driver.refuseNext()
    await refusal(model.set({ A1: 3 }))
    expect(news.length).toBe(1)
  })

  it('tells what the cells were with each commit, though later ones are on their way', async () => {
    const driver = new HeldDriver()
    const { engine } = await openHost(driver)
    const { model } = await engine.deploy(SOURCE, { id: 'm' })
    const { news } = watched(model, ['B1'])
    driver.hold()
    const settings = [model.set({ A1: 2 }), model.set({ A1: 3 })]
    await turn()
    driver.release()
    const [first, second] = await Promise.all(settings)
    expect(news).toEqual([
      [{ B1: 20 }, first!.rev],
      [{ B1: 30 }, second!.rev],
    ])
  })

  it('tells of a set before what rules made of it', async () => {
    const model = await deployed('A1 = 0\nWHEN A1 > 0 THEN\n B1 = A1\nEND\nC1 = B1 + 1\n')
    const { news } = watched(model, ['A1', 'C1'])
    const { rev } = await model.set({ A1: 4 })
    expect(news).toEqual([
      [{ A1: 4 }, rev - 1],
      [{ C1: 5 }, rev],
    ])
  })

  it('makes lazy formulas run while it lasts', async () => {
    const model = await deployed(SOURCE)
    const { news, stop } = watched(model, ['deep'])
    expect([model.get('deep').value, ranIn(model)]).toEqual([101, ['deep', 'lazy']])
    await model.set({ A1: 2 })
    expect(ranIn(model)).toEqual(['B1', 'deep', 'lazy'])
    stop()
    await model.set({ A1: 3 })
    expect([ranIn(model), news.length, model.get('deep').status]).toEqual([['B1'], 1, 'dirty'])
  })

  it('without demand runs nothing, and hears what happens anyway', async () => {
    const model = await deployed(SOURCE)
    const { news } = watched(model, ['deep', 'B1'], false)
    const { rev } = await model.set({ A1: 2 })
    expect([ranIn(model), news]).toEqual([['B1'], [[{ B1: 20 }, rev]]])
    await model.resolve('deep')
    expect(news.at(-1)?.[0]).toEqual({ deep: 201 })
  })

  it('goes on after a deploy, with demand, and tells what is there now', async () => {
    const { engine } = await openHost()
    const { model } = await engine.deploy(SOURCE, { id: 'm' })
    const { news, stop } = watched(model, ['lazy', 'B1'])
    const { model: next } = await engine.deploy(SOURCE.replace('* 100', '* 1000'), { id: 'm' })
    expect(news).toEqual([[{ lazy: 1000, B1: 10 }, next.rev]])
    next.takeRuns()
    const { rev } = await next.set({ A1: 2 })
    expect(news.at(-1)).toEqual([{ lazy: 2000, B1: 20 }, rev])
    stop()
    next.takeRuns()
    await next.set({ A1: 3 })
    expect([news.length, ranIn(next)]).toEqual([2, ['B1']])
  })

  it('by two counts twice: one may stop', async () => {
    const model = await deployed(SOURCE)
    const one = watched(model, ['lazy'])
    const two = watched(model, ['lazy', 'lazy'])
    one.stop()
    one.stop()
    await model.set({ A1: 2 })
    expect([one.news.length, two.news.length]).toEqual([0, 1])
    two.stop()
    model.takeRuns()
    await model.set({ A1: 3 })
    expect(ranIn(model)).toEqual(['B1'])
  })

  it('of cells that come to be, and of spilled ones, tells of them', async () => {
    const model = await deployed('A1 = 2\nD1 = SEQUENCE(A1)\n')
    const { news } = watched(model, ['D3', 'Z9', 'nobody'])
    await model.set({ A1: 3 })
    await model.set({ Z9: 5, nobody: 6 })
    await model.set({ A1: 1 })
    expect(news.map(([cells]) => cells)).toEqual([{ D3: 3 }, { Z9: 5, nobody: 6 }, { D3: null }])
  })

  it('a watcher that throws does not keep others from hearing, nor the set from its answer', async () => {
    const heard: unknown[] = []
    const { engine } = await openHost(undefined, { onError: (error) => heard.push(error) })
    const { model } = await engine.deploy(SOURCE, { id: 'm' })
    model.watch(['B1'], () => {
      throw new Error('a bad watcher')
    })
    const { news } = watched(model, ['B1'])
    const answer = await model.set({ A1: 2 }).catch((error: Error) => error.message)
    expect([news.length, heard]).toEqual([1, [new Error('a bad watcher')]])
    expect(answer).toMatchObject({ rev: model.rev })
  })

  it('refuses what is no symbol, and watches nothing then', async () => {
    const model = await deployed(SOURCE)
    expect(() => model.watch(['lazy', 'A1+B2'], () => {})).toThrow(/neither a cell nor a name/)
    model.takeRuns()
    await model.set({ A1: 2 })
    expect(ranIn(model)).toEqual(['B1'])
  })
})

describe('resolving', () => {
  it('computes a lazy formula once, and again only after a change', async () => {
    const model = await deployed(SOURCE)
    expect([model.get('deep').status, model.get('deep').value]).toEqual(['dirty', null])
    expect((await model.resolve('deep')).value).toMatchObject({ value: 101 })
    expect(ranIn(model)).toEqual(['deep', 'lazy'])
    await model.resolve('deep')
    await model.set({ A2: 2 })
    await model.resolve('deep')
    expect(ranIn(model)).toEqual([])
    await model.set({ A1: 2 })
    expect(ranIn(model)).toEqual(['B1'])
    expect((await model.resolve('deep')).value).toMatchObject({ value: 201 })
  })

  it('takes no branch that is not taken', async () => {
    const model = await deployed('A1 = TRUE\nA2 = 1\nx ~= A2\ny ~= A2 + 1\nlazy ~= IF(A1, x, y)\n')
    await model.resolve('lazy')
    expect(ranIn(model)).toEqual(['lazy', 'x'])
    await model.set({ A1: false })
    expect((await model.resolve('lazy')).value).toMatchObject({ value: 2 })
    expect(ranIn(model)).toEqual(['lazy', 'y'])
  })

  it('of what nothing assigns is blank, and of what is no symbol an error', async () => {
    const model = await deployed(SOURCE)
    expect(await model.resolve('Q77')).toMatchObject({ status: 'ready', value: { kind: 'blank' } })
    expect(model.get('unknown')).toMatchObject({ kind: 'blank', status: 'ready' })
    expect((await refusal(model.resolve('A1:B2'))).code).toBe('bad-symbol')
    expect(() => model.get('no such')).toThrow(/neither a cell nor a name/)
  })
})

describe('models beside each other', () => {
  it('do not disturb each other', async () => {
    const { engine } = await openHost()
    const berlin = 'TIMEZONE "Europe/Berlin"\nA1 = 1\nB1 = DATE(2026, 7, A1)\nB2 = SUM(A:A)\n'
    const { model: one } = await engine.deploy(berlin, { id: 'one' })
    const { model: two } = await engine.deploy(berlin.replace('Europe/Berlin', 'Asia/Tokyo'), {
      id: 'two',
    })
    two.takeRuns()
    const { rev } = two
    await one.set({ A1: 2 })
    await one.set({ A1: 3, A9: 1 })
    expect(valuesOf(one, 'B1', 'B2')).toEqual(['2026-07-02T22:00:00.000Z', 4])
    expect([...valuesOf(two, 'A1', 'B1', 'B2'), two.rev, ranIn(two)]).toEqual([
      1,
      '2026-06-30T15:00:00.000Z',
      1,
      rev,
      [],
    ])
  })
})

describe('watching a rectangle', () => {
  const area = 'C1:Z100000'

  function bounded(model: LiveModel) {
    const ends: unknown[] = []
    const news: string[][] = []
    const tell = (cells: Readonly<Record<string, CellView>>) => news.push(Object.keys(cells))
    const tooMuch = (error: unknown) => ends.push((error as { code?: string }).code)
    model.watch([area], tell, { demand: false, tooMuch })
    return { ends, news }
  }

  it('finds what changed in it among everything that changed', async () => {
    const model = await deployed(
      'A1 = 1\nB1:B9 = $A$1\nC2:E3 = $A$1 + COL_INDEX\nD9 = A1\nx = A1\n',
    )
    const all = watched(model, ['C1:D2'])
    const rows = watched(model, ['A3:ZZ3', 'B9:D9'])
    await model.set({ A1: 2 })
    expect(all.news[0]![0]).toEqual({ C2: 3, D2: 4 })
    expect(rows.news[0]![0]).toEqual({ B3: 2, C3: 3, D3: 4, E3: 5, B9: 2, D9: 2 })
  })

  it('asks no cell for each rectangle: hundreds of them cost about what the change itself does', async () => {
    const { engine } = await openHost()
    const { model } = await engine.deploy('A1 = 1\nC1:C100000 = $A$1 + ROW_INDEX\n', { id: 'm' })
    let told = 0
    /** Of the processor, and so the same while others use the machine; the least of some, and so warm. */
    const cost = async () => {
      const taken: number[] = []
      for (let i = 0; i < 5; i++) {
        told = 0
        const before = process.cpuUsage()
        await model.set({ A1: (model.get('A1').value as number) + 1 })
        const { user, system } = process.cpuUsage(before)
        taken.push(user + system)
      }
      return Math.min(...taken)
    }
    const alone = await cost()
    for (let i = 0; i < 200; i++) {
      const tell = (cells: object) => {
        told += Object.keys(cells).length
      }
      model.watch([`A${i * 500 + 5}:J${i * 500 + 9}`], tell, { demand: false })
    }
    const beside = await cost()
    expect(told).toBe(1_000)
    // Twenty times as much and more, if each cell were asked for each of them.
    expect(beside / alone).toBeLessThan(8)
  })

  it('is over when more changes than an answer may hold, and the model goes on', async () => {
    const model = await deployed('A1 = 1\nC1 = SEQUENCE(A1, 2)\n')
    const { ends, news } = bounded(model)
    await model.set({ A1: 60_000 })
    await model.set({ A1: 2 })
    expect([ends, news]).toEqual([['too-much-work'], []])
  })

  it('is over when the values in it grow beyond what an answer may hold', async () => {
    const model = await deployed('A1 = 1\nC1:C40 = REPT("x", $A$1)\n')
    const { ends, news } = bounded(model)
    await model.set({ A1: 2 })
    expect(news[0]).toHaveLength(40)
    await model.set({ A1: 1_000_000 })
    expect(ends).toEqual(['too-much-memory'])
  })

  it.each([
    ['too many cells', 'C1:F20000 = 1\n', 'range-too-large'],
    ['too large values', 'C1:C40 = REPT("x", 1000000)\n', 'too-much-memory'],
  ])('is over when another version has %s in it, and that is deployed', async (_, source, code) => {
    const { engine } = await openHost()
    const { model } = await engine.deploy('C1 = 1\n', { id: 'm' })
    const { ends } = bounded(model)
    const deployed = await engine.deploy(source, { id: 'm' })
    expect([deployed.version, ends]).toEqual([2, [code]])
    await engine.running('m').set({ A9: 1 })
  })
})
