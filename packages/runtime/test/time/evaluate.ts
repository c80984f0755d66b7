// A formula's value, with errors as their codes: two errors are the same if their codes are.

import type { Value } from '../../src/values.ts'
import { evaluate } from '../evaluate.ts'

export { evaluate }

export function bare(value: Value): unknown {
  return typeof value === 'object' && 'code' in value ? `#${value.code}` : value
}
