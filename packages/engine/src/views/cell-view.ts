// A cell as people and programs see it from outside.

import { type Json, toWire, type Value } from '@cellwake/runtime'
import type { FetchFacts } from '../external/call-facts.ts'

/** Whether a value can be relied on, and if not, why. */
export type CellStatus = 'ready' | 'stale' | 'queued' | 'running' | 'dirty' | 'failed'

export interface CellView {
  readonly kind: string
  readonly value: Json
  readonly typeTag: string
  readonly status: CellStatus
  /** The commit with which it got this value. */
  readonly rev: number
  /** Fetch times of the external calls that the formula makes itself. */
  readonly external?: FetchFacts
}

export function viewOf(
  value: Value,
  tag: string | undefined,
  status: CellStatus,
  rev: number,
): CellView {
  const { kind, value: json, typeTag } = toWire(value, tag)
  // A pending value is shown as blank, and its status says so.
  if (kind === 'pending')
    return { kind: 'blank', value: null, typeTag: tag ?? 'blank', status, rev }
  return { kind, value: json, typeTag, status, rev }
}
