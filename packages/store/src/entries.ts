// Entries: rows of lists that grow, such as deliveries, runs and ledgers. A move is a compare-and-set on the state
// of an entry, so that of two racing commits one moves it, and the whole other commit is refused. They are asked
// for by list, state, order and page, and never come into memory with a space.

import type { CommitAct } from './acts.ts'
import { docKey } from './address.ts'
import type { EntryOp } from './commit.ts'
import type { EntryRow, Rows } from './driver.ts'
import { type Rejected, rejection } from './errors.ts'
import { compareNames } from './names.ts'
import type { Value } from './value.ts'

/**
 * The list in which consumers of a topic declare themselves: the id of an entry is the consumer's own list, whose
 * entries have message ids for ids. An event stays while a consumer that is declared, and not final, has no final
 * entry for it; and with an event its entries go.
 */
export function consumersOf(topic: string): string {
  return `${CONSUMERS}${topic}`
}

/** Prefix of the names of those lists. */
export const CONSUMERS = 'consumers/'

/** An entry as it will be, and as it was. */
interface Moved {
  readonly row: EntryRow
  readonly before: EntryRow | undefined
}

const NO_ENTRIES: readonly Moved[] = []

/** Changes of entries by a commit, or the reason for its rejection. */
export function decideEntries(
  rows: Rows,
  act: CommitAct,
  seq: number,
): readonly Moved[] | Rejected {
  const { entries } = act.record.cargo
  if (entries.length === 0) return NO_ENTRIES
  const staged = new Map<string, Moved>()
  for (const op of entries) {
    const key = docKey(op.list, op.id)
    const known = staged.get(key)
    const before = known === undefined ? rows.entry(op.list, op.id) : known.before
    const row = known?.row ?? before
    if ((row?.state ?? null) !== op.from) return refused(op, row)
    staged.set(key, { row: next(op, row, act.at, seq), before })
  }
  return [...staged.values()]
}

function next(op: EntryOp, row: EntryRow | undefined, at: number, seq: number): EntryRow {
  return {
    list: op.list,
    id: op.id,
    state: op.state,
    final: op.final === true,
    order: op.order ?? row?.order ?? 0,
    value: op.value === undefined ? row?.value : (op.value as Value),
    seq,
    createdAt: row?.createdAt ?? at,
    at,
  }
}

function refused(op: EntryOp, row: EntryRow | undefined): Rejected {
  const is = row === undefined ? 'is not there' : `is ${row.state}`
  const wanted = op.from === null ? 'it was to be new' : `it was to be ${op.from}`
  return rejection('permanent', 'entry-moved', `entry ${op.id} of ${op.list} ${is}: ${wanted}`)
}

type SortKey = Pick<EntryRow, 'order' | 'id' | 'list'>

/** The order in which entries are listed. */
export function compareEntries(a: SortKey, b: SortKey): number {
  return a.order - b.order || compareNames(a.id, b.id) || compareNames(a.list, b.list)
}
