// Rows as the keys hold them, and back. A state is `SEQ PREV JSON`, a receipt `EXPIRES JSON`; `-` stands for a document
// that was deleted. Numbers are whole.

import type {
  CommitRow,
  DocRow,
  LeaseRow,
  ReceiptRow,
  SessionRow,
  VersionRow,
} from '@cellwake/store/driver'
import { parseValue } from '@cellwake/store/driver'
import type { Reply } from './connection.ts'

export const DELETED = '-'

export function docText({ value }: VersionRow): string {
  return value === undefined ? DELETED : JSON.stringify(value)
}

export function toDoc(space: string, id: string, record: string): DocRow {
  const first = record.indexOf(' ')
  const second = record.indexOf(' ', first + 1)
  return docOf(space, id, Number(record.slice(0, first)), record.slice(second + 1))
}

export function docOf(space: string, id: string, seq: number, text: string): DocRow {
  const value = text === DELETED ? undefined : parseValue(text, `document ${space}/${id}`)
  return { space, id, seq, value }
}

export function receiptText({ seq, at, value }: ReceiptRow): string {
  return JSON.stringify({ seq, at, ...(value === undefined ? {} : { value }) })
}

export function toReceipt(id: string, record: string): ReceiptRow {
  const space = record.indexOf(' ')
  const expires = record.slice(0, space)
  const { seq, at, value } = JSON.parse(record.slice(space + 1)) as ReceiptRow
  const expiresAt = expires === '' ? undefined : Number(expires)
  return { id, seq, at, value, expiresAt }
}

export function toLease(text: string): LeaseRow {
  return JSON.parse(text) as LeaseRow
}

/** An entry of the stream of commits. */
export function toCommit(entry: Reply): CommitRow {
  const [id, fields] = entry as readonly [string, readonly string[]]
  const of = (name: string) => fields[fields.indexOf(name) + 1]!
  const seq = Number(id.slice(0, id.indexOf('-')))
  return {
    seq,
    at: Number(of('at')),
    session: of('session'),
    info: parseValue(of('info'), `commit ${seq}`),
  }
}

export function sessionText({ group, at, results }: SessionRow): string {
  return JSON.stringify({ group, at, results: results() })
}

export function sessionOf(session: string, text: string): SessionRow | undefined {
  if (text === '') return undefined
  const { group, at, results } = JSON.parse(text) as { group: number; at: number; results: string }
  return { session, group, at, results: () => results }
}
