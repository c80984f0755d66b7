// Makers of single cells: numbers of all sizes, texts, dates, rates, shares.

import type { Cell } from './argument.ts'
import type { Chance } from './chance.ts'

export type Make = (chance: Chance) => Cell

/** Of all sizes and both signs. */
export function number(chance: Chance): number {
  const size = chance.whole(0, 9)
  if (size <= 2) return chance.whole(-20, 20)
  if (size <= 5) return chance.decimal(-10, 10)
  if (size === 6) return chance.whole(-1_000_000, 1_000_000)
  if (size === 7) return chance.decimal(-1, 1, 6)
  if (size === 8) return chance.decimal(-50_000, 50_000, 3)
  return chance.pick([0, 1, -1, 0.5, -0.5, 2.5, 1e-8, -1e-8, 1e12, -1e12, 123456789.123, 1 / 3])
}

const texts = [
  ...['hello', 'Hello World', '  two  blanks ', '', 'a', '123', ' 42 ', '-3.5', '1,234', '50%'],
  ...['Ärger Öl', 'straße', 'naïve café', '日本語', 'a1b2c3', 'TRUE', "it's", 'ABCabc', '12:30'],
  ...['tab\there', 'e', 'Hello hello HELLO', '2024-05-17', '1e3', '#', 'mañana', 'ΑΣΔ', '😀 smile'],
]

export function text(chance: Chance): string {
  return chance.pick(texts)
}

/** Days between 1950 and 2100, some with a time of day. */
export function date(chance: Chance): Cell {
  const day = chance.whole(18_264, 73_050)
  return { serial: chance.percent(25) ? day + chance.whole(0, 86_399) / 86_400 : day }
}

export function wholeDate(chance: Chance): Cell {
  return { serial: chance.whole(18_264, 73_050) }
}

export function value(chance: Chance): Cell {
  const kind = chance.whole(0, 9)
  if (kind <= 5) return number(chance)
  if (kind <= 7) return text(chance)
  return kind === 8 ? chance.percent(50) : null
}

export const whole =
  (low: number, high: number, ...odd: number[]): Make =>
  (chance) =>
    odd.length > 0 && chance.percent(10) ? chance.pick(odd) : chance.whole(low, high)
export const decimal =
  (low: number, high: number, decimals: number, ...odd: number[]): Make =>
  (chance) =>
    odd.length > 0 && chance.percent(8) ? chance.pick(odd) : chance.decimal(low, high, decimals)

export const rate = decimal(0.001, 0.2, 4, 0, -0.05, 0.5, 1.5)
export const money = decimal(-20_000, 20_000, 2, 0)
export const price = decimal(50, 20_000, 2, 0, -100)
export const share = decimal(0.01, 0.99, 3, 0, 1, 0.5, -0.1, 1.2)
export const spread = decimal(0.2, 12, 2, 0, -1)
export const count = whole(0, 20, -1, 3.7)
