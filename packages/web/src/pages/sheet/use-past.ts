// The sheet as it was: which revision that is, and the ones beside it.

import { useSearchParam } from '../../app/router.ts'
import { client } from '../../data/client.ts'
import { useQuery } from '../../data/query.ts'
import { HISTORY_PAGE_MAX_CHANGES } from '../../limits.ts'

export interface Past {
  readonly at: number
  readonly when: string | undefined
  readonly onStep: { before: (() => void) | undefined; after: (() => void) | undefined }
  readonly onNow: () => void
}

export function usePast(id: string, at: string | undefined): Past {
  const [, setAt] = useSearchParam('at')
  const rev = Number(at ?? 0)
  const newest = useQuery(at === undefined ? undefined : `model:${id}:commits`, () =>
    client.activity({ id }, { limit: HISTORY_PAGE_MAX_CHANGES }),
  )
  const older = useQuery(at === undefined ? undefined : `model:${id}:commits:${rev}`, () =>
    client.activity({ id }, { before: rev + 1, limit: 2 }),
  )
  const [here, earlier] = sortedHere(older.data?.entries ?? [], rev)
  // Newest first: the last one that is still later.
  const later = newest.data?.entries.findLast((entry) => entry.rev > rev)
  const goTo = (to: number | undefined) =>
    to === undefined ? undefined : () => setAt(String(to), { replace: true })
  return {
    at: rev,
    when: here?.at,
    onStep: { before: goTo(earlier?.rev), after: goTo(later?.rev) },
    onNow: () => setAt(undefined),
  }
}

interface Entry {
  readonly rev: number
  readonly at: string
}

/** The commit that was the newest at a revision, and the one before it. */
function sortedHere(
  entries: readonly Entry[],
  rev: number,
): [Entry | undefined, Entry | undefined] {
  const [first, second] = entries
  if (first === undefined) return [undefined, undefined]
  return first.rev === rev ? [first, second] : [first, first]
}
