// Errors as callers see them: a code to act on, a message to read, and the id of the request to report.

import * as z from 'zod'

export const apiError = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    details: z.unknown().optional(),
    requestId: z.string(),
  }),
})
export type ApiErrorBody = z.infer<typeof apiError>
