// Slips of the pen in the names of topics. A shared topic needs no declaration, so one would wait for events that never come.

import type { ConsumerStructure, ProducerStructure, TopicStructure } from './structure.ts'

/** An undeclared topic almost named like one that is published here and that nobody consumes: its place, and what to do. */
export function slips(
  topics: Readonly<Record<string, TopicStructure>>,
  producers: Readonly<Record<string, ProducerStructure>>,
  consumers: Readonly<Record<string, ConsumerStructure>>,
): [place: string, message: string][] {
  const found: [string, string][] = []
  const all = [...Object.values(producers), ...Object.values(consumers)]
  const published = new Set(all.flatMap(({ publishes }) => publishes))
  for (const { subscribe } of Object.values(consumers)) {
    for (const topic of subscribe) published.delete(topic)
  }
  for (const [handler, { subscribe }] of Object.entries(consumers)) {
    subscribe.forEach((topic, index) => {
      if (Object.hasOwn(topics, topic)) return
      const meant = [...published].find((own) => isNear(own, topic))
      if (meant === undefined) return
      const message = `there is no topic ${topic}; did you mean ${meant}? Declare it as { shared: true } if not`
      found.push([`consumers.${handler}.subscribe[${index}]`, message])
    })
  }
  return found
}

/** Whether two names differ by at most two letters: typed wrong, most likely. */
function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 2 || Math.min(a.length, b.length) < 4) return false
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row[b.length]! <= 2
}
