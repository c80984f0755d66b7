// The environment of an evaluation: the instant of the wave, the model's zone, and the random seed. The
// host sets it before it evaluates; nothing here reads the machine's clock or randomness. It is no argument, since operators and
// coercions at the bottom of 540 functions need the zone, and each call between would carry it for them.

import { ZONE_OFFSET_MAX_MS } from './limits.ts'

/** A zone as data: from `starts[i]` on, `offsets[i]` is added to UTC. The first start is the beginning of time. */
export interface ZoneTable {
  readonly name: string
  readonly starts: readonly number[]
  readonly offsets: readonly number[]
}

export const UTC_TABLE: ZoneTable = { name: 'UTC', starts: [-8.64e15], offsets: [0] }

export interface Context {
  /** The same for everything that is evaluated together. */
  readonly nowMs: number
  readonly zone: ZoneTable
  /** Zones named in the model, beside its own. */
  readonly zones: readonly ZoneTable[]
  /** From 0 up to, not including, 1. */
  readonly random: (this: void) => number
}

const current: { -readonly [K in keyof Context]: Context[K] } = {
  nowMs: 0,
  zone: UTC_TABLE,
  zones: [],
  random: () => 0,
}

/** The context of the evaluation that runs. One for all, as there is one stack; only `setContext` changes it. */
export const context: Context = current

/** Set before each evaluation: at its start, and again after every pause in which another may have run. */
export function setContext(next: Context): void {
  current.nowMs = next.nowMs
  current.zone = next.zone
  current.zones = next.zones
  current.random = next.random
}

/** The UTC offset of a zone at an instant, in milliseconds. */
export function offsetAt(zone: ZoneTable, ms: number): number {
  return zone.offsets[stretchAt(zone, ms)]!
}

/** The stretch of constant offset that holds an instant; the first for earlier instants. */
function stretchAt(zone: ZoneTable, ms: number): number {
  let low = 0
  let high = zone.starts.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (zone.starts[middle]! <= ms) low = middle
    else high = middle - 1
  }
  return low
}

/**
 * The instant of a wall time: the first of two where it is repeated, and where it is skipped moved on by
 * the length of the gap (02:30 becomes 03:30).
 */
export function instantOf(zone: ZoneTable, wallMs: number): number {
  const count = zone.starts.length
  // No instant that shows this wall time is farther than the largest offset.
  for (let i = stretchAt(zone, wallMs - ZONE_OFFSET_MAX_MS); i < count; i++) {
    const at = wallMs - zone.offsets[i]!
    if (i + 1 < count && at >= zone.starts[i + 1]!) continue
    return at >= zone.starts[i]! || i === 0 ? at : wallMs - zone.offsets[i - 1]!
  }
  return wallMs
}
