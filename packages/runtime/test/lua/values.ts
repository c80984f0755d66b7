// Values at which languages part: edges of numbers, texts of every width, white space, dates about a
// change of clocks, errors and arrays of everything.

import type { ArgumentKind } from '@cellwake/language'
import { join, multiply, operators } from '../../src/operators.ts'
import {
  arrayOf,
  BLANK,
  datetime,
  durationOf,
  errorOf,
  type Lambda,
  listOf,
  objectOf,
  PENDING,
  schedule,
  type Value,
} from '../../src/values.ts'

export const numbers: number[] = [
  ...[0, -0, 1, -1, 2, 3, 7, 12, 100, 255, 1000, -40, 0.5, 1.5, 2.5, -2.5, 0.1 + 0.2, 1 / 3],
  ...[0.49999999999999994, 0.9999999999999999, 1.005, 2 ** -25, 1e-7, 1e-300, 5e-324],
  ...[
    45_000.75,
    46_109,
    2_958_465,
    2 ** 31,
    2 ** 53,
    1 - 2 ** 53,
    1e15,
    1e16,
    123_456_789_012_345_680,
  ],
  ...[1e21, -1e21, 1e100, 1e300, 1.7976931348623157e308],
]

export const texts: string[] = [
  ...['', 'a', 'Z', 'abc', 'one two  three', 'x'.repeat(40), 'é'.repeat(40), '€uro'.repeat(9)],
  ...['Äpfel', 'straße', 'ǅ', 'İstanbul', 'ﬁn', 'ΣΑΣ', 'falſe', 'e\u0301', '日本語テキスト'],
  ...[
    '👍🏽 ok',
    '𝒳y𝒵',
    '\u{10ffff}',
    '\ufffd\uffff',
    '\u00a05\u3000',
    '\ufeff7',
    '\t8\n',
    '\0',
    ' ',
  ],
  ...[
    '12',
    ' 1,234.5 ',
    '50%',
    '-1.5e3',
    '1e400',
    '.5',
    '5.',
    '0x10',
    '1,23',
    'TRUE',
    'true',
    'inf',
  ],
  ...[
    '2026-03-29',
    '2026-03-29T02:30:00',
    '29 March 2026 2:30 pm',
    '1/2/2026',
    '24:00',
    'P1M2DT3H',
  ],
  ...[
    'a*',
    '?b~*',
    '>=5',
    '<>ä',
    '[A-Zä]+',
    '(a|b)*c',
    '\\d{2,3}',
    '#,##0.00',
    '0.0E+00',
    'yyyy-mm-dd',
  ],
  ...[
    '{"a":[1,{"b":null}],"ä":"\\u00e9"}',
    'a.b[0]',
    '3+4i',
    '-i',
    'XIV',
    'ff',
    'km',
    'Europe/Berlin',
  ],
  ...['0 9 * * 1-5', 'a,b;c', 'h t t p://x?ü=1&y', '<r><a>1</a></r>', 'm', 'D'],
]

const moments = [
  0, 1_774_746_000_000, 1_774_745_999_999, 1_774_700_000_000, -2_208_988_800_000, 8.64e15,
]

export const times: Value[] = [
  ...moments.map(datetime),
  ...[
    durationOf(0, 0, 0),
    durationOf(14, -3, 5_400_500),
    durationOf(0, 1, -1),
    durationOf(0, 0, 1e16),
    durationOf(0, 0, 1e25),
  ],
  schedule('0 9 * * 1-5'),
]

const refused = errorOf('DIV/0!', 'a division by zero')
const unnamed = errorOf('NAME?', 'nobody knows “ä”')

export const arrays: Value[] = [
  listOf([]),
  listOf([1, 2, 3]),
  arrayOf(3, 1, [3, 1, 2]),
  arrayOf(2, 2, [1, 2, 3, 4]),
  arrayOf(2, 3, ['b', 'Ä', 'a', '👍', 'ß', 'B']),
  arrayOf(3, 2, ['x', 1, 'y', 2, 'X', 3]),
  listOf([1, BLANK, 'a', true, refused]),
  listOf([BLANK, '', false, 0, -0]),
  arrayOf(1, 1, [5]),
  arrayOf(4, 1, [0.1, 0.2, 0.30000000000000004, 1e16]),
  arrayOf(2, 2, [datetime(0), durationOf(0, 1, 0), PENDING, 'é']),
]

const objects: Value[] = [
  objectOf([], []),
  objectOf(['name', 'Größe'], ['Ada', 1.5]),
  objectOf(['b', 'a', 'list'], [BLANK, objectOf(['c'], [true]), listOf([1, 'zwei'])]),
]

const reference: Value = { k: 10, sheet: 0, column: 2, row: 3, lastColumn: 4, lastRow: 9 }

/** The same as in driver.lua, where a formula would have its own. */
export function standIn(arity: number): Lambda {
  const calls: Lambda['call'][] = [
    () => 7,
    (args) => multiply(args[0]!, 2),
    (args) => operators['+']!(args[0]!, args[1]!),
    (args) => join(args[0]!, args[2]!),
  ]
  return { k: 9, arity, call: calls[arity] ?? calls[0]! }
}

export const others: Value[] = [
  true,
  false,
  BLANK,
  refused,
  unnamed,
  PENDING,
  ...objects,
  reference,
]

export const everything: Value[] = [...numbers, ...texts, ...times, ...arrays, ...others]

/** Two thirds of the kind that is asked for, the rest anything. */
export function candidates(kind: ArgumentKind): Value[] {
  if (kind === 'number') return numbers
  if (kind === 'text') return texts
  if (kind === 'logical') return [true, false, 0, 1, 'true', 'FALSE', BLANK]
  if (kind === 'datetime') return [...times, 46_109, '2026-03-29', 45_000.75]
  if (kind === 'duration') return [...times, 1.5, 'P1M2DT3H']
  if (kind === 'array') return [...arrays, ...arrays, 5, 'ä', BLANK]
  if (kind === 'object') return objects
  if (kind === 'lambda') return [0, 1, 2, 3].map(standIn)
  return kind === 'reference' ? [reference] : everything
}
