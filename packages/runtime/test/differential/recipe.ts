// The parts of recipes.

import type { Argument, Cell } from './argument.ts'
import type { Chance } from './chance.ts'

export type Recipe = (chance: Chance) => Argument[]
export type Table = Cell[][]

export function each(names: string, recipe: Recipe): Record<string, Recipe> {
  return Object.fromEntries(names.split(' ').map((name) => [name, recipe]))
}

export function column(chance: Chance, count: number, one: () => Cell): Table {
  return chance.many(count, () => [one()])
}

export function matrix(chance: Chance, rows: number, columns: number): Table {
  return chance.many(rows, () => chance.many(columns, () => chance.decimal(-9, 9, 1)))
}

export function sorted(chance: Chance, count: number): number[] {
  return chance.many(count, () => chance.whole(-20, 40)).sort((a, b) => a - b)
}

/** The first few of a call, at least so many: optional arguments are left out from the end. */
export function upTo(chance: Chance, least: number, args: readonly Argument[]): Argument[] {
  return args.slice(0, chance.whole(least, args.length))
}
