// Counts of a firing's writes and events that are not on record one by one.

import { counted } from './format.ts'

export function LeftOut({ writes, events }: { writes: number; events: number }) {
  const counts = [
    ...(writes > 0 ? [counted(writes, 'more write')] : []),
    ...(events > 0 ? [counted(events, 'more event')] : []),
  ]
  return <span className="faint">{counts.join(', ')}</span>
}
