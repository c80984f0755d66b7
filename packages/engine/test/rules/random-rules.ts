// Random models with rules, as source and as plain functions, and random lives for them: sets, time, outages,
// sleeps, redeploys. Lengths and times are such that many things fall due at once. The same seed makes the same.

import { between, pick } from '@cellwake/store/testing'
import type { Cell, Expr, ReferenceModel, ReferenceRule } from './reference-rules.ts'

export type Happening =
  | { readonly kind: 'set'; readonly values: Readonly<Record<string, number>> }
  | { readonly kind: 'advance' | 'down' | 'sleep'; readonly ms: number }
  | { readonly kind: 'redeploy' }

type Random = () => number

const INPUTS = ['A1', 'A2', 'A3', 'A4']
const FORMULAS = ['F1', 'F2', 'F3']
/** Values that rules write: plain numbers, an interval, a time. */
const OWNED = ['B1', 'B2', 'B3', 'B4']
const INTERVALS = ['D2', 'C1']
const TIMES = ['T1', 'T2']
const INTERVAL_CHOICES = [0, 700, 1_000, 2_500]
const GATE_CHOICES = [0, 1, 2, 3]
/** Around the stretch from which on nobody was there. */
const SLEEP_CHOICES = [900, 2_500, 59_900, 60_000, 60_001, 63_000]

export const SYMBOLS = [...INPUTS, ...FORMULAS, ...OWNED, ...INTERVALS, ...TIMES, 'D1', 'P1', 'Q1']

export function randomRules(random: Random, start: number): ReferenceModel {
  const inputs = new Map(INPUTS.map((symbol) => [symbol, between(random, 0, 3)]))
  inputs.set('D1', pick(random, GATE_CHOICES)).set('D2', pick(random, INTERVAL_CHOICES))
  inputs.set('T1', start + between(random, -20, 60) * 100)
  const formulas = new Map<string, Expr>()
  for (const symbol of FORMULAS) {
    const known = [...INPUTS, ...OWNED, ...formulas.keys()]
    formulas.set(symbol, random() < 0.3 ? sum(random) : remainder(random, known, 4))
  }
  const rules = Array.from({ length: between(random, 2, 7) }, () => randomRule(random))
  if (random() < 0.15) rules.push(...endless())
  return { inputs, formulas, rules }
}

/** Events in its life; `now` is when. */
export function randomHappening(random: Random, now: number): Happening {
  const chance = random()
  if (chance < 0.3) return { kind: 'advance', ms: between(random, 0, 40) * 100 }
  if (chance < 0.4) return { kind: 'down', ms: between(random, 0, 70) * 100 }
  if (chance < 0.45) return { kind: 'down', ms: 0 }
  if (chance < 0.5) return { kind: 'redeploy' }
  if (chance < 0.54) return { kind: 'sleep', ms: pick(random, SLEEP_CHOICES) }
  const values: Record<string, number> = {}
  for (let left = between(random, 1, 4); left > 0; left--) {
    const symbol = pick(random, [...INPUTS, ...INPUTS, ...OWNED, ...INTERVALS, 'T1', 'D1', 'P1'])
    if (symbol === 'T1') values[symbol] = now + between(random, -30, 60) * 100
    else if (symbol === 'D1') values[symbol] = pick(random, GATE_CHOICES)
    else if (INTERVALS.includes(symbol)) values[symbol] = pick(random, INTERVAL_CHOICES)
    else values[symbol] = between(random, 0, 4)
  }
  return { kind: 'set', values }
}

export function sourceOf({ inputs, formulas, rules }: ReferenceModel): string {
  const lines = [...inputs].map(([symbol, value]) => `${symbol} = ${value}`)
  for (const [symbol, { text }] of formulas) lines.push(`${symbol} = ${text}`)
  rules.forEach((rule, i) => {
    const { kind, trigger, gate, backfill, max, writes, says } = rule
    const policy = backfill ? `BACKFILL${max === undefined ? '' : ` MAX ${max}`}` : 'SKIP MISSED'
    const wait =
      gate === undefined ? '' : ` ${gate.kind.toUpperCase()} ${gate.length.text}${maxOf(gate.max)}`
    const due = kind === 'when' ? 'BLANK' : 'SCHEDULED_AT'
    lines.push(
      `${kind.toUpperCase()} ${trigger.text}${kind === 'when' ? wait : ` ${policy}`} THEN`,
      ` log!fired(${i}, NOW(), ${due}, ${says.text})`,
      ...writes.map(({ target, value }) => ` ${target} = ${value.text}`),
      'END',
    )
  })
  return `${lines.join('\n')}\n`
}

function maxOf(max: number | undefined): string {
  return max === undefined ? '' : ` MAX ${max}`
}

function randomRule(random: Random): ReferenceRule {
  const known = [...INPUTS, ...FORMULAS, ...OWNED]
  const kind = pick(random, ['when', 'when', 'when', 'every', 'at'] as const)
  const backfill = random() < 0.6
  const says = remainder(random, known, 9)
  const writes = Array.from({ length: between(random, 1, 3) }, () => randomWrite(random, known))
  const common = { kind, backfill, says, writes }
  if (kind === 'when')
    return { ...common, trigger: condition(random, known), ...randomGate(random) }
  if (kind === 'at') return { ...common, trigger: cell(pick(random, TIMES)) }
  const fixed = pick(random, INTERVAL_CHOICES.slice(1))
  const trigger = random() < 0.5 ? constant(fixed) : cell(pick(random, INTERVALS))
  return backfill && random() < 0.4
    ? { ...common, trigger, max: between(random, 1, 4) }
    : { ...common, trigger }
}

function randomWrite(random: Random, known: readonly string[]): ReferenceRule['writes'][number] {
  const chance = random()
  if (chance < 0.05) return { target: 'C1', value: constant(pick(random, INTERVAL_CHOICES)) }
  if (chance < 0.1) {
    const later = between(random, -10, 30) * 100
    const value = {
      text: `T1 + ${later}`,
      reads: ['T1'],
      of: (read: ReadCell) => read('T1')! + later,
    }
    return { target: 'T2', value }
  }
  return { target: pick(random, OWNED), value: remainder(random, known, 3) }
}

function randomGate(random: Random): Pick<ReferenceRule, 'gate'> {
  const chance = random()
  if (chance < 0.4) return {}
  const length = random() < 0.5 ? cell('D1') : constant(pick(random, [0.7, 1, 2]))
  if (chance < 0.7) return { gate: { kind: 'throttle', length } }
  return {
    gate: { kind: 'debounce', length, ...(chance < 0.85 ? {} : { max: pick(random, [1, 2.5]) }) },
  }
}

/** Four rules that feed one another for ever once P1 is 1. */
function endless(): ReferenceRule[] {
  const rule = (from: string, is: number, target: string, value: number): ReferenceRule => ({
    kind: 'when',
    trigger: equals(from, is),
    backfill: false,
    writes: [{ target, value: constant(value) }],
    says: constant(is),
  })
  return [
    rule('P1', 1, 'Q1', 1),
    rule('Q1', 1, 'P1', 2),
    rule('P1', 2, 'Q1', 2),
    rule('Q1', 2, 'P1', 1),
  ]
}

// Expressions

type ReadCell = (symbol: string) => Cell

function cell(symbol: string): Expr {
  return { text: symbol, reads: [symbol], of: (read) => read(symbol) }
}

function constant(value: number): Expr {
  return { text: String(value), reads: [], of: () => value }
}

function equals(symbol: string, value: number): Expr {
  return {
    text: `${symbol} = ${value}`,
    reads: [symbol],
    of: (read) => Number((read(symbol) ?? 0) === value),
  }
}

/** Small and never below zero, so that values meet often. */
function remainder(random: Random, known: readonly string[], below: number): Expr {
  const [a, b, more] = [pick(random, known), pick(random, known), between(random, 0, 3)]
  return {
    text: `MOD(${a} + ${b} + ${more}, ${below})`,
    reads: [a, b],
    of: (read) => ((read(a) ?? 0) + (read(b) ?? 0) + more) % below,
  }
}

function sum(random: Random): Expr {
  const column = pick(random, ['A', 'B'])
  const reads = [1, 2, 3].map((row) => `${column}${row}`)
  return {
    text: `SUM(${column}1:${column}3)`,
    reads,
    of: (read) => reads.reduce((total, symbol) => total + (read(symbol) ?? 0), 0),
  }
}

function condition(random: Random, known: readonly string[]): Expr {
  const [a, b] = [pick(random, known), pick(random, known)]
  const k = between(random, 0, 3)
  const form = between(random, 0, 5)
  if (form === 0) return equals(a, k)
  if (form === 1) {
    // A division by zero is an error, which is not true.
    const of = (read: ReadCell) => ((read(a) ?? 0) === 0 ? Number.NaN : Number(6 / read(a)! > 2))
    return { text: `6 / ${a} > 2`, reads: [a], of }
  }
  if (form === 2) {
    const total = sum(random)
    return {
      text: `${total.text} > ${k + 1}`,
      reads: total.reads,
      of: (read) => Number(total.of(read)! > k + 1),
    }
  }
  if (form === 3) {
    return {
      text: `${a} > ${k} OR ${b} = 3`,
      reads: [a, b],
      of: (read) => Number((read(a) ?? 0) > k || read(b) === 3),
    }
  }
  return { text: `${a} > ${k}`, reads: [a], of: (read) => Number((read(a) ?? 0) > k) }
}
