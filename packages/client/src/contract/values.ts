// Cells and values as they cross the wire.

import * as z from 'zod'

export type Json =
  | number
  | string
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json }

export const json: z.ZodType<Json> = z.json() as z.ZodType<Json>

export const cellStatus = z.enum(['ready', 'stale', 'queued', 'running', 'failed', 'dirty'])
export type CellStatus = z.infer<typeof cellStatus>

/** Time of the last fetch of an external value, and of its next refresh. */
export const fetchFacts = z.object({
  fetchedAt: z.string().nullable(),
  refreshAt: z.string().nullable(),
  error: z.string().optional(),
})
export type FetchFacts = z.infer<typeof fetchFacts>

/** A cell as it is. `rev` is the commit with which it got this value. */
export const cellView = z.object({
  kind: z.string(),
  value: json,
  typeTag: z.string(),
  status: cellStatus,
  rev: z.number(),
  /** Of a formula that calls external functions itself. */
  external: fetchFacts.optional(),
})
export type CellView = z.infer<typeof cellView>

export const cellsBySymbol = z.record(z.string(), cellView)
export type CellsBySymbol = z.infer<typeof cellsBySymbol>

/** An instant: ISO-8601 in UTC. */
export const instant = z.string()

/** Plain JSON, null for blank, or `{ "expr": "5pct" }` for anything else. */
export const givenValues = z.record(z.string(), json)
export type GivenValues = z.infer<typeof givenValues>
