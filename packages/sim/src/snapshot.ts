// A client's view of a store, as text, without details that may differ between two ways to the same
// end: commit numbers, attempts, times of claims.

import type { Driver } from '@cellwake/store'

const ALL = Number.MAX_SAFE_INTEGER

export async function snapshot(driver: Driver, scope: string): Promise<string> {
  const ours = (name: string) => name.startsWith(scope)
  const lines: string[] = []
  for (const space of (await driver.spaces()).filter(ours)) {
    for (const { id, value } of await driver.load(space)) lines.push(line('doc', space, id, value))
  }
  for (const { topic } of (await driver.topics()).filter(({ topic }) => ours(topic))) {
    for (const { messageId, payload, causes } of await driver.events(topic, { limit: 1_000 })) {
      lines.push(line('event', topic, messageId, payload, causes))
    }
  }
  for (const entry of await driver.entries({ list: scope, prefix: true, limit: 1_000 })) {
    const { list, id, state, final, order, value } = entry
    lines.push(line('entry', list, id, state, final, order, value))
  }
  for (const job of await driver.jobs({ after: scope, limit: 1_000 })) {
    if (ours(job.id)) lines.push(line('job', job.queue, job.id, [job.state, job.result ?? null]))
  }
  for (const timer of await driver.timers(ALL, ALL)) {
    if (ours(timer.id)) lines.push(line('timer', timer.id, timer.at, timer.payload))
  }
  return lines.sort().join('\n').replaceAll(scope, '')
}

function line(...parts: unknown[]): string {
  return parts.map((part) => JSON.stringify(part)).join(' ')
}
