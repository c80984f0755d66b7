// Questions to the parts beneath the functions: operators, coercions, tags, the elementary functions and
// the primitives, with every value that might matter.

import { operators } from '../../src/operators.ts'
import type { Value } from '../../src/values.ts'
import type { Question } from './machine.ts'
import { everything, numbers, texts } from './values.ts'

type Rows = readonly (readonly unknown[])[]

function ask(module: Question['module'], fns: readonly string[], rows: Rows): Question[] {
  return fns.flatMap((fn) => rows.map((args) => ({ module, fn, args })))
}

function pairs<A, B>(first: readonly A[], second: readonly B[]): [A, B][] {
  return first.flatMap((a) => second.map((b): [A, B] => [a, b]))
}

const alone = everything.map((value) => [value])
/** Some of each kind; all pairs of all would take a minute. */
const some: Value[] = everything.filter((_, i) => i % 5 === 0)

/** A few hundred numbers of every size, always the same. */
const spread = Array.from({ length: 240 }, (_, i) => {
  const turn = ((i * 2_654_435_761) % 2 ** 32) / 2 ** 32
  return (turn - 0.5) * 10 ** ((i % 40) - 20)
})
const odd = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
const lines = [...numbers, ...spread, ...odd]
const few = [...numbers.filter((_, i) => i % 3 === 0), ...spread.slice(0, 20), ...odd]
const above0 = [1e-10, 0.5, 1, 2.5, 30, 1e3]
const shares = [1e-12, 0.1, 0.5, 0.975, 1 - 1e-12]
const triples = pairs(pairs(above0, above0), shares).map(([[a, b], p]) => [p, a, b])

const ofOneNumber = [
  ...['acos', 'acot', 'asin', 'atan', 'cosh', 'coth', 'exp', 'expm1', 'sinh', 'tanh', 'acosh'],
  ...[
    'acoth',
    'asinh',
    'atanh',
    'log',
    'log1p',
    'log2',
    'log10',
    'cbrt',
    'cos',
    'cot',
    'sin',
    'tan',
  ],
]

const readings = [
  ...[
    '',
    '+',
    '-',
    '.',
    'e5',
    '1e',
    '1e+',
    '+.5e-3',
    '5.e2',
    '1.2.3',
    '1_0',
    ' 1',
    '１',
    '0x1f',
    'nan',
  ],
  ...[
    '9007199254740993',
    '0.1e-400',
    '1e999',
    `0.${'0'.repeat(400)}1`,
    `${'1234567890'.repeat(40)}.5`,
  ],
  ...['2.2250738585072011e-308', '1.7976931348623159e308', '4.9e-324', '2.4703282292062328e-324'],
]

const slices = [
  ...[
    [0, 0],
    [0, 1],
    [1, 3],
    [2, 100],
    [5, 2],
    [0, 1e9],
  ],
  ...[
    [-2, 100],
    [0, -1],
    [1.9, 3.9],
  ],
]
const finds = texts.flatMap((text) =>
  ['', 'a', 'ä', ' ', '👍', '%', 'é', text].flatMap((part) =>
    [0, 1, 5].map((from) => [text, part, from]),
  ),
)

export const questions: Record<string, Question[]> = {
  'an operator': ask('operators', Object.keys(operators), pairs(some, some)),
  'a sign or NOT': ask('operators', ['negate', 'not'], alone),
  'a coercion': ask('coerce', ['toNumber', 'toText', 'toLogical', 'toDatetime', 'describe'], alone),
  'a tag': ask(
    'tags',
    ['checkTag'],
    pairs(everything, ['number', 'integer', 'text', 'boolean', 'date', 'list', 'currency:EUR']),
  ),
  'an elementary function': [
    ...ask(
      'numeric/libm',
      ofOneNumber,
      pairs(lines, [undefined]).map(([x]) => [x]),
    ),
    ...ask('numeric/libm', ['pow', 'atan2', 'hypot', 'logToBase'], pairs(few, few)),
  ],
  'a special function': [
    ...ask(
      'numeric/special',
      ['erf', 'erfc', 'lnGamma', 'gamma'],
      few.map((x) => [x]),
    ),
    ...ask(
      'numeric/special',
      ['normalQuantile'],
      shares.map((p) => [p]),
    ),
    ...ask('numeric/special', ['beta', 'lnBeta', 'gammaP', 'gammaQ'], pairs(above0, above0)),
    ...ask('numeric/special', ['gammaPInverse', 'gammaQInverse'], pairs(shares, above0)),
    ...ask('numeric/special', ['betaI', 'betaQ', 'betaIInverse'], triples),
  ],
  'a primitive of texts': [
    ...ask(
      'primitives',
      ['textLength', 'codePoints', 'textTrim'],
      texts.map((text) => [text]),
    ),
    ...ask('primitives', ['textSplit', 'compareCodePoints'], pairs(texts, texts)),
    ...ask(
      'primitives',
      ['textSlice'],
      texts.flatMap((text) => slices.map((s) => [text, ...s])),
    ),
    ...ask('primitives', ['textFind'], finds),
    ...ask(
      'primitives',
      ['textReplaceAll'],
      finds.map(([text, part]) => [text, part, '→']),
    ),
    ...ask('primitives', ['repeatText'], pairs(texts, [0, 1, 3])),
    ...ask(
      'primitives',
      ['fromCodePoints'],
      [[[]], [[65, 0x7f, 0x80, 0x7ff, 0x800, 0xffff, 0x10000]]],
    ),
  ],
  'a primitive of numbers': [
    ...ask(
      'primitives',
      ['shortestNumber'],
      lines.map((x) => [x]),
    ),
    ...ask('primitives', ['decimalDigits'], pairs([...numbers, ...spread], [1, 3, 15, 17])),
    ...ask(
      'primitives',
      ['parseDecimal'],
      [...texts, ...readings].map((text) => [text]),
    ),
  ],
  'a primitive of lists': ask(
    'primitives',
    ['argCount'],
    [
      [[]],
      [[1, undefined, 3]],
      [[undefined, undefined, 'x', undefined]],
      [[undefined]],
      [Array.from({ length: 40 }, (_, i) => (i % 7 === 6 ? i : undefined))],
    ],
  ),
}
