// How old a stale value is. A cell knows the commit that brought its value; when that was, its history says.

import { client } from '../../data/client.ts'
import { useNow } from '../../data/now.ts'
import { useQuery } from '../../data/query.ts'
import { absolute, spanInOneUnit } from '../../parts/moments.ts'
import { useZone } from '../../parts/zone-scope.tsx'

export function Age({ model, symbol, rev }: { model: string; symbol: string; rev: number }) {
  const { data } = useQuery(`model:${model}:age:${symbol}:${rev}`, (signal) =>
    client.history({ id: model, symbol }, { limit: 1 }, { signal }),
  )
  const now = useNow(10_000)
  const zone = useZone()
  const at = data?.entries[0]?.at
  if (at === undefined) return null
  const since = Date.parse(at)
  return (
    <time dateTime={at} data-tip={absolute(since, zone)}>
      {spanInOneUnit(Math.max(0, now - since))}
    </time>
  )
}
