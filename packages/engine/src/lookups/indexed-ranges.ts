// Which calls may be answered by an index, and which of their ranges it needs.

import type { IrExpr } from '@cellwake/language'

type Arguments = readonly (IrExpr | null)[]

/** Arguments of a call that must be ranges so that an index may help; undefined for any other call. */
export function indexedRanges(name: string, args: Arguments): readonly number[] | undefined {
  const places = placesOf(name, args)
  if (places === undefined || !places.every((at) => isRange(args[at]))) return undefined
  return places
}

function placesOf(name: string, args: Arguments): readonly number[] | undefined {
  const [first] = args
  if (first === null || first === undefined) return undefined
  switch (name) {
    case 'MATCH':
      return isGiven(args[2]) ? [1] : undefined
    case 'XMATCH':
      return [1]
    case 'XLOOKUP':
      return [1, 2]
    case 'VLOOKUP':
    case 'HLOOKUP':
      // Without a last argument the table is sorted.
      return isGiven(args[2]) && isGiven(args[3]) && args[3] !== true ? [1] : undefined
    case 'COUNTIF':
      return isGiven(args[1]) ? [0] : undefined
    case 'SUMIF':
    case 'AVERAGEIF':
      if (!isGiven(args[1])) return undefined
      return isGiven(args[2]) ? [0, 2] : [0]
    case 'COUNTIFS':
      return inPairs(args, 0)
    case 'SUMIFS':
    case 'AVERAGEIFS':
    case 'MINIFS':
    case 'MAXIFS': {
      const pairs = inPairs(args, 1)
      return pairs === undefined ? undefined : [0, ...pairs]
    }
    default:
      return undefined
  }
}

/** The ranges of pairs of range and criteria. */
function inPairs(args: Arguments, from: number): number[] | undefined {
  if (args.length <= from || (args.length - from) % 2 !== 0) return undefined
  const places: number[] = []
  for (let at = from; at < args.length; at += 2) {
    if (!isGiven(args[at + 1])) return undefined
    places.push(at)
  }
  return places
}

function isGiven(arg: IrExpr | null | undefined): boolean {
  return arg !== null && arg !== undefined
}

export function isRange(
  expr: IrExpr | null | undefined,
): expr is Extract<IrExpr, readonly ['range', ...unknown[]]> {
  return typeof expr === 'object' && expr !== null && expr[0] === 'range'
}
