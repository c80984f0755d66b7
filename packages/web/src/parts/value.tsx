// A value in running text or a table. The sheet formats its cells itself.

import type { CellView } from '@cellwake/client'
import { formatCell } from './format.ts'
import { useZone } from './zone-scope.tsx'

export function Value({ cell }: { cell: Pick<CellView, 'kind' | 'value' | 'typeTag'> }) {
  const shown = formatCell(cell, useZone())
  if (cell.kind === 'blank') return <span className="faint">blank</span>
  return <span className={shown.isError ? 'num c-failed' : 'num'}>{shown.text}</span>
}
