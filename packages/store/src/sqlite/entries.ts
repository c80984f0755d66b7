// Questions about entries in a SQLite file, and about the events that have none. A page is put together from the first
// rows of each list and state that it asks for, so each step of it is a step in an index.

import type { EntryFilter, EntryRow, PendingEvent, PendingEvents } from '../driver.ts'
import { compareEntries } from '../entries.ts'
import { SQLITE_SCANNED_EVENTS } from '../limits.ts'
import { endOfPrefix } from '../names.ts'
import { type SqlRow, toEntry, toEvent } from '../sql-rows.ts'
import { system } from '../system.ts'
import type { EntryCounts } from './entry-counts.ts'
import type { Statements } from './statements.ts'

const LAST_NAME = '\u{10ffff}'

export class SqliteEntries {
  readonly #statements: Statements
  readonly #counts: EntryCounts

  constructor(statements: Statements, counts: EntryCounts) {
    this.#statements = statements
    this.#counts = counts
  }

  get(list: string, id: string): EntryRow | undefined {
    return this.#statements.all(toEntry, ENTRY, list, id)[0]
  }

  page(filter: EntryFilter): EntryRow[] {
    const { newestFirst = false, limit = Number.MAX_SAFE_INTEGER, after } = filter
    const compare = newestFirst
      ? (a: EntryRow, b: EntryRow) => compareEntries(b, a)
      : compareEntries
    const sql = newestFirst ? NEWEST : OLDEST
    const start = newestFirst ? Number.MAX_SAFE_INTEGER : Number.MIN_SAFE_INTEGER
    const { order = start, id = newestFirst ? LAST_NAME : '' } = after ?? {}
    const rows: EntryRow[] = []
    const cut = () => {
      rows.sort(compare)
      if (rows.length > limit) rows.length = limit
    }
    // Rows behind the last of a full page need not be looked at.
    let last = -start
    for (const list of this.#lists(filter)) {
      for (const state of new Set(filter.states ?? this.#states(list))) {
        const from = { list, state, order, id, fromList: after?.list ?? list, last, limit }
        for (const row of this.#statements.all(toEntry, sql, from)) rows.push(row)
        if (rows.length < 2 * limit) continue
        cut()
        last = rows.at(-1)?.order ?? last
      }
    }
    cut()
    return rows
  }

  #lists({ list, prefix }: EntryFilter): string[] {
    if (prefix !== true) return [list]
    const names = { from: list, to: endOfPrefix(list) ?? LAST_NAME }
    return this.#statements.all((row) => String(row.list), LISTS, names)
  }

  #states(list: string): string[] {
    return this.#statements.all((row) => String(row.state), STATES, { list })
  }

  counts(list: string): Readonly<Record<string, number>> {
    const count = (row: SqlRow) => [String(row.state), Number(row.n)] as const
    return this.#counts.of(list, () => new Map(this.#statements.all(count, COUNTS, list)))
  }

  /** A slice at a time, so that a long walk over consumed events does not block the event loop. */
  async pendingEvents({ list, topic, after, limit }: PendingEvents): Promise<PendingEvent[]> {
    const pending: PendingEvent[] = []
    for (let from = after; ; ) {
      const rows = SQLITE_SCANNED_EVENTS
      const wanted = { list, topic, after: from, rows, limit: limit - pending.length }
      pending.push(...this.#statements.all(toPending, PENDING, wanted))
      // The most frequent question is answered at once, and where its slice ends need not be known.
      if (pending.length >= limit) return pending
      const slice = { topic, after: from, rows }
      const [end] = this.#statements.all((row) => Number(row.position), SLICE_END, slice)
      if (end === undefined) return pending
      from = end
      await new Promise<void>((resolve) => system.defer(resolve))
    }
  }
}

function toPending(row: SqlRow): PendingEvent {
  const event = toEvent(row)
  if (row.entry_state === null) return { event, entry: undefined }
  const entry = toEntry({
    list: row.entry_list,
    id: row.message_id,
    state: row.entry_state,
    final: row.entry_final,
    place: row.entry_place,
    value: row.entry_value,
    seq: row.entry_seq,
    created_at: row.entry_created_at,
    at: row.entry_at,
  })
  return { event, entry }
}

const ENTRY = 'SELECT * FROM entries WHERE list = ? AND id = ?'
const OLDEST = `
  SELECT * FROM entries WHERE list = @list AND state = @state AND place <= @last
  AND (place, id, list) > (@order, @id, @fromList) ORDER BY place, id LIMIT @limit`
const NEWEST = `
  SELECT * FROM entries WHERE list = @list AND state = @state AND place >= @last
  AND (place, id, list) < (@order, @id, @fromList) ORDER BY place DESC, id DESC LIMIT @limit`
/** From one to the next in the index: as many steps as there are lists, or states, however many entries. */
const LISTS = `
  WITH RECURSIVE walk (list) AS (
    SELECT min(list) FROM entries WHERE list >= @from
    UNION ALL
    SELECT (SELECT min(entries.list) FROM entries WHERE entries.list > walk.list)
    FROM walk WHERE walk.list < @to
  )
  SELECT list FROM walk WHERE list < @to`
const STATES = `
  WITH RECURSIVE walk (state) AS (
    SELECT min(state) FROM entries WHERE list = @list
    UNION ALL
    SELECT (SELECT min(entries.state) FROM entries WHERE list = @list AND entries.state > walk.state)
    FROM walk WHERE walk.state IS NOT NULL
  )
  SELECT state FROM walk WHERE state IS NOT NULL`
const COUNTS = 'SELECT state, count(*) AS n FROM entries WHERE list = ? GROUP BY state'
/** The last event of a full slice. */
const SLICE_END = `
  SELECT position FROM events WHERE topic = @topic AND position > @after
  ORDER BY position LIMIT 1 OFFSET @rows - 1`
const PENDING = `
  SELECT events.*, entries.list AS entry_list, entries.state AS entry_state,
    entries.final AS entry_final, entries.place AS entry_place, entries.value AS entry_value,
    entries.seq AS entry_seq, entries.created_at AS entry_created_at, entries.at AS entry_at
  FROM (
    SELECT * FROM events WHERE topic = @topic AND position > @after ORDER BY position LIMIT @rows
  ) AS events LEFT JOIN entries ON entries.list = @list AND entries.id = events.message_id
  WHERE coalesce(entries.final, 0) = 0 ORDER BY events.position LIMIT @limit`
