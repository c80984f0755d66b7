// Timers: durable alarms, one row each. Firing removes the alarm on condition that it has not been moved
// (compare-and-set), in the same commit as its consequences: so it fires once, on whichever host.

import type { CommitAct } from './acts.ts'
import type { Rows, TimerRow } from './driver.ts'
import { type Rejected, rejection } from './errors.ts'
import type { Value } from './value.ts'

export function decideTimers(
  rows: Rows,
  act: CommitAct,
  seq: number,
): { put: TimerRow[]; remove: string[] } | Rejected {
  if (act.record.cargo.timers.length === 0) return { put: [], remove: [] }
  const staged = new Map<string, TimerRow | undefined>()
  for (const op of act.record.cargo.timers) {
    if (op.op === 'set') {
      staged.set(op.id, { id: op.id, at: op.at, payload: op.payload as Value, seq })
      continue
    }
    const row = staged.has(op.id) ? staged.get(op.id) : rows.timer(op.id)
    if (op.op === 'fire' && row?.at !== op.at) {
      const now = row === undefined ? 'is gone' : `stands at ${new Date(row.at).toISOString()}`
      return rejection('permanent', 'timer-moved', `timer ${op.id} ${now}: it fired or was moved`)
    }
    if (row !== undefined || staged.has(op.id)) staged.set(op.id, undefined)
  }
  const put: TimerRow[] = []
  const remove: string[] = []
  for (const [id, row] of staged) {
    if (row === undefined) remove.push(id)
    else put.push(row)
  }
  return { put, remove }
}
