// The documents of a model as they were at a revision. A document whose newest state is not later needs no
// look-up; for the rest the store's history is asked, for many at once. A pruned revision is an error that says since
// when history is kept.

import type { StateAt, Store } from '@cellwake/store'
import { EngineError } from '../errors.ts'
import type { ModelRecord } from '../model/records.ts'

/** A state of a document; without a value it is absent. */
export interface PastDocument {
  readonly seq: number
  readonly value: unknown
}

export interface PastDocuments {
  /** The revision that was asked for. */
  readonly at: number
  /** The newest commit of the model at that revision. */
  readonly rev: number
  readonly states: ReadonlyMap<string, PastDocument>
}

/**
 * All documents but the results of lazy formulas, which are computed. `known` are their states at some
 * other revision: from a later one most are taken over.
 */
export async function documentsAt(
  store: Store,
  space: string,
  at: number,
  known: PastDocuments | undefined,
): Promise<PastDocuments> {
  const states = new Map<string, PastDocument>()
  const missing: StateAt[] = []
  for (const { id, seq, pending } of store.everDocuments(space)) {
    if (id.startsWith('~')) continue
    const later = known !== undefined && at <= known.at ? known.states.get(id) : undefined
    if (later !== undefined && later.seq <= at) states.set(id, later)
    else if (seq <= at && !pending) {
      states.set(id, { seq, value: store.read({ space, id, path: [] }) })
    } else missing.push({ id, seq: later?.seq ?? (pending ? undefined : seq) })
  }
  for (const { id, seq, value } of await store.statesAt(space, missing, at)) {
    states.set(id, { seq, value })
  }
  // Afterwards: a document pruned meanwhile would look as if it had never been.
  if (missing.length > 0) await mustBeKept(store, at)
  let rev = 0
  for (const { seq } of states.values()) rev = Math.max(rev, seq)
  return { at, rev, states }
}

async function mustBeKept(store: Store, at: number): Promise<void> {
  const since = await store.keptSince()
  if (at >= since) return
  throw new EngineError('history-pruned', `Revision ${at} is gone: history is kept since ${since}.`)
}

/** The model and the source that ran then; undefined if it was not deployed. */
export function deployedIn({
  states,
}: PastDocuments): { readonly record: ModelRecord; readonly source: string } | undefined {
  const record = states.get('#model')?.value as ModelRecord | undefined
  if (record === undefined) return undefined
  const source = states.get(`#v:${record.version}`)?.value as string | undefined
  return source === undefined ? undefined : { record, source }
}
