// Goal: no function lets infinity out, nor what is not a number, alone or inside of an array or an object. Method: every
// function, with numbers at the ends of what can be held, in every place that takes one.

import { catalogue, type Signature } from '@cellwake/language'
import { expect, it } from 'vitest'
import { callable } from '../../src/call.ts'
import { functions } from '../../src/library.ts'
import { refuel } from '../../src/primitives.ts'
import {
  arrayOf,
  datetime,
  durationOf,
  isArray,
  isError,
  isObject,
  type Lambda,
  objectOf,
  type Value,
} from '../../src/values.ts'

const extremes = [1e308, -1e308, 1e200, 1e16, 5e-324, 0, -1, 1, 2, 0.5, 170.5]
const texts = ['1e308', '-1E308+1E308i', '9'.repeat(200), 'x', '']

function chanceFrom(seed: number): (most: number) => number {
  let state = seed >>> 0
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
}

/** What a lambda is given times itself: beyond all numbers, soon. */
const squaring = {
  k: 9,
  call: (args: readonly Value[]) => (typeof args[0] === 'number' ? args[0] * args[0] : 1e300),
} as unknown as Lambda

function argumentOf(kind: string, chance: (most: number) => number): Value {
  const number = () => extremes[chance(extremes.length)]!
  switch (kind) {
    case 'number':
      return number()
    case 'text':
      return texts[chance(texts.length)]!
    case 'logical':
      return chance(2) === 0
    case 'datetime':
      return datetime(1_700_000_000_000 + chance(1_000) * 86_400_000)
    case 'duration':
      return durationOf(0, chance(1000), 1)
    case 'array': {
      const rows = 1 + chance(3)
      return arrayOf(rows, rows, Array.from({ length: rows * rows }, number))
    }
    case 'object':
      return objectOf(['a', 'b'], [number(), number()])
    case 'lambda':
      return squaring as unknown as Value
    default:
      return chance(3) === 0 ? texts[chance(texts.length)]! : number()
  }
}

function unsound(value: Value): boolean {
  if (typeof value === 'number') return !Number.isFinite(value)
  if (isArray(value)) return value.items.some(unsound)
  return isObject(value) ? value.values.some(unsound) : false
}

function argsFor({ params, repeats }: Signature, chance: (most: number) => number): Value[] {
  const args = params.map(({ kind }) => argumentOf(kind, chance))
  if (repeats > 0) args.push(...params.slice(-repeats).map(({ kind }) => argumentOf(kind, chance)))
  return args
}

const names = catalogue.names.filter((name) => functions[name] !== undefined)

it.each(names)('%s gives finite numbers or an error', (name) => {
  const signature = catalogue.get(name)!
  const call = callable(signature, functions[name]!)
  const chance = chanceFrom(7 + name.length * 31 + name.charCodeAt(0))
  const found: unknown[] = []
  for (let round = 0; round < 60; round++) {
    const args = argsFor(signature, chance)
    refuel(200_000)
    let result: Value
    try {
      result = call(args)
    } catch {
      // Out of fuel, or a lambda that does not fit: no value came out.
      continue
    }
    if (!isError(result) && unsound(result)) found.push([args, result])
  }
  refuel(Number.MAX_SAFE_INTEGER)
  expect(found.slice(0, 1)).toEqual([])
})
