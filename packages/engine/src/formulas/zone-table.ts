// A zone as the runtime wants it: a table of when which offset begins, the same in every runtime.

import { UTC_TABLE, type ZoneTable } from '@cellwake/runtime'
import { zoneFor } from '@cellwake/scheduler'

const FIRST_YEAR_MS = Date.UTC(1900, 0, 1)
const LAST_YEAR_MS = Date.UTC(2200, 0, 1)

const tables = new Map<string, ZoneTable>()

/** Clock changes from 1900 to 2200; before and after, the nearest offset stays. */
export function zoneTable(name: string): ZoneTable {
  if (name === 'UTC') return UTC_TABLE
  let table = tables.get(name)
  if (table === undefined) {
    table = makeTable(name)
    tables.set(name, table)
  }
  return table
}

function makeTable(name: string): ZoneTable {
  const zone = zoneFor(name)
  const starts: number[] = []
  const offsets: number[] = []
  for (let at = FIRST_YEAR_MS; at < LAST_YEAR_MS; ) {
    const index = zone.indexAt(at)
    starts.push(starts.length === 0 ? UTC_TABLE.starts[0]! : zone.start(index))
    offsets.push(zone.offset(index))
    at = zone.end(index, LAST_YEAR_MS)
  }
  return { name, starts, offsets }
}
