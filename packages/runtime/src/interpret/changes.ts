// Sets another value of a node: its readers are invalidated, and the call records the change.

import type { ErrorValue, Value } from '../values.ts'
import { valueChanged } from './marking.ts'
import type { ModelState, Node } from './state.ts'
import { symbolOf } from './symbols.ts'

/** A node has another value from now on. */
export function setValue(m: ModelState, node: Node, value: Value): void {
  node.value = value
  noteChange(m, node)
  valueChanged(m, node)
}

export function noteChange(m: ModelState, node: Node): void {
  if (node.changedIn === m.call) return
  node.changedIn = m.call
  m.changed.push(node)
}

export function originAt(m: ModelState, node: Node, error: ErrorValue): ErrorValue {
  return { k: 5, code: error.code, message: error.message, origin: symbolOf(m, node) }
}
