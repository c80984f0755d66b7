// Rows of a user's Postgres as plain values below a header row. Numbers that a cell cannot hold exactly stay texts, and
// so does every type that has no kind in a model.

import type { Plain } from './kinds.ts'
import type { PgAnswer } from './pg-session.ts'

type Read = (text: string) => Plain

const number: Read = (text) => {
  const value = Number(text)
  const isExact = !/^-?\d+$/.test(text) || Number.isSafeInteger(value)
  return Number.isFinite(value) && isExact ? value : text
}

/** ISO text of `2026-01-31 12:00:00.123456+00`, or without a zone, which then is UTC; `2026-01-31`. */
const datetime: Read = (text) => {
  const [, day, time = '00:00:00'] = /^(\d{4}-\d\d-\d\d)(?: ([\d:.]+)(?:\+00)?)?$/.exec(text) ?? []
  const at = day === undefined ? Number.NaN : Date.parse(`${day}T${time.slice(0, 12)}Z`)
  return Number.isNaN(at) ? text : new Date(at).toISOString()
}

const json: Read = (text) => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** By the number by which Postgres knows a type. */
const readers: Readonly<Record<number, Read>> = {
  16: (text) => text === 't',
  20: number,
  21: number,
  23: number,
  26: number,
  114: json,
  700: number,
  701: number,
  1082: datetime,
  1114: datetime,
  1184: datetime,
  1700: number,
  3802: json,
}

export function plainRows({ fields, rows }: PgAnswer): Plain[][] {
  const reads = fields.map(({ type }) => readers[type])
  const plain = rows.map((row) =>
    row.map((text, i): Plain => (text === null ? null : (reads[i]?.(text) ?? text))),
  )
  return [fields.map(({ name }) => name), ...plain]
}
