// Pages of a history put together, and their summary.

import type { HistoryEntry } from '@cellwake/client'

/** Newest first, each revision once. */
export function merged(
  a: readonly HistoryEntry[],
  b: readonly HistoryEntry[],
): readonly HistoryEntry[] {
  if (b.length === 0) return a
  const byRev = new Map([...b, ...a].map((entry) => [entry.rev, entry]))
  return [...byRev.values()].sort((x, y) => y.rev - x.rev)
}

export interface Points {
  /** Seconds, as the chart wants them; oldest first. */
  readonly times: number[]
  readonly values: (number | null)[]
  readonly entries: readonly HistoryEntry[]
}

/** The numbers from `from` on, with the one before at its edge; other values are gaps. */
export function pointsOf(entries: readonly HistoryEntry[], from: number, now: number): Points {
  const oldestFirst = [...entries].reverse()
  const inside = oldestFirst.filter(({ at }) => Date.parse(at) >= from)
  const before = oldestFirst.findLast(({ at }) => Date.parse(at) < from)
  const times = inside.map(({ at }) => Date.parse(at) / 1000)
  const values = inside.map(numberIn)
  const shown: HistoryEntry[] = [...inside]
  if (before !== undefined) {
    times.unshift(from / 1000)
    values.unshift(numberIn(before))
    shown.unshift(before)
  }
  const last = shown.at(-1)
  if (last !== undefined) {
    times.push(now / 1000)
    values.push(numberIn(last))
    shown.push(last)
  }
  return { times, values, entries: shown }
}

function numberIn({ value }: HistoryEntry): number | null {
  return typeof value === 'number' ? value : null
}

/** How often a cell changed since `from`. The first value on record is no change. */
export function changesSince(
  entries: readonly HistoryEntry[],
  from: number,
  isWhole: boolean,
): number {
  const changes = isWhole ? entries.slice(0, -1) : entries
  return changes.filter(({ at }) => Date.parse(at) >= from).length
}

/** "+4 %", "−0.5": how much more or less it became. */
export function difference(
  entry: HistoryEntry,
  before: HistoryEntry | undefined,
): number | undefined {
  const from = before?.value
  return typeof entry.value === 'number' && typeof from === 'number'
    ? entry.value - from
    : undefined
}
