// Goal: a deploy is all or nothing, keeps what is unchanged and says what it did. Method: deploys of
// small sources over each other, and what is left after a restart.

import { describe, expect, it } from 'vitest'
import { DiagnosticsError } from '../src/errors.ts'
import { HeldDriver, turn } from './support/held-driver.ts'
import { type Host, openHost, ranIn, refusal, valuesOf } from './support/live.ts'

async function both(first: string, second: string, between: (host: Host) => Promise<unknown>) {
  const host = await openHost()
  await host.engine.deploy(first, { id: 'm' })
  await between(host)
  const deployed = await host.engine.deploy(second, { id: 'm' })
  return { host, deployed }
}

const model = async (host: Host) => host.engine.model('m')

describe('a deploy', () => {
  it('reports what it kept, dropped and added', async () => {
    const first = 'A1 = 1\nA2 = 2\nB1 = A1 + 1\nB2 = A2 + 1\nname = SUM(A1:A2)\nC1:C3 = ROW_INDEX\n'
    const second =
      'A1 = 1\nA3 = 2\nB1 = A1 + 1\nB2 = A2 + 3\nname = SUM(A1:A2)\nC1:C4 = ROW_INDEX\n'
    const { deployed } = await both(first, second, async () => undefined)
    const { kept, dropped, added, version } = deployed
    expect([...kept].sort()).toEqual(['A1', 'B1', 'name'])
    expect([...dropped].sort()).toEqual(['A2'])
    expect([...added].sort()).toEqual(['A3', 'B2', 'C1', 'C2', 'C3', 'C4'])
    expect(version).toBe(2)
  })

  it('names the rules that it kept, dropped and added, with their titles', async () => {
    const rule = (when: string, body: string) => `WHEN ${when} THEN\n ${body}\nEND\n`
    const first = `A1 = 0\n# Too high\n${rule('A1 > 1', 'B1 = 1')}# Old\n${rule('A1 > 2', 'B2 = 1')}`
    const second = `A1 = 0\n# Still too high\n${rule('A1 > 1', 'B1 = 2')}${rule('A1 > 3', 'B3 = 1')}`
    const host = await openHost()
    const before = await host.engine.deploy(first, { id: 'm' })
    const [high, old] = before.model.ruleViews().map(({ id }) => id)
    expect([before.kept, before.dropped, before.added]).toEqual([[], [], [high, old, 'A1']])
    expect(before.rules.map(({ title }) => title)).toEqual(['Too high', 'Old'])
    for (const dryRun of [true, false]) {
      const { kept, dropped, added, rules, model } = await host.engine.deploy(second, {
        id: 'm',
        dryRun,
      })
      const fresh = model.graph.rules[1]!.id
      expect({ kept, dropped, added }).toEqual({
        kept: [high, 'A1'],
        dropped: [old],
        added: [fresh],
      })
      expect(rules).toEqual([
        { id: high, title: 'Still too high' },
        { id: fresh, title: 'When A1 > 3' },
        { id: old, title: 'Old' },
      ])
    }
  })

  it('keeps a formula that is only written otherwise', async () => {
    const second = '# a comment\nB1 = (a1+1)\nA1 = 1\n'
    const { deployed } = await both('A1 = 1\nB1 = A1 + 1\n', second, async () => undefined)
    expect([[...deployed.kept].sort(), deployed.added]).toEqual([['A1', 'B1'], []])
  })

  it.each([
    ['the range', 'B1 = SUM(A1:A2)', 'B1 = SUM(A1:A3)'],
    ['a number', 'B1 = A1 + 1', 'B1 = A1 + 2'],
    ['a reference in a branch', 'B1 = IF(A1, A2, A3)', 'B1 = IF(A1, A3, A2)'],
    ['a position', 'B2:B3 = ABOVE', 'B2:B3 = BELOW'],
    ['how far a position reaches', 'B5:B6 = ABOVE(1)', 'B5:B6 = ABOVE(2)'],
    ['the mode', 'B1 = A1', 'B1 ~= A1'],
    ['the tag', 'B1 as number = A1', 'B1 as integer = A1'],
    ['a text', 'B1 = A1 & "x"', 'B1 = A1 & "y"'],
    ['a spill', 'B1 = SUM(A1#)', 'B1 = SUM(A2#)'],
    ['what is shared by a rectangle', 'B1:B2 = A1 * 2', 'B1:B2 = A2 * 2'],
  ])('counts a formula as new when %s is another', async (_, first, second) => {
    const { deployed } = await both(`${first}\n`, `${second}\n`, async () => undefined)
    expect(deployed.kept).toEqual([])
  })

  it('keeps what was set, unless the constant changed in the source', async () => {
    const { host } = await both(
      'A1 = 1\nA2 = 2\nB1 = A1 + A2\n',
      'A1 = 1\nA2 = 20\nB1 = A1 + A2\n',
      async (host) => (await model(host)).set({ A1: 5, A2: 6, Z1: 7 }),
    )
    expect(valuesOf(await model(host), 'A1', 'A2', 'B1', 'Z1')).toEqual([5, 20, 25, 7])
    const again = await host.restart()
    expect(valuesOf(await model(again), 'A1', 'A2', 'B1', 'Z1')).toEqual([5, 20, 25, 7])
  })

  it('takes a changed constant even if it is what was there before the last', async () => {
    const host = await openHost()
    await host.engine.deploy('A1 = 1\n', { id: 'm' })
    await (await model(host)).set({ A1: 5 })
    await host.engine.deploy('A1 = 2\n', { id: 'm' })
    await host.engine.deploy('A1 = 1\n', { id: 'm' })
    expect(valuesOf(await model(host), 'A1')).toEqual([1])
    expect(valuesOf(await model(await host.restart()), 'A1')).toEqual([1])
  })

  it('keeps a set value after a restart in between, and compares with the source', async () => {
    const host = await openHost()
    await host.engine.deploy('A1 = 1\nA2 = 1\n', { id: 'm' })
    await (await model(host)).set({ A1: 5, A2: 5 })
    const again = await host.restart()
    await again.engine.deploy('A1 = 1\nA2 = 3\n', { id: 'm' })
    expect(valuesOf(await model(again), 'A1', 'A2')).toEqual([5, 3])
  })

  it('drops what was set on a cell that becomes a formula or goes away', async () => {
    const { host } = await both('A1 = 1\nA2 = 2\n', 'A1 = A3 + 1\n', async (host) =>
      (await model(host)).set({ A1: 5, A2: 6 }),
    )
    expect(valuesOf(await model(host), 'A1', 'A2')).toEqual([1, null])
    expect(valuesOf(await model(await host.restart()), 'A1', 'A2')).toEqual([1, null])
  })

  it('keeps the last good value of what is still conditional', async () => {
    const first = 'A1 = 2\nB1 ?= 1 / A1\nB2 ?= 1 / A1\n'
    const { host } = await both(first, 'A1 = 2\nB1 ?= 1 / A1\nB2 = 1 / A1\n', async (host) =>
      (await model(host)).set({ A1: 0 }),
    )
    expect(valuesOf(await model(host), 'B1', 'B2')).toEqual([0.5, 'error:DIV/0!'])
  })

  it('keeps lazy results of what is the same, and runs them no more', async () => {
    const host = await openHost()
    await host.engine.deploy('A1 = 2\nsame ~= A1 * 2\nother ~= A1 * 3\n', { id: 'm' })
    for (const name of ['same', 'other']) await (await model(host)).resolve(name)
    await host.engine.deploy('A1 = 2\nsame ~= A1 * 2\nother ~= A1 * 4\n', { id: 'm' })
    const next = await model(host)
    expect([next.get('same').status, next.get('same').value]).toEqual(['ready', 4])
    expect(next.get('other').status).toBe('dirty')
    expect(ranIn(next)).toEqual([])
    expect((await next.resolve('other')).value).toMatchObject({ value: 8 })
  })

  it('does not keep a lazy result under which something changed', async () => {
    const host = await openHost()
    await host.engine.deploy('A1 = 2\nB1 = A1 + 1\nlazy ~= B1 * 2\n', { id: 'm' })
    await (await model(host)).resolve('lazy')
    await host.engine.deploy('A1 = 2\nB1 = A1 + 5\nlazy ~= B1 * 2\n', { id: 'm' })
    expect((await (await model(host)).resolve('lazy')).value).toMatchObject({ value: 14 })
  })

  it('with errors changes nothing, and names them all', async () => {
    const host = await openHost()
    await host.engine.deploy('A1 = 1\n', { id: 'm' })
    const { rev } = await model(host)
    const bad = 'A1 = NOSUCH(1)\nB1 = B1 + 1\n'
    const error = await refusal(host.engine.deploy(bad, { id: 'm' }))
    expect(error).toBeInstanceOf(DiagnosticsError)
    const codes = (error as DiagnosticsError).diagnostics.map(({ code }) => code)
    expect(codes.sort()).toEqual(['cycle', 'unknown-function'])
    expect([(await model(host)).version, (await model(host)).rev]).toEqual([1, rev])
    expect((await refusal(host.engine.deploy(bad, { id: 'n' }))).code).toBe('diagnostics')
    expect((await host.engine.models()).map(({ id }) => id)).toEqual(['m'])
  })

  it('as a dry run reports and changes nothing', async () => {
    const host = await openHost()
    await host.engine.deploy('A1 = 1\n', { id: 'm' })
    await (await model(host)).set({ A1: 3 })
    const { rev } = await model(host)
    const head = host.store.seq
    const dry = await host.engine.deploy('A1 = 2\nB1 = A1\n', { id: 'm', dryRun: true })
    expect([dry.added, dry.version]).toEqual([['A1', 'B1'], 2])
    const now = await model(host)
    expect([now.version, now.rev, now.get('A1').value, host.store.seq]).toEqual([1, rev, 3, head])
    await now.set({ A1: 4 })
    expect(now.get('A1').value).toBe(4)
    await host.engine.deploy('A1 = 2\n', { id: 'new', dryRun: true })
    expect((await refusal(host.engine.model('new'))).code).toBe('unknown-model')
  })

  it('takes its id from the title', async () => {
    const { engine } = await openHost()
    const { model } = await engine.deploy('MODEL "My Q4 plan!"\nA1 = 1\n')
    expect(model.id).toBe('my-q4-plan')
  })

  it.each(['', '../x', 'a b', 'x'.repeat(129), '-x', 'ü'])('refuses the id %j', async (id) => {
    const { engine } = await openHost()
    expect((await refusal(engine.deploy('A1 = 1\n', { id }))).code).toBe('bad-model-id')
  })

  it('comes one after another: two at once are two versions', async () => {
    const driver = new HeldDriver()
    const host = await openHost(driver)
    await host.engine.deploy('A1 = 1\n', { id: 'm' })
    driver.hold()
    const deploys = ['A1 = 2\n', 'A1 = 3\n'].map((source) =>
      host.engine.deploy(source, { id: 'm' }),
    )
    await turn()
    driver.release()
    const versions = (await Promise.all(deploys)).map(({ version }) => version)
    expect(versions).toEqual([2, 3])
    expect([(await model(host)).version, ...valuesOf(await model(host), 'A1')]).toEqual([3, 3])
    expect(await host.engine.source('m', 2)).toBe('A1 = 2\n')
  })

  it('of two at once on the version they expect, the second is refused', async () => {
    const driver = new HeldDriver()
    const host = await openHost(driver)
    await host.engine.deploy('A1 = 1\n', { id: 'm', expectVersion: 0 })
    driver.hold()
    const deploys = ['A1 = 2\n', 'A1 = 3\n'].map((source) =>
      host.engine.deploy(source, { id: 'm', expectVersion: 1 }),
    )
    const second = refusal(deploys[1]!)
    await turn()
    driver.release()
    expect((await deploys[0]!).version).toBe(2)
    const { code, message } = await second
    expect([code, message]).toEqual([
      'wrong-revision',
      'The model m is at version 2, not at 1. Read the model again and decide anew.',
    ])
    await (await model(host)).set({ B1: 1 })
    expect([(await model(host)).version, ...valuesOf(await model(host), 'A1', 'B1')]).toEqual([
      2, 2, 1,
    ])
  })

  it.each([0, 2, 7])(
    'expecting version %i of a model at 1 changes nothing',
    async (expectVersion) => {
      const host = await openHost()
      await host.engine.deploy('A1 = 1\n', { id: 'm' })
      const head = host.store.seq
      for (const dryRun of [true, false]) {
        const options = { id: 'm', expectVersion, dryRun }
        const { code } = await refusal(host.engine.deploy('A1 = 2\n', options))
        expect([code, host.store.seq]).toEqual(['wrong-revision', head])
      }
    },
  )

  it('expecting a version of a model that is not there is refused', async () => {
    const { engine } = await openHost()
    const error = await refusal(engine.deploy('A1 = 2\n', { id: 'm', expectVersion: 1 }))
    expect([error.code, error.message]).toEqual([
      'wrong-revision',
      expect.stringContaining('does not exist'),
    ])
    expect(await engine.models()).toEqual([])
  })
})

describe('versions', () => {
  it('are kept with their sources, and rolling back is a deploy', async () => {
    const host = await openHost()
    for (const n of [1, 2, 3]) await host.engine.deploy(`A1 = ${n}\nB1 = A1 * ${n}\n`, { id: 'm' })
    expect(await host.engine.source('m', 1)).toBe('A1 = 1\nB1 = A1 * 1\n')
    const { version } = await host.engine.rollback('m', 1)
    expect(version).toBe(4)
    expect(valuesOf(await model(host), 'A1', 'B1')).toEqual([1, 1])
    const again = await host.restart()
    expect(await again.engine.source('m')).toBe('A1 = 1\nB1 = A1 * 1\n')
    expect((await refusal(again.engine.source('m', 9))).code).toBe('unknown-version')
    expect((await refusal(again.engine.rollback('m', 9))).code).toBe('unknown-version')
  })

  it('are kept up to a hundred', async () => {
    const host = await openHost()
    for (let n = 1; n <= 102; n++) await host.engine.deploy(`A1 = ${n}\n`, { id: 'm' })
    expect((await refusal(host.engine.source('m', 2))).code).toBe('unknown-version')
    expect(await host.engine.source('m', 3)).toBe('A1 = 3\n')
    const [record] = await host.engine.models()
    expect(record?.versions.length).toBe(100)
  })
})

describe('deleting a model', () => {
  it('needs its name repeated, and leaves nothing', async () => {
    const host = await openHost()
    await host.engine.deploy('A1 = 1\nlazy ~= A1\n', { id: 'm' })
    await (await model(host)).set({ A1: 5 })
    await (await model(host)).resolve('lazy')
    expect((await refusal(host.engine.delete('m', 'M'))).code).toBe('name-not-repeated')
    expect((await model(host)).get('A1').value).toBe(5)
    const old = await model(host)
    await host.engine.delete('m', 'm')
    expect((await refusal(old.set({ A1: 1 }))).code).toBe('closed')
    expect((await refusal(model(host))).code).toBe('unknown-model')
    const again = await host.restart()
    expect(await again.engine.models()).toEqual([])
    await again.engine.deploy('A1 = 1\n', { id: 'm' })
    expect(valuesOf(await model(again), 'A1')).toEqual([1])
  })

  it('that does not exist is refused', async () => {
    const { engine } = await openHost()
    expect((await refusal(engine.delete('m', 'm'))).code).toBe('unknown-model')
  })
})
