// A built-in function: its signature is the catalogue's, and its answers come from a provider that the operator
// configures.

import { catalogue } from '@cellwake/language'
import type { CallContext } from '../call-context.ts'
import type { EndpointConfig } from '../config.ts'
import { mustBe } from '../connection-access.ts'
import type { Connections } from '../connections.ts'
import type { FunctionDefinition } from '../define-function.ts'
import type { Egress } from '../egress.ts'
import { CallError } from '../errors.ts'
import type { Endpoint } from '../http-call.ts'
import type { Plain } from '../kinds.ts'

/** The outside as providers reach it: egress and connections. */
export interface Outside {
  readonly egress: Egress
  readonly connections: Connections
}

/** A try of a provider, for the operator: a sentence, or an error. */
export type Probe = (signal: AbortSignal) => Promise<string>

export interface BuiltIn {
  readonly handler: (args: readonly Plain[], context: CallContext) => unknown
  readonly concurrency: number
  readonly circuit?: (args: readonly Plain[]) => string
  readonly provider?: (args: readonly Plain[]) => string
  readonly missing?: string
  readonly probe?: Probe
}

export function builtIn(
  name: string,
  { handler, concurrency, ...more }: BuiltIn,
): FunctionDefinition {
  const signature = catalogue.get(name)
  if (signature === undefined) throw new TypeError(`The catalogue has no ${name}`)
  const { params } = signature
  return { name, args: params, signature, concurrency, rateLimit: undefined, handler, ...more }
}

/** A function without a provider: a call fails with the setting to add. */
export function unconfigured(name: string, setting: string): BuiltIn {
  const handler = () => {
    throw new CallError('unconfigured', `${name} has no provider. Add the setting ${setting}`)
  }
  return { handler, concurrency: 1, missing: setting }
}

/** The name of an endpoint, for people: its host, or the connection that leads there. */
export function endpointText({ url, connection }: EndpointConfig): string {
  return url === undefined ? `the connection ${connection}` : originOf(url)
}

/** The address of an endpoint, with its credentials: its own URL, or else that of its connection. */
export async function endpointOf(
  { url, connection }: EndpointConfig,
  connections: Connections,
): Promise<{ readonly base: string; readonly endpoint: Endpoint }> {
  if (connection === undefined) return { base: trimmed(url!), endpoint: { origin: originOf(url!) } }
  const http = mustBe(await connections.open(connection), 'http')
  if (url === undefined) return { base: http.url, endpoint: http.endpoint }
  if (originOf(url) !== http.endpoint.origin)
    throw new CallError(
      'unconfigured',
      `The connection ${connection} is for ${http.endpoint.origin}, and its credentials are not sent to ${originOf(url)}.`,
    )
  return { base: trimmed(url), endpoint: http.endpoint }
}

function originOf(url: string): string {
  return new URL(url.replace(/[{}]/g, '')).origin
}

function trimmed(url: string): string {
  return url.replace(/\/+$/, '')
}

/** JSON of an answer; one that is none is an error. */
export function jsonOf(text: string, who: string): Plain {
  try {
    return JSON.parse(text)
  } catch {
    throw new CallError('answer', `${who} answered with what is no JSON.`)
  }
}
