// CONVERT: from one unit of measure into another.

import { type Args, type Functions, num, text } from '../functions.ts'
import { burn } from '../primitives.ts'
import { type ErrorValue, errorOf, type Value } from '../values.ts'
import { BINARY_PREFIXES, PREFIXES, type Unit, unitNamed } from './units.ts'

interface Measured {
  readonly unit: Unit
  /** The unit without its prefix: temperatures need more than a factor. */
  readonly name: string
  readonly factor: number
}

function measured(name: string): Measured | undefined {
  const plain = unitNamed(name)
  if (plain !== undefined) return { unit: plain, name, factor: plain.factor }
  return prefixed(name, BINARY_PREFIXES, true) ?? prefixed(name, PREFIXES, false)
}

function prefixed(
  name: string,
  prefixes: readonly (readonly [string, number])[],
  binary: boolean,
): Measured | undefined {
  for (const [prefix, size] of prefixes) {
    if (!name.startsWith(prefix)) continue
    const rest = name.substring(prefix.length)
    const unit = unitNamed(rest)
    if (unit === undefined || !unit.metric) continue
    if (binary && unit.measure !== 'information') continue
    let factor = unit.factor
    for (let i = 0; i < unit.power; i++) factor *= size
    return { unit, name: rest, factor }
  }
  return undefined
}

function kelvinOf(value: number, { name, factor }: Measured): number {
  if (name === 'C' || name === 'cel') return value + 273.15
  if (name === 'F' || name === 'fah') return ((value - 32) * 5) / 9 + 273.15
  if (name === 'Rank') return (value * 5) / 9
  return name === 'Reau' ? value * 1.25 + 273.15 : value * factor
}

function fromKelvin(kelvin: number, { name, factor }: Measured): number {
  if (name === 'C' || name === 'cel') return kelvin - 273.15
  if (name === 'F' || name === 'fah') return ((kelvin - 273.15) * 9) / 5 + 32
  if (name === 'Rank') return (kelvin * 9) / 5
  return name === 'Reau' ? (kelvin - 273.15) / 1.25 : kelvin / factor
}

/** Between scales with the same zero no detour over 0 kelvin costs digits. */
function temperature(value: number, from: Measured, to: Measured): number {
  const celsius = celsiusOf(value, from.name)
  if (celsius !== undefined) {
    if (to.name === 'C' || to.name === 'cel') return celsius
    if (to.name === 'F' || to.name === 'fah') return (celsius * 9) / 5 + 32
    if (to.name === 'Reau') return celsius / 1.25
  }
  return fromKelvin(kelvinOf(value, from), to)
}

function celsiusOf(value: number, name: string): number | undefined {
  if (name === 'C' || name === 'cel') return value
  if (name === 'F' || name === 'fah') return ((value - 32) * 5) / 9
  return name === 'Reau' ? value * 1.25 : undefined
}

const UNKNOWN: ErrorValue = errorOf('N/A', 'there is no such unit')

function convert(args: Args): Value {
  burn(16)
  const from = measured(text(args, 1))
  const to = measured(text(args, 2))
  if (from === undefined || to === undefined) return UNKNOWN
  if (from.unit.measure !== to.unit.measure)
    return errorOf('N/A', 'the units measure different things')
  const value = num(args, 0)
  if (text(args, 1) === text(args, 2)) return value
  if (from.unit.measure === 'temperature') return temperature(value, from, to)
  return (value * from.factor) / to.factor
}

export const convertFunctions: Functions = { CONVERT: convert }
