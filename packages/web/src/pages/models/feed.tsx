// "Just now": the newest commits of all models, in words.

import type { AuditEntry, ModelSummary } from '@cellwake/client'
import { to } from '../../app/router.ts'
import { client } from '../../data/client.ts'
import { useQuery } from '../../data/query.ts'
import { FEED_MAX_LINES } from '../../limits.ts'
import { Activity } from '../../parts/activity.tsx'
import { Link } from '../../parts/link.tsx'

const everyMs = 5_000

export function Feed({ models }: { models: readonly ModelSummary[] }) {
  const ids = models.slice(0, 20).map((model) => model.id)
  const titles = new Map(models.map((model) => [model.id, model.title]))
  const zones = new Map(models.map((model) => [model.id, model.timezone]))
  const query = useQuery(`feed:${ids.join()}`, () => askFeed(ids), { everyMs })
  const entries = query.data
  if (entries === undefined || entries.length === 0) return null
  return (
    <section className="sec">
      <h2>
        Just now <span className="faint">across all models</span>
      </h2>
      <Activity
        entries={entries}
        timezoneOf={(id) => zones.get(id)}
        about={(id) => <Link to={to.model(id, 'events')}>{titles.get(id) ?? id}</Link>}
      />
    </section>
  )
}

/** The newest entries of each model, merged: the permission to read a model is enough. */
async function askFeed(ids: readonly string[]): Promise<AuditEntry[]> {
  const pages = await Promise.all(
    ids.map((id) =>
      client.activity({ id }, { limit: FEED_MAX_LINES }).catch(() => ({ entries: [] })),
    ),
  )
  return pages
    .flatMap((page) => page.entries)
    .sort((a, b) => b.rev - a.rev)
    .slice(0, FEED_MAX_LINES)
}
