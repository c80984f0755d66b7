// A time zone as a row of stretches of constant offset, in typed arrays: offset of an instant, and
// the instants of a wall time. Looked up from Intl once, in chunks of years and on demand; after
// that a question is a few comparisons, with no Intl and no allocation.
// Guarantees: stretches are contiguous and in order; asking about later instants never renumbers
// earlier ones, so an index stays good while walking forward.
import { civilFromDays, civilYear, dayMs, daysFromCivil } from '@cellwake/language/time'
import {
  ZONE_CHUNK_YEARS,
  ZONE_FIRST_YEAR,
  ZONE_LAST_YEAR,
  ZONE_OFFSET_MAX_MS,
  ZONE_PROBE_DAYS,
} from '../limits.ts'

/** Meaning of a wall time in a zone: an instant, two instants, or in the gap of a clock put forward. */
export type WallTime =
  | { readonly kind: 'unique'; readonly at: number }
  | { readonly kind: 'overlap'; readonly first: number; readonly second: number }
  /** `at` is the first instant after the gap, `shifted` the wall time moved on by the gap's length. */
  | { readonly kind: 'gap'; readonly at: number; readonly shifted: number }

/** Answers the offset of a zone at an instant, in milliseconds, from the source of truth. */
export type OffsetProbe = (at: number) => number

const marginMs = 3 * dayMs

/** The rules of one zone. Get one from `zoneFor`. */
export class Zone {
  readonly name: string
  readonly #probe: OffsetProbe | undefined
  #starts = new Float64Array([Number.NEGATIVE_INFINITY])
  #offsets = new Int32Array(1)
  #reached = new Float64Array([Number.NEGATIVE_INFINITY])
  #from = Number.NEGATIVE_INFINITY
  #to = Number.POSITIVE_INFINITY
  #count = 1
  #hint = 0

  /** Without a probe the zone is UTC. */
  constructor(name: string, probe?: OffsetProbe) {
    this.name = name
    this.#probe = probe
    if (probe === undefined) return
    this.#count = 0
    this.#from = Number.NaN
    this.#to = Number.NaN
  }

  /** Offset from UTC at an instant, in milliseconds, positive to the east. */
  offsetAt(at: number): number {
    // In two steps: finding the stretch may replace the arrays.
    const index = this.indexAt(at)
    return this.#offsets[index]!
  }

  /** The wall clock at an instant, as milliseconds since 1970-01-01T00:00 on that wall clock. */
  wallAt(at: number): number {
    return at + this.offsetAt(at)
  }

  /** Meaning of a wall time here. */
  resolve(wall: number): WallTime {
    // No instant that shows this wall time is farther than the largest offset, on either side.
    let index = this.indexAt(wall - ZONE_OFFSET_MAX_MS)
    let first: number | undefined
    for (; ; index++) {
      const offset = this.offset(index)
      if (wall < this.start(index) + offset) {
        if (first !== undefined) break
        return { kind: 'gap', at: this.start(index), shifted: wall - this.offset(index - 1) }
      }
      if (wall < this.end(index, wall + ZONE_OFFSET_MAX_MS) + offset) {
        if (first !== undefined) return { kind: 'overlap', first, second: wall - offset }
        first = wall - offset
      }
      if (this.end(index, wall + ZONE_OFFSET_MAX_MS) > wall + ZONE_OFFSET_MAX_MS) break
    }
    return { kind: 'unique', at: first ?? wall - this.offset(index) }
  }

  /**
   * The instant of a wall time as calendars reckon it: the first of two, and in a gap the wall time
   * moved on by the gap's length (02:30 becomes 03:30).
   */
  instantOf(wall: number): number {
    const found = this.resolve(wall)
    if (found.kind === 'unique') return found.at
    return found.kind === 'overlap' ? found.first : found.shifted
  }

  /** The stretch that holds an instant. */
  indexAt(at: number): number {
    // A margin, so that the stretch just before is known too: `reached` looks back over it.
    if (!(at - marginMs >= this.#from && at + marginMs < this.#to)) this.#cover(at)
    const starts = this.#starts
    const hint = this.#hint
    if (starts[hint]! <= at && (hint + 1 === this.#count || at < starts[hint + 1]!)) return hint
    let low = 0
    let high = this.#count - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (starts[middle]! <= at) low = middle
      else high = middle - 1
    }
    this.#hint = low
    return low
  }

  /** The first instant of a stretch. */
  start(index: number): number {
    return this.#starts[index]!
  }

  /**
   * The end of a stretch, exclusive, if it comes no later than `until`; otherwise any later instant.
   * Rules are looked up no farther: in a zone without changes the true end is the end of time.
   */
  end(index: number, until: number): number {
    while (index + 1 >= this.#count && this.#to <= until && this.#to < Number.POSITIVE_INFINITY)
      this.#extend(this.#to)
    return index + 1 < this.#count ? this.#starts[index + 1]! : this.#to
  }

  /** The offset of a stretch, in milliseconds. */
  offset(index: number): number {
    return this.#offsets[index]!
  }

  /** The latest wall time shown before a stretch began, exclusive: below it, all is repetition. */
  reached(index: number): number {
    return this.#reached[index]!
  }

  #cover(at: number): void {
    if (this.#probe === undefined) return
    if (this.#count === 0) this.#extend(at)
    while (at - marginMs < this.#from && this.#from > Number.NEGATIVE_INFINITY)
      this.#extend(this.#from - 1)
    while (at + marginMs >= this.#to && this.#to < Number.POSITIVE_INFINITY) this.#extend(this.#to)
  }

  /** Looks up the chunk of years that holds `at`, which is new or next to the known ones. */
  #extend(at: number): void {
    const last = ZONE_LAST_YEAR + 1 - ZONE_CHUNK_YEARS
    const wanted = yearOf(at) - ((yearOf(at) - ZONE_FIRST_YEAR) % ZONE_CHUNK_YEARS)
    const year = Math.min(Math.max(wanted, ZONE_FIRST_YEAR), last)
    const from = daysFromCivil(year, 1, 1) * dayMs
    const to = daysFromCivil(year + ZONE_CHUNK_YEARS, 1, 1) * dayMs
    const chunk = transitionsBetween(this.#probe!, from, to)
    const known = Array.from(this.#starts.subarray(0, this.#count), (start, i) => ({
      start,
      offset: this.#offsets[i]!,
    }))
    const before = this.#count > 0 && from < this.#from
    const all = before ? [...chunk, ...known] : [...known, ...chunk]
    this.#fill(all.filter((stretch, i) => i === 0 || stretch.offset !== all[i - 1]!.offset))
    if (!(from >= this.#from))
      this.#from = year === ZONE_FIRST_YEAR ? Number.NEGATIVE_INFINITY : from
    if (!(to <= this.#to)) this.#to = year === last ? Number.POSITIVE_INFINITY : to
    this.#starts[0] = this.#from
  }

  #fill(stretches: readonly Stretch[]): void {
    this.#count = stretches.length
    this.#hint = 0
    this.#starts = Float64Array.from(stretches, (stretch) => stretch.start)
    this.#offsets = Int32Array.from(stretches, (stretch) => stretch.offset)
    this.#reached = new Float64Array(this.#count).fill(Number.NEGATIVE_INFINITY)
    for (let i = 1; i < this.#count; i++) {
      const shown = this.#starts[i]! + this.#offsets[i - 1]!
      this.#reached[i] = Math.max(this.#reached[i - 1]!, shown)
    }
  }
}

interface Stretch {
  readonly start: number
  readonly offset: number
}

/** The stretches of a period, found by probing every few days and halving where the offset differs. */
function transitionsBetween(probe: OffsetProbe, from: number, to: number): Stretch[] {
  let offset = probe(from)
  const found: Stretch[] = [{ start: from, offset }]
  const step = ZONE_PROBE_DAYS * dayMs
  for (let at = from; at < to; at += step) {
    const end = Math.min(at + step, to)
    const endOffset = probe(end)
    for (let low = at; offset !== endOffset; ) {
      let high = end
      // Offsets change on whole seconds, and so do the bounds.
      while (high - low > 1000) {
        const middle = low + Math.floor((high - low) / 2000) * 1000
        if (probe(middle) === offset) low = middle
        else high = middle
      }
      offset = probe(high)
      low = high
      if (high < to) found.push({ start: high, offset })
    }
  }
  return found
}

function yearOf(at: number): number {
  return civilYear(civilFromDays(Math.floor(at / dayMs)))
}
