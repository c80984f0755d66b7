// HTTP_JSON: the JSON document at an address that a model computes, within what the operator allows.

import { HTTP_JSON_CONCURRENCY } from '../limits.ts'
import { type BuiltIn, jsonOf } from './built-in.ts'

export function httpJson(): BuiltIn {
  return {
    concurrency: HTTP_JSON_CONCURRENCY,
    // Each host has a circuit of its own: one that is down must not take the others along.
    circuit: ([url]) => (typeof url === 'string' && URL.canParse(url) ? new URL(url).host : ''),
    handler: async ([url], { request }) => {
      const { text } = await request({ url: url as string, accept: 'json' })
      return jsonOf(text, 'The address')
    },
  }
}
