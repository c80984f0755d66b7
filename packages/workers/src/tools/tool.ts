// Tools of workflows that reach outside. They have the shape that workflows ask for; this package does not know them.

import {
  type CallClass,
  CallError,
  isCallError,
  ToolFailure,
  type ToolFailureKind,
} from '../errors.ts'
import type { Progress } from '../http-call.ts'

/** The context of a call, beside its input. */
export interface ToolCallContext {
  /** The idempotency key of a mutation: the same for the same events. */
  readonly key: string
  readonly signal: AbortSignal
  /** The time of the run, as ISO 8601. */
  readonly now: string
  readonly workflow: string
  readonly run: string
}

export type Found =
  | { readonly outcome: 'applied'; readonly result?: unknown }
  | { readonly outcome: 'failed' }
  | { readonly outcome: 'retry' }

export interface OutsideTool {
  readonly name: string
  readonly description: string
  readonly readOnly: boolean | ((input: unknown) => boolean)
  readonly input: { parse(value: unknown): unknown }
  call(input: never, context: ToolCallContext): Promise<unknown>
  reconcile?(input: never, context: ToolCallContext): Promise<Found>
  canReconcile?(input: never): boolean
  connectionOf?(input: never): string | undefined
  preview?(input: never): string
}

const kinds: Readonly<Record<CallClass, ToolFailureKind>> = {
  unconfigured: 'permission',
  refused: 'permission',
  rejected: 'rejected',
  auth: 'auth',
  answer: 'rejected',
  malformed: 'rejected',
  'unknown-function': 'rejected',
  thrown: 'rejected',
  timeout: 'transient',
  transient: 'transient',
  circuit: 'transient',
  stopped: 'transient',
}

/** Nothing was done: why not. */
export function notDone(error: unknown): unknown {
  if (isCallError(error)) {
    return new ToolFailure(kinds[error.class], error.message, error.retryAfterMs)
  }
  // A connection that is missing or cannot be opened: a person must add it.
  const isOurs = error instanceof Error && error.name === 'WorkersError'
  return isOurs ? new ToolFailure('auth', error.message) : error
}

/** These say of themselves that nothing was done, however far the call got. */
const SURE: ReadonlySet<CallClass> = new Set(['auth', 'rejected', 'refused', 'unconfigured'])

/** The outcome of a failed mutation: not done, if nothing was sent or the other side said so; else unknown. */
export function whatCameOf(error: unknown, { sent }: Progress): unknown {
  if (sent !== true || (isCallError(error) && SURE.has(error.class))) return notDone(error)
  return isCallError(error) ? new ToolFailure('unknown', error.message) : error
}

/** Fields of an input, and no others. */
export function fieldsOf(
  tool: string,
  example: string,
  input: unknown,
  known: readonly string[],
): Record<string, unknown> {
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input)
  if (!isObject) throw new TypeError(`it takes ${example}`)
  const unknown = Object.keys(input).find((name) => !known.includes(name))
  if (unknown === undefined) return input as Record<string, unknown>
  throw new TypeError(`${tool} has no ${unknown}; there are ${known.join(', ')}: ${example}`)
}

export function textOf(value: unknown, what: string): string {
  if (typeof value === 'string' && value !== '') return value
  throw new TypeError(`${what} is a text`)
}

export function optionalText(value: unknown, what: string): string | undefined {
  return value === undefined ? undefined : textOf(value, what)
}

/** A misuse that is found only when the connection is known. */
export function wrongInput(message: string): CallError {
  return new CallError('rejected', message)
}
