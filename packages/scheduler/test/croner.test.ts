// Goal: where croner and the evaluator differ is known and explained. Method: both, side by side.
import { describe, expect, it } from 'vitest'
import { nextOccurrence, zoneFor } from '../src/index.ts'
import { changesOf } from './support/changes.ts'
import { proveZone, randomCron, runsOf } from './support/cron-compare.ts'
import { explainDifference, knownDifferences, refusedTexts } from './support/croner-differences.ts'
import { cronerOccurrences } from './support/croner-runs.ts'
import { seeded } from './support/seeded.ts'

const examples: Readonly<Record<string, readonly [string, string, number, number]>> = {
  'a starred step counts as restricted': [
    '0 0 */2 * 1',
    'UTC',
    Date.UTC(2026, 0, 1),
    Date.UTC(2026, 0, 9),
  ],
  'lists are dropped in a gap': [
    '30 2,14 * * *',
    'America/New_York',
    Date.UTC(2026, 2, 8),
    Date.UTC(2026, 2, 9),
  ],
  'lists are repeated in an overlap': [
    '30 1,13 * * *',
    'America/New_York',
    Date.UTC(2026, 10, 1),
    Date.UTC(2026, 10, 2),
  ],
  'a gap that ends on another day': [
    '0 9 30 * *',
    'Pacific/Apia',
    Date.UTC(2011, 11, 29),
    Date.UTC(2012, 0, 1),
  ],
}

describe('croner', () => {
  it('differs only as listed, around clock changes of hard zones', () => {
    for (const [i, zone] of [
      'America/New_York',
      'Australia/Lord_Howe',
      'Pacific/Apia',
      'Africa/Casablanca',
      'Antarctica/Troll',
    ].entries()) {
      const [from, to] = [Date.UTC(2005, 0, 1), Date.UTC(2035, 0, 1)]
      expect(
        proveZone({ zone, from, to, seed: 200 + i, oneIn: 20, cronerOneIn: 1 }).failures,
      ).toEqual([])
    }
  })

  it('differs only by the rule of the starred step where no clock changes', () => {
    const random = seeded(13)
    for (let i = 0; i < 100; i++) {
      const cron = randomCron(random)
      const start = Date.UTC(2000 + random.below(60), random.below(12), 1 + random.below(28))
      const [ours, theirs] = [
        runsOf(nextOccurrence, cron, 'UTC', start, start + 86_400_000),
        cronerOccurrences(cron, 'UTC', start, start + 86_400_000),
      ]
      const known = explainDifference({ cron, ours, theirs, changes: [] })
      if (known?.name !== 'a starred step counts as restricted')
        expect({ cron, start, ours }).toEqual({ cron, start, ours: theirs })
    }
  })

  it.each(knownDifferences.map((known) => known.name))('differs by an example: %s', (name) => {
    const [cron, zone, from, to] = examples[name]!
    const [ours, theirs] = [
      runsOf(nextOccurrence, cron, zone, from, to),
      cronerOccurrences(cron, zone, from, to),
    ]
    expect(ours).not.toEqual(theirs)
    expect(
      explainDifference({ cron, ours, theirs, changes: changesOf(zoneFor(zone), from, to) })?.name,
    ).toBe(name)
  })

  it.each(Object.keys(refusedTexts))('takes %s', (text) => {
    expect(() => cronerOccurrences(text, 'UTC', 0, 60_000)).not.toThrow()
  })
})
