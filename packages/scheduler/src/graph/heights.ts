// Heights: a reader stands above everything it reads, so that the lowest invalid node may always run.
// They only rise, and only where an edge asks for it. A read that closes a cycle of tasks does not
// count: it lifts nothing, so a cycle that comes and goes leaves the heights as they were, and when
// the cycle is broken elsewhere the read counts again.

import { type Node, readAt, readCount, readerAt, readerCount, TASK } from './node.ts'

/** The least height above all reads, and never below the present one. */
export function heightAbove(node: Node): number {
  let { height } = node
  for (let i = 0, n = readCount(node); i < n; i++) {
    const above = readAt(node, i).height + 1
    if (above > height) height = above
  }
  return height
}

export class Heights {
  /** Reads that close a cycle of tasks: reader, then the nodes read. */
  readonly #closing = new Map<Node, Set<Node>>()

  /** Whether some tasks follow from themselves. */
  get cyclic(): boolean {
    return this.#closing.size > 0
  }

  /** The node reads `dep`, which is as high or higher. False if that closes a cycle of derived values. */
  rise(node: Node, dep: Node): boolean {
    if (this.lift(node, dep.height + 1)) return true
    if ((node.flags & TASK) === 0) return false
    const known = this.#closing.get(node)
    if (known === undefined) this.#closing.set(node, new Set([dep]))
    else known.add(dep)
    return true
  }

  /** A read of a task is gone, and with it perhaps a cycle. */
  dropped(node: Node, dep: Node): void {
    this.#forget(node, dep)
    this.#recount()
  }

  /** A node is gone with all its reads. */
  removed(node: Node): void {
    this.#closing.delete(node)
    this.#recount()
  }

  #forget(node: Node, dep: Node): void {
    const known = this.#closing.get(node)
    if (known?.delete(dep) && known.size === 0) this.#closing.delete(node)
  }

  /** Reads whose cycle was broken elsewhere count from now on. */
  #recount(): void {
    for (const [node, deps] of [...this.#closing]) {
      for (const dep of [...deps]) {
        if (this.#follows(dep, node)) continue
        this.#forget(node, dep)
        if (dep.height >= node.height) this.rise(node, dep)
      }
    }
  }

  /** Whether a node follows from another, by reads that count. They lead down, so few are looked at. */
  #follows(node: Node, from: Node): boolean {
    const seen = new Set<Node>([node])
    for (const next of seen) {
      const closing = this.#closing.get(next)
      for (let i = 0, n = readCount(next); i < n; i++) {
        const dep = readAt(next, i)
        if (closing?.has(dep)) continue
        if (dep === from) return true
        if (dep.height > from.height) seen.add(dep)
      }
    }
    return false
  }

  /**
   * Lifts the readers, level by level as they were: so each rises once, however many paths lead there.
   * False, and nothing has moved, if there is a cycle: a path up leads back to the node.
   */
  lift(node: Node, height: number): boolean {
    const from = node.height
    node.height = height
    if (node.readers === null) return true
    const levels: (Node[] | undefined)[] = [[node]]
    const before = new Map<Node, number>()
    for (let level = 0; level < levels.length; level++) {
      for (const next of levels[level] ?? []) {
        for (let i = 0, n = readerCount(next); i < n; i++) {
          const reader = readerAt(next, i)
          if (reader === node) {
            if (this.#closing.get(node)?.has(next)) continue
            node.height = from
            for (const [risen, was] of before) risen.height = was
            return false
          }
          if (reader.height > next.height || this.#closing.get(reader)?.has(next)) continue
          if (!before.has(reader)) {
            before.set(reader, reader.height)
            const at = Math.max(reader.height - from, level)
            if (levels[at] === undefined) levels[at] = [reader]
            else levels[at].push(reader)
          }
          reader.height = next.height + 1
        }
      }
    }
    return true
  }
}
