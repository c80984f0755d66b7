// A formula's value as a formula would be written, for comparing and for reading in a failure.

import { BLANK, isArray, isError, isObject, type Value } from '../../src/values.ts'
import { evaluate } from '../evaluate.ts'

export { evaluate }

export function shown(value: Value): string {
  if (isError(value)) return `#${value.code}`
  if (isArray(value)) {
    const rows: string[] = []
    for (let row = 0; row < value.rows; row++) {
      const items = value.items.slice(row * value.columns, (row + 1) * value.columns)
      rows.push(items.map(shown).join(', '))
    }
    return `[${rows.join('; ')}]`
  }
  if (isObject(value)) {
    return `{ ${value.keys.map((key, i) => `${key}: ${shown(value.values[i]!)}`).join(', ')} }`
  }
  if (value === BLANK) return 'BLANK'
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return JSON.stringify(value)
}
