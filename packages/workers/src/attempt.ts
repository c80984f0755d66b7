// One attempt of one job: parse the payload, call the function, validate its answer. It always has an
// outcome, even if the function throws, answers nonsense, or never answers.

import { formatInstant } from '@cellwake/language/time'
import type { Clock } from '@cellwake/scheduler'
import type { JobRow } from '@cellwake/store'
import { plainArguments } from './call-arguments.ts'
import type { CallContext } from './call-context.ts'
import { accessTo } from './connection-access.ts'
import type { Connections } from './connections.ts'
import { Deadline } from './deadline.ts'
import type { FunctionDefinition } from './define-function.ts'
import type { Egress } from './egress.ts'
import { type CallClass, CallError, isCallError, WorkersError } from './errors.ts'
import type { Plain } from './kinds.ts'
import { ERROR_LENGTH_CHARS, FUNCTION_TIMEOUT_MAX_MS } from './limits.ts'
import { checkAnswer } from './returns.ts'

/** The payload of a job. */
export interface CallPayload {
  readonly model: string
  readonly function: string
  readonly args: readonly unknown[]
  readonly timeoutMs: number
  readonly requestId: string
  readonly job: string
}

export type Outcome =
  | { readonly class: 'done'; readonly value: Plain; readonly provider?: string | undefined }
  | {
      readonly class: CallClass
      /** A sentence for people. */
      readonly message: string
      readonly retryAfterMs?: number | undefined
    }

export interface AttemptWorld {
  readonly clock: Clock
  readonly egress: Egress
  readonly connections: Connections | undefined
  /** Aborted when the outcome is no longer wanted. */
  readonly signal: AbortSignal
}

/** Undefined if the job holds no call. */
export function payloadOf(job: JobRow): CallPayload | undefined {
  const { model, function: name, args, timeoutMs, requestId } = Object(job.payload)
  if (typeof name !== 'string' || !Array.isArray(args)) return undefined
  const isTimed = typeof timeoutMs === 'number' && timeoutMs > 0
  return {
    model: String(model),
    function: name,
    args,
    timeoutMs: isTimed ? Math.min(timeoutMs, FUNCTION_TIMEOUT_MAX_MS) : FUNCTION_TIMEOUT_MAX_MS,
    requestId: typeof requestId === 'string' ? requestId : job.id,
    job: job.id,
  }
}

/** The arguments of a call as its function takes them, or why they cannot be. */
export function argumentsOf(
  definition: FunctionDefinition,
  payload: CallPayload,
): readonly Plain[] | Outcome {
  try {
    return plainArguments(definition.signature, payload.args)
  } catch (error) {
    return failureOf(error, definition.name)
  }
}

export function unknownFunction(name: string, route: string): Outcome {
  return {
    class: 'unknown-function',
    message: `This worker serves ${route} but has no function ${name}. Start it with the module that defines it (--functions FILE), or let it serve other routes (--routes).`,
  }
}

/** Calls a function. */
export async function attempt(
  definition: FunctionDefinition,
  payload: CallPayload,
  args: readonly Plain[],
  world: AttemptWorld,
): Promise<Outcome> {
  const { name, signature, handler } = definition
  const { clock, signal } = world
  const { timeoutMs } = payload
  const deadline = new Deadline({
    clock,
    totalMs: timeoutMs,
    what: name,
    limit: 'its timeoutMs',
    signal,
  })
  const context = contextOf(payload, world, { signal: deadline.signal, totalMs: timeoutMs })
  try {
    // Inside, so that a handler that throws at once fails like one that throws later.
    const answer = await deadline.race((async () => handler(args, context))())
    const value = checkAnswer(name, answer, signature.returns)
    return { class: 'done', value, provider: definition.provider?.(args) }
  } catch (error) {
    return failureOf(error, name)
  } finally {
    deadline.end()
  }
}

function contextOf(
  payload: CallPayload,
  { clock, egress, connections }: AttemptWorld,
  limits: { readonly signal: AbortSignal; readonly totalMs: number },
): CallContext {
  return {
    signal: limits.signal,
    timeoutMs: limits.totalMs,
    now: formatInstant(clock.now()),
    model: payload.model,
    requestId: payload.requestId,
    job: payload.job,
    request: (call) => egress.request({ ...limits, ...call }),
    connection: async (name) => {
      if (connections === undefined) throw noConnections(name)
      return accessTo(await connections.open(name), egress, limits)
    },
  }
}

function noConnections(name: string): CallError {
  return new CallError('unconfigured', `There are no connections here, so none is named ${name}.`)
}

function failureOf(error: unknown, name: string): Outcome {
  if (isCallError(error)) {
    const { message, retryAfterMs } = error
    return { class: error.class, message: shortened(message), retryAfterMs }
  }
  // Missing set-up of the call: a connection, or the key for its secret.
  if (error instanceof WorkersError) return { class: 'unconfigured', message: error.message }
  return { class: 'thrown', message: shortened(`The handler of ${name} threw ${wordsOf(error)}`) }
}

function wordsOf(thrown: unknown): string {
  if (thrown instanceof Error)
    return thrown.message === '' ? `${thrown.name}.` : `“${thrown.message}”.`
  try {
    return `${typeof thrown === 'object' ? JSON.stringify(thrown) : String(thrown)}.`
  } catch {
    return 'what cannot be shown.'
  }
}

function shortened(text: string): string {
  return text.length > ERROR_LENGTH_CHARS ? `${text.slice(0, ERROR_LENGTH_CHARS)}…` : text
}
