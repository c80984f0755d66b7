// Cached rows of a model, as they were in Redis at a stamp: a group is decided by them. Only rows that are not cached are
// fetched.

import type { BufferedRows, DocRow, LeaseRow, Needs, ReceiptRow } from '@cellwake/store/driver'
import type { Calls } from './library.ts'
import { sessionOf, toDoc, toLease, toReceipt } from './records.ts'

/** The rows that are known, as they are in Redis at a stamp. */
export interface KnownRows {
  stamp: string
  seq: number
  horizon: number
  session: string
  readonly leases: Map<string, LeaseRow | undefined>
  readonly receipts: Map<string, ReceiptRow>
  readonly docs: Map<string, DocRow | undefined>
  news: readonly DocRow[]
}

export const NO_NEWS: readonly DocRow[] = []

/** Where the rows are. */
export interface RowsPlace {
  readonly id: string
  readonly space: string
  readonly calls: Calls
}

/** The rows by which a group is decided: the cached ones if they are enough, otherwise fetched. */
export async function rowsFor(
  { id: model, space, calls }: RowsPlace,
  needs: Needs,
  known: KnownRows | undefined,
): Promise<KnownRows> {
  const wanted = needs.rows()
  const ours = wanted.docs.filter((doc) => doc.space === space)
  const isKnown =
    known !== undefined &&
    known.seq === needs.since &&
    wanted.leases.every((name) => known.leases.has(name)) &&
    ours.every(({ id }) => known.docs.has(id))
  if (isKnown) return known
  const leases = [...new Set([...(known?.leases.keys() ?? []), ...wanted.leases])]
  const ids = ours.map(({ id }) => id)
  const args = [needs.session, String(needs.since)]
  for (const list of [wanted.receipts, leases, ids]) args.push(String(list.length), ...list)
  const reply = await calls.read('fetch', model, args)
  const [stamp, seq, horizon, session, receipts, found, docs, news] = reply as readonly [
    string,
    string,
    string,
    string,
    ...(readonly string[])[],
  ]
  const fetched: KnownRows = {
    stamp,
    seq: Number(seq),
    horizon: Number(horizon),
    session,
    leases: new Map(),
    receipts: new Map(),
    docs: new Map(),
    news: [],
  }
  for (const [i, id] of wanted.receipts.entries()) {
    const record = receipts![i]!
    if (record !== '') fetched.receipts.set(id, toReceipt(id, record))
  }
  for (const [i, name] of leases.entries()) {
    const text = found![i]!
    fetched.leases.set(name, text === '' ? undefined : toLease(text))
  }
  for (const [i, id] of ids.entries()) {
    const record = docs![i]!
    fetched.docs.set(id, record === '' ? undefined : toDoc(space, id, record))
  }
  const rows: DocRow[] = []
  for (let i = 0; i < news!.length; i += 2) rows.push(toDoc(space, news![i]!, news![i + 1]!))
  fetched.news = rows
  return fetched
}

/** As a group reads them. */
export function sourceOf(
  known: KnownRows,
  space: string,
): ConstructorParameters<typeof BufferedRows>[0] {
  return {
    head: () => known.seq,
    session: (session) => sessionOf(session, known.session),
    news: () => known.news,
    doc: (at, id) => (at === space ? known.docs.get(id) : undefined),
    receipt: (id) => known.receipts.get(id),
    // They are known where they arrive, which takes each once.
    event: () => undefined,
    job: () => undefined,
    dueJobs: () => [],
    timer: () => undefined,
    lease: (name) => known.leases.get(name),
    entry: () => undefined,
    running: () => NOBODY,
  }
}

const NOBODY: ReadonlyMap<string, number> = new Map()
