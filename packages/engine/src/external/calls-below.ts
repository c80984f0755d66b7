// From a node down to the external calls that its value comes from.

import type { Node } from '@cellwake/scheduler'
import { type CellNode, isCell } from '../graph/cell-node.ts'
import { depsOf } from '../graph/node-deps.ts'
import type { Call } from './call.ts'
import type { Calls } from './calls.ts'

/** The external calls that a node read when it last ran, directly or through others; itself, if it is one. */
export function callsBelow(calls: Calls, node: CellNode, visits = Infinity): Call[] {
  const found: Call[] = []
  const seen = new Set<Node>([node])
  for (const next of seen) {
    const call = isCell(next) ? calls.of(next) : undefined
    if (call !== undefined) found.push(call)
    if (seen.size > visits) continue
    for (const dep of depsOf(next, false)) seen.add(dep)
  }
  return found
}
