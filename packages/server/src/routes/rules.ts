// Rules: their definitions, firings and next occurrences.

import type { Upcoming } from '@cellwake/client'
import { ServerError } from '../errors.ts'
import type { Group, Immutable } from '../handlers.ts'
import { COMING_ROWS, PAGE_ROWS, TIMELINE_SPAN_MS, UPCOMING_HOURS } from '../limits.ts'
import { readInstant } from '../request-text.ts'
import { reachable } from './models.ts'
import { paged } from './page.ts'

const HOUR_MS = 3_600_000

export const rules: Group<'rules' | 'firings' | 'timeline' | 'upcoming'> = {
  async rules({ params }, { engine }) {
    return { rules: await (await engine.model(params.id)).ruleList() }
  },

  async firings({ params, query }, { engine }) {
    const model = await engine.model(params.id)
    return model.firings(params.ruleId, paged(query, PAGE_ROWS))
  },

  async timeline({ params, query }, { engine, clock }) {
    const day = 24 * HOUR_MS
    const from = query.from === undefined ? clock.now() - day : readInstant(query.from)
    const until =
      query.until === undefined ? Math.max(clock.now(), from) + day : readInstant(query.until)
    if (until < from || until - from > TIMELINE_SPAN_MS) {
      throw new ServerError('bad-instant', 'A timeline goes forward, and over a year at most.')
    }
    return (await engine.model(params.id)).timeline(from, until)
  },

  async upcoming({ query, principal }, parts) {
    const { engine, clock } = parts
    const now = clock.now()
    const until = now + (query.hours ?? UPCOMING_HOURS) * HOUR_MS
    const models: Immutable<Upcoming['models']>[number][] = []
    const giveWay = parts.answering.breath()
    for (const { id } of await reachable(parts, principal)) {
      await giveWay()
      // A model that is not open here has no occurrences here; one that computes has them when it is at rest.
      if (!engine.isAtRest(id)) continue
      const model = engine.running(id)
      const coming = model.coming(until, COMING_ROWS)
      if (coming.length > 0) models.push({ model: id, title: model.describe().title, coming })
    }
    return { now: iso(now), until: iso(until), models }
  },
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
