// Facts about the value of a formula before it is computed: whether it is a constant, or a number whatever it reads.

import type { CallNode, ExcelNode } from './formula-nodes.ts'
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
 * Whether a formula gives a number or an error, whatever it reads; `passesOn` decides of a part that gives what stands
 * elsewhere. Where dates are subtracted it is a length of time: the first comparison finds those.
 */
export function givesFigure(node: ExcelNode, passesOn: (node: ExcelNode) => boolean): boolean {
  const gives = (part: ExcelNode | undefined) => part !== undefined && givesFigure(part, passesOn)
  switch (node.type) {
    case 'paren':
      return gives(node.value)
    case 'percent':
    case 'number':
      return true
    case 'prefix':
      return node.op === '-' || gives(node.operand)
    case 'binary':
      return ['+', '-', '*', '/', '^'].includes(node.op)
    case 'call': {
      if (figures.has(node.name)) return true
      const choices = choicesOf(node)
      return choices === undefined ? passesOn(node) : choices.length > 0 && choices.every(gives)
    }
    default:
      return passesOn(node)
  }
}

/** The arguments one of which is the value; undefined for a function that gives something else. */
function choicesOf({ name, args }: CallNode): CallNode['args'] | undefined {
  switch (name) {
    // Without an alternative it may be FALSE.
    case 'IF':
      return args.length === 3 ? args.slice(1) : []
    case 'IFERROR':
    case 'IFNA':
      return args
    case 'CHOOSE':
      return args.slice(1)
    case 'IFS':
      return args.filter((_, i) => i % 2 === 1)
    case 'SWITCH':
      return args.filter((_, i) => i > 0 && (i % 2 === 0 || i === args.length - 1))
    default:
      return undefined
  }
}
