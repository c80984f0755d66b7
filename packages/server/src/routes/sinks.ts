// Sinks. Secrets come in and never go out; actions are recorded under the caller's name. A sink may deliver the events of any
// model, so it is for admins whose reach has no bounds, as connections are.

import type { SinkRequest } from '@cellwake/client'
import type { ChannelConfig, SinkView } from '@cellwake/workers'
import { ServerError } from '../errors.ts'
import type { Group } from '../handlers.ts'
import { ownedBy } from './connections.ts'

export const sinks: Group<'sinks' | 'addSink' | 'removeSink' | 'trySink'> = {
  async sinks({ principal }, parts) {
    const { sinks: all } = ownedBy(principal, parts)
    return { sinks: (await all.list()).map(shown), hasKey: all.hasKey }
  },

  async addSink({ body, principal }, parts) {
    const { name, topic, ...channel } = body
    const { sinks: all } = ownedBy(principal, parts)
    return shown(await all.add(name, { topic, channel: channelIn(channel) }, principal.name))
  },

  async removeSink({ params, principal }, parts) {
    const { sinks: all } = ownedBy(principal, parts)
    if (await all.remove(params.name, principal.name)) return { removed: params.name }
    throw new ServerError('unknown-sink', `There is no sink ${params.name} that was added here.`)
  },

  async trySink({ params, principal }, parts) {
    return await ownedBy(principal, parts).sinks.test(params.name)
  },
}

/** Whether it is one of the three is checked where it is kept. */
function channelIn(given: Omit<SinkRequest, 'name' | 'topic'>): ChannelConfig {
  return given as ChannelConfig
}

function shown({ changedAt, ...view }: SinkView) {
  return { ...view, changed: changedAt === undefined ? null : new Date(changedAt).toISOString() }
}
