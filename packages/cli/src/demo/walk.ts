// A random walk that comes home: each step pulls a little towards where it began, so that a demo that runs
// for days shows sensible numbers.

export interface Walk {
  /** Where it began, and how far a step goes, in the unit of the value. */
  readonly home: number
  readonly step: number
  readonly digits: number
  /** Never less, if given. */
  readonly least?: number
}

export function stepped(value: number, walk: Walk, random: () => number): number {
  const { home, step, digits, least = Number.NEGATIVE_INFINITY } = walk
  const pull = (home - value) * 0.04
  const next = Math.max(least, value + pull + (random() - 0.5) * 2 * step)
  const unit = 10 ** digits
  return Math.round(next * unit) / unit
}
