// Operations: the commits of a rig. Each records its operation and contents in its own provenance,
// so that an audit needs the database alone.

import type { Cause, CommitRow, CommitSpec, Value } from '@cellwake/store'

export type Carried = Pick<
  CommitSpec,
  'write' | 'receipts' | 'publish' | 'entries' | 'jobs' | 'timers'
>

export interface Operation {
  /** Also the id of its receipt: it lands once, however often it is sent. */
  readonly id: string
  readonly carries: Carried
}

const BY = 'rig'

export function causeOf(operation: Operation): Cause {
  const { write, receipts, publish, entries, jobs, timers } = operation.carries
  const carries = { write, receipts, publish, entries, jobs, timers }
  // As JSON, the form in which it is read: absent values are gone.
  const detail = JSON.parse(JSON.stringify({ id: operation.id, carries })) as Value
  return { by: BY, detail }
}

/** The operation behind a commit; undefined if no rig made it. */
export function operationOf(commit: CommitRow): Operation | undefined {
  const { by, detail } = commit.info as { by?: unknown; detail?: unknown }
  return by === BY ? (detail as unknown as Operation) : undefined
}

/** The whole commit: its contents, its receipt, and its description. */
export function commitOf(operation: Operation, expect: CommitSpec['expect'] = []): CommitSpec {
  const { carries, id } = operation
  const receipt = { id, value: { landed: id } }
  return {
    ...carries,
    expect,
    receipts: [receipt, ...(carries.receipts ?? [])],
    cause: causeOf(operation),
  }
}
