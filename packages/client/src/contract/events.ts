// Topics and their events, and the audit log.

import * as z from 'zod'
import { instant, json } from './values.ts'

export const topicList = z.object({
  topics: z.array(z.object({ topic: z.string(), events: z.number(), lastAt: instant.nullable() })),
  /** How many are not in the list. */
  more: z.number(),
})
export type TopicList = z.infer<typeof topicList>

export const eventView = z.object({
  /** Its place in the topic; later ones are greater. */
  position: z.number(),
  id: z.string(),
  /** The same text as its id. */
  messageId: z.string(),
  at: instant,
  rev: z.number(),
  payload: json,
})
export type EventView = z.infer<typeof eventView>

export const eventPage = z.object({ events: z.array(eventView), after: z.number().nullable() })
export type EventPage = z.infer<typeof eventPage>

export const publishRequest = z.strictObject({ messageId: z.string().optional(), payload: json })
export const published = z.object({ messageId: z.string(), rev: z.number() })

/** One commit, as people ask about it. */
export const auditEntry = z.object({
  rev: z.number(),
  at: instant,
  by: z.string(),
  act: z.string(),
  /** Whether it was about a model or a topic. */
  kind: z.enum(['model', 'topic']),
  /** The model or topic it was about. */
  about: z.string(),
  /** The act, in words. */
  what: z.string(),
})
export type AuditEntry = z.infer<typeof auditEntry>

/** Newest first. */
export const auditPage = z.object({ entries: z.array(auditEntry), before: z.number().nullable() })
export type AuditPage = z.infer<typeof auditPage>
