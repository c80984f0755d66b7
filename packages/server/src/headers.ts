// Headers that every answer carries: nothing is sniffed, framed, or readable by other origins.

import type { FastifyReply } from 'fastify'

const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'content-security-policy':
    "default-src 'self'; script-src 'self'; style-src 'self'; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
  // Files of the user interface say otherwise.
  'cache-control': 'no-store',
}

export function setHeaders(reply: FastifyReply): void {
  reply.headers(always).header('x-request-id', reply.request.id)
}
