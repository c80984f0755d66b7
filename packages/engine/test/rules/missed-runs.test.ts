// Goal: of what is due, exactly what the policy allows runs, and the rest is counted. Method: a table over
// policies and outages, by hand; then all of a small world against a count that goes one by one.

import { utc } from '@cellwake/scheduler'
import { describe, expect, it } from 'vitest'
import { type MissedPolicy, type Runnable, runnable } from '../../src/rules/missed-runs.ts'
import { everySchedule, type KnownSchedule } from '../../src/rules/rule-schedules.ts'

/** Every 10 ms from 0. */
const schedule = everySchedule(10, utc) as KnownSchedule

function run(first: number, policy: MissedPolicy): Runnable {
  return runnable(first, schedule, 0, policy)
}

const none = { skipped: 0, lastSkipped: 0 }

describe('SKIP MISSED', () => {
  it.each([
    ['on time', 10, 10, 0, { due: 10, ...none }],
    ['late, with none after it', 10, 19, 0, { due: 10, ...none }],
    ['a later one is due too', 10, 35, 0, { due: 30, skipped: 2, lastSkipped: 20 }],
    ['no host was there', 10, 15, 12, { due: undefined, skipped: 1, lastSkipped: 10 }],
    ['no host was there for any', 10, 35, 31, { due: undefined, skipped: 3, lastSkipped: 30 }],
    ['a host came when it was due', 10, 30, 30, { due: 30, skipped: 2, lastSkipped: 20 }],
    ['a host came before the last', 10, 35, 25, { due: 30, skipped: 2, lastSkipped: 20 }],
  ])('%s', (_what, first, now, aliveSince, expected) => {
    expect(run(first, { now, aliveSince, backfill: false, max: undefined })).toEqual(expected)
  })
})

describe('BACKFILL', () => {
  it.each([
    ['on time', 10, 10, 0],
    ['long ago', 10, 1_000_000, 0],
    ['while no host was there', 10, 35, 31],
  ])('runs the first of all: %s', (_what, first, now, aliveSince) => {
    const policy = { now, aliveSince, backfill: true, max: undefined }
    expect(run(first, policy)).toEqual({ due: first, ...none })
  })
})

describe('BACKFILL MAX 2', () => {
  it.each([
    ['on time', 10, 10, 0, { due: 10, ...none }],
    ['as many as it allows', 10, 25, 22, { due: 10, ...none }],
    ['one more', 10, 35, 32, { due: 20, skipped: 1, lastSkipped: 10 }],
    ['many more', 10, 95, 92, { due: 80, skipped: 7, lastSkipped: 70 }],
    ['two and the one on time', 10, 30, 30, { due: 10, ...none }],
    ['more and the one on time', 10, 50, 50, { due: 30, skipped: 2, lastSkipped: 20 }],
  ])('%s', (_what, first, now, aliveSince, expected) => {
    expect(run(first, { now, aliveSince, backfill: true, max: 2 })).toEqual(expected)
  })
})

it('MAX 0 replays nothing, and what is on time runs', () => {
  const policy = { now: 35, backfill: true, max: 0 }
  const skipped = { due: undefined, skipped: 3, lastSkipped: 30 }
  expect(run(10, { ...policy, aliveSince: 31 })).toEqual(skipped)
  expect(run(10, { ...policy, aliveSince: 0 })).toMatchObject({ due: 30, skipped: 2 })
})

/** All that runs, and how many do not, one after the other. */
function all(first: number, policy: MissedPolicy): { ran: number[]; skipped: number } {
  const ran: number[] = []
  let skipped = 0
  for (let at = first; at <= policy.now; ) {
    const found = run(at, policy)
    skipped += found.skipped
    if (found.due === undefined) break
    ran.push(found.due)
    at = found.due + 10
  }
  return { ran, skipped }
}

/** The same by the words of the language: missed or not, and the newest so many of the missed. */
function counted(first: number, policy: MissedPolicy): { ran: number[]; skipped: number } {
  const due: number[] = []
  for (let at = first; at <= policy.now; at += 10) due.push(at)
  const isMissed = (at: number) => at < policy.aliveSince || at + 10 <= policy.now
  const missed = due.filter(isMissed)
  const most = policy.max ?? missed.length
  const replayed = policy.backfill && most > 0 ? missed.slice(-most) : []
  const ran = due.filter((at) => !isMissed(at) || replayed.includes(at))
  return { ran, skipped: due.length - ran.length }
}

it('one after the other, the same run as all at once', () => {
  const maxes = [undefined, 0, 1, 2, 3, 7]
  let compared = 0
  for (let now = 10; now <= 80; now += 5) {
    for (let aliveSince = 0; aliveSince <= now; aliveSince += 5) {
      for (const max of maxes) {
        for (const backfill of max === undefined ? [true, false] : [true]) {
          const policy = { now, aliveSince, backfill, max }
          expect({ policy, ...all(10, policy) }).toEqual({ policy, ...counted(10, policy) })
          compared++
        }
      }
    }
  }
  expect(compared).toBeGreaterThan(500)
})
