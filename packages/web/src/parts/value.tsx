// A value in running text or a table. The sheet formats its cells itself.

import type { CellView } from '@cellwake/client'
import { type FormatOptions, formatCell } from './format.ts'

export function Value({
  cell,
  timezone,
}: { cell: Pick<CellView, 'kind' | 'value' | 'typeTag'> } & FormatOptions) {
  const shown = formatCell(cell, timezone === undefined ? {} : { timezone })
  if (cell.kind === 'blank') return <span className="faint">blank</span>
  return <span className={shown.isError ? 'num c-failed' : 'num'}>{shown.text}</span>
}
