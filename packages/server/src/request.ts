// The server's fields on fastify's requests and routes.

import type { Permission } from '@cellwake/client'
import type { Span } from '@opentelemetry/api'
import type { Principal } from './principal.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the request was admitted. */
    principal: Principal | null
    span: Span | null
    /** The code of the error that it was answered with. */
    refusal: string | null
    /** When it came, by the injected clock. */
    cameAt: number
  }
  interface FastifyContextConfig {
    /** Every route declares its permission; a route without one is closed. */
    permission?: Permission
  }
}
