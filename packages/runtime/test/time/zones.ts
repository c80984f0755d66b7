// Zones for tests, made by rule and not from the machine's tables.

import { context, setContext, UTC_TABLE, type ZoneTable } from '../../src/context.ts'

const hour = 3_600_000

/** Berlin from 2000 to 2040 by the rule of the European Union: last Sundays of March and October, 01:00 UTC. */
export const berlin: ZoneTable = { name: 'Europe/Berlin', starts: [-8.64e15], offsets: [hour] }

for (let year = 2000; year <= 2040; year++) {
  for (const [month, offset] of [
    [3, 2 * hour],
    [10, hour],
  ] as const) {
    const last = new Date(Date.UTC(year, month, 0))
    const at = Date.UTC(year, month - 1, last.getUTCDate() - last.getUTCDay(), 1)
    ;(berlin.starts as number[]).push(at)
    ;(berlin.offsets as number[]).push(offset)
  }
}

/** Runs with Berlin as the model's zone, or with UTC and Berlin named in the model. */
export function withBerlin(as: 'the zone' | 'as an extra zone', run: () => void): void {
  setContext({ ...context, zone: as === 'the zone' ? berlin : UTC_TABLE })
  setContext({ ...context, zones: as === 'the zone' ? [] : [berlin] })
  try {
    run()
  } finally {
    setContext({ ...context, zone: UTC_TABLE })
    setContext({ ...context, zones: [] })
  }
}
