// The jobs of a store in memory, with the indexes that SQL has: by id, and for each queue the waiting ones, the
// ready ones, by urgency, and the running ones, by the end of their lease. A claim looks at no job that is not due.

import { byUrgency, isDue } from '../buffered-rows.ts'
import type { DueJobs, JobFilter, JobRow, JobState } from '../driver.ts'
import { compareNames } from '../names.ts'
import { first, SortedList } from './sorted-list.ts'

interface Queue {
  readonly waiting: SortedList<JobRow>
  /** Were due once: a clock may have gone back since. */
  readonly ready: SortedList<JobRow>
  readonly running: SortedList<JobRow>
  readonly leases: Map<string, number>
}

const NONE: ReadonlyMap<string, number> = new Map()

export class JobTable {
  readonly #byId = new SortedList<JobRow>((a, b) => compareNames(a.id, b.id))
  readonly #rows = new Map<string, JobRow>()
  readonly #queues = new Map<string, Queue>()
  readonly #finished = new SortedList<JobRow>(byEnd)

  get(id: string): JobRow | undefined {
    return this.#rows.get(id)
  }

  put(row: JobRow): void {
    this.#remove(this.#rows.get(row.id))
    this.#rows.set(row.id, row)
    this.#byId.add(row)
    if (row.finishedAt !== undefined) this.#finished.add(row)
    const queue = this.#queue(row.queue)
    if (row.state === 'queued') queue.waiting.add(row)
    if (row.state !== 'running') return
    queue.running.add(row)
    queue.leases.set(row.id, row.leaseUntil ?? 0)
  }

  #remove(row: JobRow | undefined): void {
    if (row === undefined) return
    this.#rows.delete(row.id)
    this.#byId.delete(row)
    if (row.finishedAt !== undefined) this.#finished.delete(row)
    const queue = this.#queue(row.queue)
    if (row.state === 'queued') {
      queue.waiting.delete(row)
      queue.ready.delete(row)
    }
    if (row.state !== 'running') return
    queue.running.delete(row)
    queue.leases.delete(row.id)
  }

  #queue(name: string): Queue {
    const known = this.#queues.get(name)
    if (known !== undefined) return known
    const queue = {
      waiting: new SortedList(byTime),
      ready: new SortedList(byUrgency),
      running: new SortedList(byLease),
      leases: new Map<string, number>(),
    }
    this.#queues.set(name, queue)
    return queue
  }

  /** The jobs of a queue that run: by id, until when. */
  running(queue: string): ReadonlyMap<string, number> {
    return this.#queues.get(queue)?.leases ?? NONE
  }

  due(due: DueJobs): JobRow[] {
    const rows: JobRow[] = []
    for (const name of new Set(due.queues)) {
      const queue = this.#queues.get(name)
      if (queue === undefined) continue
      for (const row of [...until(queue.waiting, ({ runAt }) => runAt <= due.now)]) {
        queue.waiting.delete(row)
        queue.ready.add(row)
      }
      let room = due.limit
      for (const row of queue.ready.ascending()) {
        if (room === 0) break
        if (!isDue(row, due)) continue
        rows.push(row)
        room--
      }
      for (const row of until(queue.running, (row) => isDue(row, due))) rows.push(row)
    }
    return rows.sort(byUrgency).slice(0, due.limit)
  }

  list(filter: JobFilter): JobRow[] {
    const { queue, state, prefix = '', after = '', limit } = filter
    const from = compareNames(prefix, after) > 0 ? prefix : after
    const rows: JobRow[] = []
    for (const row of this.#byId.ascending(({ id }) => compareNames(id, from) < 0)) {
      if (rows.length === limit || !(row.id.startsWith(prefix) || row.id === after)) break
      if (row.id === filter.after) continue
      if (queue !== undefined && row.queue !== queue) continue
      if (state === undefined || row.state === state) rows.push(row)
    }
    return rows
  }

  counts(): Record<JobState, number> {
    const counts = { queued: 0, running: 0, done: 0, failed: 0, cancelled: 0 }
    for (const row of this.#rows.values()) counts[row.state]++
    return counts
  }

  /** Retention of finished jobs: keeps so many, the newest. */
  forget(kept: number): void {
    const old = Math.max(0, this.#finished.size - kept)
    for (const row of [...first(this.#finished.ascending(), old)]) this.#remove(row)
  }
}

function* until(rows: SortedList<JobRow>, holds: (row: JobRow) => boolean): Iterable<JobRow> {
  for (const row of rows.ascending()) {
    if (!holds(row)) return
    yield row
  }
}

function byTime(a: JobRow, b: JobRow): number {
  return a.runAt - b.runAt || compareNames(a.id, b.id)
}

function byLease(a: JobRow, b: JobRow): number {
  return (a.leaseUntil ?? 0) - (b.leaseUntil ?? 0) || compareNames(a.id, b.id)
}

function byEnd(a: JobRow, b: JobRow): number {
  return a.finishedAt! - b.finishedAt! || compareNames(a.id, b.id)
}
