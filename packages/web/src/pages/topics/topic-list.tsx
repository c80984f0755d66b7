// All topics: how much they hold, and when something last happened.

import { to } from '../../app/router.ts'
import { client } from '../../data/client.ts'
import { useQuery } from '../../data/query.ts'
import { counted, formatCount } from '../../parts/format.ts'
import { Link } from '../../parts/link.tsx'
import { Answer, Empty } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import './topics.css'

const everyMs = 5_000

export function TopicList() {
  const query = useQuery('topics', () => client.topics(), { everyMs })
  const topics = query.data?.topics ?? []
  const events = topics.reduce((sum, topic) => sum + topic.events, 0)
  const newest = [...topics].sort((a, b) => (b.lastAt ?? '').localeCompare(a.lastAt ?? ''))
  return (
    <>
      <div className="head">
        <div>
          <h1>Topics</h1>
          {topics.length > 0 && (
            <p className="lede">
              {counted(topics.length, 'topic')} with {counted(events, 'event')}. Rules publish into
              them; each event is there once, also across a crash.
            </p>
          )}
        </div>
      </div>
      <Answer query={query} what="the topics" failed="The topics could not be read.">
        {() =>
          topics.length === 0 ? (
            <Empty title="No events yet.">
              A rule publishes an event like this; its topic appears with the first one.
              <pre>
                <span className="k-rule">WHEN</span> margin &lt; floor{' '}
                <span className="k-rule">THEN</span>
                {'\n  '}
                <span className="k-ev">alerts!notify</span>(<span className="k-str">"margin"</span>,
                margin){'\n'}
                <span className="k-rule">END</span>
              </pre>
            </Empty>
          ) : (
            <table className="topics">
              <thead>
                <tr>
                  <th scope="col">Topic</th>
                  <th scope="col" className="r">
                    Events
                  </th>
                  <th scope="col" className="r">
                    Last
                  </th>
                </tr>
              </thead>
              <tbody>
                {newest.map(({ topic, events: count, lastAt }) => (
                  <tr key={topic}>
                    <td>
                      <Link className="w6" to={to.topic(topic)}>
                        {topic}
                      </Link>
                    </td>
                    <td className="r num">{formatCount(count)}</td>
                    <td className="r muted">{lastAt === null ? 'never' : <Time at={lastAt} />}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </Answer>
    </>
  )
}
