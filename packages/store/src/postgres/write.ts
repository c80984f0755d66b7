// Writes everything that a group put, in one statement, and tells the other hosts.

import type { BufferedRows } from '../buffered-rows.ts'
import type { Arrival, JobNews, JobRow, VersionRow } from '../driver.ts'
import { againOrNull, causesOrNull, isReady, jsonOrNull } from '../sql-rows.ts'
import type { Query } from './fetch.ts'

/**
 * A notification of Postgres holds less than 8,000 bytes. A name has at most 512 characters of at
 * most 3 bytes each, and there may be this many queues and this many topics in one.
 */
const NOTIFIED_NAMES = 2
/** Rest of one notice for jobs. Two times 512 characters and a session would fit beside it. */
const NOTIFIED_JOBS_BYTES = 7_000
/** Beyond this many, it is cheaper for the others to look. */
const NOTICES = 64

type SqlColumn<T> = readonly [type: 'bigint' | 'text' | 'boolean', value: (row: T) => unknown]

const JOB_COLUMNS: Record<string, SqlColumn<JobRow>> = {
  id: ['text', (row) => row.id],
  queue: ['text', (row) => row.queue],
  payload: ['text', (row) => JSON.stringify(row.payload)],
  state: ['text', (row) => row.state],
  ready: ['boolean', isReady],
  priority: ['bigint', (row) => row.priority],
  run_at: ['bigint', (row) => row.runAt],
  attempt: ['bigint', (row) => row.attempt],
  attempts: ['bigint', (row) => row.attempts],
  spent: ['bigint', (row) => row.spent],
  backoff_ms: ['bigint', (row) => row.backoffMs],
  worker: ['text', (row) => row.worker],
  lease_until: ['bigint', (row) => row.leaseUntil],
  error: ['text', (row) => row.error],
  result: ['text', (row) => jsonOrNull(row.result)],
  seq: ['bigint', (row) => row.seq],
  created_at: ['bigint', (row) => row.createdAt],
  started_at: ['bigint', (row) => row.startedAt],
  finished_at: ['bigint', (row) => row.finishedAt],
}

export function writeQuery(rows: BufferedRows, session: string, arrival: Arrival, channel: string) {
  const values: unknown[] = []
  const bind = (value: unknown): string => `$${values.push(value)}`
  const parts: string[] = []

  const put = <T>(
    table: string,
    rows: readonly T[],
    columns: Record<string, SqlColumn<T>>,
    conflict?: { key: string; update: readonly string[] },
  ) => {
    if (rows.length === 0) return
    const names = Object.keys(columns)
    const arrays = Object.values(columns).map(
      ([type, value]) => `${bind(rows.map((row) => value(row) ?? null))}::${type}[]`,
    )
    const set = conflict?.update.map((name) => `${name} = excluded.${name}`).join(', ')
    const upsert =
      conflict === undefined ? '' : `ON CONFLICT (${conflict.key}) DO UPDATE SET ${set}`
    parts.push(
      `put_${parts.length} AS (INSERT INTO ${table} (${names.join(', ')})
       SELECT * FROM unnest(${arrays.join(', ')}) ${upsert})`,
    )
  }

  put('commits', rows.commits, {
    seq: ['bigint', (row) => row.seq],
    at: ['bigint', (row) => row.at],
    session: ['text', (row) => row.session],
    info: ['text', (row) => JSON.stringify(row.info)],
  })
  const doc: Record<string, SqlColumn<VersionRow>> = {
    space: ['text', (row) => row.space],
    id: ['text', (row) => row.id],
    seq: ['bigint', (row) => row.seq],
    value: ['text', (row) => jsonOrNull(row.value)],
  }
  put('versions', rows.versions, { ...doc, prev: ['bigint', (row) => row.prev] })
  put('docs', [...rows.docs.values()], doc, { key: 'space, id', update: ['seq', 'value'] })
  put(
    'receipts',
    [...rows.receipts.values()],
    {
      id: ['text', (row) => row.id],
      seq: ['bigint', (row) => row.seq],
      value: ['text', (row) => jsonOrNull(row.value)],
      expires_at: ['bigint', (row) => row.expiresAt],
      at: ['bigint', (row) => row.at],
    },
    { key: 'id', update: ['seq', 'value', 'expires_at', 'at'] },
  )
  put(
    'events',
    [...rows.events.values()],
    {
      topic: ['text', (row) => row.topic],
      message_id: ['text', (row) => row.messageId],
      position: ['bigint', (row) => row.position],
      seq: ['bigint', (row) => row.seq],
      at: ['bigint', (row) => row.at],
      published_at: ['bigint', againOrNull],
      payload: ['text', (row) => JSON.stringify(row.payload)],
      causes: ['text', (row) => causesOrNull(row.causes)],
    },
    { key: 'topic, message_id', update: ['payload', 'seq', 'published_at', 'causes'] },
  )
  put(
    'entries',
    [...rows.entries.values()],
    {
      list: ['text', (row) => row.list],
      id: ['text', (row) => row.id],
      state: ['text', (row) => row.state],
      final: ['boolean', (row) => row.final],
      place: ['bigint', (row) => row.order],
      value: ['text', (row) => jsonOrNull(row.value)],
      seq: ['bigint', (row) => row.seq],
      created_at: ['bigint', (row) => row.createdAt],
      at: ['bigint', (row) => row.at],
    },
    { key: 'list, id', update: ['state', 'final', 'place', 'value', 'seq', 'at'] },
  )
  put('jobs', [...rows.jobs.values()], JOB_COLUMNS, {
    key: 'id',
    update: Object.keys(JOB_COLUMNS).filter((name) => name !== 'id'),
  })
  const timers = [...rows.timers]
  put(
    'timers',
    timers.flatMap(([, row]) => (row === undefined ? [] : [row])),
    {
      id: ['text', (row) => row.id],
      at: ['bigint', (row) => row.at],
      payload: ['text', (row) => JSON.stringify(row.payload)],
      seq: ['bigint', (row) => row.seq],
    },
    { key: 'id', update: ['at', 'payload', 'seq'] },
  )
  const cleared = timers.flatMap(([id, row]) => (row === undefined ? [id] : []))
  if (cleared.length > 0) {
    parts.push(`cleared AS (DELETE FROM timers WHERE id = ANY(${bind(cleared)}::text[]))`)
  }
  put(
    'leases',
    [...rows.leases.values()],
    {
      name: ['text', (row) => row.name],
      holder: ['text', (row) => row.holder],
      epoch: ['bigint', (row) => row.epoch],
      expires_at: ['bigint', (row) => row.expiresAt],
    },
    { key: 'name', update: ['holder', 'epoch', 'expires_at'] },
  )
  put(
    'sessions',
    [...rows.sessions.values()],
    {
      session: ['text', (row) => row.session],
      group_number: ['bigint', (row) => row.group],
      at: ['bigint', (row) => row.at],
      results: ['text', (row) => row.results()],
    },
    { key: 'session', update: ['group_number', 'at', 'results'] },
  )
  const isNews = rows.commits.length > 0 || arrival.jobs.length > 0
  const messages = isNews ? notices(session, arrival) : []
  const text = `${parts.length > 0 ? `WITH ${parts.join(',\n')}` : ''}
    UPDATE head SET seq = ${bind(rows.head())}
    RETURNING (SELECT count(pg_notify(${bind(channel)}, m)) FROM unnest(${bind(messages)}::text[]) AS m)`
  return { text, values } satisfies Query
}

/** An arrival in as many notifications as it takes, or in one that says to look everywhere. */
export function notices(session: string, arrival: Arrival): string[] {
  const { seq, queues, topics, timers, jobs } = arrival
  const messages: string[] = []
  const tell = (part: Partial<Arrival>) => {
    const whole = { session, seq, queues: [], topics: [], timers, jobs: [], ...part }
    messages.push(JSON.stringify(whole))
  }
  const names = Math.max(queues.length, topics.length)
  for (let i = 0; i < names || (i === 0 && jobs.length === 0); i += NOTIFIED_NAMES) {
    const end = i + NOTIFIED_NAMES
    tell({ queues: queues.slice(i, end), topics: topics.slice(i, end) })
  }
  let some: JobNews[] = []
  let size = 0
  for (const { id, state } of jobs) {
    const job = { id, state }
    const bytes = Buffer.byteLength(JSON.stringify(job)) + 1
    if (size + bytes > NOTIFIED_JOBS_BYTES) {
      tell({ jobs: some })
      some = []
      size = 0
    }
    some.push(job)
    size += bytes
  }
  if (some.length > 0) tell({ jobs: some })
  if (messages.length <= NOTICES) return messages
  messages.length = 0
  tell({ everything: true })
  return messages
}
