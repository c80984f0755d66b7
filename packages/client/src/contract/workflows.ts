// Workflows: their state, their activity, and the actions of a person.

import * as z from 'zod'
import { instant, json } from './values.ts'

export const workflowWord = z.enum(['Running', 'Idle', 'Needs attention', 'Stopped'])
export type WorkflowWord = z.infer<typeof workflowWord>

/** The issue in one sentence, and the actions that resolve it. */
export const workflowIssue = z.object({
  kind: z.string(),
  sentence: z.string(),
  actions: z.array(z.string()),
})
export type WorkflowIssue = z.infer<typeof workflowIssue>

export const workflowSummary = z.object({
  name: z.string(),
  title: z.string(),
  status: workflowWord,
  issue: workflowIssue.optional(),
  /** In words: "Checks every 5 minutes". */
  schedule: z.string(),
  nextRunAt: instant.nullable(),
  version: z.string(),
  /** Events that wait, or are under way. */
  pending: z.number(),
  pendingByTopic: z.record(z.string(), z.number()),
  /** And by the source of the input behind them; by topic where there is none. */
  pendingBySource: z.record(z.string(), z.number()),
})
export type WorkflowSummary = z.infer<typeof workflowSummary>
export const workflowList = z.object({ workflows: z.array(workflowSummary) })

export const workflowDetail = workflowSummary.extend({
  kind: z.enum(['typescript', 'script']),
  /** When the version that runs was deployed. */
  since: instant,
  /** The tools that it says it uses; null if it may use all of the host's. */
  tools: z.array(z.string()).nullable(),
})
export type WorkflowDetail = z.infer<typeof workflowDetail>

export const runView = z.object({
  id: z.string(),
  handler: z.string(),
  handlerType: z.enum(['producer', 'consumer']),
  retryOf: z.string().nullable(),
  attempt: z.number(),
  phase: z.string(),
  status: z.string(),
  mutationOutcome: z.string().nullable(),
  version: z.string(),
  trigger: z.string(),
  title: z.string().optional(),
  error: z.string().optional(),
  errorClass: z.string().optional(),
  createdAt: instant,
  updatedAt: instant,
})
export type RunView = z.infer<typeof runView>
export const runPage = z.object({ runs: z.array(runView) })

/** Something that came in, and how far its events are. */
export const inputView = z.object({
  id: z.string(),
  source: z.string(),
  type: z.string(),
  externalId: z.string(),
  title: z.string(),
  status: z.enum(['pending', 'done', 'skipped']),
  /** Pending for over a week. */
  stale: z.boolean(),
  events: z.array(z.object({ topic: z.string(), messageId: z.string(), state: z.string() })),
  /** The mutations it caused: ids of the ledger. */
  outputs: z.array(z.string()),
  createdAt: instant,
})
export type InputView = z.infer<typeof inputView>
export const inputPage = z.object({ inputs: z.array(inputView) })

/** An event of one of its topics, and how far a consumer is with it. */
export const deliveryView = z.object({
  topic: z.string(),
  messageId: z.string(),
  consumer: z.string(),
  state: z.enum(['pending', 'reserved', 'consumed', 'skipped', 'quarantined']),
  attempt: z.number(),
  payload: json,
  publishedAt: instant,
})
export type DeliveryView = z.infer<typeof deliveryView>
export const deliveryPage = z.object({ events: z.array(deliveryView) })

/** One change of the world outside. */
export const mutationView = z.object({
  id: z.string(),
  run: z.string(),
  handler: z.string(),
  tool: z.string(),
  params: json,
  /** The idempotency key that was sent with it. */
  key: z.string(),
  status: z.string(),
  result: json.optional(),
  error: z.string().optional(),
  title: z.string().optional(),
  /** How often its outcome was looked up. */
  attempts: z.number(),
  resolvedBy: z.string().optional(),
  inputs: z.array(z.string()),
  createdAt: instant,
  updatedAt: instant,
})
export type MutationView = z.infer<typeof mutationView>
export const ledgerPage = z.object({ mutations: z.array(mutationView) })

export const workflowVersion = z.object({
  version: z.string(),
  at: instant,
  by: z.string(),
  kind: z.enum(['typescript', 'script']),
  active: z.boolean(),
  comment: z.string().optional(),
  /** The version that it fixes. */
  fixes: z.string().optional(),
  /** The text of a script. */
  script: z.string().optional(),
})
export type WorkflowVersionView = z.infer<typeof workflowVersion>
export const workflowVersionList = z.object({ versions: z.array(workflowVersion) })

export const logLine = z.object({
  at: instant,
  run: z.string(),
  phase: z.string(),
  text: z.string(),
})
export type LogLineView = z.infer<typeof logLine>
export const logPage = z.object({ lines: z.array(logLine) })

export const deployWorkflowRequest = z.strictObject({
  name: z.string(),
  script: z.string(),
  /** Smaller limits than those of the host, by name: `{ phaseMs: 1000 }`. */
  limits: z.record(z.string(), z.number()).optional(),
})
export const workflowDeployed = z.object({ name: z.string(), version: z.string() })

export const rejectRequest = z.strictObject({
  /** Leaves the events pending, and pauses. */
  keep: z.boolean().optional(),
})
export const resolveRequest = z.strictObject({
  answer: z.enum(['happened', 'did-not-happen', 'skip', 'check-again']),
  result: json.optional(),
})
export const eventRequest = z.strictObject({ topic: z.string(), messageId: z.string() })
/** One event, or an input with all events that it caused. */
export const skipRequest = z.union([eventRequest, z.strictObject({ inputId: z.string() })])
export const activateRequest = z.strictObject({ version: z.string() })
