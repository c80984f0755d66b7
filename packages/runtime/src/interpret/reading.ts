// Dependency tracking while a formula runs. A run is aborted when it reads a node that is out of
// date.

import { unwind } from '../primitives.ts'
import type { Value } from '../values.ts'
import { appendRead, trimReads } from './node.ts'
import { CLEAN, type ModelState, type Node } from './state.ts'

/** Aborts a run that read a stale node: `needed` is that node. */
export const NEEDS = { code: 'needs' }

/** The value of a node, read by the running formula. */
export function read(m: ModelState, dep: Node): Value {
  if (dep.state !== CLEAN) {
    m.needed = dep
    unwind(NEEDS)
  }
  const reader = m.running
  if (reader !== undefined) follow(m, reader, dep)
  return dep.value
}

/** Mostly a read comes where it came in the last run. */
function follow(m: ModelState, reader: Node, dep: Node): void {
  const at = m.cursor
  const { reads } = reader
  if (at < reads.length && reads[at] === dep) {
    dep.seenIn = m.run
    m.cursor += 2
  } else if (dep.seenIn !== m.run) {
    trimReads(reader, at)
    appendRead(reader, dep)
    dep.seenIn = m.run
    m.cursor += 2
  }
}
