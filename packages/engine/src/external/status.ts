// Statuses of the cells of a model, as far as they follow from external calls. A status is no value: it is worked out
// lazily, from the calls that are not ready up over their readers.

import { type ErrorValue, isError, isPending, type Value } from '@cellwake/runtime'
import { type Graph, isInvalid, type Node, readerAt, readerCount } from '@cellwake/scheduler'
import { type CellNode, isCell } from '../graph/cell-node.ts'
import type { CellStatus } from '../views/cell-view.ts'
import type { Call } from './call.ts'
import type { Calls } from './calls.ts'

/** Flags of a node, by the calls it follows from: one is queued or old, is being fetched, has failed, has a job. */
const OLD = 1
const RUNNING = 2
const FAILED = 4
const OPEN = 8

export class Statuses {
  readonly #graph: Graph
  readonly #calls: Calls
  /** The nodes that follow from a call which is not ready. */
  #below = new Map<Node, number>()
  #errors = new Set<string>()
  #runs = -1
  #isOld = true

  constructor(graph: Graph, calls: Calls) {
    this.#graph = graph
    this.#calls = calls
  }

  /** A request was made, taken up, answered or has failed. */
  changed(): void {
    this.#isOld = true
  }

  of(node: CellNode): CellStatus {
    const call = this.#calls.of(node)
    if (call !== undefined) return call.status
    if (isInvalid(node)) return 'dirty'
    return this.#calls.any ? statusBy(this.#marksOf(node), node.value, this.#errors) : 'ready'
  }

  /** Whether something that a node follows from has a job that is not over. */
  isOpen(node: CellNode): boolean {
    const call = this.#calls.of(node)
    return ((call === undefined ? this.#marksOf(node) : marksOf(call)) & OPEN) !== 0
  }

  /** Every cell and call that is not simply ready, as far as calls are the reason. */
  all(): Map<CellNode, CellStatus> {
    this.#update()
    const found = new Map<CellNode, CellStatus>()
    for (const node of this.#below.keys()) {
      const status = isCell(node) ? this.of(node) : 'ready'
      if (status !== 'ready') found.set(node as CellNode, status)
    }
    return found
  }

  #marksOf(node: Node): number {
    this.#update()
    return this.#below.get(node) ?? 0
  }

  /** Edges and values may differ after a run, calls after a call of `changed`. */
  #update(): void {
    if (!this.#isOld && this.#runs === this.#graph.runs) return
    this.#isOld = false
    this.#runs = this.#graph.runs
    this.#below = new Map()
    this.#errors = new Set()
    const stack: Node[] = []
    for (const call of this.#calls.all) {
      const marks = marksOf(call)
      if (marks === 0) continue
      if ((marks & FAILED) !== 0) this.#errors.add(errorText(call.node.value as ErrorValue))
      this.#below.set(call.node, marks)
      stack.push(call.node)
    }
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      const marks = this.#below.get(node)!
      for (let i = 0, n = readerCount(node); i < n; i++) {
        const reader = readerAt(node, i)
        const known = this.#below.get(reader) ?? 0
        if ((known | marks) === known) continue
        this.#below.set(reader, known | marks)
        stack.push(reader)
      }
    }
  }
}

function marksOf({ status, request }: Call): number {
  const open = request?.isOpen === true ? OPEN : 0
  if (status === 'failed') return FAILED | open
  if (status === 'running') return OLD | RUNNING | open
  return status === 'queued' || status === 'stale' ? OLD | open : open
}

function statusBy(marks: number, value: Value, errors: ReadonlySet<string>): CellStatus {
  if (marks === 0) return 'ready'
  if (isPending(value)) return (marks & RUNNING) === 0 ? 'queued' : 'running'
  const isFailed = (marks & FAILED) !== 0 && isError(value) && errors.has(errorText(value))
  if (isFailed) return 'failed'
  return (marks & OLD) === 0 ? 'ready' : 'stale'
}

function errorText({ code, message, origin }: ErrorValue): string {
  return `${code} ${origin} ${message}`
}
