// A route of the contract: its address, its permission, its input and output.

import * as z from 'zod'
import type { Scope } from './system.ts'

/** The permission that a caller needs: a scope, on the thing that the address or body names. `public` needs no token. */
export type Permission =
  | { readonly scope: 'public' }
  | { readonly scope: Scope; readonly on: 'server' | 'model' | 'topic' | 'workflow' }

export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly permission: Permission
  /** One line for the documentation. */
  readonly summary: string
  readonly params: z.ZodObject
  readonly query: z.ZodObject
  readonly body: z.ZodType
  readonly answer: z.ZodType
}

export const nothing = z.strictObject({})
export const noBody = z.undefined()
export const model = z.strictObject({ id: z.string() })
export const limit = z.coerce.number().int().min(1).max(1000).optional()
export const before = z.coerce.number().int().optional()
export const read = { scope: 'read', on: 'model' } as const
