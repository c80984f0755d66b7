// The text of a cell: its value, or a word while it has none that counts.

import type { CellStatus, CellView, SheetCell } from '@cellwake/client'
import { formatCell, type Shown } from '../../parts/format.ts'
import type { Zone } from '../../parts/zone.ts'

type Showable = Pick<CellView, 'kind' | 'value' | 'typeTag' | 'status'> &
  Partial<Pick<SheetCell, 'role'>>

export interface ShownCell extends Shown {
  /** A word that stands for a value that is not there. */
  readonly isWord: boolean
}

/** Never an old number as if it were new. */
export function shownCell(cell: Showable, zone: Zone): ShownCell {
  const word = waitingWord(cell)
  if (word !== undefined) return { text: word, align: 'right', isError: false, isWord: true }
  return { ...formatCell(cell, zone), isWord: false }
}

function waitingWord({ status, kind, role }: Showable): string | undefined {
  if (status === 'running') return role === 'external' ? 'fetching' : 'waits'
  if (status === 'queued') return role === 'external' ? 'queued' : 'waits'
  return status === 'dirty' && kind === 'blank' ? '–' : undefined
}

export function cellText(cell: Showable, zone: Zone): string {
  return shownCell(cell, zone).text
}

/** The meaning of each status, for a tooltip. */
export const statusWords: Record<CellStatus, string> = {
  ready: 'ready: the value is current',
  stale: 'stale: older than it may be, or a newer one is on its way',
  queued: 'queued: never arrived, waits for a worker',
  running: 'running: a worker is calling',
  failed: 'failed: the call outside failed',
  dirty: 'dirty: lazy, must run again when someone reads it',
}

/** The message of an error value. */
export function errorMessage({
  kind,
  value,
}: Pick<CellView, 'kind' | 'value'>): string | undefined {
  if (kind !== 'error' || typeof value !== 'object' || value === null) return undefined
  const { message, origin } = value as { message?: unknown; origin?: unknown }
  if (typeof message !== 'string') return undefined
  return typeof origin === 'string' && origin !== '' ? `${message} (from ${origin})` : message
}
