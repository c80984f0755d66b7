// The server itself: its health, the caller's principal, the functions of the language.

import * as z from 'zod'

export const health = z.object({
  status: z.enum(['ok', 'degraded']),
  version: z.string(),
  uptimeMs: z.number(),
  store: z.object({
    driver: z.string(),
    tier: z.string(),
    survives: z.string(),
    /** Why nothing could be kept when it was last tried, such as `disk-full`. */
    trouble: z.string().optional(),
  }),
  /** Where models live that are not in the store. */
  homes: z
    .array(
      z.object({
        driver: z.string(),
        tier: z.string(),
        survives: z.string(),
        /** It cannot be reached at present. */
        trouble: z.enum(['unreachable']).optional(),
      }),
    )
    .optional(),
  models: z.number(),
  /** Models that were given up since they computed for too long. */
  putAside: z.number(),
  /** Rules that are silent since the clock was ahead when they last ran. */
  rulesWaitingForClock: z.number(),
})
export type Health = z.infer<typeof health>

export const ready = z.object({
  ready: z.boolean(),
  why: z.string().optional(),
  /** Models with rules are being opened. */
  waking: z.boolean().optional(),
  putAside: z.number().optional(),
})

export const scope = z.enum(['read', 'write', 'deploy', 'admin'])
export type Scope = z.infer<typeof scope>

export const whoAmI = z.object({
  name: z.string(),
  scopes: z.array(scope),
  /** Ids of models it may reach; `*` stands for any characters. */
  models: z.array(z.string()),
  /** Names of workflows it may reach. */
  workflows: z.array(z.string()),
  open: z.boolean(),
})
export type WhoAmI = z.infer<typeof whoAmI>

export const functionView = z.object({
  name: z.string(),
  category: z.string(),
  signature: z.string(),
  summary: z.string(),
  description: z.string(),
  examples: z.array(z.object({ formula: z.string(), result: z.string() })),
  external: z.boolean(),
  volatile: z.boolean(),
})
export type FunctionView = z.infer<typeof functionView>
export const functionList = z.object({ functions: z.array(functionView) })
