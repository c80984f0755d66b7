// Retention in a SQLite file: each call removes a bounded part of the expired rows, inside one transaction.

import { CONSUMERS, consumersOf } from '../entries.ts'
import {
  MAINTENANCE_BATCH_COMMITS,
  MAINTENANCE_BATCH_LISTS,
  MAINTENANCE_BATCH_ROWS,
} from '../limits.ts'
import { endOfPrefix } from '../names.ts'
import { oldEntries, type Retention, type Rounds, receiptsSeen, THE_END } from '../retention.ts'
import type { SqlRow } from '../sql-rows.ts'
import type { EntryCounts } from './entry-counts.ts'
import type { Statements } from './statements.ts'

export class SqliteRetention {
  readonly #statements: Statements
  readonly #counts: EntryCounts

  constructor(statements: Statements, counts: EntryCounts) {
    this.#statements = statements
    this.#counts = counts
  }

  /** True if there is more to remove. */
  apply(retention: Retention, head: number): boolean {
    const { now, rounds } = retention
    this.#run('DELETE FROM receipts WHERE expires_at <= ?', now)
    this.#run(FORGET_JOBS, retention.finishedJobs)
    const moreHistory = this.#forgetHistory(head - retention.historyCommits)
    this.#forgetTombstones(head - retention.tombstoneCommits, rounds)
    this.#forgetReceipts(retention)
    const moreEvents = this.#forgetEvents(now - retention.eventsMs, rounds)
    const moreEntries = this.#forgetEntries(oldEntries(retention), rounds)
    return moreHistory || moreEvents || moreEntries
  }

  #forgetHistory(target: number): boolean {
    const from = this.#horizon()
    const to = Math.min(target, from + MAINTENANCE_BATCH_COMMITS)
    if (to <= from) return false
    // A state is of no more use once a later one stands at or before the horizon; a commit, once
    // no state is left that it made.
    const old = this.#all(FORGET_VERSIONS, { from, to })
    for (const { seq } of old) this.#run(FORGET_COMMIT, seq)
    this.#run(FORGET_COMMITS, { from, to })
    this.#run('UPDATE horizon SET seq = ?', to)
    return to < target
  }

  #horizon(): number {
    return Number(this.#all('SELECT seq FROM horizon')[0]!.seq)
  }

  /** Deleted documents of which history knows nothing but that. */
  #forgetTombstones(before: number, rounds: Rounds): void {
    const target = Math.min(before, this.#horizon())
    const from = rounds.tombstones
    if (target <= from) return
    const [end] = this.#all(LOG_SLICE, { from, rows: MAINTENANCE_BATCH_ROWS })
    const to = Math.min(target, Number(end?.seq ?? target))
    for (const gone of this.#all(FORGET_TOMBSTONES, { from, to })) {
      this.#run('DELETE FROM log WHERE seq = @seq AND space = @space AND id = @id', gone)
      this.#run(FORGET_COMMIT, gone.seq)
    }
    rounds.tombstones = to
  }

  /** Removes receipts without an end. */
  #forgetReceipts(retention: Retention): void {
    const { id: after, due } = retention.rounds.receipt
    if (retention.now < due) return
    const [end] = this.#all(RECEIPT_SLICE, after, MAINTENANCE_BATCH_ROWS)
    const last = end === undefined ? undefined : String(end.id)
    const slice = { after, to: last ?? null }
    this.#run(FORGET_RECEIPTS, { ...slice, before: retention.now - retention.receiptsMs })
    const { oldest } = this.#all(OLDEST_RECEIPT, slice)[0]!
    receiptsSeen(retention, last, oldest === null ? undefined : Number(oldest))
  }

  /** Old events for which no consumer waits, and their deliveries. */
  #forgetEvents(before: number, rounds: Rounds): boolean {
    let { topic, position } = rounds.event
    let removed = 0
    let topics = 0
    // One of each topic is read first: most have none that is old.
    let rows = 1
    for (let seen = 0; seen < MAINTENANCE_BATCH_ROWS && topics < MAINTENANCE_BATCH_LISTS; ) {
      const slice = this.#all(EVENT_SLICE, { topic, position, rows })
      if (slice.length === 0) {
        rounds.event = { topic: '', position: 0 }
        return false
      }
      rows = EVENTS_AT_ONCE
      for (const event of slice) {
        seen++
        topic = String(event.topic)
        position = Number(event.position)
        if (Number(event.at) >= before) {
          // Events behind it are younger: on to the next topic.
          position = THE_END
          topics++
          rows = 1
          break
        }
        const consumers = consumersOf(topic)
        const { message_id } = event
        const wanted = { topic, position, message_id, consumers, before }
        if (this.#run(FORGET_EVENT, wanted) === 0) continue
        removed++
        if (this.#run(FORGET_DELIVERIES, { message_id, consumers }) > 0) this.#counts.clear()
      }
    }
    rounds.event = { topic, position }
    return removed > 0
  }

  #forgetEntries(oldest: (list: string) => number, rounds: Rounds): boolean {
    // The deliveries of consumers go with their events.
    const deliveries = new Set(this.#all(CONSUMER_LISTS, DECLARATIONS).map(({ id }) => id))
    let removed = 0
    let list = rounds.list
    for (let seen = 0; seen < MAINTENANCE_BATCH_LISTS; seen++) {
      const [next] = this.#all(NEXT_LIST, list)
      if (next === undefined) {
        rounds.list = ''
        return false
      }
      list = String(next.list)
      if (!list.startsWith(CONSUMERS) && !deliveries.has(list)) {
        const rows = MAINTENANCE_BATCH_ROWS - removed
        const gone = this.#run(FORGET_ENTRIES, { list, before: oldest(list), rows })
        if (gone > 0) this.#counts.clear()
        removed += gone
        // The list may have more: the next round begins with it.
        if (removed >= MAINTENANCE_BATCH_ROWS) return true
      }
      rounds.list = list
    }
    return removed > 0
  }

  #all(sql: string, ...parameters: unknown[]): SqlRow[] {
    return this.#statements.all((row) => row, sql, ...parameters)
  }

  #run(sql: string, ...parameters: unknown[]): number {
    return this.#statements.of(sql).run(...parameters).changes
  }
}

/** Events that are read before it is known whether the topic has old ones. */
const EVENTS_AT_ONCE = 100

/** The lists in which consumers declare themselves. */
const DECLARATIONS = { from: CONSUMERS, to: endOfPrefix(CONSUMERS) }

const FORGET_JOBS = `
  DELETE FROM jobs WHERE finished_at IS NOT NULL AND id IN (
    SELECT id FROM jobs WHERE finished_at IS NOT NULL
    ORDER BY finished_at DESC, id DESC LIMIT -1 OFFSET ?)`
const FORGET_VERSIONS = `
  DELETE FROM log WHERE (seq, space, id) IN (
    SELECT prev, space, id FROM versions WHERE seq > @from AND seq <= @to) RETURNING seq`
const FORGET_COMMIT = `
  DELETE FROM log WHERE seq = ? AND space = ''
  AND NOT EXISTS (SELECT 1 FROM versions WHERE versions.seq = log.seq)`
const FORGET_COMMITS = `
  DELETE FROM log WHERE seq > @from AND seq <= @to AND space = ''
  AND NOT EXISTS (SELECT 1 FROM versions WHERE versions.seq = log.seq)`
const LOG_SLICE = 'SELECT seq FROM log WHERE seq > @from ORDER BY seq LIMIT 1 OFFSET @rows'
const FORGET_TOMBSTONES = `
  DELETE FROM docs WHERE value IS NULL AND (space, id, seq) IN (
    SELECT space, id, seq FROM versions WHERE seq > @from AND seq <= @to AND value IS NULL)
  RETURNING seq, space, id`
const RECEIPT_SLICE = 'SELECT id FROM receipts WHERE id > ? ORDER BY id LIMIT 1 OFFSET ?'
const FORGET_RECEIPTS = `
  DELETE FROM receipts WHERE id > @after AND (@to IS NULL OR id <= @to)
  AND expires_at IS NULL AND at < @before`
const OLDEST_RECEIPT = `
  SELECT min(at) AS oldest FROM receipts WHERE id > @after AND (@to IS NULL OR id <= @to)
  AND expires_at IS NULL`
const EVENT_SLICE = `
  SELECT topic, position, message_id, at FROM events WHERE (topic, position) > (@topic, @position)
  ORDER BY topic, position LIMIT @rows`
const FORGET_EVENT = `
  DELETE FROM events WHERE topic = @topic AND position = @position AND coalesce(published_at, at) < @before
  AND NOT EXISTS (
    SELECT 1 FROM entries AS consumer WHERE consumer.list = @consumers AND consumer.final = 0
    AND NOT EXISTS (
      SELECT 1 FROM entries AS delivery WHERE delivery.list = consumer.id
      AND delivery.id = @message_id AND delivery.final = 1))`
const FORGET_DELIVERIES = `
  DELETE FROM entries WHERE (list, id) IN (
    SELECT consumer.id, @message_id FROM entries AS consumer WHERE consumer.list = @consumers)`
const CONSUMER_LISTS = 'SELECT id FROM entries WHERE list >= @from AND list < @to'
/** Next list that has final entries. */
const NEXT_LIST = `
  SELECT list FROM entries INDEXED BY entries_final WHERE final = 1 AND list > ?
  ORDER BY list LIMIT 1`
const FORGET_ENTRIES = `
  DELETE FROM entries WHERE (list, id) IN (
    SELECT list, id FROM entries INDEXED BY entries_final
    WHERE final = 1 AND list = @list AND at < @before ORDER BY at LIMIT @rows)`
