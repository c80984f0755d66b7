// The entries of a store in memory: by list and id, and by list, state and order.

import type { EntryFilter, EntryRow } from '../driver.ts'
import { compareEntries } from '../entries.ts'
import { compareNames } from '../names.ts'
import { first, SortedList } from './sorted-list.ts'

interface List {
  readonly name: string
  readonly byId: Map<string, EntryRow>
  readonly byState: Map<string, SortedList<EntryRow>>
  /** Final entries, by when they were last moved. */
  readonly final: SortedList<EntryRow>
}

export class EntryTable {
  readonly #lists = new Map<string, List>()
  readonly #byName = new SortedList<List>((a, b) => compareNames(a.name, b.name))

  get(list: string, id: string): EntryRow | undefined {
    return this.#lists.get(list)?.byId.get(id)
  }

  put(row: EntryRow): void {
    const list = this.#list(row.list)
    const known = list.byId.get(row.id)
    if (known !== undefined) unlink(list, known)
    list.byId.set(row.id, row)
    const state = list.byState.get(row.state) ?? new SortedList<EntryRow>(compareEntries)
    list.byState.set(row.state, state)
    state.add(row)
    if (row.final) list.final.add(row)
  }

  delete(row: EntryRow): void {
    const list = this.#list(row.list)
    unlink(list, row)
    list.byId.delete(row.id)
    if (list.byId.size > 0) return
    this.#lists.delete(row.list)
    this.#byName.delete(list)
  }

  #list(name: string): List {
    const known = this.#lists.get(name)
    if (known !== undefined) return known
    const list = {
      name,
      byId: new Map<string, EntryRow>(),
      byState: new Map<string, SortedList<EntryRow>>(),
      final: new SortedList<EntryRow>((a, b) => a.at - b.at || compareNames(a.id, b.id)),
    }
    this.#lists.set(name, list)
    this.#byName.add(list)
    return list
  }

  list(filter: EntryFilter): EntryRow[] {
    const { after, newestFirst = false, limit = Number.MAX_SAFE_INTEGER } = filter
    const rows: EntryRow[] = []
    for (const { name, byState } of this.#named(filter)) {
      const from = after && { ...after, list: after.list ?? name }
      for (const state of new Set(filter.states ?? byState.keys())) {
        const found = byState.get(state)
        if (found === undefined) continue
        const range = newestFirst
          ? found.descending((row) => from === undefined || compareEntries(row, from) < 0)
          : found.ascending((row) => from !== undefined && compareEntries(row, from) <= 0)
        rows.push(...first(range, limit))
      }
    }
    rows.sort(newestFirst ? (a, b) => compareEntries(b, a) : compareEntries)
    return rows.slice(0, limit)
  }

  *#named({ list, prefix }: EntryFilter): Iterable<List> {
    if (prefix !== true) {
      const known = this.#lists.get(list)
      if (known !== undefined) yield known
      return
    }
    for (const found of this.from(list)) {
      if (!found.name.startsWith(list)) return
      yield found
    }
  }

  /** Lists by name, from this one on. */
  from(name: string): Iterable<List> {
    return this.#byName.ascending((list) => compareNames(list.name, name) < 0)
  }

  counts(name: string): Record<string, number> {
    const states = [...(this.#lists.get(name)?.byState ?? [])]
    return Object.fromEntries(states.map(([state, rows]) => [state, rows.size]))
  }

  get size(): number {
    let size = 0
    for (const { byId } of this.#lists.values()) size += byId.size
    return size
  }
}

function unlink(list: List, row: EntryRow): void {
  const state = list.byState.get(row.state)
  state?.delete(row)
  if (state?.size === 0) list.byState.delete(row.state)
  if (row.final) list.final.delete(row)
}
