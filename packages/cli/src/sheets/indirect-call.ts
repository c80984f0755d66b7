// INDIRECT: a text that means the cells of its own sheet, or of a table.

import { cellSymbol } from '@cellwake/language'
import type { Want } from './call-arguments.ts'
import { isAny } from './defined-names.ts'
import type { CallNode, ExcelNode } from './formula-nodes.ts'
import type { FormulaSpot } from './formula-site.ts'
import { quoted } from './grid-literal.ts'
import { NotCarried, type PartPrinter } from './part-printer.ts'
import { joined, type Pieces } from './placed-reference.ts'
import { readFormula } from './read-formula.ts'

/** A reference to one cell of a sheet, in a text for INDIRECT. */
const addressShape =
  /^\$?[A-Za-z]{1,3}\$?\d{1,7}(:\$?[A-Za-z]{1,3}\$?\d{1,7})?$|^\$?[A-Za-z]{1,3}:\$?[A-Za-z]{1,3}$/

/** An address without a sheet means the sheet of the formula. */
export function indirectPieces(
  args: CallNode['args'],
  want: Want,
  printer: PartPrinter,
  spot: FormulaSpot,
): Pieces {
  const [first, style] = args
  if (style === undefined && first !== undefined) {
    const inText = first.type === 'text' ? readFormula(first.value, spot) : undefined
    // A model has no tables, but the cells that the text means.
    if (inText?.type === 'table') return printer.table(inText, want)
    if (args.length < 2 && isAny(first, isBracket)) {
      throw new NotCarried('it makes up a reference to a table or another workbook')
    }
  }
  const own = spot.sheet
  // An empty second argument is FALSE, which wants R1C1; one that is not there is TRUE.
  const written = args.map(
    (arg, i): Pieces => (arg !== undefined ? printer.print(arg, 'one') : i === 1 ? ['FALSE'] : []),
  )
  const isDefault = cellSymbol(own, 1, 1) === 'A1'
  const hasSheet = first?.type === 'text' && first.value.includes('!')
  if (isDefault || hasSheet || first === undefined) return ['INDIRECT(', ...joined(written), ')']
  if (first.type === 'text' && style === undefined && addressShape.test(first.value)) {
    return [`INDIRECT(${quoted(cellSymbol(own, 1, 1).slice(0, -2) + first.value)})`]
  }
  return ['INDIRECT(', ...joined([written[0] ?? [], written[1] ?? [], [quoted(own)]]), ')']
}

/** Part of a text that will be `Sales[Price]`. */
function isBracket(node: ExcelNode): boolean {
  return node.type === 'text' && node.value.includes('[')
}
