// Questions about entries in Postgres, and about the events that have none. A page is put together from the first rows
// of each list and state that it asks for, so each step of it is a step in an index.

import type { EntryFilter, PendingEvent, PendingEvents } from '../driver.ts'
import { endOfPrefix } from '../names.ts'
import { type SqlRow, toEntry, toEvent } from '../sql-rows.ts'
import type { Query } from './fetch.ts'

export function entriesQuery(filter: EntryFilter): Query {
  const values: unknown[] = []
  const bind = (value: unknown, type: string): string => `$${values.push(value)}::${type}`
  const { list, prefix, states, after, newestFirst = false } = filter
  const direction = newestFirst ? 'DESC' : 'ASC'
  const lists = prefix === true ? listsOf(list, bind) : `SELECT ${bind(list, 'text')} AS list`
  const wanted =
    states === undefined ? STATES : `SELECT DISTINCT unnest(${bind(states, 'text[]')}) AS state`
  const limit = bind(filter.limit ?? null, 'bigint')
  let behind = ''
  if (after !== undefined) {
    const from = after.list === undefined ? 'lists.list' : bind(after.list, 'text')
    const place = `(${bind(after.order, 'bigint')}, ${bind(after.id, 'text')}, ${from})`
    behind = `AND (place, id, list) ${newestFirst ? '<' : '>'} ${place}`
  }
  const text = `
    SELECT found.* FROM (${lists}) AS lists
    CROSS JOIN LATERAL (${wanted}) AS states
    CROSS JOIN LATERAL (
      SELECT * FROM entries WHERE list = lists.list AND state = states.state ${behind}
      ORDER BY place ${direction}, id ${direction} LIMIT ${limit}
    ) AS found
    ORDER BY place ${direction}, id ${direction}, list ${direction} LIMIT ${limit}`
  return { text, values }
}

/** From one to the next in the index: as many steps as there are lists, or states, however many entries. */
function listsOf(prefix: string, bind: (value: unknown, type: string) => string): string {
  const end = endOfPrefix(prefix)
  const before = end === undefined ? 'true' : `list < ${bind(end, 'text')}`
  return `
    WITH RECURSIVE walk (list) AS (
      (SELECT list FROM entries WHERE list >= ${bind(prefix, 'text')} ORDER BY list LIMIT 1)
      UNION ALL
      SELECT (SELECT e.list FROM entries AS e WHERE e.list > walk.list ORDER BY e.list LIMIT 1)
      FROM walk WHERE ${before}
    )
    SELECT list FROM walk WHERE list IS NOT NULL AND ${before}`
}

const STATES = `
  WITH RECURSIVE walk (state) AS (
    (SELECT e.state FROM entries AS e WHERE e.list = lists.list ORDER BY e.state LIMIT 1)
    UNION ALL
    SELECT (SELECT e.state FROM entries AS e WHERE e.list = lists.list AND e.state > walk.state
      ORDER BY e.state LIMIT 1)
    FROM walk WHERE walk.state IS NOT NULL
  )
  SELECT state FROM walk WHERE state IS NOT NULL`

export const ENTRY = 'SELECT * FROM entries WHERE list = $1 AND id = $2'

export const ENTRY_COUNTS =
  'SELECT state, count(*) AS n FROM entries WHERE list = $1 GROUP BY state'

/** The limit inside keeps it a search by key for each event: a join could read all of the list. */
const PENDING = `
  SELECT row_to_json(events) AS event, row_to_json(entry) AS entry FROM events
  LEFT JOIN LATERAL (
    SELECT * FROM entries WHERE list = $1 AND id = events.message_id LIMIT 1
  ) AS entry ON true
  WHERE topic = $2 AND position > $3 AND entry.final IS NOT TRUE ORDER BY position LIMIT $4`

export function pendingQuery({ list, topic, after, limit }: PendingEvents): Query {
  return { text: PENDING, values: [list, topic, after, limit] }
}

export function toPending({ event, entry }: SqlRow): PendingEvent {
  return {
    event: toEvent(event as SqlRow),
    entry: entry === null ? undefined : toEntry(entry as SqlRow),
  }
}
