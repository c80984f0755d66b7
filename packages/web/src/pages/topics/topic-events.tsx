// The events of one topic, newest first. New ones appear while the page is open.

import type { EventView } from '@cellwake/client'
import { useState } from 'react'
import { to } from '../../app/router.ts'
import { client } from '../../data/client.ts'
import { useModels } from '../../data/models.ts'
import { useQuery } from '../../data/query.ts'
import { useMay } from '../../data/rights.ts'
import { EVENTS_PAGE_MAX_EVENTS } from '../../limits.ts'
import { Button } from '../../parts/button.tsx'
import { counted, formatCount } from '../../parts/format.ts'
import { Link } from '../../parts/link.tsx'
import { absolute, ago, clockSeconds } from '../../parts/moments.ts'
import { Answer, Empty } from '../../parts/states.tsx'
import { useZone, ZoneScope } from '../../parts/zone-scope.tsx'
import { eventText, publisherOf } from './payload.ts'
import { PublishDialog } from './publish-dialog.tsx'
import './topics.css'

const everyMs = 3_000

export function TopicEvents({ topic }: { topic: string }) {
  const mayPublish = useMay('write')
  const models = useModels().data?.models
  const { home } = useZone()
  /** Events of a model are in its zone, others in the page's. */
  const timezoneOf = ({ messageId }: EventView) =>
    models?.find(({ id }) => id === publisherOf(messageId)?.model)?.timezone ?? home
  const [isPublishing, setPublishing] = useState(false)
  const [openPosition, setOpenPosition] = useState<number>()
  const query = useQuery(
    `topic:${topic}`,
    () => client.events({ topic }, { limit: EVENTS_PAGE_MAX_EVENTS }),
    { everyMs },
  )
  return (
    <>
      <div className="head">
        <div>
          <h1>{topic}</h1>
          <Lede topic={topic} events={query.data?.events} />
        </div>
        <div className="acts">
          {mayPublish && <Button onClick={() => setPublishing(true)}>Publish an event</Button>}
        </div>
      </div>
      <Answer query={query} what={topic} failed={`${topic} could not be read.`}>
        {({ events }) =>
          events.length === 0 ? (
            <Empty title="This topic holds nothing.">
              Its first event makes it appear in the list of topics.
            </Empty>
          ) : (
            <ul className="events">
              {events.map((event) => (
                <ZoneScope key={event.position} timezone={timezoneOf(event)}>
                  <Event
                    event={event}
                    isOpen={event.position === openPosition}
                    onToggle={() =>
                      setOpenPosition(openPosition === event.position ? undefined : event.position)
                    }
                  />
                </ZoneScope>
              ))}
            </ul>
          )
        }
      </Answer>
      {isPublishing && <PublishDialog topic={topic} onClose={() => setPublishing(false)} />}
    </>
  )
}

function Lede({
  topic,
  events = [],
}: {
  topic: string
  events?: readonly EventView[] | undefined
}) {
  const all = useQuery('topics', () => client.topics(), { everyMs }).data?.topics
  const count = all?.find((one) => one.topic === topic)?.events ?? events.length
  const [newest] = events
  const zone = useZone()
  if (newest === undefined) return null
  const shown = count > events.length ? `, the newest ${formatCount(events.length)} are here` : ''
  return (
    <p className="lede">
      {counted(count, 'event')}
      {shown}. The last one came {ago(Date.parse(newest.at), Date.now(), zone)}.
    </p>
  )
}

function Event({
  event,
  isOpen,
  onToggle,
}: {
  event: EventView
  isOpen: boolean
  onToggle: () => void
}) {
  const zone = useZone()
  const at = Date.parse(event.at)
  const publisher = publisherOf(event.messageId)
  const isRecent = Date.now() - at < 12 * 3_600_000
  return (
    <li className={isOpen ? 'open' : undefined}>
      <button type="button" aria-expanded={isOpen} onClick={onToggle}>
        <time dateTime={event.at} data-tip={absolute(at, zone)}>
          {isRecent ? clockSeconds(at, zone) : ago(at, Date.now(), zone)}
        </time>
        <code>{eventText(event.payload, zone)}</code>
        <span className="faint hide-phone">
          {publisher === undefined ? 'from outside' : publisher.model}
        </span>
      </button>
      {isOpen && (
        <div className="event-more">
          <pre>{JSON.stringify(event.payload, null, 2)}</pre>
          <dl className="facts">
            <dt>Message</dt>
            <dd className="mono">{event.messageId}</dd>
            <dt>Commit</dt>
            <dd>rev {formatCount(event.rev)}</dd>
            <dt>At</dt>
            <dd>{absolute(at, zone)}</dd>
            {publisher !== undefined && (
              <>
                <dt>By</dt>
                <dd>
                  <Link
                    className="link"
                    to={to.model(publisher.model, 'rules', { rule: publisher.rule })}
                  >
                    a rule of {publisher.model}
                  </Link>
                </dd>
              </>
            )}
          </dl>
        </div>
      )}
    </li>
  )
}
