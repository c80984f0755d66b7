// What a commit must pass before it touches the view: that it is well formed, and that its writes
// fit the documents as they are now.

import type { Address } from './address.ts'
import type { Cause } from './commit.ts'
import { StoreError } from './errors.ts'
import { PUBLISH_PER_COMMIT_EVENTS } from './limits.ts'
import { applyOps } from './replica.ts'
import type { Tx } from './tx.ts'
import type { TxDoc } from './tx-doc.ts'
import { seal, take, type Value } from './value.ts'

export function malformed(tx: Tx): StoreError | undefined {
  if (tx.events.length > PUBLISH_PER_COMMIT_EVENTS) {
    return new StoreError('commit-malformed', `it publishes ${tx.events.length} events`)
  }
  if (tx.receipts.length > 1) {
    const ids = new Set(tx.receipts.map(({ id }) => id))
    if (ids.size < tx.receipts.length) {
      return new StoreError('commit-malformed', 'it holds the same receipt twice')
    }
  }
  const derived = tx.options.derived === true
  if (derived && tx.carriesMore) {
    return new StoreError('mixed-durability', 'a derived commit carries documents only')
  }
  const { docs } = tx
  for (let i = 0; i < docs.length; i++) {
    const { doc, ops } = docs[i]!
    if (ops.length === 0) continue
    const durable = doc.known || doc.layers.length > 0
    if (derived ? durable : doc.derived === true) {
      return new StoreError('mixed-durability', `${doc.space}/${doc.id}`)
    }
  }
  return undefined
}

/** The document with this transaction's writes, on what it is now. */
export function rebased(entry: TxDoc): Value | undefined | StoreError {
  if (entry.doc.value === entry.seen) return entry.current
  try {
    return applyOps(entry.doc.value, entry.ops, 'strict')
  } catch (error) {
    if (error instanceof StoreError) return error
    throw error
  }
}

const EDIT = take({ by: 'edit' })

/** As it is now: whoever made it may go on changing it. */
export function infoOf(cause: Cause | undefined): Value | StoreError {
  if (cause === undefined) return EDIT
  const { by, causes, detail } = cause
  try {
    const info: { by: Value; causes?: Value; detail?: Value } = { by: take(by) }
    if (causes !== undefined) info.causes = take(causes.map(asValue))
    if (detail !== undefined) info.detail = take(detail)
    return seal(info as Readonly<Record<string, Value>>)
  } catch (error) {
    if (error instanceof StoreError) return error
    throw error
  }
}

function asValue({ space, id, path }: Address): Value {
  return { space, id, path: [...path] }
}
