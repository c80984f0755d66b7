// A model tried out in time that is not real.

import * as z from 'zod'
import { firing } from './models.ts'
import { cellsBySymbol, givenValues, instant, json } from './values.ts'

/** A fixture: the answer of an external function in place of its provider, as in a model test. */
const fixture = z.strictObject({
  /** Left out, any arguments match. */
  args: z.array(json).optional(),
  /** One of both. */
  returns: json.optional(),
  fails: z.string().optional(),
  /** A length of time, such as 2s; left out, it answers at once. */
  after: z.string().optional(),
})

export const simulateRequest = z.strictObject({
  /** Another source than the one that runs. */
  source: z.string().optional(),
  from: instant.optional(),
  until: instant,
  /** Starts from the inputs that the model has now. */
  fromNow: z.boolean().optional(),
  sets: z.array(z.strictObject({ at: instant, set: givenValues })).optional(),
  follow: z.array(z.string()).optional(),
  /** By function. Those that match answer in order, and the last repeats; without any a call stays on its way. */
  functions: z.record(z.string(), z.array(fixture)).optional(),
})
export type SimulateRequest = z.infer<typeof simulateRequest>

export const simulated = z.object({
  firings: z.array(firing),
  /** Firings that are left out. */
  more: z.number(),
  skipped: z.array(z.object({ rule: z.string(), count: z.number(), reason: z.string() })),
  problems: z.array(z.object({ rule: z.string(), problem: z.string() })),
  cells: cellsBySymbol,
  series: z.record(z.string(), z.array(z.object({ at: instant, value: json }))),
})
export type SimulatedView = z.infer<typeof simulated>
