// Firings of a rule, newest first: its writes, before and after, and its events; or why it did not
// fire.

import type { FiringPage, FiringRecord, Json, RuleView } from '@cellwake/client'
import { useEffect, useState } from 'react'
import { to } from '../../app/router.ts'
import { client } from '../../data/client.ts'
import { useQuery } from '../../data/query.ts'
import { FIRINGS_PAGE_MAX_FIRINGS } from '../../limits.ts'
import { Button } from '../../parts/button.tsx'
import { formatCount, formatJson } from '../../parts/format.ts'
import { Glyph } from '../../parts/glyph.tsx'
import { LeftOut } from '../../parts/left-out.tsx'
import { Link } from '../../parts/link.tsx'
import { absolute } from '../../parts/moments.ts'
import { Answer } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { useZone } from '../../parts/zone-scope.tsx'

export function Firings({ id, rule }: { id: string; rule: RuleView }) {
  const limit = FIRINGS_PAGE_MAX_FIRINGS
  const newest = useQuery(`model:${id}:firings:${rule.id}`, () =>
    client.firings({ id, ruleId: rule.id }, { limit }),
  )
  const { reload } = newest
  const happened = `${rule.fired}:${rule.skipped}`
  const [seen, setSeen] = useState(happened)
  useEffect(() => {
    if (happened === seen) return
    setSeen(happened)
    reload()
  }, [happened, seen, reload])
  const [older, setOlder] = useState<FiringPage>()
  const [problem, setProblem] = useState<string>()
  const before = older === undefined ? newest.data?.before : older.before
  const more = async () => {
    if (before == null) return
    try {
      const page = await client.firings({ id, ruleId: rule.id }, { before, limit })
      setOlder({ before: page.before, firings: [...(older?.firings ?? []), ...page.firings] })
      setProblem(undefined)
    } catch {
      setProblem('Older ones could not be read.')
    }
  }
  return (
    <section className="firings" aria-label={`What ${rule.title} did`}>
      <Answer query={newest} what="what it did" failed="What it did could not be read.">
        {(page) => {
          const all = merged(page.firings, older?.firings ?? [])
          if (all.length === 0) return <p className="muted">It has not fired yet.</p>
          return (
            <>
              <ol>
                {all.map((record) => (
                  <Firing key={keyOf(record)} id={id} record={record} />
                ))}
              </ol>
              {before != null && <Button onClick={() => void more()}>Show older</Button>}
              {problem !== undefined && <p role="alert">{problem}</p>}
            </>
          )
        }}
      </Answer>
    </section>
  )
}

function keyOf({ rev, wave, at, outcome }: FiringRecord): string {
  return `${rev}:${wave}:${at}:${outcome}`
}

/** A page that grew at the front overlaps with older pages. */
function merged(newest: readonly FiringRecord[], older: readonly FiringRecord[]): FiringRecord[] {
  const keys = new Set(newest.map(keyOf))
  return [...newest, ...older.filter((record) => !keys.has(keyOf(record)))]
}

const outcomes: Readonly<Record<FiringRecord['outcome'], string>> = {
  fired: 'fired',
  skipped: 'skipped',
  gated: 'held back',
  aborted: 'stopped',
  capped: 'stopped',
  refused: 'could not be kept',
  invalid: 'could not run',
}

function Firing({ id, record }: { id: string; record: FiringRecord }) {
  const { outcome, reason, due, at, rev, count, writes, events, more } = record
  const zone = useZone()
  const text = (value: Json) => formatJson(value, zone)
  const isFired = outcome === 'fired'
  return (
    <li>
      <span className="when">
        <Time at={at} />
      </span>
      <span className="what">
        <Glyph name={isFired ? 'rule' : 'idle'} />
        {outcomes[outcome]}
        {count > 1 && ` ${formatCount(count)} times`}
        {reason !== null && reason !== '' && `: ${reason}`}
        {due !== null && <span className="faint">, due {absolute(Date.parse(due), zone)}</span>}
      </span>
      <span className="did">
        {writes.map(({ symbol, before, after }) => (
          <span key={symbol}>
            <Link className="link" to={to.model(id, 'history', { symbol })}>
              <code>{symbol}</code>
            </Link>{' '}
            <span className="faint">{text(before)} →</span> {text(after)}
          </span>
        ))}
        {events.map(({ topic, event, args }) => (
          <span key={`${topic}!${event}(${JSON.stringify(args)})`}>
            <Link className="k-ev" to={to.topic(topic)}>
              {topic}!{event}
            </Link>
            ({Array.isArray(args) ? args.map(text).join(', ') : text(args)})
          </span>
        ))}
        {more !== undefined && <LeftOut {...more} />}
      </span>
      <span className="faint rev">rev {formatCount(rev)}</span>
    </li>
  )
}
