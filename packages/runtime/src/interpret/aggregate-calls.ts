// Functions over whole ranges that need no array: their result follows from the ranges' aggregates.

import type { Arguments, Code } from '../compile/linker.ts'
import { finite } from '../operators.ts'
import { DIVISION_BY_ZERO, isError, type Value } from '../values.ts'
import { type Aggregate, joinAfter, nothing } from './aggregate.ts'
import { isRange } from './call-arguments.ts'
import type { FormHost } from './form-host.ts'
import { aggregateOf, arrayFrom } from './ranges.ts'
import { read } from './reading.ts'
import type { Node } from './state.ts'

type Tell = (total: Aggregate) => Value

const KNOWN: Readonly<Record<string, Tell>> = {
  SUM: (total) => total.stop ?? finite(total.sum),
  AVERAGE: (total) =>
    total.stop ?? (total.numbers === 0 ? DIVISION_BY_ZERO : finite(total.sum / total.numbers)),
  MIN: (total) => total.stop ?? (total.numbers === 0 ? 0 : total.min),
  MAX: (total) => total.stop ?? (total.numbers === 0 ? 0 : total.max),
  // These count and pass nothing on.
  COUNT: (total) => total.numbers,
  COUNTA: (total) => total.filled,
}

export function aggregateCall(
  { m, range }: FormHost,
  name: string,
  args: Arguments,
): Code<Node> | undefined {
  const tell = KNOWN[name]
  if (tell === undefined || args.length === 0) return undefined
  for (const arg of args) if (!isRange(arg)) return undefined
  const ranges = args.map(() => range())
  const inFull = m.callables.functions[name]!
  return (at) => {
    let total: Aggregate | undefined
    for (const node of ranges) {
      const own = node(at)
      read(m, own)
      const found = aggregateOf(m, own)
      if (ranges.length === 1) total = found
      else {
        total ??= nothing()
        joinAfter(total, found)
      }
    }
    if (total!.others === 0) return tell(total!)
    const arrays: Value[] = []
    for (const node of ranges) {
      const found = arrayFrom(m, node(at))
      if (isError(found) && ranges.length > 1) return found
      arrays.push(found)
    }
    return inFull(arrays)
  }
}
