// Frames of `WS /api/live`. Each that goes out carries the revision it is about. A reader that is too slow
// gets `reset` with everything as it is now: never a silent gap.

import * as z from 'zod'
import { firing } from './models.ts'
import { firingRecord } from './rules.ts'
import { cellsBySymbol } from './values.ts'

export const subscribeFrame = z.strictObject({
  op: z.literal('subscribe'),
  /** Chosen by the client; frames of this subscription carry it. */
  id: z.string(),
  model: z.string(),
  /** Cells, names, or rectangles such as `A1:H40`. */
  symbols: z.array(z.string()).optional(),
  /** Firings and deploys of the model too. */
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
  z.object({ type: z.literal('deployed'), version: z.number() }),
  z.object({ type: z.literal('deleted') }),
])
export type ModelEvent = z.infer<typeof modelEvent>

export const frameOut = z.union([
  z.object({ id: z.string(), rev: z.number(), cells: cellsBySymbol }),
  z.object({ id: z.string(), rev: z.number(), event: modelEvent }),
  z.object({
    id: z.string(),
    rev: z.number(),
    reset: z.object({ reason: z.string(), cells: cellsBySymbol }),
  }),
  z.object({ id: z.string(), error: z.object({ code: z.string(), message: z.string() }) }),
  z.object({ op: z.literal('ready'), session: z.string() }),
  z.object({ op: z.literal('pong') }),
])
export type FrameOut = z.infer<typeof frameOut>
