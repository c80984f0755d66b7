// Frames of `WS /api/live`. Each that goes out carries the revision it is about. A reader that is too slow
// gets `reset` with everything as it is now: never a silent gap.

import * as z from 'zod'
import { jobView } from './jobs.ts'
import { firing } from './models.ts'
import { firingRecord } from './rules.ts'
import { cellsBySymbol } from './values.ts'
import { runView, workflowDetail } from './workflows.ts'

export const subscribeFrame = z.strictObject({
  op: z.literal('subscribe'),
  /** Chosen by the client; frames of this subscription carry it. */
  id: z.string(),
  /** Exactly one of the two: a model, or a workflow. */
  model: z.string().optional(),
  workflow: z.string().optional(),
  /** Of a model: cells, names, or rectangles such as `A1:H40`. */
  symbols: z.array(z.string()).optional(),
  /** Firings, jobs and deploys of the model too. */
  events: z.boolean().optional(),
  /** The last revision that was seen. */
  fromRev: z.number().int().optional(),
  /** False: looking only, which makes nothing run. */
  demand: z.boolean().optional(),
})

export const unsubscribeFrame = z.strictObject({ op: z.literal('unsubscribe'), id: z.string() })
export const authFrame = z.strictObject({ op: z.literal('auth'), token: z.string() })
export const pingFrame = z.strictObject({ op: z.literal('ping') })
export const frameIn = z.discriminatedUnion('op', [
  subscribeFrame,
  unsubscribeFrame,
  authFrame,
  pingFrame,
])
export type FrameIn = z.infer<typeof frameIn>
export type SubscribeFrame = z.infer<typeof subscribeFrame>

export const modelEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('fired'), firing }),
  z.object({ type: z.literal('not-fired'), record: firingRecord }),
  /** A job of its external calls has another status. */
  z.object({ type: z.literal('job'), job: jobView }),
  z.object({ type: z.literal('deployed'), version: z.number() }),
  z.object({ type: z.literal('deleted') }),
])
export type ModelEvent = z.infer<typeof modelEvent>

/** The state of a workflow, or of a run of it, as it is now: hearing one twice does no harm. */
export const workflowEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('status'), status: workflowDetail }),
  z.object({ type: z.literal('run'), run: runView }),
])
export type WorkflowEvent = z.infer<typeof workflowEvent>

export const frameOut = z.union([
  z.object({ id: z.string(), rev: z.number(), cells: cellsBySymbol }),
  z.object({ id: z.string(), rev: z.number(), event: z.union([modelEvent, workflowEvent]) }),
  z.object({
    id: z.string(),
    rev: z.number(),
    /** Of a workflow without cells: its status follows, and its runs can be asked for. */
    reset: z.object({ reason: z.string(), cells: cellsBySymbol }),
  }),
  z.object({ id: z.string(), error: z.object({ code: z.string(), message: z.string() }) }),
  z.object({ op: z.literal('ready'), session: z.string() }),
  z.object({ op: z.literal('pong') }),
])
export type FrameOut = z.infer<typeof frameOut>
