// Values as `set` takes them on the command line: `A1=5`, an expression behind the equals sign.

import type { GivenValues } from '@cellwake/client'
import { assignmentOf } from './assignment.ts'

export function givenOf(assignments: readonly string[]): GivenValues {
  const pairs = assignments.map(assignmentOf)
  return Object.fromEntries(pairs.map(([symbol, expr]) => [symbol, { expr }]))
}
