// Every intended difference from the peers. The comparison fails on a difference that is not here, and
// on an entry that explains nothing any more.

import type { Difference } from './difference.ts'
import { formulajsFigures } from './formulajs-figures.ts'
import { formulajsValues } from './formulajs-values.ts'
import { hyperformulaFigures } from './hyperformula-figures.ts'
import { hyperformulaValues } from './hyperformula-values.ts'

export const differences: readonly Difference[] = [
  ...formulajsFigures,
  ...formulajsValues,
  ...hyperformulaFigures,
  ...hyperformulaValues,
]
