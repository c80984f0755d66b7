// Retention in Postgres: each call removes a bounded part of the expired rows, under the lock of commits.

import type pg from 'pg'
import { CONSUMERS } from '../entries.ts'
import { MAINTENANCE_BATCH_COMMITS, MAINTENANCE_BATCH_ROWS, SESSION_AGE_MS } from '../limits.ts'
import { endOfPrefix } from '../names.ts'
import { type Retention, type Rounds, receiptsSeen, THE_END } from '../retention.ts'
import type { SqlRow } from '../sql-rows.ts'

/** True if there is more to remove. */
export async function forget(
  client: pg.Client,
  retention: Retention,
  { head, horizon }: { head: number; horizon: number },
): Promise<boolean> {
  const { now, rounds } = retention
  await client.query('DELETE FROM receipts WHERE expires_at <= $1', [now])
  await client.query('DELETE FROM sessions WHERE at < $1', [now - SESSION_AGE_MS])
  await client.query(FORGET_JOBS, [retention.finishedJobs])
  const target = head - retention.historyCommits
  const to = await forgetHistory(client, horizon, target)
  await forgetTombstones(client, Math.min(to, head - retention.tombstoneCommits), rounds)
  await forgetReceipts(client, retention)
  const moreEvents = await forgetEvents(client, retention)
  const moreEntries = await forgetEntries(client, retention)
  return to < target || moreEvents || moreEntries
}

/** Answers with the new horizon. */
async function forgetHistory(client: pg.Client, from: number, target: number): Promise<number> {
  const to = Math.min(target, from + MAINTENANCE_BATCH_COMMITS)
  if (to <= from) return from
  const old = await client.query(FORGET_VERSIONS, [from, to])
  const seqs = old.rows.map((row: SqlRow) => row.seq)
  await client.query(FORGET_COMMITS, [from, to, seqs])
  await client.query('UPDATE head SET horizon = $1', [to])
  return to
}

/** Deleted documents of which history knows nothing but that. */
async function forgetTombstones(client: pg.Client, target: number, rounds: Rounds): Promise<void> {
  const from = rounds.tombstones
  if (target <= from) return
  const end = await client.query(VERSION_SLICE, [from, MAINTENANCE_BATCH_ROWS])
  const to = Math.min(target, Number(end.rows[0]?.seq ?? target))
  const gone = await client.query(FORGET_TOMBSTONES, [from, to])
  const seqs = gone.rows.map((row: SqlRow) => row.seq)
  if (seqs.length > 0) await client.query(FORGET_COMMITS, [0, 0, seqs])
  rounds.tombstones = to
}

/** Removes receipts without an end. */
async function forgetReceipts(client: pg.Client, retention: Retention): Promise<void> {
  const { id, due } = retention.rounds.receipt
  if (retention.now < due) return
  const before = retention.now - retention.receiptsMs
  const { rows } = await client.query(FORGET_RECEIPTS, [id, MAINTENANCE_BATCH_ROWS, before])
  const { seen, last, oldest } = rows[0]
  const isEnd = Number(seen) < MAINTENANCE_BATCH_ROWS
  const left = oldest === null ? undefined : Number(oldest)
  receiptsSeen(retention, isEnd ? undefined : String(last), left)
}

/** Old events for which no consumer waits, and their deliveries. */
async function forgetEvents(client: pg.Client, retention: Retention): Promise<boolean> {
  const { now, eventsMs, rounds } = retention
  const { topic, position } = rounds.event
  const { rows } = await client.query(FORGET_EVENTS, [
    topic,
    position,
    now - eventsMs,
    THE_END,
    MAINTENANCE_BATCH_ROWS,
    CONSUMERS,
  ])
  const { seen, removed, last } = rows[0]
  const isEnd = Number(seen) < MAINTENANCE_BATCH_ROWS
  rounds.event = isEnd
    ? { topic: '', position: 0 }
    : { topic: String(last.topic), position: Number(last.reached) }
  return !isEnd && Number(removed) > 0
}

async function forgetEntries(client: pg.Client, retention: Retention): Promise<boolean> {
  const { now, entriesMs, rounds } = retention
  const terms = Object.entries(entriesMs)
  const { rows } = await client.query(FORGET_ENTRIES, [
    rounds.list,
    terms.map(([prefix]) => prefix),
    terms.map(([, kept]) => now - kept),
    MAINTENANCE_BATCH_ROWS,
    CONSUMERS,
    endOfPrefix(CONSUMERS),
  ])
  const { seen, removed, last } = rows[0]
  const isEnd = Number(seen) < MAINTENANCE_BATCH_ROWS
  rounds.list = isEnd ? '' : String(last)
  return !isEnd && Number(removed) > 0
}

const FORGET_JOBS = `
  DELETE FROM jobs WHERE id IN (
    SELECT id FROM jobs WHERE finished_at IS NOT NULL
    ORDER BY finished_at DESC, id DESC OFFSET $1)`
const FORGET_VERSIONS = `
  DELETE FROM versions WHERE (seq, space, id) IN (
    SELECT prev, space, id FROM versions WHERE seq > $1 AND seq <= $2) RETURNING seq`
const FORGET_COMMITS = `
  DELETE FROM commits WHERE ((seq > $1 AND seq <= $2) OR seq = ANY($3::bigint[]))
  AND NOT EXISTS (SELECT 1 FROM versions WHERE versions.seq = commits.seq)`
const VERSION_SLICE = 'SELECT seq FROM versions WHERE seq > $1 ORDER BY seq LIMIT 1 OFFSET $2'
const FORGET_TOMBSTONES = `
  WITH gone AS (
    DELETE FROM docs WHERE value IS NULL AND (space, id, seq) IN (
      SELECT space, id, seq FROM versions WHERE seq > $1 AND seq <= $2 AND value IS NULL)
    RETURNING space, id, seq
  )
  DELETE FROM versions USING gone
  WHERE versions.seq = gone.seq AND versions.space = gone.space AND versions.id = gone.id
  RETURNING versions.seq`
const FORGET_RECEIPTS = `
  WITH slice AS MATERIALIZED (
    SELECT id, expires_at IS NULL AS endless, at FROM receipts WHERE id > $1 ORDER BY id LIMIT $2::bigint
  ),
  gone AS (
    DELETE FROM receipts USING slice
    WHERE receipts.id = slice.id AND slice.endless AND slice.at < $3::bigint
  )
  SELECT count(*) AS seen, max(id) AS last,
    min(at) FILTER (WHERE endless AND at >= $3::bigint) AS oldest FROM slice`
/**
 * Walks over old events, topic by topic, from where the last round has stopped: from a young one on to the next topic.
 */
const FORGET_EVENTS = `
  WITH RECURSIVE walk AS (
    (SELECT topic, position, message_id, at, published_at FROM events
     WHERE (topic, position) > ($1::text, $2::bigint) ORDER BY topic, position LIMIT 1)
    UNION ALL
    SELECT next.* FROM walk CROSS JOIN LATERAL (
      SELECT topic, position, message_id, at, published_at FROM events
      WHERE (topic, position) >
        (walk.topic, CASE WHEN walk.at < $3::bigint THEN walk.position ELSE $4::bigint END)
      ORDER BY topic, position LIMIT 1
    ) AS next
  ),
  seen AS MATERIALIZED (
    SELECT *, CASE WHEN at < $3::bigint THEN position ELSE $4::bigint END AS reached
    FROM walk LIMIT $5::bigint
  ),
  old AS MATERIALIZED (
    SELECT topic, position, message_id FROM seen
    WHERE at < $3::bigint AND coalesce(published_at, at) < $3::bigint AND NOT EXISTS (
      SELECT 1 FROM entries AS consumer
      WHERE consumer.list = $6::text || seen.topic AND NOT consumer.final AND NOT EXISTS (
        SELECT 1 FROM entries AS delivery WHERE delivery.list = consumer.id
        AND delivery.id = seen.message_id AND delivery.final))
  ),
  events_gone AS (
    DELETE FROM events USING old WHERE events.topic = old.topic AND events.position = old.position
  ),
  deliveries_gone AS (
    DELETE FROM entries USING old JOIN entries AS consumer ON consumer.list = $6::text || old.topic
    WHERE entries.list = consumer.id AND entries.id = old.message_id
  )
  SELECT (SELECT count(*) FROM seen) AS seen, (SELECT count(*) FROM old) AS removed,
    (SELECT row_to_json(seen) FROM seen ORDER BY topic DESC, reached DESC LIMIT 1) AS last`
const isOld = (row: string) => `
  (NOT starts_with(${row}.list, $5::text)
   AND NOT EXISTS (SELECT 1 FROM kept WHERE kept.list = ${row}.list)
   AND ${row}.at < (
     SELECT terms.before FROM unnest($2::text[], $3::bigint[]) AS terms (prefix, before)
     WHERE starts_with(${row}.list, terms.prefix) ORDER BY length(terms.prefix) DESC LIMIT 1)
  ) AS old`
/**
 * Walks over final entries, list by list, the oldest first: from a young one on to the next list. The deliveries of
 * consumers go with their events, and declared consumers stay.
 */
const FORGET_ENTRIES = `
  WITH RECURSIVE kept AS MATERIALIZED (
    SELECT id AS list FROM entries WHERE list >= $5::text AND list < $6::text
  ),
  walk AS (
    SELECT first.list, first.at, first.id, ${isOld('first')} FROM (
      SELECT list, at, id FROM entries WHERE final AND list >= $1::text
      ORDER BY list, at, id LIMIT 1
    ) AS first
    UNION ALL
    SELECT next.list, next.at, next.id, ${isOld('next')} FROM walk CROSS JOIN LATERAL (
      SELECT list, at, id FROM entries WHERE final AND (list, at, id) >
        (walk.list, CASE WHEN walk.old THEN walk.at ELSE ${THE_END}::bigint END, walk.id)
      ORDER BY list, at, id LIMIT 1
    ) AS next
  ),
  seen AS MATERIALIZED (SELECT * FROM walk LIMIT $4::bigint),
  gone AS (
    DELETE FROM entries USING seen
    WHERE entries.list = seen.list AND entries.id = seen.id AND seen.old RETURNING 1
  )
  SELECT (SELECT count(*) FROM seen) AS seen, (SELECT count(*) FROM gone) AS removed,
    (SELECT max(list) FROM seen) AS last`
