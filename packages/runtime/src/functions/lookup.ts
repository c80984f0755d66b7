// The functions that find things.

import type { Functions } from '../functions.ts'
import { placeFunctions } from './places.ts'
import { queryFunctions } from './query.ts'
import { searchFunctions } from './search.ts'

export const lookupFunctions: Functions = {
  ...placeFunctions,
  ...queryFunctions,
  ...searchFunctions,
}
