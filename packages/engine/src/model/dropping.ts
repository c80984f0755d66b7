// End of a model: it is gone with the commit that deletes its record, and what else it held goes with it, or in commits of
// their own where it is much, so that others need not wait. Whatever a crash leaves of it goes before the id is used again.
// See test: what a crash left of it is not seen in the next model of that name

import type { CommitResult, CommitSpec, Precondition, Store, Write } from '@cellwake/store'
import { DROP_WRITES, LARGE_COMMIT_WRITES } from '../limits.ts'
import type { CauseDetail } from '../why/causes.ts'
import { ModelRecords } from './records.ts'

export interface Dropped {
  readonly id: string
  readonly store: Store
  readonly expect: readonly Precondition[]
  readonly by: string
}

/** Deletes a model with the first of its documents; gives the verdict. `sweep` deletes the others. */
export function drop(
  { id, store, expect, by }: Dropped,
  jobs: CommitSpec['jobs'] = [],
): Promise<CommitResult> {
  const records = new ModelRecords(store, id)
  const write: Write[] = []
  for (const one of records.dropAll()) {
    if (write.push(one) < DROP_WRITES) continue
    write.push(records.putLeft())
    break
  }
  const detail = { act: 'delete', model: id } satisfies CauseDetail
  const spec = { expect, write, jobs, cause: { by, detail } }
  return write.length > LARGE_COMMIT_WRITES ? store.commitInTurn(spec) : store.commit(spec)
}

/** Deletes what is left of a model that is gone. If that is refused, the rest stays until the id is used again. */
export async function sweep({ id, store, expect, by }: Dropped): Promise<void> {
  const detail = { act: 'sweep', model: id } satisfies CauseDetail
  let write: Write[] = []
  const flush = async () => {
    const all = write
    write = []
    if (all.length === 0) return true
    const result = await store.commitInTurn({ expect, write: all, cause: { by, detail } })
    return result.rejected === undefined
  }
  const records = new ModelRecords(store, id)
  if (!records.isHalfGone) return
  for (const one of records.dropAll()) {
    if (write.push(one) >= DROP_WRITES && !(await flush())) return
  }
  await flush()
}
