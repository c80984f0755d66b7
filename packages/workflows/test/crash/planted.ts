// Bugs, planted on purpose, each in the store that the workflows commit to.

import type { CommitSpec, Store } from '@cellwake/store'

type Commit = Store['commit']

function actOf({ cause }: CommitSpec): string | undefined {
  return (cause?.detail as { act?: string } | undefined)?.act
}

function around(
  store: Store,
  plant: (commit: Commit, spec: CommitSpec) => ReturnType<Commit>,
): void {
  const commit = store.commit.bind(store)
  store.commit = (spec) => plant(commit, spec)
}

/** The ledger row becomes durable only when the reply is there. */
export function ledgerAfterTheCall(store: Store): void {
  let late: CommitSpec | undefined
  around(store, async (commit, spec) => {
    if (actOf(spec) === 'send') {
      late = spec
      return { seq: 0, changes: [] }
    }
    if (late !== undefined) await commit(late)
    late = undefined
    return commit(spec)
  })
}

/** A trigger that comes during a run is forgotten when the run commits. */
export function flagsClearedAtCommit(store: Store): void {
  let isActive = false
  around(store, (commit, spec) => {
    if (actOf(spec) === 'start' || actOf(spec) === 'retry') isActive = true
    const result = commit(spec)
    if (actOf(spec) === 'commit') isActive = false
    return result
  })
  const onArrival = store.onArrival.bind(store)
  store.onArrival = (listener) =>
    onArrival((arrival) => {
      if (!isActive) listener(arrival)
    })
}

/** A run that died while its mutation was under way is simply begun anew. */
export function resetFromMutating(store: Store): void {
  around(store, (commit, spec) => {
    if (actOf(spec) !== 'recover') return commit(spec)
    const entries = spec.entries!.map((op) => {
      if (op.state === 'paused:reconciliation') {
        const { outcome: _, ...value } = op.value as Record<string, unknown>
        return { ...op, state: 'crashed', value: { ...value, phase: 'preparing' } }
      }
      return op.state === 'needs_reconcile' ? { ...op, state: 'failed', final: true } : op
    })
    const write = spec.write!.map((one) => {
      const record = one.value as { hold?: { kind: string; at?: number; since: number } }
      if (record.hold?.kind !== 'reconcile') return one
      return { ...one, value: { ...record, hold: { ...record.hold, kind: 'retry' } } }
    })
    return commit({ ...spec, entries, write })
  })
}

/** Events are published before the run that publishes them is committed. */
export function publishOutsideTheCommit(store: Store): void {
  around(store, async (commit, spec) => {
    if (actOf(spec) !== 'commit' || spec.publish!.length === 0) return commit(spec)
    await commit({ publish: spec.publish! })
    return commit({ ...spec, publish: [] })
  })
}
