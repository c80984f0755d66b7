// The public face of the server.

export { CallMetrics } from './call-metrics.ts'
export { ServerError, type ServerErrorCode, serverErrors } from './errors.ts'
export type { RateLimits } from './gate.ts'
export type { LogOptions } from './log.ts'
export { openApi } from './openapi.ts'
export type { Clock, ImportedFile, ImportFile, OutsideParts } from './parts.ts'
export type { Rate } from './rates.ts'
export { type CellwakeServer, createServer, type Listening, type ServerOptions } from './server.ts'
export { hashOf, newToken, type TokenConfig } from './tokens.ts'
export type { HookConfig, HooksConfig } from './webhooks.ts'
