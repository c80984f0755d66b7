// Commits in words, newest first: time, subject, act and author.

import type { AuditEntry } from '@cellwake/client'
import type { ReactNode } from 'react'
import { formatCount } from './format.ts'
import { Glyph, type GlyphName } from './glyph.tsx'
import { absolute, ago, clockSeconds } from './moments.ts'
import { withRanges } from './ranges.ts'
import { useZone, ZoneScope } from './zone-scope.tsx'
import './activity.css'

const glyphs: Readonly<Record<string, GlyphName>> = {
  set: 'you',
  deploy: 'ready',
  rollback: 'ready',
  delete: 'stopped',
  rules: 'rule',
  resolve: 'running',
}

export function Activity({
  entries,
  about,
  timezoneOf,
}: {
  entries: readonly AuditEntry[]
  /** The subject of an entry; left out where all have the same. */
  about?: (id: string) => ReactNode
  /** The zone of the model that an entry is about; the page's where it is left out. */
  timezoneOf?: (id: string) => string | undefined
}) {
  const { home } = useZone()
  return (
    <ul className={about === undefined ? 'feed' : 'feed with-about'}>
      {entries.map((entry) => (
        <li key={`${entry.rev}:${entry.about}`}>
          <ZoneScope timezone={timezoneOf?.(entry.about) ?? home}>
            <When at={Date.parse(entry.at)} />
          </ZoneScope>
          {about !== undefined && <span className="muted">{about(entry.about)}</span>}
          <span className="what">
            <Glyph name={glyphs[entry.act] ?? 'ready'} />
            {withRanges(entry.what.replace(/\.$/, ''))}
            <span className="faint">{entry.act === 'rules' ? '' : `, by ${entry.by}`}</span>
          </span>
          <span className="faint rev">rev {formatCount(entry.rev)}</span>
        </li>
      ))}
    </ul>
  )
}

/** The time of day within a day, so that lines can be compared; else in words. */
function When({ at }: { at: number }) {
  const zone = useZone()
  const now = Date.now()
  const text = now - at < 12 * 3_600_000 ? clockSeconds(at, zone) : ago(at, now, zone)
  return (
    <time dateTime={new Date(at).toISOString()} data-tip={absolute(at, zone)}>
      {text}
    </time>
  )
}
