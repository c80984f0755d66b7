// Everything that happened to one model, newest first: sets, firings, deploys.

import type { AuditEntry } from '@cellwake/client'
import { useRef, useState } from 'react'
import type { PageProps } from '../../app/pages.ts'
import { to } from '../../app/router.ts'
import { client } from '../../data/client.ts'
import { useModelEvents } from '../../data/live.ts'
import { useModel, useRules } from '../../data/models.ts'
import { invalidate, useQuery } from '../../data/query.ts'
import { EVENTS_PAGE_MAX_EVENTS } from '../../limits.ts'
import { Activity } from '../../parts/activity.tsx'
import { Button, Segments } from '../../parts/button.tsx'
import { Link } from '../../parts/link.tsx'
import { Answer, Empty } from '../../parts/states.tsx'

const everyMs = 5_000
type Kind = 'all' | 'people' | 'rules' | 'deploys'

const kinds: Readonly<Record<Kind, (entry: AuditEntry) => boolean>> = {
  all: () => true,
  people: (entry) => entry.act === 'set' || entry.act === 'resolve',
  rules: (entry) => entry.act === 'rules',
  deploys: (entry) => ['deploy', 'rollback', 'delete'].includes(entry.act),
}

export function EventsPage({ id }: PageProps) {
  const [kind, setKind] = useState<Kind>('all')
  const query = useQuery(
    `model:${id}:activity`,
    () => client.activity({ id }, { limit: EVENTS_PAGE_MAX_EVENTS }),
    { everyMs },
  )
  const older = useOlder(id, query.data?.before ?? undefined)
  useFreshOnEvents(id)
  const entries = [...(query.data?.entries ?? []), ...older.entries]
  const shown = entries.filter(kinds[kind])
  return (
    <div className="page">
      <div className="head">
        <div>
          <h1>Events</h1>
          <Lede id={id} />
        </div>
        <div className="acts">
          <Segments
            label="Which events"
            value={kind}
            onChoose={setKind}
            choices={[
              { value: 'all', text: 'All' },
              { value: 'people', text: 'Inputs' },
              { value: 'rules', text: 'Rules' },
              { value: 'deploys', text: 'Deploys' },
            ]}
          />
        </div>
      </div>
      <section className="sec">
        <Answer query={query} what="the events" failed="The events could not be read.">
          {() =>
            shown.length === 0 ? (
              <Empty title={kind === 'all' ? 'Nothing happened yet.' : 'Nothing of this kind.'}>
                What people set, what rules do, and each deploy appears here.
              </Empty>
            ) : (
              <Activity entries={shown} />
            )
          }
        </Answer>
        {older.more !== undefined && query.data !== undefined && (
          <Button onClick={older.more} disabled={older.isLoading}>
            Show older
          </Button>
        )}
      </section>
    </div>
  )
}

function Lede({ id }: { id: string }) {
  const model = useModel(id).data
  const topics = new Set(useRules(id).data?.rules.flatMap((rule) => rule.topics))
  return (
    <p className="lede">
      What changed {model?.title ?? id}, and who or what did it.
      {topics.size > 0 && ' It publishes into '}
      {[...topics].map((topic, i) => (
        <span key={topic}>
          {i > 0 && ', '}
          <Link className="link" to={to.topic(topic)}>
            {topic}
          </Link>
        </span>
      ))}
      {topics.size > 0 && '.'}
    </p>
  )
}

/** Pages further back, asked for one by one. */
function useOlder(id: string, first: number | undefined) {
  const [pages, setPages] = useState<{ entries: AuditEntry[]; before: number | null }>()
  const [isLoading, setLoading] = useState(false)
  const before = pages === undefined ? first : (pages.before ?? undefined)
  const load = async () => {
    if (before === undefined) return
    setLoading(true)
    try {
      const page = await client.activity({ id }, { before, limit: EVENTS_PAGE_MAX_EVENTS })
      setPages({ entries: [...(pages?.entries ?? []), ...page.entries], before: page.before })
    } finally {
      setLoading(false)
    }
  }
  const more = before === undefined ? undefined : () => void load()
  return { entries: pages?.entries ?? [], more, isLoading }
}

/** A burst of firings asks once. */
function useFreshOnEvents(id: string): void {
  const asked = useRef(0)
  useModelEvents([id], () => {
    if (Date.now() - asked.current < 1000) return
    asked.current = Date.now()
    invalidate(`model:${id}:activity`)
  })
}
