// How cells stand, as far as that follows from external calls. A status is no value: it is worked out from the calls
// that are not ready, upwards over those who read them, and only when somebody asks.

import { isError, isPending, type Value } from '../values.ts'
import { columnKey, findColumn, leafOf, sheetOf } from './columns.ts'
import type { CellStatus } from './model.ts'
import { runs } from './node.ts'
import { shownAt, shownWaiting } from './serving.ts'
import { type Call, CLEAN, type ModelState, type Node } from './state.ts'

/** What a node follows from: something that is fetched or old, that is being fetched, has failed. */
const OLD = 1
const RUNNING = 2
const FAILED = 4

export interface Statuses {
  readonly walk: number
  readonly errors: Readonly<Record<string, boolean | undefined>>
}

/** As they are now. */
export function statusesOf(m: ModelState): Statuses {
  const walk = ++m.walk
  const errors: Record<string, boolean | undefined> = {}
  const stack: Node[] = []
  for (const node of m.callList) {
    const marks = marksOf(node.call!)
    if (marks === 0) continue
    if (has(marks, FAILED) && isError(node.value)) errors[errorText(node.value)] = true
    mark(node, marks, walk, stack)
  }
  while (stack.length > 0) {
    const node = stack.pop()!
    for (const reader of node.readers) mark(reader, node.standing ?? 0, walk, stack)
    if (node.key < 0) continue
    const column = findColumn(m, node.key)
    if (column === undefined) continue
    const near = column.near[leafOf(node.row)]
    if (near !== undefined) markRanges(near, node, walk, stack)
    markRanges(column.far, node, walk, stack)
    const wide = m.wide[sheetOf(node.key)]
    if (wide !== undefined) markRanges(wide, node, walk, stack)
  }
  return { walk, errors }
}

function markRanges(ranges: readonly Node[], node: Node, walk: number, stack: Node[]): void {
  for (const range of ranges) {
    const { sheet, column, row, lastColumn, lastRow } = range.extent!
    const isIn = node.row >= row && node.row <= lastRow
    const first = columnKey(sheet, column)
    if (isIn && node.key >= first && node.key <= first + lastColumn - column) {
      mark(range, node.standing ?? 0, walk, stack)
    }
  }
}

function mark(node: Node, marks: number, walk: number, stack: Node[]): void {
  const known = node.standingIn === walk ? (node.standing ?? 0) : 0
  const all = union(known, marks)
  if (node.standingIn === walk && all === known) return
  node.standingIn = walk
  node.standing = all
  stack.push(node)
}

/** Of sets that are written as sums of 1, 2 and 4. */
function union(a: number, b: number): number {
  return pick(a, b, OLD) + pick(a, b, RUNNING) + pick(a, b, FAILED)
}

function pick(a: number, b: number, one: number): number {
  return has(a, one) || has(b, one) ? one : 0
}

function has(marks: number, one: number): boolean {
  return Math.floor(marks / one) % 2 === 1
}

export function statusIn({ walk, errors }: Statuses, node: Node): CellStatus {
  if (node.call !== undefined) return callStatus(node.call)
  if (runs(node) && node.state !== CLEAN) return 'dirty'
  const marks = node.standingIn === walk ? (node.standing ?? 0) : 0
  if (marks === 0) return 'ready'
  const { value } = node
  if (isPending(value)) return has(marks, RUNNING) ? 'running' : 'queued'
  if (has(marks, FAILED) && isError(value) && errors[errorText(value)] === true) return 'failed'
  return has(marks, OLD) ? 'stale' : 'ready'
}

function callStatus(call: Call): CellStatus {
  const { request, node, answer, ranAt } = call
  if (node.state !== CLEAN && request?.isOpen !== true) return 'dirty'
  if (call.isRefused) return 'failed'
  const policy = call.signature.external!
  if (request === undefined) return shownWaiting(policy, answer, ranAt).status
  return shownAt(policy, answer, request, ranAt).status
}

function marksOf(call: Call): number {
  const { request, node, answer, ranAt } = call
  if (node.state !== CLEAN && request?.isOpen !== true) return 0
  if (call.isRefused) return FAILED
  const policy = call.signature.external!
  const { status } =
    request === undefined
      ? shownWaiting(policy, answer, ranAt)
      : shownAt(policy, answer, request, ranAt)
  if (status === 'failed') return FAILED
  if (status === 'running') return OLD + RUNNING
  return status === 'queued' || status === 'stale' ? OLD : 0
}

function errorText(value: Value): string {
  if (!isError(value)) return ''
  return `${value.code} ${value.origin} ${value.message}`
}
