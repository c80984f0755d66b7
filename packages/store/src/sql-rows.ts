// Rows as SQL databases hold them, and back. Numbers may arrive as text; JSON is text.

import type {
  CommitRow,
  DocRow,
  EntryRow,
  EventRow,
  JobRow,
  LeaseRow,
  ReceiptRow,
  TimerRow,
} from './driver.ts'
import { parseValue, type Value } from './value.ts'

export type SqlRow = Readonly<Record<string, unknown>>

const text = (row: SqlRow, column: string): string => String(row[column])
const number = (row: SqlRow, column: string): number => Number(row[column])
const optionalText = (row: SqlRow, column: string): string | undefined =>
  row[column] == null ? undefined : String(row[column])
const optionalNumber = (row: SqlRow, column: string): number | undefined =>
  row[column] == null ? undefined : Number(row[column])
const value = (row: SqlRow, column: string, where: string): Value =>
  parseValue(text(row, column), where)
const optionalValue = (row: SqlRow, column: string, where: string): Value | undefined =>
  row[column] == null ? undefined : value(row, column, where)

export function toDoc(row: SqlRow): DocRow {
  const space = text(row, 'space')
  const id = text(row, 'id')
  return {
    space,
    id,
    seq: number(row, 'seq'),
    value: optionalValue(row, 'value', `document ${space}/${id}`),
  }
}

export function toCommit(row: SqlRow): CommitRow {
  const seq = number(row, 'seq')
  return {
    seq,
    at: number(row, 'at'),
    session: text(row, 'session'),
    info: value(row, 'info', `commit ${seq}`),
  }
}

export function toReceipt(row: SqlRow): ReceiptRow {
  const id = text(row, 'id')
  return {
    id,
    seq: number(row, 'seq'),
    at: number(row, 'at'),
    value: optionalValue(row, 'value', `receipt ${id}`),
    expiresAt: optionalNumber(row, 'expires_at'),
  }
}

export function toEvent(row: SqlRow): EventRow {
  const topic = text(row, 'topic')
  const messageId = text(row, 'message_id')
  return {
    topic,
    messageId,
    position: number(row, 'position'),
    seq: number(row, 'seq'),
    at: number(row, 'at'),
    publishedAt: optionalNumber(row, 'published_at') ?? number(row, 'at'),
    payload: value(row, 'payload', `event ${topic}/${messageId}`),
    causes:
      row.causes == null ? [] : (value(row, 'causes', `event ${topic}/${messageId}`) as string[]),
  }
}

export function toEntry(row: SqlRow): EntryRow {
  const list = text(row, 'list')
  const id = text(row, 'id')
  return {
    list,
    id,
    state: text(row, 'state'),
    final: row.final === true || row.final === 1,
    order: number(row, 'place'),
    value: optionalValue(row, 'value', `entry ${list}/${id}`),
    seq: number(row, 'seq'),
    createdAt: number(row, 'created_at'),
    at: number(row, 'at'),
  }
}

export function toJob(row: SqlRow): JobRow {
  const id = text(row, 'id')
  return {
    id,
    queue: text(row, 'queue'),
    payload: value(row, 'payload', `job ${id}`),
    state: text(row, 'state') as JobRow['state'],
    priority: number(row, 'priority'),
    runAt: number(row, 'run_at'),
    attempt: number(row, 'attempt'),
    attempts: number(row, 'attempts'),
    spent: number(row, 'spent'),
    backoffMs: number(row, 'backoff_ms'),
    worker: optionalText(row, 'worker'),
    leaseUntil: optionalNumber(row, 'lease_until'),
    error: optionalText(row, 'error'),
    result: optionalValue(row, 'result', `job ${id}`),
    seq: number(row, 'seq'),
    createdAt: number(row, 'created_at'),
    startedAt: optionalNumber(row, 'started_at'),
    finishedAt: optionalNumber(row, 'finished_at'),
  }
}

export function toTimer(row: SqlRow): TimerRow {
  const id = text(row, 'id')
  return {
    id,
    at: number(row, 'at'),
    payload: value(row, 'payload', `timer ${id}`),
    seq: number(row, 'seq'),
  }
}

export function toLease(row: SqlRow): LeaseRow {
  return {
    name: text(row, 'name'),
    holder: text(row, 'holder'),
    epoch: number(row, 'epoch'),
    expiresAt: number(row, 'expires_at'),
  }
}

/** Undefined has no JSON text: it is a null in the row. */
export function jsonOrNull(of: Value | undefined): string | null {
  return of === undefined ? null : JSON.stringify(of)
}

/** Most events have none. */
export function causesOrNull(causes: readonly string[]): string | null {
  return causes.length === 0 ? null : JSON.stringify(causes)
}

/** Most events are published once. */
export function againOrNull({ at, publishedAt }: EventRow): number | null {
  return publishedAt === at ? null : publishedAt
}

/** Due when it was put; later ones are marked ready when their time comes. */
export function isReady(row: JobRow): boolean {
  return row.state === 'queued' && row.runAt <= row.createdAt
}
