// Rules: their definitions, firings and next occurrences.

import * as z from 'zod'
import { moreActs } from './models.ts'
import { instant, json } from './values.ts'

/** idle: its condition is false. armed: a DEBOUNCE waits. throttled: a THROTTLE holds. true: fired, and the condition still holds. */
export const ruleState = z.enum([
  'idle',
  'true',
  'armed',
  'throttled',
  'scheduled',
  'completed',
  'invalid',
])

export const ruleView = z.object({
  id: z.string(),
  kind: z.enum(['when', 'every', 'at']),
  /** The comment above the rule, else its trigger. */
  title: z.string(),
  line: z.number(),
  source: z.string(),
  state: ruleState,
  /** When the gate fires or opens. */
  gateAt: instant.nullable(),
  /** The next occurrence. */
  next: instant.nullable(),
  policy: z.string().nullable(),
  fired: z.number(),
  skipped: z.number(),
  lastFiredAt: instant.nullable(),
  startedAt: instant,
  problem: z.string().nullable(),
  reads: z.array(z.string()),
  writes: z.array(z.string()),
  topics: z.array(z.string()),
})
export type RuleView = z.infer<typeof ruleView>

export const ruleList = z.object({ rules: z.array(ruleView) })

/** One firing, or why there was none. `more` writes and events are left out. */
export const firingRecord = z.object({
  rule: z.string(),
  outcome: z.enum(['fired', 'skipped', 'gated', 'aborted', 'capped', 'refused', 'invalid']),
  reason: z.string().nullable(),
  due: instant.nullable(),
  at: instant,
  wave: z.number(),
  /** The commit it was part of. */
  rev: z.number(),
  /** How many occurrences it stands for. */
  count: z.number(),
  writes: z.array(z.object({ symbol: z.string(), before: json, after: json })),
  events: z.array(z.object({ topic: z.string(), event: z.string(), args: json })),
  more: moreActs.optional(),
})
export type FiringRecord = z.infer<typeof firingRecord>

/** Newest first; `before` of the next page, if there is one. */
export const firingPage = z.object({
  firings: z.array(firingRecord),
  before: z.number().nullable(),
})
export type FiringPage = z.infer<typeof firingPage>

export const timelineLane = z.object({
  rule: z.string(),
  title: z.string(),
  /** Past firings, oldest first. */
  past: z.array(
    firingRecord.pick({ outcome: true, reason: true, due: true, at: true, count: true }),
  ),
  /** When the condition of a WHEN was true, oldest first, as far as it lies in this span. */
  held: z.array(z.object({ from: instant, until: instant })),
  coming: z.array(instant),
  /** Not all of it fits; more happened or is coming in this span. */
  truncated: z.boolean(),
})

export const timeline = z.object({
  from: instant,
  until: instant,
  now: instant,
  lanes: z.array(timelineLane),
})
export type Timeline = z.infer<typeof timeline>

export const upcoming = z.object({
  now: instant,
  until: instant,
  models: z.array(
    z.object({
      model: z.string(),
      title: z.string(),
      coming: z.array(z.object({ rule: z.string(), title: z.string(), at: instant })),
    }),
  ),
})
export type Upcoming = z.infer<typeof upcoming>
