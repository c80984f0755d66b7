// Functions of the user's own: `defineFunction({ name, args, returns, …, handler })`. A definition is checked when it
// is made, with an error that names the correction; the language needs only its signature.

import type { Parameter, Signature } from '@cellwake/language'
import { durationMs, parseDuration } from '@cellwake/language/time'
import type { CallContext } from './call-context.ts'
import { WorkersError } from './errors.ts'
import { isPlainKind, type Plain, type PlainKind, plainKinds } from './kinds.ts'
import {
  ATTEMPTS_MAX,
  CACHE_MAX_MS,
  CONCURRENCY_MAX,
  FUNCTION_TIMEOUT_MAX_MS,
  FUNCTION_TIMEOUT_MS,
  STALENESS_TTLS,
} from './limits.ts'

export interface ArgumentSpec {
  readonly name: string
  readonly kind?: PlainKind
  readonly optional?: boolean
}

export interface RateLimit {
  readonly calls: number
  readonly perMs: number
}

/** All that is known of a function without calling it. */
export interface FunctionFacts {
  readonly name: string
  /** A bare name is short for an argument of any kind. */
  readonly args: readonly (string | ArgumentSpec)[]
  readonly returns?: PlainKind
  /** How many of the last arguments repeat together. */
  readonly repeats?: number
  readonly tag?: string
  /** One or two sentences. */
  readonly about?: string
  /** The queue of its calls; `custom.<name>` if left out. */
  readonly route?: string
  /** Without it an answer stays until an argument changes. */
  readonly cache?: {
    readonly ttlMs: number
    readonly maxStalenessMs?: number
    readonly refreshMode?: 'background' | 'blocking'
  }
  /** Whether an old answer serves while calls fail; true if there is a cache. */
  readonly staleOnError?: boolean
  readonly timeoutMs?: number
  /** The same as text, `5s` or `PT5S`, or as a number. */
  readonly timeout?: string | number
  readonly retry?: { readonly attempts?: number; readonly backoffMs?: number }
  /** Calls that this process makes. */
  readonly rateLimit?: RateLimit
  /** Calls at the same time, over all machines on one store. */
  readonly concurrency?: number
}

export type Handler<A extends FunctionFacts['args'] = FunctionFacts['args']> = (
  args: ArgumentsOf<A>,
  context: CallContext,
) => unknown

export interface FunctionSpec<A extends FunctionFacts['args'] = FunctionFacts['args']>
  extends FunctionFacts {
  readonly args: A
  /** Answers with plain JSON of the kind that `returns` says, at once or later. */
  readonly handler: Handler<A>
}

interface PlainOf {
  readonly any: Plain
  readonly number: number
  readonly text: string
  readonly logical: boolean
  /** ISO text. */
  readonly datetime: string
  readonly duration: string
  readonly array: readonly Plain[]
  readonly object: { readonly [key: string]: Plain }
}

/** The values that a handler is given; null for a blank cell. */
export type ArgumentsOf<A extends FunctionFacts['args']> = {
  readonly [I in keyof A]: A[I] extends { readonly kind: infer K extends PlainKind }
    ? PlainOf[K] | null | (A[I] extends { readonly optional: true } ? undefined : never)
    : Plain
}

/** A checked definition, as workers and catalogues use it. */
export interface FunctionDefinition {
  readonly name: string
  readonly args: readonly Parameter[]
  readonly signature: Signature
  readonly rateLimit: RateLimit | undefined
  readonly concurrency: number | undefined
  readonly handler: (args: readonly Plain[], context: CallContext) => unknown
  /** Which provider a call goes to, where a route has many: each has a circuit of its own. */
  readonly circuit?: (args: readonly Plain[]) => string
  /** The provider of a call, for people: `rates.json`, `https://fx.example.com`. Never holds a secret. */
  readonly provider?: (args: readonly Plain[]) => string
  /** No provider: the setting that is to be added. */
  readonly missing?: string
  /** Tries the provider, for the operator: a sentence, or an error. */
  readonly probe?: (signal: AbortSignal) => Promise<string>
}

/** Defines a function. Throws `bad-function` with the fault. */
export function defineFunction<const A extends FunctionFacts['args']>(
  spec: FunctionSpec<A>,
): FunctionDefinition {
  const signature = signatureOf(spec)
  const { handler, rateLimit, concurrency } = spec
  const refuse = refusal(signature.name)
  if (typeof handler !== 'function')
    throw refuse('handler is the function that answers: handler: async ([id], { signal }) => …')
  if (concurrency !== undefined && !isWhole(concurrency, 1, CONCURRENCY_MAX))
    throw refuse(`concurrency is a whole number from 1 to ${CONCURRENCY_MAX}.`)
  if (rateLimit !== undefined) checkRateLimit(rateLimit, refuse)
  return {
    name: signature.name,
    args: signature.params,
    signature,
    rateLimit,
    concurrency,
    // Arguments were checked against the signature before.
    handler: handler as FunctionDefinition['handler'],
  }
}

export function checkRateLimit(rateLimit: RateLimit, refuse: Refuse): void {
  const { calls, perMs } = Object(rateLimit)
  if (!isWhole(calls, 1, 1_000_000) || !isWhole(perMs, 1, CACHE_MAX_MS))
    throw refuse('rateLimit is such as { calls: 10, perMs: 1000 }: so many calls in so long.')
}

/** The signature by which the language checks a call: of a definition, or of one that has no handler yet. */
export function signatureOf(facts: FunctionFacts | FunctionDefinition): Signature {
  if ('signature' in facts) return facts.signature
  const name = typeof facts.name === 'string' ? facts.name.toUpperCase() : ''
  const refuse = refusal(name === '' ? 'A function' : name)
  const { args, returns = 'any', repeats = 0, tag, about } = facts
  if (!/^[A-Z][A-Z0-9._]*$/.test(name))
    throw refuse('a name starts with a letter and goes on with letters, digits, _ and dots.')
  if (!Array.isArray(args)) throw refuse("args is a list such as [{ name: 'id', kind: 'text' }].")
  if (!isPlainKind(returns)) throw refuse(`returns is one of ${kindNames}.`)
  if (!isWhole(repeats, 0, args.length))
    throw refuse('repeats says how many of the last arguments repeat.')
  if (tag !== undefined && !(typeof tag === 'string' && /^[a-z][a-z0-9_]*$/.test(tag)))
    throw refuse('a tag is a word in small letters, such as churn_score.')
  return {
    name,
    category: 'external',
    params: args.map((arg) => parameterOf(arg, refuse)),
    repeats,
    returns,
    tag,
    about: typeof about === 'string' ? about : 'A function of this deployment.',
    examples: [],
    volatile: false,
    dynamic: false,
    seesErrors: false,
    lazyFrom: undefined,
    external: policyOf(name, facts, refuse),
  }
}

type Refuse = (what: string) => WorkersError
type Policy = NonNullable<Signature['external']>

function refusal(name: string): Refuse {
  return (what) => new WorkersError('bad-function', `${name}: ${what}`)
}

const kindNames = Object.keys(plainKinds).join(', ')

function parameterOf(arg: unknown, refuse: Refuse): Parameter {
  const given = Object(typeof arg === 'string' ? { name: arg } : arg)
  const { name, kind = 'any', optional = false } = given
  if (typeof name !== 'string' || !/^[a-z_][a-z0-9_]*$/.test(name))
    throw refuse("each argument has a name in small letters, such as { name: 'base' }.")
  if (!isPlainKind(kind)) throw refuse(`the kind of ${name} is one of ${kindNames}.`)
  return { name, kind, optional: optional === true }
}

function policyOf(name: string, facts: FunctionFacts, refuse: Refuse): Policy {
  const { route = `custom.${name.toLowerCase()}`, cache, staleOnError, retry } = facts
  if (typeof route !== 'string' || !/^[a-z0-9][a-z0-9._-]{0,99}$/.test(route))
    throw refuse('a route is words in small letters with dots, such as ml.churn.')
  const { ttlMs = 0, maxStalenessMs = ttlMs * STALENESS_TTLS, refreshMode } = Object(cache)
  for (const [what, ms] of Object.entries({ ttlMs, maxStalenessMs }))
    if (!isWhole(ms, 0, CACHE_MAX_MS * STALENESS_TTLS))
      throw refuse(`cache.${what} is a number of milliseconds, such as 60_000.`)
  if (maxStalenessMs < ttlMs) throw refuse('cache.maxStalenessMs is not less than cache.ttlMs.')
  const refresh = refreshMode ?? (ttlMs > 0 ? 'background' : 'blocking')
  if (refresh !== 'background' && refresh !== 'blocking')
    throw refuse("cache.refreshMode is 'background' or 'blocking'.")
  if (staleOnError !== undefined && typeof staleOnError !== 'boolean')
    throw refuse('staleOnError is true or false.')
  return {
    route,
    ttlMs,
    maxStalenessMs,
    refresh,
    timeoutMs: timeoutOf(facts, refuse),
    staleOnError: staleOnError ?? ttlMs > 0,
    ...(retry !== undefined && { retry: retryOf(retry, refuse) }),
  }
}

function timeoutOf({ timeoutMs, timeout }: FunctionFacts, refuse: Refuse): number {
  if (timeoutMs !== undefined && timeout !== undefined)
    throw refuse('give timeoutMs or timeout, not both.')
  const given = timeout === undefined ? (timeoutMs ?? FUNCTION_TIMEOUT_MS) : timeout
  const ms = typeof given === 'string' ? msOf(given) : given
  if (ms !== undefined && isWhole(ms, 1, FUNCTION_TIMEOUT_MAX_MS)) return ms
  throw refuse('timeoutMs is 1 to 600_000 milliseconds; timeout is the same as text, such as 5s.')
}

function retryOf(retry: NonNullable<FunctionFacts['retry']>, refuse: Refuse) {
  const { attempts = 3, backoffMs = 1_000 } = Object(retry)
  if (!isWhole(attempts, 1, ATTEMPTS_MAX) || !isWhole(backoffMs, 0, FUNCTION_TIMEOUT_MAX_MS))
    throw refuse(`retry is such as { attempts: 3, backoffMs: 1000 }, with 1 to ${ATTEMPTS_MAX}.`)
  return { attempts, backoffMs }
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000 }

/** `500ms`, `5s`, `1m`, or ISO. */
function msOf(text: string): number | undefined {
  const [, digits, unit] = /^(\d{1,6})(ms|s|m)$/.exec(text) ?? []
  if (unit !== undefined) return Number(digits) * units[unit]!
  try {
    return durationMs(parseDuration(text))
  } catch {
    return undefined
  }
}

function isWhole(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
}
