// A model host: a server that answers calls by inference of a trained model. A call is `POST path { function,
// args, requestId }` and is answered with `{ value }`, or with `{ error: { code, message, retryable } }`; `GET
// /health` is its health check.

import type { CallContext } from '../call-context.ts'
import type { EndpointConfig } from '../config.ts'
import { CallError } from '../errors.ts'
import type { Plain } from '../kinds.ts'
import { EXCERPT_CHARS } from '../limits.ts'
import { endpointOf, jsonOf, type Outside, type Probe } from './built-in.ts'

/** Calls a function of a host. */
export function askModelHost(config: EndpointConfig, path: string, name: string, outside: Outside) {
  return async (args: readonly Plain[], context: CallContext): Promise<unknown> => {
    const { base, endpoint } = await endpointOf(config, outside.connections)
    const { signal, timeoutMs, requestId } = context
    const { text } = await outside.egress.request({
      method: 'POST',
      url: `${base}${path}`,
      endpoint,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ function: name, args, requestId }),
      accept: 'json',
      signal,
      totalMs: timeoutMs,
    })
    const answer = jsonOf(text, 'The model host')
    const { value, error } = Object(answer) as { value?: Plain; error?: unknown }
    if (error !== undefined) throw hostError(name, error)
    if (value !== undefined) return value
    throw new CallError('answer', `The model host answered ${name} with neither value nor error.`)
  }
}

function hostError(name: string, error: unknown): CallError {
  const { code, message, retryable } = Object(error) as Record<string, unknown>
  const said = typeof message === 'string' ? message.slice(0, EXCERPT_CHARS) : 'no message'
  const shown = typeof code === 'string' ? ` (${code.slice(0, EXCERPT_CHARS)})` : ''
  const sentence = `The model host failed ${name}: ${said}${shown}.`
  return new CallError(retryable === true ? 'transient' : 'rejected', sentence)
}

export function probeModelHost(config: EndpointConfig, outside: Outside): Probe {
  return async (signal) => {
    const { base, endpoint } = await endpointOf(config, outside.connections)
    await outside.egress.request({ url: `${base}/health`, endpoint, signal })
    return `${base} is well.`
  }
}
