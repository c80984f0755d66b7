// One text for each value, the same as driver.lua writes: numbers as C prints them with %.17g, texts as
// bytes, every part of an error. And values as Lua source, which is how arguments cross.

import { type Lambda, OMITTED, type Value } from '../../src/values.ts'

/** What `decimalDigits` gives. */
interface Digits {
  readonly digits: string
  readonly exponent: number
}

export function shown(value: Value | Value[] | Digits): string {
  if (Array.isArray(value)) return `[${value.map(shown)}]`
  if (typeof value === 'number') return printed(value)
  if (typeof value === 'string') return quoted(value)
  if (typeof value === 'boolean') return String(value)
  if ('digits' in value) return `${quoted(value.digits)}e${printed(value.exponent)}`
  switch (value.k) {
    case 1:
      return 'blank'
    case 2:
      return `datetime(${printed(value.ms)})`
    case 3:
      return `duration(${[value.months, value.days, value.ms].map(printed)})`
    case 4:
      return `schedule(${quoted(value.cron)})`
    case 5:
      return `error(${[value.code, value.message, value.origin].map(quoted)})`
    case 6:
      return 'pending'
    case 7:
      return `array(${printed(value.rows)},${printed(value.columns)})[${value.items.map(shown)}]`
    case 8:
      return `object[${value.keys.map(shown)}][${value.values.map(shown)}]`
    case 9:
      return `lambda(${value.arity})`
    case 10: {
      const { sheet, column, row, lastColumn, lastRow } = value
      return `reference(${[sheet, column, row, lastColumn, lastRow].map(printed)})`
    }
  }
}

/** `%.17g`. C rounds an exact half to even and JavaScript rounds it up, so the digits are cut by hand. */
export function printed(value: number): string {
  if (Object.is(value, -0)) return '-0'
  if (Number.isNaN(value)) return 'nan'
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf'
  const sign = value < 0 ? '-' : ''
  const [mantissa = '', power = '0'] = Math.abs(value).toExponential(99).split('e')
  const all = mantissa.replace('.', '')
  const kept = BigInt(all.slice(0, 17))
  const rest = BigInt(all.slice(17)) * 2n
  const half = 10n ** 83n
  const up = rest > half || (rest === half && kept % 2n === 1n)
  const rounded = String(kept + (up ? 1n : 0n))
  const exponent = Number(power) + rounded.padStart(17, '0').length - 17
  const digits = rounded.padStart(17, '0').slice(0, 17).replace(/0+$/, '') || '0'
  if (exponent < -4 || exponent >= 17) {
    const point = digits.length > 1 ? `${digits[0]}.${digits.slice(1)}` : digits
    const size = String(Math.abs(exponent)).padStart(2, '0')
    return `${sign}${point}e${exponent < 0 ? '-' : '+'}${size}`
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0')
  const fraction = digits.slice(exponent + 1)
  return `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

function quoted(text: string): string {
  const bytes = [...Buffer.from(text, 'utf8')].map((byte) => {
    const char = String.fromCharCode(byte)
    return /[a-zA-Z0-9 ]/.test(char) ? char : escaped(byte)
  })
  return `"${bytes.join('')}"`
}

function escaped(byte: number): string {
  return `\\${String(byte).padStart(3, '0')}`
}

function numberSource(value: number): string {
  if (Object.is(value, -0)) return 'NEGATIVE_ZERO'
  if (Number.isNaN(value)) return '(0/0)'
  if (!Number.isFinite(value)) return value > 0 ? '(1/0)' : '(-1/0)'
  return String(value)
}

/** A value, or any list or record of values, as Lua source. */
export function luaSource(value: unknown): string {
  if (typeof value === 'number') return numberSource(value)
  if (typeof value === 'string') return quoted(value)
  if (typeof value === 'boolean') return String(value)
  if (value === undefined) return 'nil'
  // From, because map leaves gaps as they are.
  if (Array.isArray(value)) return `{${Array.from(value, luaSource)}}`
  const record = value as Record<string, unknown>
  if (value === OMITTED) return 'OMITTED'
  if (record.k === 1) return 'BLANK'
  if (record.k === 6) return 'PENDING'
  if (record.k === 9) return `LAMBDA(${(value as Lambda).arity})`
  const fields = Object.entries(record).map(([name, part]) => `["${name}"]=${luaSource(part)}`)
  return `{${fields}}`
}
