// Topics, and the events of one.

import type { PageProps } from '../../app/pages.ts'
import { TopicEvents } from './topic-events.tsx'
import { TopicList } from './topic-list.tsx'

export function TopicsPage({ item }: PageProps) {
  return (
    <div className="page">{item === undefined ? <TopicList /> : <TopicEvents topic={item} />}</div>
  )
}
