// The trace of a pass, in rounds that one can follow: an iteration begins with its work set, all invalid
// and wanted nodes and their transitive readers, and ends with those of them that ran, in that order. A
// node that runs again, or was not in the set, begins the next. The pass itself knows no rounds, and is
// not changed by being looked at.

import { readerAt, readerCount } from '../graph/node.ts'
import { TRACE_NODES } from '../limits.ts'
import type { Task } from './task.ts'

type Say = (name: string, what: string, nodes?: readonly string[]) => void

export class SettleTrace {
  readonly #wanted: () => readonly Task[]
  readonly #say: Say
  #pass: string | undefined
  #iteration = 0
  #workSet: ReadonlySet<Task> = new Set()
  readonly #ran = new Set<Task>()

  constructor(wanted: () => readonly Task[], say: Say) {
    this.#wanted = wanted
    this.#say = say
  }

  passBegins(pass: number): void {
    this.#pass = `pass ${pass}`
    this.#iteration = 0
    this.#workSet = new Set()
  }

  runBegins(task: Task): void {
    if (this.#pass === undefined) return
    if (this.#ran.has(task) || !this.#workSet.has(task)) {
      this.#endIteration(this.#pass)
      this.#iteration++
      this.#workSet = closure([task, ...this.#wanted()])
      const { size } = this.#workSet
      const nodes = [...this.#workSet].sort(byPlace)
      this.#say(this.#pass, `iteration ${this.#iteration}: work set of ${size}`, namesOf(nodes))
    }
    this.#ran.add(task)
  }

  passEnds(): void {
    const pass = this.#pass
    this.#pass = undefined
    if (pass === undefined || this.#iteration === 0) return
    this.#endIteration(pass)
    const count = this.#iteration === 1 ? '1 iteration' : `${this.#iteration} iterations`
    this.#say(pass, `over after ${count}`)
  }

  #endIteration(pass: string): void {
    const { size } = this.#ran
    if (size > 0)
      this.#say(pass, `iteration ${this.#iteration}: ${size} ran`, namesOf([...this.#ran]))
    this.#ran.clear()
  }
}

/** Transitive closure: these nodes, and all wanted ones that read their writes, directly or through others. */
function closure(seeds: readonly Task[]): Set<Task> {
  const found = new Set(seeds)
  for (const { node } of found) {
    for (let i = 0, n = readerCount(node); i < n; i++) {
      const reader = readerAt(node, i).value as Task
      if (reader.live) found.add(reader)
    }
  }
  return found
}

/** In the order in which they would run. */
function byPlace({ node: a }: Task, { node: b }: Task): number {
  return a.height - b.height || a.ordinal - b.ordinal
}

function namesOf(tasks: readonly Task[]): string[] {
  return tasks.slice(0, TRACE_NODES).map(({ spec }) => spec.name)
}
