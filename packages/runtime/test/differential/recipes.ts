// Arguments for functions whose parameters depend on each other, or have a language of their own:
// lookups, databases, criteria, numerals, complex numbers, units, formats.

import type { Argument, Cell } from './argument.ts'
import type { Chance } from './chance.ts'
import { dateRecipes } from './date-recipes.ts'
import { financeRecipes } from './finance-recipes.ts'
import { number, text, value } from './makers.ts'
import { numeralRecipes } from './numeral-recipes.ts'
import { column, each, matrix, type Recipe, sorted, type Table } from './recipe.ts'
import { statisticsRecipes } from './statistics-recipes.ts'

const words = ['apple', 'pear', 'fig', 'Apple', 'plum', 'kiwi']

const criterion = (chance: Chance): Cell =>
  chance.pick<Cell>([
    ...[3, 0, '>3', '<=2', '<>4', '=5', 'apple', 'a*', '?ear', '<>fig', '>=-1', '*', 'PEAR', '>b'],
  ])

const mixed = (chance: Chance): Cell =>
  chance.percent(45)
    ? chance.whole(-3, 8)
    : chance.pick<Cell>([...words, ...words, true, null, '5', ''])

/** Pairs of a range and a criterion, after what is summed up, if anything. */
function conditional(first: boolean, ranges: number): Recipe {
  return (chance) => {
    const height = chance.whole(2, 7)
    const args: Argument[] = first ? [column(chance, height, () => chance.decimal(-9, 9, 1))] : []
    for (let i = 0; i < chance.whole(1, ranges); i++)
      args.push(
        column(chance, height, () => mixed(chance)),
        criterion(chance),
      )
    return args
  }
}

const database: Recipe = (chance) => {
  const rows = chance.many(chance.whole(2, 6), () => [
    chance.pick(words),
    chance.whole(1, 9),
    chance.percent(15) ? chance.pick<Cell>([null, 'none']) : chance.decimal(1, 90, 1),
  ])
  const criteria = chance.pick<Table>([
    [['tree'], ['apple']],
    [['age'], ['>4']],
    [
      ['tree', 'age'],
      ['pear', '<8'],
    ],
    [['tree'], ['apple'], ['fig']],
    [['age'], [chance.whole(1, 9)]],
    [['yield'], ['>=30']],
    [['tree'], ['=kiwi']],
  ])
  return [[['tree', 'age', 'yield'], ...rows], chance.pick<Cell>(['yield', 'age', 3, 2]), criteria]
}

function lookupIn(across: boolean): Recipe {
  return (chance) => {
    const near = chance.percent(50)
    const keys = near
      ? sorted(chance, chance.whole(2, 6))
      : chance.many(4, () => chance.pick(words))
    const lines = [
      keys,
      chance.many(keys.length, () => text(chance)),
      keys.map(() => number(chance)),
    ]
    const table = across ? lines : keys.map((_, i) => lines.map((line) => line[i]!))
    const wanted = near ? chance.whole(-22, 42) : chance.pick([...words, 'none', 'a*', 'PLUM'])
    const place = chance.percent(8) ? chance.pick([0, 4, -1]) : chance.whole(1, 3)
    return near && chance.percent(50) ? [wanted, table, place] : [wanted, table, place, near]
  }
}

const oneOrSome = (chance: Chance, one: () => Cell): Argument =>
  chance.percent(60) ? one() : [chance.many(chance.whole(2, 4), one)]

const table = (chance: Chance, one: () => Cell): Table =>
  chance.many(chance.whole(1, 4), () => [one(), one(), one()])

const logicals: Recipe = (chance) =>
  chance.many(chance.whole(1, 3), () =>
    oneOrSome(chance, () => chance.pick<Cell>([true, false, 0, 1, 2.5, true, false])),
  )

const anything: Recipe = (chance) => [
  chance.pick<Cell>([
    number(chance),
    text(chance),
    true,
    null,
    { error: 'N/A' },
    { error: 'NUM!' },
  ]),
]

const failing: Recipe = (chance) => [...anything(chance), chance.pick<Cell>(['other', 7, false])]

const places: Recipe = (chance) => {
  const rows = chance.many(chance.whole(2, 4), () => chance.many(3, () => chance.whole(0, 99)))
  return [rows, chance.whole(-3, 4), ...(chance.percent(50) ? [chance.whole(-2, 4)] : [])]
}

export const recipes: Readonly<Record<string, Recipe>> = {
  ...numeralRecipes,
  ...statisticsRecipes,
  ...financeRecipes,
  ...dateRecipes,
  ...each('SUMIFS AVERAGEIFS MAXIFS MINIFS', conditional(true, 2)),
  COUNTIFS: conditional(false, 2),
  COUNTIF: conditional(false, 1),
  ...each('SUMIF AVERAGEIF', (chance) => {
    const height = chance.whole(2, 7)
    const range = column(chance, height, () => mixed(chance))
    const summed = column(chance, height, () => chance.decimal(-9, 9, 1))
    return chance.percent(30) ? [range, criterion(chance)] : [range, criterion(chance), summed]
  }),
  ...each(
    'DAVERAGE DCOUNT DCOUNTA DGET DMAX DMIN DPRODUCT DSTDEV DSTDEVP DSUM DVAR DVARP',
    database,
  ),
  HLOOKUP: lookupIn(true),
  VLOOKUP: lookupIn(false),
  LOOKUP: (chance) => {
    const keys = sorted(chance, chance.whole(2, 6))
    const wanted = chance.whole(-22, 42)
    const results = [keys.map(() => text(chance))]
    return chance.percent(40) ? [wanted, [keys]] : [wanted, [keys], results]
  },
  MATCH: (chance) => {
    const type = chance.pick([0, 1, -1, 0])
    const keys = sorted(chance, chance.whole(2, 6))
    if (type === -1) keys.reverse()
    if (type === 0 && chance.percent(40))
      return [chance.pick([...words, 'f?g', '*r']), column(chance, 5, () => chance.pick(words)), 0]
    const wanted = chance.percent(50) ? chance.pick(keys) : chance.whole(-22, 42)
    return [wanted, chance.percent(50) ? [keys] : keys.map((key) => [key]), type]
  },
  XLOOKUP: (chance) => {
    const keys = sorted(chance, 5)
    const wanted = chance.percent(50) ? chance.pick(keys) : chance.whole(-22, 42)
    const results = keys.map(() => [text(chance)])
    const more = [chance.pick<Cell>(['none', 0]), chance.pick([0, -1, 1]), chance.pick([1, -1])]
    return [wanted, keys.map((key) => [key]), results, ...more.slice(0, chance.whole(0, 3))]
  },
  INDEX: (chance) => [
    matrix(chance, 3, 2),
    chance.whole(1, 4),
    chance.percent(10) ? chance.pick([0, 3]) : chance.whole(1, 2),
  ],
  CHOOSE: (chance) => [chance.whole(0, 4), number(chance), text(chance), chance.percent(50)],
  SWITCH: (chance) => [
    ...[chance.whole(1, 4), 1, 'one', 2, 'two', 3, text(chance)],
    ...(chance.percent(50) ? ['other'] : []),
  ],
  IFS: (chance) => [chance.percent(40), number(chance), chance.percent(60), text(chance)],
  IF: (chance) => [chance.pick<Cell>([true, false, 0, 3]), number(chance), text(chance)],
  ...each('IFERROR IFNA', failing),
  ...each('ISERROR ISERR ISNA ISBLANK ISLOGICAL ISNONTEXT ISNUMBER ISTEXT N T TYPE', anything),
  'ERROR.TYPE': (chance) => [
    chance.pick<Cell>([{ error: 'N/A' }, { error: 'DIV/0!' }, { error: 'NUM!' }, 3]),
  ],
  ...each('AND OR XOR', logicals),
  NOT: (chance) => [chance.pick<Cell>([true, false, 0, 1, -2.5, null, 'TRUE', 'no'])],
  MMULT: (chance) => {
    const inner = chance.whole(1, 3)
    const other = chance.percent(90) ? inner : inner + 1
    return [matrix(chance, chance.whole(1, 3), inner), matrix(chance, other, chance.whole(1, 3))]
  },
  MUNIT: (chance) => [chance.whole(1, 5)],
  TRANSPOSE: (chance) => [table(chance, () => number(chance))],
  ...each('ROWS COLUMNS', (chance) => [table(chance, () => number(chance))]),
  ...each('TAKE DROP', places),
  EXPAND: (chance) => [matrix(chance, 2, 2), chance.whole(1, 4), chance.whole(2, 4), 0],
  CHOOSECOLS: (chance) => [matrix(chance, 2, 3), chance.whole(-3, 4), chance.whole(1, 3)],
  CHOOSEROWS: (chance) => [matrix(chance, 3, 2), chance.whole(-3, 4), chance.whole(1, 3)],
  ...each('HSTACK VSTACK', (chance) => [
    matrix(chance, chance.whole(1, 2), 2),
    matrix(chance, chance.whole(1, 2), 2),
  ]),
  SORT: (chance) => [
    table(chance, () => chance.whole(0, 9)),
    ...[chance.whole(1, 3), chance.pick([1, -1])].slice(0, chance.whole(0, 2)),
  ],
  UNIQUE: (chance) => [column(chance, 6, () => chance.pick<Cell>([1, 2, 3, 'x', 'X', 'y']))],
  FILTER: (chance) => [
    column(chance, 4, () => number(chance)),
    column(chance, 4, () => chance.percent(60)),
  ],
  SEQUENCE: (chance) =>
    [chance.whole(1, 4), chance.whole(1, 3), number(chance), chance.decimal(-3, 3, 1)].slice(
      0,
      chance.whole(2, 4),
    ),
  ADDRESS: (chance) =>
    [
      ...[
        chance.whole(1, 900),
        chance.whole(1, 900),
        chance.whole(1, 4),
        chance.percent(70),
        'Data',
      ],
    ].slice(0, chance.whole(2, 5)),
  TEXTJOIN: (chance) => [
    chance.pick([', ', '', '-']),
    chance.percent(50),
    chance.many(2, () => [text(chance), chance.pick<Cell>([null, 'x', 12, true])]),
    value(chance),
  ],
  ...each('CONCATENATE CONCAT', (chance) => chance.many(chance.whole(1, 3), () => value(chance))),
  CHAR: (chance) => [chance.whole(1, 127)],
  UNICHAR: (chance) => [chance.pick([chance.whole(32, 0xd7ff), 0x1f600, 0, -1])],
  ...each('SUBTOTAL', (chance) => [
    chance.pick([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 101, 109, 12]),
    column(chance, chance.whole(2, 6), () => chance.decimal(-9, 9, 1)),
  ]),
  AGGREGATE: (chance) => [
    chance.whole(1, 13),
    chance.pick([0, 4]),
    column(chance, chance.whole(2, 6), () => chance.whole(-9, 9)),
  ],
}
