// The arguments of a call in Excel: which there are once unions and references over several sheets are taken apart,
// and what the function wants of each: one value, a range, or all of an array.

import { catalogue, parameterAt } from '@cellwake/language'
import { areaAt } from './area-at.ts'
import type { CallNode, ExcelNode, FormulaPlace, ReferenceNode } from './formula-nodes.ts'
import { isSingle, passOn } from './formula-shape.ts'

/**
 * Demand on a part: `one` value; a `range` whole, but one value of what is computed; `all` of an array; or
 * the `place` itself and not what stands there.
 */
export type Want = 'one' | 'range' | 'all' | 'place'

/** Functions whose arguments Excel takes as ranges: what is computed in them is one value unless it is an array. */
const takeRanges = new Set(
  `AND OR SUM AVERAGE AVERAGEA COUNT COUNTA MIN MINA MAX MAXA PRODUCT STDEV STDEVP STDEV.S STDEV.P STDEVA STDEVPA
VAR VARP VAR.S VAR.P VARA VARPA MEDIAN LARGE SMALL PERCENTILE QUARTILE RANK NPV IRR MIRR VLOOKUP HLOOKUP MATCH
SUMSQ AVEDEV DEVSQ GEOMEAN HARMEAN KURT SKEW TRIMMEAN PERCENTRANK CONCATENATE XNPV XIRR GCD LCM MULTINOMIAL`.split(
    /\s+/,
  ),
)

export function wantedOf(name: string, at: number, want: Want): Want {
  if (want === 'place') want = 'range'
  const from = passOn[name]
  if (from !== undefined && at >= from) return want
  const signature = catalogue.get(name)
  const kind = signature === undefined ? undefined : parameterAt(signature, at)?.kind
  if (kind === 'reference') return 'place'
  if (want === 'all') return 'all'
  if (isSingle(kind)) return 'one'
  return takeRanges.has(name) ? 'range' : kind === undefined ? 'range' : 'all'
}

/** Inside of an operator there is one value, unless all of an array is meant. */
export function below(want: Want): Want {
  return want === 'all' ? 'all' : 'one'
}

/** SUMIF and AVERAGEIF add up as many cells as they search, from the first cell of the last argument on. */
export function measuredAlike(node: CallNode, spot: FormulaPlace): CallNode {
  const [range, criteria, measured] = node.args
  if (node.name !== 'SUMIF' && node.name !== 'AVERAGEIF') return node
  if (range?.type !== 'reference' || measured?.type !== 'reference') return node
  const { column, row } = measured
  const searched = areaAt(range, spot)
  const given = areaAt(measured, spot)
  if (searched === undefined || given === undefined || column === undefined || row === undefined)
    return node
  const columns = searched.lastColumn - searched.column
  const rows = searched.lastRow - searched.row
  if (given.lastColumn - given.column === columns && given.lastRow - given.row === rows) return node
  const last = {
    column: { ...column, at: column.at + columns },
    row: { ...row, at: row.at + rows },
  }
  return { ...node, args: [range, criteria, { ...measured, last }] }
}

/** Unions and references over several sheets become arguments, where a function takes any number of them. */
export function argumentsOf(
  { name, args }: CallNode,
  sheets: readonly string[],
): readonly (ExcelNode | undefined)[] {
  const signature = catalogue.get(name)
  const from = signature?.repeats === 1 ? signature.params.length - 1 : Number.POSITIVE_INFINITY
  if (!args.some((arg) => arg?.type === 'union' || isThrough(arg))) return args
  return args.flatMap((arg, i): readonly (ExcelNode | undefined)[] => {
    if (arg === undefined || i < from) return [arg]
    if (arg.type === 'union') return arg.parts
    return isThrough(arg) ? eachSheet(arg, sheets) : [arg]
  })
}

function isThrough(node: ExcelNode | undefined): node is ReferenceNode {
  return node?.type === 'reference' && node.lastSheet !== undefined
}

function eachSheet(node: ReferenceNode, sheets: readonly string[]): ReferenceNode[] {
  const place = (name: string | undefined) =>
    sheets.findIndex((sheet) => sheet.toLowerCase() === name?.toLowerCase())
  const [first, last] = [place(node.sheet), place(node.lastSheet)].sort((a, b) => a - b)
  if (first === undefined || last === undefined || first < 0) return [node]
  return sheets.slice(first, last + 1).map((sheet) => ({ ...node, sheet, lastSheet: undefined }))
}
