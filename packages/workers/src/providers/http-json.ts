// HTTP_JSON: the JSON document at an address that a model computes, within the operator's
// allow-list.

import type { Plain } from '../kinds.ts'
import { HTTP_JSON_CONCURRENCY } from '../limits.ts'
import { type BuiltIn, jsonOf } from './built-in.ts'

export function httpJson(allow: readonly string[]): BuiltIn {
  return {
    concurrency: HTTP_JSON_CONCURRENCY,
    // Each host has a circuit of its own: one that is down must not take the others along.
    circuit: hostOf,
    provider: (args) => hostOf(args) || allow.join(', '),
    ...(allow.length === 0 && {
      missing: "outside.allow, the hosts that models may reach: allow: ['api.example.com'].",
    }),
    handler: async ([url], { request }) => {
      const { text } = await request({ url: url as string, accept: 'json' })
      return jsonOf(text, 'The address')
    },
  }
}

function hostOf([url]: readonly Plain[]): string {
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).host : ''
}
