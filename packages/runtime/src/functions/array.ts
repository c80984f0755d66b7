// The functions for arrays as wholes.

import type { Functions } from '../functions.ts'
import { arrayNumberFunctions } from './array-numbers.ts'
import { setFunctions } from './array-sets.ts'
import { shapeFunctions } from './array-shape.ts'
import { sortFunctions } from './array-sort.ts'

export const arrayFunctions: Functions = {
  ...arrayNumberFunctions,
  ...setFunctions,
  ...shapeFunctions,
  ...sortFunctions,
}
