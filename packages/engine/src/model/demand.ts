// Demand for cells of a model: a read that resolves, a refresh, a watcher. External calls below are asked for in a
// commit of their own, and lazy results are kept, so that a restart need not compute them again.

import type { Call } from '../external/call.ts'
import { callsToRefresh, type Refresh, type Refreshed, refreshed } from '../external/refresh.ts'
import { type Resolved, resolvedOf } from '../external/resolved.ts'
import { type CellNode, LAZY } from '../graph/cell-node.ts'
import type { CellView } from '../views/cell-view.ts'
import { callsCause } from '../why/causes.ts'
import { isKeepable } from './kept-form.ts'
import type { ModelParts, ResolveOptions } from './model-parts.ts'
import { refusal } from './ownership.ts'
import type { Work } from './slices.ts'
import type { WatchNews } from './watchers.ts'

const NONE: readonly never[] = []

export class Demand {
  readonly #parts: ModelParts
  readonly #view: (node: CellNode) => CellView

  constructor(parts: ModelParts, view: (node: CellNode) => CellView) {
    this.#parts = parts
    this.#view = view
  }

  /** Resolves a cell, computed if it must be. External calls below it are wanted until they have arrived or failed. */
  async resolve(symbol: string, options: ResolveOptions): Promise<Resolved> {
    const { graph, id, work, watchers, standing, next, rev, reached } = this.#parts
    const { clock, records } = this.#parts.host
    const { by = 'resolve', waitMs = 0 } = options
    if (work.isClosed) throw work.closed()
    await work.rested()
    const other = next()
    if (other !== undefined) return other.resolve(symbol, options)
    const { node, ran, news } = await work.alone(() => this.#resolving(symbol))
    await this.ask(by, 'ask', [symbol])
    const isNew = ran || !records.has(`~${graph.symbolOf(node)}`)
    if (isNew && (node.flags & LAZY) !== 0 && node.live === 0) await this.#keepLazy(node, by)
    reached(graph.graph.tick, rev())
    watchers.tell(news, rev())
    const end = clock.now() + waitMs
    if (waitMs > 0 && graph.statuses.isOpen(node)) await standing.arrival(node, end)
    // Another version may have come during the wait.
    const later = next()
    if (later !== undefined) {
      const left = Math.max(0, end - clock.now())
      return later.resolve(symbol, { ...options, waitMs: left })
    }
    return resolvedOf(graph, id, node, this.#view(node))
  }

  *#resolving(
    symbol: string,
  ): Work<{ readonly node: CellNode; readonly ran: boolean; readonly news: WatchNews }> {
    const { graph, inputs, external, watchers, host } = this.#parts
    const now = host.clock.now()
    const node = inputs.node(symbol)
    external?.expire(now)
    const ran = graph.isInvalid(node)
    yield* graph.resolve(node, now)
    external?.hold(node)
    return { node, ran, news: watchers.note(graph.takeChanged()) }
  }

  /** Refreshes external calls: of a cell, of a function, or of the model. Mutations are left alone. */
  async refresh(what: Refresh, by: string): Promise<Refreshed> {
    const { id, work, next, rev } = this.#parts
    if (work.isClosed) throw work.closed()
    await work.rested()
    const other = next()
    if (other !== undefined) return other.refresh(what, by)
    const calls = await work.alone(() => this.#refreshing(what))
    await this.ask(
      by,
      'refresh',
      calls.map(({ symbol }) => symbol),
    )
    return refreshed(id, rev(), calls)
  }

  *#refreshing(what: Refresh): Work<Call[]> {
    const { graph, inputs, external, host } = this.#parts
    const node = what.symbol === undefined ? undefined : inputs.node(what.symbol)
    if (node !== undefined) yield* graph.resolve(node, host.clock.now())
    const calls = callsToRefresh(graph, what, node)
    for (const { request } of calls) graph.calls.requests.ask(request!)
    if (node !== undefined) external?.hold(node)
    return calls
  }

  /** Wants a node, for a watcher. */
  want(node: CellNode): void {
    const { graph, external, host } = this.#parts
    const now = host.clock.now()
    external?.expire(now)
    graph.want(node, now)
    if (graph.remote !== undefined && graph.isInvalid(node)) {
      // The value shows when it has arrived.
      this.resolve(graph.symbolOf(node), { by: 'watch' }).catch(() => {})
    }
    // Nothing was given, so nothing else can have changed.
    graph.takeChanged()
    if (external === undefined) return
    this.ask('watch', 'ask', [graph.symbolOf(node)]).catch(() => {
      // The watcher hears of the model that comes next.
    })
  }

  /** Commits the requests of external calls, if nothing has done so yet. */
  async ask(by: string, act: 'ask' | 'refresh', symbols: readonly string[]): Promise<void> {
    const { id, graph, commits, host, standing } = this.#parts
    const now = host.clock.now()
    const { tick } = graph.graph
    const verdict = commits.ask(by, () => callsCause(act, id, now, symbols))
    if (verdict === undefined) return
    const result = await verdict
    if (result.rejected !== undefined) {
      commits.refused(result)
      const error = refusal(id, result)
      this.#parts.lose(error)
      throw error
    }
    this.#parts.reached(tick, result.seq)
    standing.changed(NONE)
  }

  async #keepLazy(node: CellNode, by: string): Promise<void> {
    const { id, graph, commits, work, rev } = this.#parts
    const { records } = this.#parts.host
    // See test: a lazy result that followed from a refused set is not kept
    await commits.settled()
    if (!work.isFree || work.isClosed || graph.isInvalid(node)) return
    // A value that is too large is computed again after a restart.
    if (!isKeepable(node.value)) return
    const record = { value: node.value, basis: rev() }
    const symbol = graph.symbolOf(node)
    const cause = { act: 'resolve', model: id, symbol } as const
    const write = [records.putLazy(symbol, record)]
    const result = await commits.send(write, NONE, NONE, by, cause, NONE)
    if (result.rejected === undefined) return
    commits.refused(result)
    throw refusal(id, result)
  }

  /** Keeps lazy results that have arrived, as those that were computed at once. */
  keepArrived(nodes: readonly CellNode[]): void {
    for (const node of nodes) {
      if ((node.flags & LAZY) === 0 || node.live > 0) continue
      this.#keepLazy(node, 'resolve').catch((error: unknown) => this.#parts.lose(error))
    }
  }
}
