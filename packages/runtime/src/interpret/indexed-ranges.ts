// Calls that search ranges, and the places of their range arguments.

import type { Arguments } from '../compile/linker.ts'
import { isGiven, isRange } from './call-arguments.ts'

/** The places of the ranges; none for any other call. */
export function searchedRanges(name: string, args: Arguments): readonly number[] {
  const places = placesOf(name, args)
  for (const at of places) if (!isRange(args[at])) return []
  return places
}

function placesOf(name: string, args: Arguments): readonly number[] {
  if (!isGiven(args, 0)) return []
  if (name === 'MATCH') return isGiven(args, 2) ? [1] : []
  if (name === 'XMATCH') return [1]
  if (name === 'XLOOKUP') return [1, 2]
  if (name === 'VLOOKUP' || name === 'HLOOKUP') {
    // Without a last argument the table is sorted.
    return isGiven(args, 2) && isGiven(args, 3) && args[3] !== true ? [1] : []
  }
  if (name === 'COUNTIF') return isGiven(args, 1) ? [0] : []
  if (name === 'SUMIF' || name === 'AVERAGEIF') {
    if (!isGiven(args, 1)) return []
    return isGiven(args, 2) ? [0, 2] : [0]
  }
  if (name === 'COUNTIFS') return inPairs(args, 0)
  if (name === 'SUMIFS' || name === 'AVERAGEIFS' || name === 'MINIFS' || name === 'MAXIFS') {
    const pairs = inPairs(args, 1)
    return pairs.length === 0 ? [] : [0, ...pairs]
  }
  return []
}

/** The ranges of pairs of range and criteria. */
function inPairs(args: Arguments, from: number): readonly number[] {
  if (args.length <= from || (args.length - from) % 2 !== 0) return []
  const places: number[] = []
  for (let at = from; at < args.length; at += 2) {
    if (!isGiven(args, at + 1)) return []
    places.push(at)
  }
  return places
}
