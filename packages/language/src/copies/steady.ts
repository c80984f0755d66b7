// Steady runs: copies that go on as they began, most often each a row below the one a period before it.
// Their coordinates grow evenly, so the first and the last one tell how far they all reach.

import type { Copies, CopyRun } from './copies.ts'

/** Whether every coordinate differs from that a period before it by the same number throughout a run. */
export function isSteady({ refsFrom, refs }: Copies, { from, to, period }: CopyRun): boolean {
  if (to - from < 3 * period) return false
  const start = refsFrom[from]!
  const stride = refsFrom[from + period]! - start
  const end = refsFrom[to - period]! + stride
  for (let first = start; first < start + stride; first++) {
    let expected = refs[first]!
    const step = refs[first + stride]! - expected
    for (let at = first; at < end; at += stride) {
      if (refs[at] !== expected) return false
      expected += step
    }
  }
  return true
}

/** For each copy of the first period of a run: itself, and the last one that is like it. */
export function likesIn({ from, to, period }: CopyRun): { first: number; last: number }[] {
  const likes: { first: number; last: number }[] = []
  for (let first = from; first < from + period; first++)
    likes.push({ first, last: to - 1 - ((to - 1 - first) % period) })
  return likes
}
