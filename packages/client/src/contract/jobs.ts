// Jobs of external calls: which there are, how each stands, and how a cell stands that waits for one.

import * as z from 'zod'
import { cellStatus, instant, json } from './values.ts'

export const jobStatus = z.enum(['queued', 'running', 'done', 'failed', 'cancelled'])
export type JobStatus = z.infer<typeof jobStatus>

export const jobView = z.object({
  id: z.string(),
  model: z.string(),
  function: z.string(),
  args: z.array(json),
  /** The external calls that ask for it. */
  symbols: z.array(z.string()),
  status: jobStatus,
  attempt: z.number(),
  /** How often it may be tried. */
  attempts: z.number(),
  request_rev: z.number(),
  route: z.string(),
  created: instant,
  started: instant.nullable(),
  finished: instant.nullable(),
  /** When it is tried next, while it is queued. */
  due: instant.nullable(),
  /** Whether there is still demand for its result. */
  wanted: z.boolean(),
  provider: z.string().optional(),
  error: z.string().optional(),
})
export type JobView = z.infer<typeof jobView>

const statusCounts = z.record(cellStatus, z.number())

/** How the external calls of a model stand, all together. */
export const externalCounts = z.object({
  statuses: statusCounts,
  routes: z.record(z.string(), statusCounts),
  /** Since the model was opened. */
  landed: z.number(),
  obsolete: z.number(),
})
export type ExternalCounts = z.infer<typeof externalCounts>

/** Newest first. */
export const jobPage = z.object({
  jobs: z.array(jobView),
  after: z.string().nullable(),
  counts: externalCounts,
})
export type JobPage = z.infer<typeof jobPage>

export const refreshRequest = z.strictObject({
  /** Cells, names or external calls; with `function`, or without both, those in demand. */
  symbols: z.array(z.string()).optional(),
  function: z.string().optional(),
})
