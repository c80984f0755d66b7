// The graph and its indexes without a scheduler: nodes that read and write, and an oracle that
// counts from scratch who is wanted. Nothing runs here.

import { expect } from 'vitest'
import { Graph } from '../../src/graph/graph.ts'
import { NEVER_RAN, Node, STATIC, TASK } from '../../src/graph/node.ts'
import { Documents } from '../../src/tasks/documents.ts'
import { LAUNCHES_NOTHING } from '../../src/tasks/run-tx.ts'
import { newGate, Task } from '../../src/tasks/task.ts'
import { at } from './support.ts'

export class LivenessRig {
  readonly woken: string[] = []
  readonly graph = new Graph({
    wake: () => {},
    report: () => {},
    again: () => false,
    runTask: () => false,
    wanted: (node) => this.woken.push((node.value as Task).spec.name),
    rootsOf: (node) => (node.value as Task).roots,
  })
  readonly documents = new Documents(this.graph)
  readonly tasks = new Map<string, Task>()

  /** A node that writes the document of its name. */
  add(name: string): Task {
    const node = new Node(this.graph.nextOrdinal++, undefined, () => {}, TASK | STATIC | NEVER_RAN)
    const spec = { name, kind: 'computation' as const, outputs: [at(name)], run: () => {} }
    const home = { since: 0, launcher: LAUNCHES_NOTHING }
    const task = new Task(node, spec, newGate(), undefined, home, undefined)
    node.value = task
    this.tasks.set(name, task)
    this.documents.addWriter(task)
    return task
  }

  reads(name: string, ids: readonly string[]): void {
    this.documents.setReads(
      this.tasks.get(name)!,
      ids.map((id) => ({ address: at(id), depth: 'deep' as const })),
    )
  }

  root(name: string): void {
    const task = this.tasks.get(name)!
    task.roots++
    this.graph.wiring.want(task.node)
  }

  unroot(name: string): void {
    const task = this.tasks.get(name)!
    if (task.roots === 0) return
    task.roots--
    this.graph.wiring.unwant(task.node)
  }

  remove(name: string): void {
    const task = this.tasks.get(name)!
    while (task.roots > 0) this.unroot(name)
    this.documents.setReads(task, [])
    this.documents.removeWriter(task)
    this.tasks.delete(name)
  }

  live(): string[] {
    return [...this.tasks.values()].filter((task) => task.live).map((task) => task.spec.name)
  }

  counts(): Record<string, number> {
    return Object.fromEntries([...this.tasks].map(([name, task]) => [name, task.node.live]))
  }

  /** Liveness from the roots and the edges alone, as a count. */
  oracle(): Record<string, number> {
    const marked = new Set([...this.tasks.values()].filter((task) => task.roots > 0))
    for (const task of marked) for (const writer of task.writers.keys()) marked.add(writer)
    const counts = new Map([...this.tasks.values()].map((task) => [task, task.roots]))
    for (const task of marked) {
      for (const writer of task.writers.keys()) counts.set(writer, counts.get(writer)! + 1)
    }
    return Object.fromEntries([...counts].map(([task, count]) => [task.spec.name, count]))
  }

  expectOracle(): void {
    expect(this.counts()).toEqual(this.oracle())
  }
}
