// Requests for models that another host has. Hosts on one store, or on one Redis, may be called in turn by a balancer that
// knows nothing of models: a request that this host must refuse is asked of the holder of the lease, with the caller's
// own token, and its answer is given as it is. Nothing has changed here then. It is passed on once: a host that has
// lost the model meanwhile refuses it.

import { environment } from '@cellwake/client'
import { OwnedElsewhereError } from '@cellwake/engine'
import { reachedAt } from '@cellwake/store'
import type { FastifyRequest } from 'fastify'
import { PassedOnError, type Refusal } from './errors.ts'
import { ANSWER_TIMEOUT_MS } from './limits.ts'

const PASSED_ON = 'cellwake-passed-on'
/** Of a request, those that the answer depends on. */
const HEADERS = ['authorization', 'idempotency-key', 'traceparent', 'tracestate'] as const

/** The answer of the host that has the model, if it was refused for that and its address is known. */
export async function orPassedOn<T>(
  request: FastifyRequest,
  answered: () => Promise<T>,
): Promise<T> {
  try {
    return await answered()
  } catch (error) {
    if (!(error instanceof OwnedElsewhereError) || PASSED_ON in request.headers) throw error
    const address = error.owner === undefined ? undefined : reachedAt(error.owner)
    if (address === undefined) throw error
    return (await passedOn(request, address, error)) as T
  }
}

/** A request line may hold a whole address, which must not become the destination (SSRF): its path and query alone count. */
function target(url: string, address: string): URL {
  const { pathname, search } = new URL(url, address)
  const at = new URL(address)
  at.pathname = pathname
  at.search = search
  return at
}

async function passedOn(
  { method, url, headers, body }: FastifyRequest,
  address: string,
  refused: OwnedElsewhereError,
): Promise<unknown> {
  const sent: Record<string, string> = { [PASSED_ON]: '1' }
  for (const name of HEADERS) {
    const value = headers[name]
    if (typeof value === 'string') sent[name] = value
  }
  const hasBody = body !== undefined && body !== null
  if (hasBody) sent['content-type'] = 'application/json'
  let answer: Response
  let said: unknown
  try {
    answer = await environment.fetch(target(url, address), {
      method,
      headers: sent,
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      ...(hasBody && { body: JSON.stringify(body) }),
    })
    said = await answer.json()
  } catch {
    // It may just have gone, and the lease with it: the caller comes again.
    throw refused
  }
  if (answer.ok) return said
  const after = answer.headers.get('retry-after')
  const { error } = said as { readonly error: Refusal }
  throw new PassedOnError(answer.status, error, after === null ? undefined : Number(after))
}
