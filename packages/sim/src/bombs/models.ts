// Models that ask for more work or memory than a stranger may have: by their text, their computation, their size,
// their rules, or requests. Each must end in a refusal with a code, or run within its budget, and leave other models
// alone.

export interface BombModel {
  readonly name: string
  /** Made when it is thrown: some are megabytes. */
  source(): string
  /** Values that a writer sets once it is deployed. */
  readonly set?: Readonly<Record<string, unknown>>
  /** Cells that a reader asks for; `A1` if left out. */
  readonly symbols?: readonly string[]
  /** Subscriptions of one reader, over one socket; one to `symbols` if left out. */
  readonly subscriptions?: readonly (readonly string[])[]
  /** How often it is deployed, under names of its own. */
  readonly times?: number
}

const lines = (count: number, line: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => `${line(i)}\n`).join('')

const text = (name: string, source: () => string): BombModel => ({ name, source })
const computes = (name: string, source: string): BombModel => ({ name, source: () => source })

/** Long or twisted texts. */
const texts: readonly BombModel[] = [
  text('7 MB of names', () => lines(350_000, (i) => `name_${i} = ${i}`)),
  text('7 MB of names that read names', () => lines(200_000, (i) => `a${i}x = other_${i} + 1`)),
  text('names that are nearly known', () => lines(60_000, (i) => `known_${i} = knwon_${i}`)),
  text('a chain of names', () => `n_0 = 1\n${lines(150_000, (i) => `n_${i + 1} = n_${i} + 1`)}`),
  text('3 MB of templates', () =>
    lines(40_000, (i) => `A${i + 1} = \`a {B${i + 1}} b {C${i + 1} + n_${i}} c {D1}\``),
  ),
  text('a template of many parts', () => `A1 = \`${'{B1}'.repeat(200_000)}\`\n`),
  text('templates in templates', () =>
    lines(2_000, (i) => `A${i + 1} = ${'`x{'.repeat(30)}B${i + 1}${'}`'.repeat(30)}`),
  ),
  text('rectangles over each other', () =>
    lines(60_000, (i) => `A${i + 1}:C${i + 1} = B${i + 10}:D${i + 1_000}`),
  ),
  text('a graph of ranges', () =>
    lines(20_000, (i) => `A${i + 1} = SUM(B1:B${i + 1}) + SUM(A${i + 2}:A${i + 500})`),
  ),
  text('100,000 rules', () => lines(100_000, (i) => `WHEN A${i + 1} > 1 THEN B${i + 1} = 1; END`)),
  text('rules over one range', () =>
    lines(20_000, (i) => `WHEN SUM(A1:A100000) > ${i} THEN C${i + 1} = 1; END`),
  ),
  text('formulas of 60 levels', () =>
    lines(20_000, (i) => `A${i + 1} = ${'SUM('.repeat(60)}n_${i}${')'.repeat(60)}`),
  ),
  text('formulas too deep', () => `A1 = ${'('.repeat(1_000_000)}1${')'.repeat(1_000_000)}\n`),
  text('a sum as long as a file', () => `A1 = 1${' + 1'.repeat(1_500_000)}\n`),
  text('unclosed brackets', () => lines(200_000, (i) => `A${i + 1} = SUM((B1`)),
  text('unclosed texts', () => lines(300_000, (i) => `A${i + 1} = "`)),
  text(
    'an object of 60,000 fields',
    () => `A1 = { ${lines(60_000, (i) => `"k${i}": ${i},`)} "z": 1 }`,
  ),
  text('objects in objects', () =>
    lines(3_000, (i) => `n_${i} = ${'{ "a": '.repeat(90)}${i}${' }'.repeat(90)}`),
  ),
  text('a list of a million', () => `A1 = [${'1,'.repeat(999_999)}1]\n`),
  text('lists of lists', () => `a = ${'['.repeat(100)}1${']'.repeat(100)}\n`),
  text('ten thousand sheets', () => lines(10_000, (i) => `S${i}!A1 = ${i}`)),
  text('external calls in each other', () =>
    lines(2_000, (i) => `A${i + 1} = ${'HTTP_JSON('.repeat(20)}B1${')'.repeat(20)}`),
  ),
  text('one cell assigned 200,000 times', () => lines(200_000, (i) => `A1 = ${i}`)),
  text('one cell added to 50,000 times', () => `A1 = 0\n${lines(50_000, (i) => `A1 += ${i}`)}`),
  text('comments alone', () => lines(600_000, () => '# nothing')),
  text('empty lines alone', () => '\n'.repeat(8_000_000)),
  text('a cycle of 200,000', () => lines(200_000, (i) => `n_${i} = n_${(i + 1) % 200_000}`)),
  text('names that differ by case', () => lines(100_000, (i) => `Name${i} = 1\nname${i} = 2`)),
  text(
    'bindings that read each other',
    () =>
      `A1 = LET(${lines(1_000, (i) => `a${i}, ${i === 0 ? '1' : `a${i - 1} + a${i - 1}`},`)} a999)\n`,
  ),
]

/** Long computations. */
const long: readonly BombModel[] = [
  text(
    'COUNTIF over everything in every row',
    () =>
      `A1:A50000 = ROW_INDEX\n${lines(50_000, (i) => `B${i + 1} = COUNTIF(A$1:A$50000, "<" & A${i + 1})`)}`,
  ),
  text(
    'SUMPRODUCT over everything in every row',
    () =>
      `A1:A20000 = ROW_INDEX\n${lines(20_000, (i) => `B${i + 1} = SUMPRODUCT(A$1:A$20000 * A${i + 1})`)}`,
  ),
  computes('a rectangle of sums', 'A1:A1000 = ROW_INDEX\nB1:Z1000 = SUM(SORT(A1:A1000))\n'),
  computes(
    'sorted again and again',
    lines(500, (i) => `n_${i} = SUM(SORT(RANDARRAY(100000)))`),
  ),
  text(
    'lookups with wildcards',
    () =>
      `A1:A20000 = "k" & ROW_INDEX\n${lines(5_000, (i) => `B${i + 1} = XLOOKUP("*" & ${i}, A$1:A$20000, A$1:A$20000, 0, 2)`)}`,
  ),
  text('a thousand bombs', () =>
    lines(1_000, (i) => `n_${i} = SUM(MAP(SEQUENCE(100000), (x) => x * ${i}))`),
  ),
  computes(
    'lambdas that call themselves',
    'f = (g, n) => IF(n = 0, 0, g(g, n - 1) + g(g, n - 1))\nA1 = f(f, 60)\n',
  ),
  computes('reduce that grows', 'A1 = ROWS(REDUCE(0, SEQUENCE(20000), (a, x) => VSTACK(a, x)))\n'),
  computes('a matrix turned', 'A1 = SUM(MINVERSE(RANDARRAY(600, 600)))\n'),
  computes(
    'what changes each time',
    lines(2_000, (i) => `n_${i} = SUM(RANDARRAY(20000)) + RAND()`),
  ),
  {
    name: 'a set that reaches all',
    source: () => `A1 = 1\n${lines(100_000, (i) => `B${i + 1} = A$1 * ${i} + SUM(A$1:A$3)`)}`,
    set: { A1: 2 },
    symbols: ['B1', 'B50000'],
  },
  {
    name: 'a set of a long chain',
    source: () => `A1 = 1\n${lines(200_000, (i) => `A${i + 2} = A${i + 1} + 1`)}`,
    set: { A1: 2 },
    symbols: ['A200001'],
  },
  {
    name: 'a set that makes each row count all',
    source: () =>
      `n = 1\nA1:A10000 = ROW_INDEX * n\n${lines(10_000, (i) => `B${i + 1} = SUM(FILTER(A$1:A$10000, A$1:A$10000 > A${i + 1}))`)}`,
    set: { n: 2 },
    symbols: ['B1'],
  },
  {
    name: 'a set that becomes a bomb',
    source: () => 'n = 1\nbomb = SUM(LEN(TEXT(SEQUENCE(n), "#,##0.000")))\n',
    set: { n: 1_000_000 },
    symbols: ['bomb'],
  },
]

/** Large values. */
const large: readonly BombModel[] = [
  {
    name: 'names that hold a million each',
    source: () => lines(20, (i) => `n_${i} = SEQUENCE(1000, 1000)`),
    symbols: ['n_0', 'n_19'],
    times: 10,
  },
  { name: 'a million spilled', source: () => 'A1 = SEQUENCE(1000, 1000)\n', times: 4 },
  computes(
    'columns of long texts',
    'A1:A1000000 = REPT("x", 1000) & ROW_INDEX\nB1:B1000000 = A1:A1000000 & "y"\n',
  ),
  computes('cells of the longest texts', 'A1:A1000 = REPT("x", 1000000) & ROW_INDEX\n'),
  computes('one long text in many cells', 'B1 = REPT("x", 1000000)\nA1:A10000 = B1\n'),
  text('texts that double', () => `n_0 = "x"\n${lines(40, (i) => `n_${i + 1} = n_${i} & n_${i}`)}`),
  computes(
    'objects that hold objects',
    `n_0 = { "a": 1 }\n${lines(60, (i) => `n_${i + 1} = { "a": n_${i}, "b": n_${i} }`)}`,
  ),
  computes(
    'lists that hold lists',
    `n_0 = SEQUENCE(100)\n${lines(20, (i) => `n_${i + 1} = VSTACK(n_${i}, n_${i})`)}`,
  ),
  computes('two million cells', 'A1:A1000000 = 1\nB1:B999999 = A1\n'),
  computes('text in every cell', 'A1:J100000 = "row " & ROW_INDEX & " of many"\n'),
  text('cells far apart', () =>
    lines(100_000, (i) => `S${i % 100}!A${((i * 7_919) % 1_000_000) + 1} = ${i}`),
  ),
]

/** Runaway rules. */
const rules: readonly BombModel[] = [
  {
    name: 'a rule that writes a million',
    source: () => 'A1 = 0\nWHEN A1 > 0 THEN\n  B1:B1000000 = ROW_INDEX\nEND\n',
    set: { A1: 1 },
    symbols: ['B1'],
  },
  {
    name: 'a rule that writes long texts',
    source: () => 'A1 = 0\nWHEN A1 > 0 THEN\n  B1:B20 = REPT("x", 1000000)\nEND\n',
    set: { A1: 1 },
    symbols: ['B1'],
  },
  computes('every millisecond', 'EVERY 1ms SKIP MISSED THEN\n  A1 = A1 + 1\nEND\n'),
  computes('every millisecond, all of them', 'EVERY 1ms BACKFILL THEN\n  A1 = A1 + 1\nEND\n'),
  text('a thousand of every second', () =>
    lines(1_000, (i) => `EVERY 1s SKIP MISSED THEN A${i + 1} = A${i + 1} + 1; END`),
  ),
  computes(
    'a log that holds itself',
    'EVERY 10ms SKIP MISSED THEN\n  log = { prev: log, again: log }\nEND\n',
  ),
  {
    name: 'a rule that feeds itself',
    source: () => 'A1 = 0\nWHEN MOD(A1, 2) = 1 THEN\n  A1 = A1 + 2\n  B1 = SEQUENCE(100000)\nEND\n',
    set: { A1: 1 },
  },
  {
    name: '4,100 rules at once',
    source: () => `A1 = 0\n${lines(4_100, (i) => `WHEN A$1 > ${i / 5_000} THEN t!e(${i}); END`)}`,
    set: { A1: 1 },
  },
  computes(
    'a rule that computes long',
    'EVERY 100ms SKIP MISSED THEN\n  A1 = SUM(SORT(RANDARRAY(200000)))\nEND\n',
  ),
]

/** Large requests. */
const asked: readonly BombModel[] = [
  {
    name: 'one rectangle named 100 times',
    source: () => 'A1:H5000 = ROW_INDEX\n',
    symbols: new Array<string>(100).fill('A1:H5000'),
    subscriptions: [new Array<string>(100).fill('A1:H5000')],
  },
  {
    name: 'rectangles that are nearly the same',
    source: () => 'A1:H5000 = ROW_INDEX\n',
    symbols: Array.from({ length: 200 }, (_, i) => `A1:H${5_000 - i}`),
    subscriptions: [Array.from({ length: 200 }, (_, i) => `A1:H${5_000 - i}`)],
  },
  {
    name: '200 subscriptions of 40,000 cells',
    source: () => 'A1:H5200 = ROW_INDEX\n',
    subscriptions: Array.from({ length: 200 }, (_, i) => [`A1:H${5_200 - i}`]),
  },
  {
    name: 'long texts that are watched',
    source: () => 'A1:A200 = REPT("x", 1000000)\n',
    symbols: ['A1:A200'],
    subscriptions: Array.from({ length: 20 }, (_, i) => [`A1:A${200 - i}`]),
  },
  {
    name: 'arrays that are read whole',
    source: () => lines(50, (i) => `n_${i} = SEQUENCE(1000, 100)`),
    symbols: Array.from({ length: 50 }, (_, i) => `n_${i}`),
    subscriptions: [Array.from({ length: 50 }, (_, i) => `n_${i}`)],
  },
]

export const bombModels: readonly BombModel[] = [...texts, ...long, ...large, ...rules, ...asked]
