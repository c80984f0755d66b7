// Sinks: topics whose events are delivered outside, without code. No answer holds the address or the secret of one whole.

import * as z from 'zod'
import { instant } from './values.ts'

export const sinkView = z.object({
  /** Its workflow is `sink.` and this. */
  name: z.string(),
  topic: z.string(),
  kind: z.enum(['webhook', 'slack', 'email']),
  /** Where it leads, without parts that may be secret. */
  to: z.string(),
  /** False for one of the configuration, which is changed there. */
  kept: z.boolean(),
  /** Null for one of the configuration. */
  changed: instant.nullable(),
  /** Whether this server has the key to its secrets. */
  usable: z.boolean(),
})
export type SinkView = z.infer<typeof sinkView>

export const sinkList = z.object({
  sinks: z.array(sinkView),
  /** Whether this server has a key for secrets; without one none can be added. */
  hasKey: z.boolean(),
})
export type SinkList = z.infer<typeof sinkList>

const address = z.string().max(2_048)

/** One of `webhook`, `slack` and `email`. */
export const sinkRequest = z.strictObject({
  name: z.string().max(100),
  topic: z.string().max(200),
  webhook: address.optional(),
  /** Signs what a webhook is sent; `whsec_…` holds its bytes in base64. */
  secret: z.string().max(16_384).optional(),
  slack: address.optional(),
  email: z
    .strictObject({
      connection: z.string().max(100),
      to: z.union([address, z.array(address).max(100)]),
      from: address.optional(),
    })
    .optional(),
})
export type SinkRequest = z.infer<typeof sinkRequest>
