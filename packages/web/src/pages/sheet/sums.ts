// Aggregates of a selection for the status bar: how many cells hold something, and what the numbers add
// up to.

import type { CellView } from '@cellwake/client'

export interface Sums {
  readonly filled: number
  readonly numbers: number
  readonly sum: number
  readonly average: number
  /** The tag that all numbers share, so that a sum of euros is one of euros. */
  readonly typeTag: string
}

export function sumsOf(cells: Iterable<Pick<CellView, 'kind' | 'value' | 'typeTag'>>): Sums {
  let filled = 0
  let numbers = 0
  let sum = 0
  let lost = 0
  let typeTag: string | undefined
  for (const { kind, value, typeTag: tag } of cells) {
    if (kind === 'blank') continue
    filled++
    if (typeof value !== 'number' || kind !== 'number') continue
    numbers++
    // Neumaier's way: 0.1 ten times is 1.
    const next = sum + value
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum
    sum = next
    typeTag = typeTag === undefined || typeTag === tag ? tag : 'number'
  }
  const total = sum + lost
  return { filled, numbers, sum: total, average: total / numbers, typeTag: typeTag ?? 'number' }
}
