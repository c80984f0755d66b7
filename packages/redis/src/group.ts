// A group of commits as the arguments of the one call that writes it, and computes what follows from it.

import type {
  BufferedRows,
  CommitRow,
  EventRow,
  JobRow,
  Needs,
  VersionRow,
} from '@cellwake/store/driver'
import type { KnownRows } from './known-rows.ts'
import type { Calls } from './library.ts'
import { docText, receiptText, sessionText } from './records.ts'

/** The document of a model as a whole: which version runs. A model without it is not there. */
export const MODEL_DOCUMENT = '#model'

/** Time and randomness of a commit: when and with which chance it is computed. */
export interface Reckoning {
  /** Of the library that computes. */
  readonly calls: Calls
  /** The instant and the seed, as text; undefined if nothing follows from the commit. */
  moment(commit: CommitRow, docs: readonly VersionRow[]): string | undefined
  /** Sheets that came with what was set. */
  sheets(): string
  /** The program that a commit brings, if it brings one. */
  program(
    docs: readonly VersionRow[],
  ): { readonly digest: string; readonly text: string } | undefined
  /** Whether to tell what follows. */
  readonly isWanted: boolean
  /** The consequences of a commit, as the evaluator tells them. */
  applied(seq: number, text: string): void
}

/** The outbox: events and jobs that are to reach their store. */
export interface Cargo {
  readonly events: readonly EventRow[]
  readonly jobs: readonly JobRow[]
}

export function groupArguments(
  needs: Needs,
  known: KnownRows,
  rows: BufferedRows,
  reckoning: Reckoning | undefined,
): readonly string[] {
  const cargo = cargoOf(rows)
  const session = rows.sessions.get(needs.session)!
  const receipts = [...rows.receipts.values()]
  const args: string[] = [known.stamp, String(session.at), needs.session, sessionText(session)]
  const add = (...some: (string | number)[]) => {
    for (const one of some) args.push(String(one))
  }
  // Jobs that are known to be there, and over, are replaced.
  const absent = receipts.filter(({ id }) => !known.receipts.has(id))
  add(absent.length, ...absent.map(({ id }) => id))
  const bySeq = new Map<number, VersionRow[]>()
  for (const version of rows.versions) {
    const list = bySeq.get(version.seq)
    if (list === undefined) bySeq.set(version.seq, [version])
    else list.push(version)
  }
  add(rows.commits.length)
  for (const commit of rows.commits) {
    const docs = bySeq.get(commit.seq) ?? []
    const moment = reckoning?.moment(commit, docs) ?? ''
    add(commit.seq, commit.at, JSON.stringify(commit.info), moment, docs.length)
    for (const doc of docs) add(doc.id, doc.prev, docText(doc))
  }
  add(receipts.length)
  for (const row of receipts) add(row.id, row.expiresAt ?? '', receiptText(row))
  add(rows.leases.size)
  for (const row of rows.leases.values()) add(row.name, JSON.stringify(row))
  if (cargo === undefined) add(0)
  else add(1, JSON.stringify(cargo))
  const program = reckoning?.program(rows.versions)
  const last = rows.versions.findLast(({ id }) => id === MODEL_DOCUMENT)
  const isDeleted = last !== undefined && last.value === undefined
  add(
    program?.digest ?? '',
    program?.text ?? '',
    reckoning?.sheets() ?? '[]',
    reckoning?.isWanted === true ? '1' : '0',
    isDeleted ? '1' : '0',
  )
  return args
}

/** Undefined if nothing of it is for others. */
export function cargoOf(rows: BufferedRows): Cargo | undefined {
  if (rows.events.size + rows.jobs.size === 0) return undefined
  return { events: [...rows.events.values()], jobs: [...rows.jobs.values()] }
}
