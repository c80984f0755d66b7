// Goal: what a rule did is explained: which rule, in which wave, for which occurrence, and what came before
// it. Method: small models with rules on a virtual clock; explanations are checked against the contract.

import { describe, expect, it } from 'vitest'
import { explanation } from '../../../client/src/contract/why.ts'
import { TestHost } from '../../src/model-tests/test-host.ts'
import type { Explanation } from '../../src/why/explain.ts'

const START = Date.UTC(2026, 0, 1)
const minutes = (count: number) => ({ months: 0, days: 0, ms: count * 60_000 })

async function lived(
  source: string,
  run: (host: TestHost, why: (symbol: string) => Promise<Explanation>) => Promise<void>,
): Promise<void> {
  const host = new TestHost({ startAt: START, functions: new Map() })
  try {
    await host.deploy(source)
    await run(host, async (symbol) => {
      const found = await host.model.explain(symbol)
      expect(explanation.parse(found)).toEqual(found)
      return found
    })
  } finally {
    await host.close()
  }
}

it('a WHEN leads back to the commit that made its trigger true, through every wave', async () => {
  const source = `heat = 20
# It is too hot.
WHEN heat > 30 THEN
  alarm = TRUE
END
WHEN alarm THEN
  fan = heat * 2
END
WHEN heat > 30 THEN
  other = 1
END
speed = fan + 1
`
  await lived(source, async (host, why) => {
    await host.set({ heat: 35 })
    for (const again of [false, true]) {
      if (again) await host.restart()
      const { why: speed, because, origin, readBy } = await why('speed')
      expect([speed.value, speed.changed?.before?.value]).toEqual([71, 1])
      expect(because.map(({ symbol, after }) => [symbol, after.value])).toEqual([['fan', 70]])
      expect(origin.map(({ kind, rule }) => [kind, rule?.line, rule?.wave])).toEqual([
        ['rule', 6, 2],
        ['rule', 3, 1],
        ['set', undefined, undefined],
      ])
      expect(origin[1]?.rule?.title).toBe('It is too hot.')
      expect(readBy).toEqual([])
      const fan = speed.reads[0]!
      expect([fan.symbol, fan.role, fan.changed?.cause.rule?.line]).toEqual(['fan', 'rule', 6])
      expect(fan.reads.map(({ symbol, value }) => [symbol, value])).toEqual([
        ['alarm', true],
        ['heat', 35],
      ])
    }
    expect((await why('other')).origin[0]?.rule?.line).toBe(9)
    expect((await why('heat')).readByRules.length).toBe(3)
  })
})

describe('a DEBOUNCE leads back to what began its wait', () => {
  const source = 'a = 0\nx = 0\nWHEN a + x > 0 DEBOUNCE 10min THEN\n  b = a\nEND\n'
  const causes = ({ origin }: Explanation) => origin.map(({ kind, by, rev }) => [kind, by, rev])

  it('and not to what was set during it', async () => {
    await lived(source, async (host, why) => {
      const { rev } = await host.model.set({ a: 1 }, { by: 'ann' })
      await host.advance(minutes(4))
      await host.model.set({ a: 2, x: 1 }, { by: 'bob' })
      await host.advance(minutes(6))
      const found = await why('b')
      expect(found.why.value).toBe(2)
      expect(causes(found)).toEqual([
        ['rule', 'rules', rev + 2],
        ['set', 'ann', rev],
      ])
      // The reads of the body were set by another.
      const read = found.why.reads.find(({ symbol }) => symbol === 'a')
      expect(read?.changed?.cause.by).toBe('bob')
    })
  })

  it('over a restart and a redeploy', async () => {
    await lived(source, async (host, why) => {
      const { rev } = await host.model.set({ a: 1 }, { by: 'ann' })
      await host.restart(minutes(1))
      await host.deploy(source.replace('b = a', 'b = a * 3'))
      await host.model.set({ x: 5 }, { by: 'bob' })
      await host.advance(minutes(9))
      const found = await why('b')
      expect(found.why.value).toBe(3)
      expect(causes(found).at(-1)).toEqual(['set', 'ann', rev])
      expect(found.origin).toHaveLength(2)
    })
  })

  it('which is the last rise, if the condition was false in between', async () => {
    await lived(source, async (host, why) => {
      await host.model.set({ a: 1 }, { by: 'ann' })
      await host.model.set({ a: 0 }, { by: 'bob' })
      const { rev } = await host.model.set({ x: 1 }, { by: 'cyd' })
      await host.model.set({ a: 4 }, { by: 'dan' })
      await host.advance(minutes(10))
      expect(causes(await why('b')).at(-1)).toEqual(['set', 'cyd', rev])
    })
  })

  it('which may be a deploy', async () => {
    await lived(source.replace('a = 0', 'a = 7'), async (host, why) => {
      await host.model.set({ x: 1 }, { by: 'bob' })
      await host.advance(minutes(10))
      expect((await why('b')).origin.map(({ kind }) => kind)).toEqual(['rule', 'deploy'])
    })
  })

  it('which may be another rule, and what made that one fire', async () => {
    const chain = `WHEN s > 0 THEN\n  a = 1\nEND\nWHEN s > 0 THEN\n  c = 1\nEND\n${source.slice(6)}`
    await lived(chain, async (host, why) => {
      await host.model.set({ s: 1 }, { by: 'ann' })
      await host.model.set({ x: 1, s: 2 }, { by: 'bob' })
      await host.advance(minutes(10))
      const { origin } = await why('b')
      expect(origin.map(({ by, rule }) => [by, rule?.line])).toEqual([
        ['rules', 8],
        ['rules', 1],
        ['ann', undefined],
      ])
    })
  })

  it('which is the rise that fired at once, when MAX was over', async () => {
    await lived(source.replace('10min', '10min MAX 15min'), async (host, why) => {
      await host.model.set({ a: 1 }, { by: 'ann' })
      await host.advance(minutes(9))
      await host.model.set({ a: 0 }, { by: 'bob' })
      await host.advance(minutes(9))
      const { rev } = await host.model.set({ a: 3 }, { by: 'cyd' })
      expect(causes(await why('b'))).toEqual([
        ['rule', 'rules', rev],
        ['set', 'cyd', rev - 1],
      ])
    })
  })
})

it('a schedule is its own origin, with its occurrence', async () => {
  await lived(
    'EVERY 10min SKIP MISSED THEN\n  n = n + 1\nEND\ndouble = n * 2\n',
    async (host, why) => {
      await host.advance(minutes(25))
      const { why: double, origin } = await why('double')
      expect([double.value, double.changed?.before?.value]).toEqual([4, 2])
      expect(origin.map(({ kind, rule }) => [kind, rule?.due])).toEqual([
        ['rule', new Date(START + 20 * 60_000).toISOString()],
      ])
    },
  )
})

it('a cell that a rule wrote and somebody set since is explained by who set it', async () => {
  await lived('a = 0\nWHEN a > 0 THEN\n  b = 5\nEND\n', async (host, why) => {
    await host.set({ a: 1 })
    expect((await why('b')).why.changed?.cause.kind).toBe('rule')
    await host.set({ b: 7 })
    const { why: b, origin } = await why('b')
    expect([b.value, b.changed?.before?.value, b.changed?.cause.kind, b.reads]).toEqual([
      7,
      5,
      'set',
      [],
    ])
    expect(origin.map(({ kind }) => kind)).toEqual(['set'])
  })
})

it('what a rule read tells who gave it its value', async () => {
  await lived('A1 = 0\nWHEN A1 > 0 THEN\n  B1 = A1\nEND\n', async ({ model }, why) => {
    const { rev } = await model.set({ A1: 5 }, { by: 'ann' })
    const cause = { kind: 'set', by: 'ann', rev: rev - 1 }
    expect((await why('B1')).why.reads).toMatchObject([
      { symbol: 'A1', value: 5, changed: { before: { value: 0 }, cause } },
    ])
  })
})
