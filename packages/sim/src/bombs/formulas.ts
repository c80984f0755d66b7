// Formulas that ask for more work or memory than one evaluation has, or that would without a limit: each
// must end with a value or an error, soon, and leave other models alone. They need no cells and are
// valid models when one is assigned to a name.

import { arrayBombs } from './arrays.ts'
import { numberBombs } from './numbers.ts'
import { textBombs } from './texts.ts'

export const bombFormulas: readonly string[] = [...textBombs, ...numberBombs, ...arrayBombs]
