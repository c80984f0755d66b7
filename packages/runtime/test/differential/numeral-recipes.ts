// Numerals of other bases, Roman numerals, complex numbers, units, written numbers and formats.

import type { Cell } from './argument.ts'
import type { Chance } from './chance.ts'
import { text } from './makers.ts'
import { each, type Recipe, upTo } from './recipe.ts'

/** A numeral with so many digits at most; now and then one that is none. */
const numeral =
  (digits: string, most: number, places: boolean): Recipe =>
  (chance) => {
    const length = chance.percent(15) ? most : chance.whole(1, most - 1)
    const body = chance.many(length, () => chance.pick([...digits])).join('')
    const written = chance.percent(6) ? `${body.slice(1)}Z` : body
    return upTo(chance, 1, places ? [written, chance.whole(1, 10)] : [written])
  }

const written = (low: number, high: number): Recipe => {
  return (chance) => {
    const near = chance.percent(70)
    const whole = near
      ? chance.whole(Math.ceil(low / 100), Math.floor(high / 100))
      : chance.whole(low, high)
    return upTo(chance, 1, [chance.percent(5) ? high + 1 : whole, chance.whole(1, 10)])
  }
}

function complexText(chance: Chance): string {
  const [real, imaginary] = [chance.decimal(-5, 5, 1), chance.decimal(-5, 5, 1)]
  const plain = chance.pick(['i', '-i', '3', '2i', '-1.5', '0', '1+i'])
  if (chance.percent(15)) return plain
  if (real === 0 || imaginary === 0) return plain
  return `${real}${imaginary < 0 ? '' : '+'}${imaginary}i`
}

const complex =
  (count: number): Recipe =>
  (chance) =>
    chance.many(count, () => complexText(chance))

const units = {
  length: ['m', 'ft', 'in', 'mi', 'yd', 'km', 'cm', 'mm', 'Nmi'],
  weight: ['g', 'kg', 'lbm', 'ozm', 'mg'],
  time: ['hr', 'mn', 'sec', 'day', 'yr'],
  heat: ['C', 'F', 'K'],
  volume: ['l', 'gal', 'cup', 'pt', 'qt', 'tsp', 'tbs', 'ml'],
  force: ['N', 'dyn', 'lbf'],
  energy: ['J', 'cal', 'kJ', 'eV', 'Wh', 'BTU'],
}

const romans = 'I IV IX XIV XL XCIX CD MCMXCIX MMXXIV mmxxiv DCCC LXIX'.split(' ')

export const numeralRecipes: Readonly<Record<string, Recipe>> = {
  BIN2DEC: numeral('01', 10, false),
  ...each('BIN2HEX BIN2OCT', numeral('01', 10, true)),
  OCT2DEC: numeral('01234567', 10, false),
  OCT2BIN: numeral('01234567', 4, true),
  OCT2HEX: numeral('01234567', 10, true),
  HEX2DEC: numeral('0123456789ABCDEF', 10, false),
  HEX2BIN: numeral('0123456789abcdef', 3, true),
  HEX2OCT: numeral('0123456789ABCDEF', 8, true),
  DEC2BIN: written(-512, 511),
  DEC2OCT: written(-536_870_912, 536_870_911),
  DEC2HEX: written(-549_755_813_888, 549_755_813_887),
  BASE: (chance) =>
    upTo(chance, 2, [
      chance.whole(0, chance.pick([50, 1e6, 2 ** 40])),
      ...[chance.percent(5) ? chance.pick([1, 37]) : chance.whole(2, 36), chance.whole(0, 12)],
    ]),
  DECIMAL: (chance) => {
    const radix = chance.whole(2, 36)
    const digits = chance.many(chance.whole(1, 8), () =>
      chance.whole(0, chance.percent(98) ? radix - 1 : 35).toString(36),
    )
    return [digits.join(''), radix]
  },
  ARABIC: (chance) => [chance.percent(90) ? chance.pick(romans) : text(chance)],
  ROMAN: (chance) => upTo(chance, 1, [chance.whole(0, 3999), chance.whole(0, 4)]),
  COMPLEX: (chance) =>
    upTo(chance, 2, [
      ...[chance.decimal(-5, 5, 1), chance.decimal(-5, 5, 1)],
      chance.pick(['i', 'j', 'k']),
    ]),
  ...each(
    `IMABS IMAGINARY IMARGUMENT IMCONJUGATE IMCOS IMCOSH IMCOT IMCSC IMCSCH IMEXP IMLN IMLOG10 IMLOG2 ${'IMREAL IMSEC IMSECH IMSIN IMSINH IMSQRT IMTAN'}`,
    complex(1),
  ),
  ...each('IMDIV IMSUB', complex(2)),
  ...each('IMPRODUCT IMSUM', (chance) => complex(chance.whole(1, 3))(chance)),
  IMPOWER: (chance) => [complexText(chance), chance.pick([0, 1, 2, 3, -1, 0.5, 2.5])],
  CONVERT: (chance) => {
    const kind = chance.pick(Object.values(units))
    const to = chance.percent(94) ? chance.pick(kind) : chance.pick(['m', 'C', 'none'])
    return [chance.decimal(-200, 2000), chance.pick(kind), to]
  },
  TEXT: (chance) => [
    chance.pick<Cell>([chance.whole(-5000, 90_000), chance.decimal(-5000, 5000, 3), 0.4567]),
    chance.pick(['0', '0.00', '#,##0', '#,##0.00', '0%', '0.0%', '000000', '#.##', '$0.00']),
  ],
  VALUE: (chance) => [
    chance.pick(['12', ' 3.5 ', '-7', '1,234', '45%', '1e3', 'x', '$5', '', '(12)', '1 2', '+4']),
  ],
  NUMBERVALUE: (chance) =>
    chance.pick<string[]>([
      ['1.234,5', ',', '.'],
      ['1,234.5', '.', ','],
      [' 1 2 3 ', '.', ','],
      ['12%'],
      ['-3.25'],
      ['', '.', ','],
      ['1.2.3', '.', ','],
      [String(chance.decimal(-999, 999, 2))],
    ]),
  DOLLAR: (chance) => upTo(chance, 1, [chance.decimal(-9999, 99_999, 3), chance.whole(-2, 4)]),
  FIXED: (chance) =>
    upTo(chance, 1, [chance.decimal(-9999, 99_999, 3), chance.whole(-2, 4), chance.percent(50)]),
  ...each('BITAND BITOR BITXOR', (chance) => [
    chance.whole(chance.percent(5) ? -1 : 0, 2 ** chance.pick([4, 20, 31, 40, 47])),
    chance.whole(0, 2 ** chance.pick([4, 20, 31, 40, 47])),
  ]),
  ...each('BITLSHIFT BITRSHIFT', (chance) => [
    chance.whole(0, 2 ** chance.pick([4, 20, 31, 40])),
    chance.whole(chance.percent(20) ? -6 : 0, 20),
  ]),
}
