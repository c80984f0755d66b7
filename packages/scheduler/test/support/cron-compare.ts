// Compares an evaluator of crons with the oracle around the clock changes of a zone, and plants
// wrong evaluators to show that the comparison notices them.
import type { Cron, Zone } from '../../src/index.ts'
import { formatInstant, nextOccurrence, parseCron, zoneFor } from '../../src/index.ts'
import { type Change, changesOf, disputedChanges } from './changes.ts'
import { oracleOccurrences, type WallWindow, wallWindow } from './cron-oracle.ts'
import { explainDifference } from './croner-differences.ts'
import { cronerOccurrences } from './croner-runs.ts'
import { type Seeded, seeded } from './seeded.ts'

/** The subject of the comparison: the next run of a cron strictly after an instant. */
export type Evaluate = (cron: Cron, zone: Zone, after: number) => number | undefined

/** The outcome of a proof. */
export interface Proof {
  checks: number
  failures: string[]
}

const hour = 3_600_000
const around = 36 * hour

/** Crons that run in, next to and across the wall times that a change skips or repeats. */
export function cronsAround(change: Change, random: Seeded): string[] {
  const low = Math.floor((change.at + Math.min(change.before, change.after)) / 60_000)
  const high = Math.floor((change.at + Math.max(change.before, change.after)) / 60_000)
  const time = (wall: number) => {
    const minute = ((wall % 1440) + 1440) % 1440
    return { m: minute % 60, h: Math.floor(minute / 60), date: new Date(wall * 60_000) }
  }
  const inside = low + random.below(high - low)
  const [a, b, c, d] = [time(low), time(inside), time(high), time(high - 1)]
  return [
    `${a.m} ${a.h} * * *`,
    `${b.m} ${b.h} * * *`,
    `${c.m} ${c.h} * * *`,
    `${d.m} ${d.h} * * *`,
    `${(a.m + 59) % 60},${a.m},${b.m},${c.m} ${[...new Set([a.h, b.h, c.h])].join(',')} * * *`,
    `0-59 ${b.h} * * *`,
    `${b.m} ${Math.min(a.h, c.h)}-${Math.max(a.h, c.h)} * * *`,
    `*/${1 + random.below(30)} * * * *`,
    `${b.m} * * * *`,
    `* ${b.h} * * *`,
    `${b.m} */${1 + random.below(6)} * * *`,
    `${b.m} ${b.h} ${b.date.getUTCDate()} * *`,
    `${b.m} ${b.h} * ${b.date.getUTCMonth() + 1} ${b.date.getUTCDay()}`,
    `${a.m},${b.m} ${a.h},${b.h} */2 * 1-5`,
    '0 0 * * *',
    randomCron(random),
  ]
}

/** Any cron that can run. */
export function randomCron(random: Seeded): string {
  for (;;) {
    const limits = [
      [0, 59],
      [0, 23],
      [1, 31],
      [1, 12],
      [0, 7],
    ] as const
    const text = limits.map(([low, high]) => randomField(random, low, high)).join(' ')
    try {
      parseCron(text)
      return text
    } catch {
      // 30 February and its kind: draw again.
    }
  }
}

function randomField(random: Seeded, low: number, high: number): string {
  const value = () => low + random.below(high - low + 1)
  const entry = () => {
    const [a, b] = [value(), value()]
    const range = `${Math.min(a, b)}-${Math.max(a, b)}`
    return random.pick([`${a}`, `${a}`, range, `${range}/${1 + random.below(5)}`])
  }
  const list = Array.from({ length: 1 + random.below(3) }, entry).join(',')
  return random.pick(['*', '*', `*/${1 + random.below(Math.min(high, 7))}`, list, list])
}

/** All runs after `from` up to `to`, as an evaluator finds them; stops at one that does not advance. */
export function runsOf(evaluate: Evaluate, text: string, zone: string, from: number, to: number) {
  const [cron, rules] = [parseCron(text), zoneFor(zone)]
  const runs: number[] = []
  for (let at = evaluate(cron, rules, from); at !== undefined && at <= to; ) {
    runs.push(at)
    const next = evaluate(cron, rules, at)
    if (next !== undefined && next <= at) return [...runs, Number.NaN]
    at = next
  }
  return runs
}

/** Compares an evaluator with the oracle in one window; a failure says what is missing or too many. */
export function compareInWindow(evaluate: Evaluate, cron: string, window: WallWindow): string[] {
  const [from, to] = [window.instants[0]!, window.instants.at(-1)!]
  const runs = runsOf(evaluate, cron, window.zone, from, to)
  const expected = oracleOccurrences(cron, window)
  return runs.join() === expected.join() ? [] : [failure(cron, window.zone, runs, expected)]
}

function failure(cron: string, zone: string, runs: number[], expected: number[]): string {
  const missing = expected.filter((at) => !runs.includes(at)).slice(0, 3)
  const extra = runs.filter((at) => !expected.includes(at)).slice(0, 3)
  const show = (all: number[]) => all.map((at) => (Number.isNaN(at) ? 'stuck' : formatInstant(at)))
  return `${cron} in ${zone}: missing [${show(missing)}], too many [${show(extra)}]`
}

/** The window of three days around a change. */
export function windowAround(zone: string, change: Change): WallWindow {
  const middle = Math.floor(change.at / 60_000) * 60_000
  return wallWindow(zone, middle - around, middle + around)
}

/** Which changes of a zone to look at, and how. */
export interface ZoneProof {
  readonly zone: string
  readonly from: number
  readonly to: number
  readonly seed: number
  /** Look at one change in so many; 1 is all. */
  readonly oneIn?: number
  /** Ask croner too at one in so many of these; 0 is never. */
  readonly cronerOneIn?: number
  /** Compare the changes themselves with Temporal's. */
  readonly changes?: boolean
  readonly evaluate?: Evaluate
}

/** Compares with the oracle, and with croner, around the changes of a zone; and the changes too. */
export function proveZone(options: ZoneProof): Proof {
  const { zone, from, to, oneIn = 1, cronerOneIn = 0, evaluate = nextOccurrence } = options
  const random = seeded(options.seed)
  const proof: Proof = { checks: 0, failures: [] }
  if (options.changes === true) proof.failures.push(...disputedChanges(zone, from, to))
  for (const change of changesOf(zoneFor(zone), from, to)) {
    if (random.below(oneIn) !== 0) continue
    const window = windowAround(zone, change)
    const askCroner = cronerOneIn > 0 && random.below(cronerOneIn) === 0
    for (const cron of cronsAround(change, random)) {
      proof.checks++
      proof.failures.push(...compareInWindow(evaluate, cron, window))
      if (askCroner) proof.failures.push(...compareWithCroner(cron, zone, change))
    }
  }
  return proof
}

function compareWithCroner(cron: string, zone: string, change: Change): string[] {
  const [from, to] = [change.at - around, change.at + around]
  const ours = runsOf(nextOccurrence, cron, zone, from, to)
  const theirs = cronerOccurrences(cron, zone, from, to)
  if (ours.join() === theirs.join()) return []
  const known = explainDifference({ cron, ours, theirs, changes: [change] })
  return known === undefined ? [`unexplained, croner: ${failure(cron, zone, theirs, ours)}`] : []
}

/** Evaluators with one wrong rule each. The comparison must notice every one of them. */
export const wrongEvaluators: Readonly<Record<string, Evaluate>> = {
  'repeats fixed times in the second pass': (cron, zone, after) => {
    const once = nextOccurrence(cron, zone, after)
    const every = nextOccurrence({ ...cron, fixed: false }, zone, after)
    return once === undefined || every === undefined ? once : Math.min(once, every)
  },
  'drops fixed times that are skipped': (cron, zone, after) => {
    let at = nextOccurrence(cron, zone, after)
    const shown = { ...cron, fixed: false }
    while (at !== undefined && nextOccurrence(shown, zone, at - 1) !== at)
      at = nextOccurrence(cron, zone, at)
    return at
  },
  'runs a pattern in the first pass only': (cron, zone, after) =>
    nextOccurrence({ ...cron, fixed: true }, zone, after),
  'moves skipped times on by the length of the gap': (cron, zone, after) => {
    const at = nextOccurrence(cron, zone, after)
    if (at === undefined || !cron.fixed) return at
    const shown = nextOccurrence({ ...cron, fixed: false }, zone, at - 1) === at
    return shown ? at : at + zone.offsetAt(at) - zone.offsetAt(at - 1)
  },
}

/** The wrong evaluators that the comparison fails to notice: none, or the proof is worth nothing. */
export function unnoticedMistakes(zone: string, seed: number): string[] {
  const [from, to] = [Date.UTC(2024, 0, 1), Date.UTC(2026, 0, 1)]
  return Object.entries(wrongEvaluators)
    .filter(([, evaluate]) => proveZone({ zone, from, to, seed, evaluate }).failures.length === 0)
    .map(([name]) => name)
}
