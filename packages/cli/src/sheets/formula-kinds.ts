// Facts about the value of a formula before it is computed: whether it is a constant, or a number whatever it reads.

import type { ExcelNode } from './formula-nodes.ts'
import type { Literal } from './workbook.ts'

/** `="East"`: a formula of Excel, and a value like any other here, with which it shares a statement. */
export function constantOf(node: ExcelNode, written: string): Literal | undefined {
  // A name that is nowhere, or a reference that was lost, has no other value either.
  const error = /^#(N\/A|(DIV\/0|VALUE|REF|NUM|NULL)!|NAME\?)$/.exec(written)?.[1]
  if (error !== undefined) return { error }
  // The number of a sheet is known, too.
  if (node.type === 'number' || /^\d+$/.test(written)) return Number(written)
  if (node.type === 'text' || node.type === 'boolean') return node.value
  if (node.type !== 'prefix' || node.op !== '-' || node.operand.type !== 'number') return undefined
  return -Number(node.operand.text)
}

/** Functions that give a number for all arguments; of dates and lengths of time some of them give the same. */
const figures = new Set(
  `ROUND ROUNDUP ROUNDDOWN MROUND ABS PMT IPMT PPMT PV FV NPV IRR XIRR XNPV MIRR RATE SUMPRODUCT EFFECT NOMINAL
COUNT COUNTA COUNTIF COUNTIFS POWER SQRT STDEV STDEV.S STDEV.P VAR VAR.S VAR.P CORREL N SUM SUMIF SUMIFS SUBTOTAL
AVERAGE AVERAGEIF AVERAGEIFS MIN MAX MINIFS MAXIFS MEDIAN`.split(/\s+/),
)

/**
 * Whether a formula gives a number or an error, so that a tag for numbers fits tomorrow, too. Where dates are
 * subtracted it is a length of time: the first comparison finds those.
 */
export function isFigure(node: ExcelNode): boolean {
  switch (node.type) {
    case 'paren':
      return isFigure(node.value)
    case 'percent':
    case 'number':
      return true
    case 'prefix':
      return node.op === '-' || isFigure(node.operand)
    case 'binary':
      return ['+', '-', '*', '/', '^'].includes(node.op)
    case 'call':
      return figures.has(node.name) || isChoiceOfFigures(node.name, node.args)
    default:
      return false
  }
}

/** `IF(c, figure, figure)` and `IFERROR(figure, 0)`. */
function isChoiceOfFigures(name: string, args: readonly (ExcelNode | undefined)[]): boolean {
  const from = name === 'IF' ? 1 : name === 'IFERROR' ? 0 : undefined
  if (from === undefined || args.length !== from + 2) return false
  return args.slice(from).every((arg) => arg !== undefined && isFigure(arg))
}
