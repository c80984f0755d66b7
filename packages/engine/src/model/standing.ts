// Statuses of cells with respect to external calls: watchers are told when a status alone has changed, and a read that
// waits for a cell hears when no answer below it is pending any more.

import type { Clock } from '@cellwake/scheduler'
import type { ModelExternals } from '../external/model-externals.ts'
import type { CellNode } from '../graph/cell-node.ts'
import type { ModelGraph } from '../graph/model-graph.ts'
import type { CellStatus } from '../views/cell-view.ts'
import type { ModelWork } from './model-work.ts'
import type { Watchers } from './watchers.ts'

export interface StandingParts {
  readonly graph: ModelGraph
  readonly clock: Clock
  readonly work: ModelWork
  readonly watchers: Watchers
  readonly external: ModelExternals | undefined
  rev(): number
}

export class Standing {
  readonly #parts: StandingParts
  /** As watchers were last told. */
  #told: ReadonlyMap<CellNode, CellStatus> = new Map()
  /** Callbacks of reads that wait for a cell to arrive. */
  readonly #waiters = new Set<() => void>()

  constructor(parts: StandingParts) {
    this.#parts = parts
  }

  /** The first watcher comes: it is told of changes from here on. */
  watched(): void {
    const { external, watchers, graph } = this.#parts
    if (external !== undefined && !watchers.any) this.#told = graph.statuses.all()
  }

  /** Statuses may have changed: tells cells that have changed in nothing else, and so are not in `told`. */
  changed(told: readonly CellNode[]): void {
    const { external, watchers, graph, work } = this.#parts
    if (work.isClosed || work.isHalfWay) return
    external!.armed()
    external!.release()
    this.look()
    if (!watchers.any) return
    const before = this.#told
    const now = graph.statuses.all()
    const isTold = new Set(told)
    const changed: CellNode[] = []
    for (const [node, status] of now) if (before.get(node) !== status) changed.push(node)
    for (const node of before.keys()) if (!now.has(node)) changed.push(node)
    this.#told = now
    const news = watchers.note(changed.filter((node) => !isTold.has(node)))
    watchers.tell(news, this.#parts.rev())
  }

  /** Resolves when no answer below a node is pending any more, at the latest at an instant. */
  arrival(node: CellNode, end: number): Promise<void> {
    const { clock, graph, work } = this.#parts
    return new Promise((resolve) => {
      const done = () => {
        this.#waiters.delete(look)
        clock.cancel(alarm)
        resolve()
      }
      const look = () => {
        if (work.isClosed || !graph.statuses.isOpen(node)) done()
      }
      const alarm = clock.wake(end, done)
      this.#waiters.add(look)
    })
  }

  /** Lets all waiting reads check again. */
  look(): void {
    for (const look of this.#waiters) look()
  }
}
