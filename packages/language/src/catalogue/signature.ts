// Function signatures: the language's knowledge of a function without running it. The rows are
// data, one file per category; `runtime` has the implementations.

/**
 * Kinds of parameters and results. A parameter takes one value of its kind; given an array, the
 * function runs for each element. Only `array` takes any value whole.
 */
export type ArgumentKind =
  | 'any'
  | 'number'
  | 'text'
  | 'logical'
  /** A number here is an Excel date serial. */
  | 'datetime'
  | 'duration'
  | 'array'
  | 'object'
  | 'lambda'
  /** A cell or range itself, not its value: ROW, OFFSET, ISREF. */
  | 'reference'

export type Category =
  | 'math'
  | 'statistics'
  | 'financial'
  | 'text'
  | 'date'
  | 'lookup'
  | 'logical'
  | 'information'
  | 'engineering'
  | 'database'
  | 'array'
  | 'lambda'
  | 'object'
  | 'web'
  | 'external'

export interface Parameter {
  /** As in `name := value`, in lower case. */
  readonly name: string
  readonly kind: ArgumentKind
  readonly optional: boolean
}

export interface Example {
  /** An expression that needs no cells: `ROUND(2.345, 2)`. */
  readonly formula: string
  /** An expression with the same value: `2.35`. */
  readonly result: string
}

/** How an external function is fetched and how long its answer serves. */
export interface ExternalPolicy {
  readonly route: string
  /** 0: never expires by time, and is not shared between cells. */
  readonly ttlMs: number
  readonly maxStalenessMs: number
  readonly refresh: 'background' | 'blocking'
  readonly timeoutMs: number
  readonly staleOnError: boolean
  /** How often a failing call is tried, and how long it waits before the second try, doubling; 3 and 1 s if left out. */
  readonly retry?: { readonly attempts: number; readonly backoffMs: number }
  /** It changes something outside: each request is one change, and nothing asks again by itself. */
  readonly mutates?: true
}

export interface Signature {
  /** In capitals; may hold dots. */
  readonly name: string
  readonly category: Category
  readonly params: readonly Parameter[]
  /** How many of the last parameters repeat together: 1 for SUM, 2 for SUMIFS, 0 for none. */
  readonly repeats: number
  readonly returns: ArgumentKind
  /** The tag of the result, where it is not its kind: `fx_rate`. */
  readonly tag: string | undefined
  /** One or two plain sentences. */
  readonly about: string
  readonly examples: readonly Example[]
  /** Gives something else each time: NOW, RAND. */
  readonly volatile: boolean
  /** Its reads are not known ahead: INDIRECT, OFFSET. */
  readonly dynamic: boolean
  /** It handles errors instead of propagating them: IFERROR, ISERROR, COUNT. */
  readonly seesErrors: boolean
  /** Arguments that may not be evaluated, by their places from 0; `from` on, all: IF is from 1. */
  readonly lazyFrom: number | undefined
  /** Set for class `external_async`. */
  readonly external: ExternalPolicy | undefined
}

/** Looks a function up by its name in capitals. */
export interface Catalogue {
  get(name: string): Signature | undefined
  readonly names: readonly string[]
}
