// Fetches, in one round trip and under the lock, every row that a group will ask for.

import { docKey } from '../address.ts'
import { byUrgency, isDue, type RowSource } from '../buffered-rows.ts'
import type {
  DocRow,
  EntryRow,
  EventRow,
  JobRow,
  LeaseRow,
  NeededRows,
  Needs,
  ReceiptRow,
  SessionRow,
  TimerRow,
} from '../driver.ts'
import {
  type SqlRow,
  toDoc,
  toEntry,
  toEvent,
  toJob,
  toLease,
  toReceipt,
  toTimer,
} from '../sql-rows.ts'

const NONE: ReadonlyMap<string, number> = new Map()

export interface Query {
  readonly text: string
  readonly values: readonly unknown[]
}

/** Queued jobs whose time has come become ready, so that claims find them in order. */
export const MARK_READY = `
  UPDATE jobs SET ready = true WHERE state = 'queued' AND NOT ready AND run_at <= $1`

/**
 * One statement; each row says which table it is from. Its plan is made once and kept, so each part is a search by key
 * whatever the tables hold: a join could read all of one. See performance: statements are planned once
 */
export function fetchQuery(needs: Needs, wanted: NeededRows): Query {
  const values: unknown[] = []
  const bind = (value: unknown): string => `$${values.push(value)}`
  const parts: string[] = []
  const add = (from: string, sql: string) =>
    parts.push(`SELECT '${from}' AS source, row_to_json(r) AS row FROM (${sql}) AS r`)

  /** Rows by their keys, which are lists of texts, column by column. */
  const byKey = (from: string, table: string, key: Readonly<Record<string, readonly string[]>>) => {
    const columns = Object.keys(key)
    const lists = Object.values(key).map((values) => `${bind(values)}::text[]`)
    const equal = columns.map((column) => `${table}.${column} = wanted.${column}`)
    add(
      from,
      `SELECT found.* FROM unnest(${lists.join(', ')}) AS wanted (${columns.join(', ')})
       CROSS JOIN LATERAL (SELECT * FROM ${table} WHERE ${equal.join(' AND ')} LIMIT 1) AS found`,
    )
  }

  add('session', `SELECT * FROM sessions WHERE session = ${bind(needs.session)}`)
  add('news', `SELECT * FROM versions WHERE seq > ${bind(needs.since)} ORDER BY seq`)
  if (wanted.docs.length > 0) {
    byKey('doc', 'docs', {
      space: wanted.docs.map(({ space }) => space),
      id: wanted.docs.map(({ id }) => id),
    })
  }
  if (wanted.receipts.length > 0) byKey('receipt', 'receipts', { id: wanted.receipts })
  if (wanted.events.length > 0) {
    byKey('event', 'events', {
      topic: wanted.events.map(({ topic }) => topic),
      message_id: wanted.events.map(({ messageId }) => messageId),
    })
  }
  if (wanted.jobs.length > 0) {
    // Locked, so that no other host claims one of them meanwhile.
    const those = `id = ANY(${bind(wanted.jobs)}::text[])`
    add('job', `SELECT * FROM jobs WHERE ${those} ORDER BY id FOR UPDATE`)
  }
  if (wanted.timers.length > 0) byKey('timer', 'timers', { id: wanted.timers })
  if (wanted.leases.length > 0) byKey('lease', 'leases', { name: wanted.leases })
  if (wanted.entries.length > 0) {
    byKey('entry', 'entries', {
      list: wanted.entries.map(({ list }) => list),
      id: wanted.entries.map(({ id }) => id),
    })
  }
  if (wanted.running.length > 0) {
    const those = `queue = ANY(${bind(wanted.running)}::text[])`
    add('running', `SELECT id, queue, lease_until FROM jobs WHERE state = 'running' AND ${those}`)
  }
  for (const due of wanted.claims) {
    const queues = bind(due.queues)
    // Claims before it in the group may take the first.
    const most = bind(
      wanted.claims
        .filter((other) => other.queues.some((queue) => due.queues.includes(queue)))
        .reduce((sum, other) => sum + other.limit, 0),
    )
    const now = bind(due.now)
    const search = (those: string) =>
      add(
        'due',
        `SELECT found.* FROM unnest(${queues}::text[]) AS wanted (queue) CROSS JOIN LATERAL (
           SELECT * FROM jobs WHERE jobs.queue = wanted.queue AND ${those}
           ORDER BY priority DESC, run_at, id LIMIT ${most} FOR UPDATE SKIP LOCKED
         ) AS found`,
      )
    search(`state = 'queued' AND ready AND run_at <= ${now}`)
    search(`state = 'running' AND lease_until <= ${now}`)
  }
  return { text: parts.join('\nUNION ALL\n'), values }
}

/** The rows that came back, by key. */
export function fetchedSource(
  rows: readonly SqlRow[],
  state: { head: number; horizon: number; since: number },
): RowSource {
  const sessions = new Map<string, SessionRow>()
  const news: DocRow[] = []
  const docs = new Map<string, DocRow>()
  const receipts = new Map<string, ReceiptRow>()
  const events = new Map<string, EventRow>()
  const jobs = new Map<string, JobRow>()
  const due = new Map<string, JobRow>()
  const timers = new Map<string, TimerRow>()
  const leases = new Map<string, LeaseRow>()
  const entries = new Map<string, EntryRow>()
  const running = new Map<string, Map<string, number>>()
  const take: Record<string, (row: SqlRow) => void> = {
    session: (row) => {
      const session = String(row.session)
      const group = Number(row.group_number)
      const results = () => String(row.results)
      sessions.set(session, { session, group, at: Number(row.at), results })
    },
    news: (row) => news.push(toDoc(row)),
    doc: (row) => docs.set(docKey(String(row.space), String(row.id)), toDoc(row)),
    receipt: (row) => receipts.set(String(row.id), toReceipt(row)),
    event: (row) => events.set(docKey(String(row.topic), String(row.message_id)), toEvent(row)),
    job: (row) => jobs.set(String(row.id), toJob(row)),
    due: (row) => due.set(String(row.id), toJob(row)),
    timer: (row) => timers.set(String(row.id), toTimer(row)),
    lease: (row) => leases.set(String(row.name), toLease(row)),
    entry: (row) => entries.set(docKey(String(row.list), String(row.id)), toEntry(row)),
    running: (row) => {
      const queue = running.get(String(row.queue)) ?? new Map<string, number>()
      running.set(String(row.queue), queue.set(String(row.id), Number(row.lease_until)))
    },
  }
  for (const { source, row } of rows) take[String(source)]?.(row as SqlRow)
  news.sort((a, b) => a.seq - b.seq)
  return {
    head: () => state.head,
    session: (session) => sessions.get(session),
    news: () => (state.since < state.horizon ? 'too-far-back' : news),
    doc: (space, id) => docs.get(docKey(space, id)),
    receipt: (id) => receipts.get(id),
    event: (topic, messageId) => events.get(docKey(topic, messageId)),
    job: (id) => jobs.get(id) ?? due.get(id),
    dueJobs: (wanted) =>
      [...due.values()]
        .filter((row) => isDue(row, wanted))
        .sort(byUrgency)
        .slice(0, wanted.limit),
    timer: (id) => timers.get(id),
    lease: (name) => leases.get(name),
    entry: (list, id) => entries.get(docKey(list, id)),
    running: (queue) => running.get(queue) ?? NONE,
  }
}
