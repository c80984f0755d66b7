// One table of a workbook: its name, its cells, and the names of its columns.

import { unescaped } from './shared-strings.ts'
import { areaOf } from './sheet-part.ts'
import type { WorkTable } from './workbook.ts'
import { readXml } from './xml.ts'

/** Undefined for one without a name or cells. */
export function readTable(xml: string, sheet: string): WorkTable | undefined {
  let table: Omit<WorkTable, 'columns'> | undefined
  const columns: string[] = []
  readXml(xml, 'A table', {
    open(element, { name, displayName, ref, headerRowCount, totalsRowCount }) {
      if (element === 'tableColumn') columns.push(unescaped(name ?? ''))
      if (element !== 'table' || ref === undefined) return
      table = {
        name: displayName ?? name ?? '',
        sheet,
        area: areaOf(ref),
        headings: Number(headerRowCount ?? 1),
        totals: Number(totalsRowCount ?? 0),
      }
    },
    close() {},
    text() {},
  })
  return table === undefined || table.name === '' ? undefined : { ...table, columns }
}
