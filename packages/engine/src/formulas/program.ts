// A source as the evaluator of the shared subset wants it, in Redis or here: see `interpret/program.ts` of the runtime.

import { catalogue, cellSymbol, type Ir } from '@cellwake/language'
import { makeProgram, type Program } from '@cellwake/runtime'
import { FormulaTexts } from './formula-texts.ts'
import { zoneTable } from './zone-table.ts'

export function programOf(source: string, ir: Ir): Program {
  const texts = new FormulaTexts(source, ir.sheets)
  return makeProgram(ir, {
    catalogue,
    zone: zoneTable(ir.header.timezone),
    prefixOf: (sheet) => cellSymbol(sheet, 1, 1).slice(0, -2),
    textOf: (symbol) => texts.of(symbol),
  })
}
