// While it runs: how long already, when it ends at the latest, and the way out.

import { useNow } from '../../data/now.ts'
import { SIMULATE_PATIENCE_MS } from '../../limits.ts'
import { Button } from '../../parts/button.tsx'
import { formatSpan } from '../../parts/format.ts'
import { Glyph } from '../../parts/glyph.tsx'

export function Waiting({ since, onCancel }: { since: number; onCancel: () => void }) {
  const elapsed = Math.max(0, useNow(1000) - since)
  const isLate = elapsed > SIMULATE_PATIENCE_MS
  return (
    <div className="waiting" role="status">
      <p>
        <Glyph name="running" spin />{' '}
        {isLate
          ? `No answer after ${formatSpan(elapsed)}. The server may be busy with others.`
          : `Running for ${formatSpan(elapsed)}. The server ends it after ${formatSpan(SIMULATE_PATIENCE_MS)} at the latest.`}
      </p>
      <progress value={Math.min(elapsed, SIMULATE_PATIENCE_MS)} max={SIMULATE_PATIENCE_MS} />
      <Button onClick={onCancel}>Cancel</Button>
    </div>
  )
}
