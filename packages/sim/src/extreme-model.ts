// Random models that go to the ends of everything: numbers, lengths, depths, sizes, names, gates and schedules, with
// rules that write, publish and grow without end. Most of each model is ordinary, so that extremes have something to
// act on. The same chance makes the same model.

import { between, pick } from '@cellwake/store/testing'

type Random = () => number

/** Inputs that no rule and no formula owns: a value set there must stay. */
export const INPUTS = ['A1', 'A2', 'A3', 'A4', 'probe'] as const

export interface ExtremeModel {
  readonly source: string
  /** Whether schedules are rare enough for years to pass. */
  readonly isSlow: boolean
}

const NUMBERS = [
  ...['0', '1', '-1', '2', '0.5', '1e-306', '1e306', '-1e306', '1e15', '9007199254740993', '1e21'],
  ...['8.64e15', '253402300799999', '3155760000', '3155760001', '4294967296', '1 / 3', '0.0001'],
]

/** Mostly little; now and then as much as there may be, and one more. */
function size(random: Random): number {
  const chance = random()
  if (chance < 0.9) return between(random, 0, 50)
  if (chance < 0.99) return between(random, 200, 5_000)
  return pick(random, [65_536, 100_000, 1_000_000, 1_048_576, 1_048_577, 2_000_000])
}

const LENGTHS = [1, 2, 30, 254, 255, 255, 254]
const TOO_LONG = [256, 512, 600, 5_000]

export function name(random: Random): string {
  if (random() < 0.1) {
    return pick(random, ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])
  }
  const length = random() < 0.02 ? pick(random, TOO_LONG) : pick(random, LENGTHS)
  const letter = pick(random, ['n', 'é', 'Ω', '名', '𝒜'])
  return letter.repeat(Math.max(1, Math.floor(length / letter.length)))
}

function number(random: Random): string {
  return random() < 0.5 ? String(between(random, -3, 10)) : pick(random, NUMBERS)
}

const CELLS = ['A1', 'A2', 'A3', 'A4', 'B1', 'B2', 'C1', 'log', 'C1:C9', 'SUM(B1:B30)']
const READS = [...CELLS, 'F1', 'F2']

function key(random: Random): string {
  return JSON.stringify(
    random() < 0.2
      ? pick(random, ['__proto__', 'constructor', 'prototype', '', '\n', 'a b'])
      : pick(random, ['a', 'b', 'prev', 'x'.repeat(between(random, 1, 300))]),
  )
}

/** Anything, so many levels deep at most. */
export function expression(random: Random, levels = 3, reads = READS): string {
  const inner = () => expression(random, levels - 1, reads)
  const plain = [
    () => number(random),
    () => pick(random, reads),
    () => pick(random, reads),
    () => pick(random, ['"x"', '""', 'TRUE', 'BLANK', '#N/A', 'NOW()', '5min', '#DIV/0!']),
  ]
  const deep = [
    () => `${inner()} ${pick(random, ['+', '*', '-', '/', '^', '&', '=', '>'])} ${inner()}`,
    () => `REPT("x", ${size(random)})`,
    () => `SEQUENCE(${Math.min(size(random), 100_000)})`,
    () => `REPT(${inner()}, ${between(random, 0, 40)})`,
    () => `{ ${key(random)}: ${inner()}, z: ${inner()} }`,
    () => `[${inner()}, ${inner()}]`,
    () => `{ prev: log }`,
    () => `IF(${inner()}, ${inner()}, ${inner()})`,
    () => `REDUCE(1, SEQUENCE(${between(random, 1, 150)}), LAMBDA(acc, i, { p: acc }))`,
    // The last is as large as a value can be asked to be, and takes a while to refuse.
    () => `REDUCE(1, SEQUENCE(${pick(random, [3, 3, 5, 8, 60])}), LAMBDA(acc, i, [acc, acc]))`,
    () => `MAKEARRAY(${between(random, 1, 20)}, 2, LAMBDA(r, c, ${inner()}))`,
    () => `LAMBDA(x, x + 1)`,
    () => `(${inner()}) DEFAULT ${inner()}`,
  ]
  return pick(random, levels <= 0 || random() < 0.35 ? plain : deep)()
}

function condition(random: Random): string {
  return pick(random, [
    () => `${pick(random, READS.slice(0, 6))} > ${number(random)}`,
    () => `${pick(random, READS.slice(0, 6))} > 0`,
    () => `A1 > 0`,
    () => `A1 + A2 <> 0`,
    () => `ISERROR(${expression(random, 1)})`,
    () => `LEN(log) > 3`,
  ])()
}

function gate(random: Random): string {
  if (random() < 0.5) return ''
  const length = () => pick(random, [number(random), 'A3', '1s', '0.5', '36500d', '36526d'])
  const max = random() < 0.4 ? ` MAX ${length()}` : ''
  return random() < 0.5 ? ` THROTTLE ${length()}` : ` DEBOUNCE ${length()}${max}`
}

function target(random: Random): string {
  return pick(random, [
    () => pick(random, ['B1', 'B2', 'C1', 'log', 'D1']),
    () => pick(random, ['B1', 'B2', 'C1', 'log', 'D1']),
    () => name(random),
    () => `C1:C${between(random, 2, 30)}`,
    () => `G1:${pick(random, ['H', 'Z'])}${between(random, 2, 20)}`,
    () => (random() < 0.02 ? `G1:H${between(random, 100, 5_000)}` : 'D2'),
    () => `'${name(random).slice(0, 200)} s'!B2`,
  ])()
}

function action(random: Random): string {
  const value = () => expression(random)
  const topic = () => (random() < 0.3 ? name(random) : 'log')
  const event = () => (random() < 0.1 ? name(random) : 'go')
  if (random() < 0.3) return ` ${topic()}!${event()}(${value()}, ${value()})\n`
  return ` ${target(random)} = ${value()}\n`
}

/** Rules whose values would grow for ever. */
const GROWING = [
  ' log = { prev: log }\n',
  ' log = [log, 1]\n',
  ' log = log & log & "x"\n',
  ' B1 = B1 * 1e30 + 1\n',
  ' log!grown(log)\n log = { a: log, b: 1 }\n',
]

function body(random: Random): string {
  const actions = Array.from({ length: between(random, 1, 4) }, () => action(random))
  if (random() < 0.25) actions.push(pick(random, GROWING))
  return actions.join('')
}

/** None so short that a minute of it takes an hour. */
const INTERVALS = [
  ...['1s', '2s', '1min', 'P1M', 'MAX(A3, 1000)', 'cron"* * * * *"', 'P200Y'],
  ...['A4 - A4', '0 - ABS(A4)', 'A4 & "x"', '1e306', '8.64e15', '1e21', '3155760000000'],
]

/** A rule, and whether it comes often. */
function rule(random: Random): { readonly text: string; readonly isOften: boolean } {
  const chance = random()
  const policy = pick(random, ['SKIP MISSED', 'BACKFILL', 'BACKFILL MAX 3', 'BACKFILL MAX A4'])
  if (chance < 0.55) {
    return {
      text: `WHEN ${condition(random)}${gate(random)} THEN\n${body(random)}END\n`,
      isOften: false,
    }
  }
  if (chance < 0.8) {
    const interval = pick(random, INTERVALS)
    return { text: `EVERY ${interval} ${policy} THEN\n${body(random)}END\n`, isOften: true }
  }
  const time = pick(random, [
    ...['dt"2026-01-01T00:00:05Z"', 'dt"9999-12-31T23:59:59Z"', 'A2', 'A2 * 1e12'],
    ...['dt"2026-01-01T00:00:10Z"', number(random)],
  ])
  const once = pick(random, ['SKIP MISSED', 'BACKFILL'])
  return { text: `AT ${time} ${once} THEN\n${body(random)}END\n`, isOften: false }
}

/** Thousands of rules that rise together. */
function crowd(random: Random): string {
  const each = pick(random, [' log!go(1)\n', ' log!go(1)\n log!go(2)\n', ' D9 = 1\n'])
  return `WHEN A4 > 0 THEN\n${each}END\n`.repeat(pick(random, [2_000, 4_096, 4_097, 5_000]))
}

export function extremeModel(random: Random): ExtremeModel {
  const rules = Array.from({ length: between(random, 1, 6) }, () => rule(random))
  const lines = [
    ...INPUTS.map((input) => `${input} = ${input === 'probe' ? '0' : number(random)}\n`),
    `F1 = ${expression(random, 3, CELLS)}\n`,
    `F2 ${pick(random, ['=', '?=', '~='])} ${expression(random, 3, CELLS)}\n`,
    ...(random() < 0.2 ? [`${name(random)} = ${expression(random, 3, CELLS)}\n`] : []),
    ...rules.map(({ text }) => text),
    ...(random() < 0.004 ? [crowd(random)] : []),
  ]
  return { source: lines.join(''), isSlow: !rules.some(({ isOften }) => isOften) }
}

/** A value for an input, as a caller gives it. */
export function extremeValue(random: Random): unknown {
  const nested = (levels: number, wrap: (inner: unknown) => unknown) => {
    let value: unknown = 1
    for (let i = 0; i < levels; i++) value = wrap(value)
    return value
  }
  return pick(random, [
    () => between(random, -3, 10),
    () => between(random, 0, 3),
    () =>
      Number(
        pick(
          random,
          NUMBERS.filter((text) => !text.includes('/')),
        ),
      ),
    () => pick<unknown>(random, [null, true, '', 'x', Number.NaN, Number.POSITIVE_INFINITY]),
    () => 'x'.repeat(size(random)),
    () => '\u0000\ud800\u2028',
    () => nested(between(random, 1, 150), (inner) => ({ p: inner })),
    () => nested(between(random, 1, 150), (inner) => [inner, 1]),
    () => JSON.parse(`{ ${JSON.stringify(pick(random, ['__proto__', 'constructor', 'k']))}: 1 }`),
    () => Array.from({ length: Math.min(size(random), 5_000) }, (_, i) => i),
    () => ({ expr: expression(random, 2) }),
    () => ({ expr: pick(random, ['1e306', '5min', 'dt"2026-01-01T00:00:07Z"', '{ a: [1, 2] }']) }),
  ])()
}
