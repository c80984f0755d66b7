// A source as the evaluator of the shared subset wants it, in Redis or here: see `interpret/program.ts` of the runtime.

import { type Catalogue, cellSymbol, type Ir, catalogue as ownCatalogue } from '@cellwake/language'
import { makeProgram, type Program } from '@cellwake/runtime'
import { withNamedRanges } from '../lookups/named-ranges.ts'
import { FormulaTexts } from './formula-texts.ts'
import { zoneTable } from './zone-table.ts'

export interface ProgramOptions {
  /** The functions that it may call; left out, the language's own. */
  readonly catalogue?: Catalogue
  /** Somebody asks how often formulas run. */
  readonly countsRuns?: boolean
}

export function programOf(source: string, ir: Ir, options: ProgramOptions = {}): Program {
  const { catalogue = ownCatalogue, countsRuns = false } = options
  const texts = new FormulaTexts(source, ir.sheets)
  return makeProgram(withNamedRanges(ir), {
    catalogue,
    countsRuns,
    zone: zoneTable(ir.header.timezone),
    prefixOf: (sheet) => cellSymbol(sheet, 1, 1).slice(0, -2),
    textOf: (symbol) => texts.of(symbol),
  })
}
