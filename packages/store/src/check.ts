// Checks of a commit before it touches the view: that it is well formed, and that its writes fit the
// documents as they are now.

import type { Address } from './address.ts'
import type { Cargo } from './cargo.ts'
import type { Cause } from './commit.ts'
import { StoreError } from './errors.ts'
import { PUBLISH_PER_COMMIT_EVENTS } from './limits.ts'
import { applyOps, type Doc } from './replica.ts'
import type { TxDoc } from './tx-doc.ts'
import { differsAt, take, type Value } from './value.ts'

/** Address of a read that has changed since, if any. */
export function staleRead(docs: readonly TxDoc[]): Address | undefined {
  for (let i = 0; i < docs.length; i++) {
    const { doc, seen, reads } = docs[i]!
    if (reads.length === 0 || doc.value === seen) continue
    for (const { conflict, path, depth } of reads) {
      if (!conflict || !differsAt(seen, doc.value, path, depth)) continue
      return { space: doc.space, id: doc.id, path }
    }
  }
  return undefined
}

/** Checks the cargo of a commit, which is not empty. */
export function malformed(cargo: Cargo, derived: boolean): StoreError | undefined {
  const { events, receipts } = cargo
  if (events.length > PUBLISH_PER_COMMIT_EVENTS) {
    return new StoreError('commit-malformed', `it publishes ${events.length} events`)
  }
  if (receipts.length > 1) {
    const ids = new Set(receipts.map(({ id }) => id))
    if (ids.size < receipts.length) {
      return new StoreError('commit-malformed', 'it holds the same receipt twice')
    }
  }
  if (derived) return new StoreError('mixed-durability', 'a derived commit carries documents only')
  return undefined
}

/** A document is derived and the commit that writes it is not, or the other way round. */
export function mixed(doc: Doc): StoreError {
  return new StoreError('mixed-durability', `${doc.space}/${doc.id}`)
}

/** The document with this transaction's writes, rebased on its present value. */
export function rebased(entry: TxDoc): Value | undefined | StoreError {
  if (entry.doc.value === entry.seen) return entry.current
  try {
    return applyOps(entry.doc.value, entry.ops, 'strict')
  } catch (error) {
    if (error instanceof StoreError) return error
    throw error
  }
}

/** Author of a commit that names none. */
export const EDIT: Value = take({ by: 'edit' })

/** A copy, since the caller may go on changing the cause. For the database, which may keep it as text. */
export function infoOf({ by, causes, detail }: Cause): Value {
  const info: { by: Value; causes?: Value; detail?: Value } = { by: take(by) }
  if (causes !== undefined) info.causes = take(causes.map(asValue))
  if (detail !== undefined) info.detail = take(detail)
  return info as Readonly<Record<string, Value>>
}

function asValue({ space, id, path }: Address): Value {
  return { space, id, path: [...path] }
}
