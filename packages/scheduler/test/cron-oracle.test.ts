// Goal: the evaluator agrees with a walk over every minute that Temporal knows, in every zone.
// Method: a seeded sample of each zone's clock changes from 2000 to 2040; the calendar rig of the
// simulator does them all.
import { describe, expect, it } from 'vitest'
import { nextOccurrence } from '../src/index.ts'
import {
  compareInWindow,
  proveZone,
  randomCron,
  unnoticedMistakes,
  wrongEvaluators,
} from './support/cron-compare.ts'
import { wallWindow } from './support/cron-oracle.ts'
import { seeded } from './support/seeded.ts'

const [from, to] = [Date.UTC(2000, 0, 1), Date.UTC(2040, 0, 1)]
const hard = [
  'Australia/Lord_Howe',
  'America/Santiago',
  'Pacific/Apia',
  'Africa/Casablanca',
  'Europe/Dublin',
  'Pacific/Chatham',
  'Asia/Tehran',
  'America/St_Johns',
  'Antarctica/Troll',
  'Africa/Cairo',
  'Asia/Gaza',
]

describe('the evaluator and the oracle', () => {
  it('agree around a sample of the clock changes of all zones', () => {
    let checks = 0
    for (const [i, zone] of Intl.supportedValuesOf('timeZone').entries()) {
      // A year of each zone, another for each: looking up all forty years of all takes 10 s.
      const year = 2000 + ((i * 7) % 40)
      const span = { from: Date.UTC(year, 0, 1), to: Date.UTC(year + 1, 0, 1) }
      const proof = proveZone({ zone, ...span, seed: i, oneIn: 2 })
      expect(proof.failures).toEqual([])
      checks += proof.checks
    }
    expect(checks).toBeGreaterThan(1000)
  })

  it('agree around a fifth of the clock changes of the hard zones', () => {
    for (const [i, zone] of hard.entries())
      expect(proveZone({ zone, from, to, seed: 100 + i, oneIn: 5 }).failures).toEqual([])
  })

  it('agree on the day that Apia left out', () => {
    const day = [Date.UTC(2011, 11, 29), Date.UTC(2012, 0, 1)] as const
    expect(proveZone({ zone: 'Pacific/Apia', from: day[0], to: day[1], seed: 1 })).toEqual({
      checks: 16,
      failures: [],
    })
  })

  it('agree on any crons in any weeks', () => {
    const random = seeded(12)
    const zones = Intl.supportedValuesOf('timeZone')
    for (let i = 0; i < 40; i++) {
      const start = Date.UTC(
        2000 + random.below(40),
        random.below(12),
        1 + random.below(28),
        random.below(24),
        random.below(60),
      )
      const window = wallWindow(random.pick(zones), start, start + 7 * 86_400_000)
      for (let n = 0; n < 5; n++)
        expect(compareInWindow(nextOccurrence, randomCron(random), window)).toEqual([])
    }
  })

  it('would disagree if a rule for clock changes were wrong, whichever', () => {
    expect(Object.keys(wrongEvaluators)).toHaveLength(4)
    expect(unnoticedMistakes('America/New_York', 1)).toEqual([])
    expect(unnoticedMistakes('Australia/Lord_Howe', 2)).toEqual([])
  })
})
