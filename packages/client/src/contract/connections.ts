// Named connections, and the providers of external functions. No answer holds a secret.

import * as z from 'zod'
import { instant } from './values.ts'

export const connectionView = z.object({
  name: z.string(),
  kind: z.enum(['http', 'postgres', 'smtp']),
  /** Without a password. */
  url: z.string(),
  /** The names of the headers that are sent. */
  headers: z.array(z.string()),
  changed: instant,
  /** Whether this server has the key to its secrets. */
  usable: z.boolean(),
})
export type ConnectionView = z.infer<typeof connectionView>

export const connectionList = z.object({
  connections: z.array(connectionView),
  /** Whether this server has a key for secrets; without one none can be added. */
  hasKey: z.boolean(),
})
export type ConnectionList = z.infer<typeof connectionList>

export const connectionRequest = z.strictObject({
  name: z.string().max(100),
  url: z.string().max(2_048),
  /** For HTTP: sent as `Authorization: Bearer …`. */
  token: z.string().max(16_384).optional(),
  /** For HTTP: headers that hold a secret. */
  headers: z.record(z.string().max(100), z.string().max(16_384)).optional(),
})
export type ConnectionRequest = z.infer<typeof connectionRequest>

/** The result of a try. */
export const tried = z.object({ ok: z.boolean(), said: z.string() })
export type Tried = z.infer<typeof tried>

export const providerView = z.object({
  /** Its functions; it is tried by the name of the first. */
  functions: z.array(z.string()),
  route: z.string(),
  provider: z.string().nullable(),
  /** `own`: code of the user's own. */
  state: z.enum(['configured', 'unconfigured', 'own']),
  /** The setting that an unconfigured one needs. */
  missing: z.string().optional(),
  /** Whether it can be tried without a call. */
  triable: z.boolean(),
})
export type ProviderView = z.infer<typeof providerView>
export const providerList = z.object({ providers: z.array(providerView) })
