// SHEET and SHEETS are written as their numbers: a model has its sheets in the order in which it names them, and only
// those that hold something.

import type { CallNode } from './formula-nodes.ts'

/** Undefined where only computing it tells. */
export function sheetNumber(
  { name, args }: CallNode,
  own: string,
  sheets: readonly string[],
): string | undefined {
  const [first] = args
  const place = (sheet: string | undefined) =>
    1 + sheets.findIndex((one) => one.toLowerCase() === sheet?.toLowerCase())
  if (name === 'SHEETS') {
    if (first === undefined) return String(sheets.length)
    if (first.type !== 'reference') return undefined
    return String(Math.abs(place(first.lastSheet ?? first.sheet) - place(first.sheet)) + 1)
  }
  if (first === undefined) return String(place(own))
  if (first.type === 'text') return place(first.value) === 0 ? '#N/A' : String(place(first.value))
  if (first.type !== 'reference') return undefined
  const found = place(first.sheet ?? own)
  return found === 0 ? '#REF!' : String(found)
}
