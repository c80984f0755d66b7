// Errors that the engine throws: misuse and refusals, from one catalogue. Errors of a model's formulas are
// values and are never thrown.

import type { Diagnostic } from '@cellwake/language'

interface Entry {
  readonly retryable: boolean
  readonly status: number
  /** The remedy. */
  readonly help: string
}

export const engineErrors = {
  diagnostics: { retryable: false, status: 422, help: 'Mend the source and deploy it again.' },
  'unknown-model': { retryable: false, status: 404, help: 'See which models there are.' },
  'unknown-version': { retryable: false, status: 404, help: 'See which versions are kept.' },
  'unknown-rule': { retryable: false, status: 404, help: 'See which rules the model has.' },
  'unknown-job': { retryable: false, status: 404, help: 'See which jobs the model has.' },
  'job-state': { retryable: false, status: 409, help: 'See how the job stands.' },
  'job-obsolete': {
    retryable: false,
    status: 409,
    help: 'Refresh the cell that should be asked again.',
  },
  'mutation-refused': {
    retryable: false,
    status: 403,
    help: 'Leave the call out, or use a token with "mutate": true.',
  },
  'topic-refused': {
    retryable: false,
    status: 403,
    help: 'Publish to another topic, or use a token that reaches this one.',
  },
  'bad-model-id': {
    retryable: false,
    status: 400,
    help: 'Use letters, digits, dots, dashes and underscores.',
  },
  'name-not-repeated': {
    retryable: false,
    status: 409,
    help: 'To delete a model, repeat its name.',
  },
  'bad-symbol': {
    retryable: false,
    status: 400,
    help: "Write a cell such as A1 or 'My sheet'!B2, or a name.",
  },
  'unknown-name': { retryable: false, status: 400, help: 'See which names the model has.' },
  'not-an-input': {
    retryable: false,
    status: 409,
    help: 'Set an input of the formula, or change the source.',
  },
  'bad-value': { retryable: false, status: 400, help: 'Send a value that fits the cell.' },
  'broken-invariant': {
    retryable: false,
    status: 500,
    help: 'Report it with the log. What was acknowledged is kept, and the model is opened again.',
  },
  'wrong-revision': {
    retryable: false,
    status: 409,
    help: 'Read the model again and decide anew.',
  },
  'too-many-cells': { retryable: false, status: 413, help: 'Split the model.' },
  'too-much-work': {
    retryable: false,
    status: 422,
    help: 'Ask for less at once, or split the model and let its formulas read less.',
  },
  'put-aside': {
    retryable: false,
    status: 422,
    help: 'Deploy another version of it, or delete it.',
  },
  'key-reused': {
    retryable: false,
    status: 409,
    help: 'Use a new idempotency key or message id for another request.',
  },
  'runtime-elsewhere': {
    retryable: false,
    status: 501,
    help: 'Start the server with the Redis where models live (serve --redis URL), or write RUNTIME "ts".',
  },
  'home-failed': {
    retryable: true,
    status: 503,
    help: 'Try again in a moment: the model goes on from what is durable.',
  },
  'other-home': {
    retryable: false,
    status: 409,
    help: 'Delete it there and deploy it here, or deploy it under another id.',
  },
  'owned-elsewhere': {
    retryable: true,
    status: 503,
    help: 'Ask that host, or try again in a moment.',
  },
  'history-pruned': {
    retryable: false,
    status: 410,
    help: 'Ask for a later revision, or keep more commits.',
  },
  'not-deployed-then': { retryable: false, status: 404, help: 'Ask for a later revision.' },
  'too-much-memory': {
    retryable: false,
    status: 422,
    help: 'Make it smaller, or delete models that nobody needs.',
  },
  'simulation-too-long': {
    retryable: false,
    status: 422,
    help: 'Simulate a shorter span, or fewer schedules.',
  },
  'simulation-too-large': {
    retryable: false,
    status: 422,
    help: 'Simulate a shorter span, or fewer schedules.',
  },
  'bad-fixtures': {
    retryable: false,
    status: 400,
    help: 'Write them as the "functions" of a model test.',
  },
  busy: { retryable: true, status: 503, help: 'Try again shortly.' },
  'range-too-large': { retryable: false, status: 413, help: 'Ask for a part of it.' },
  closed: { retryable: false, status: 503, help: 'Open the engine again.' },
} as const satisfies Record<string, Entry>

export type EngineErrorCode = keyof typeof engineErrors

export class EngineError extends Error {
  readonly code: EngineErrorCode
  /** The failure, without the remedy. */
  readonly what: string

  constructor(code: EngineErrorCode, what: string) {
    super(`${what} ${engineErrors[code].help}`)
    this.name = 'EngineError'
    this.code = code
    this.what = what
  }

  get retryable(): boolean {
    return engineErrors[this.code].retryable
  }

  get status(): number {
    return engineErrors[this.code].status
  }
}

/** A source that was refused. Nothing has changed. */
export class DiagnosticsError extends EngineError {
  readonly diagnostics: readonly Diagnostic[]

  constructor(diagnostics: readonly Diagnostic[]) {
    const errors = diagnostics.filter(({ severity }) => severity === 'error')
    const [first] = errors
    const more = errors.length > 1 ? `, and ${errors.length - 1} more` : ''
    const message = first?.message.replace(/\.$/, '') ?? ''
    super('diagnostics', `The source has errors: ${message}${more}.`)
    this.name = 'DiagnosticsError'
    this.diagnostics = diagnostics
  }
}

/** Whether something was refused because it is beyond a budget of work or memory. */
export function isTooMuch(error: unknown): error is EngineError {
  if (!(error instanceof EngineError)) return false
  return error.code === 'too-much-work' || error.code === 'too-much-memory'
}

/** A computation elsewhere failed: the state here may differ from the state there. */
export class ElsewhereError extends EngineError {
  constructor(cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause)
    super('home-failed', `The model could not be computed where it lives: ${why}`)
    this.cause = cause
  }
}

/** Another host has the model. Nothing has changed. */
export class OwnedElsewhereError extends EngineError {
  /** The session of the store that has it, if it is known. */
  readonly owner: string | undefined

  constructor(id: string, owner?: string) {
    super('owned-elsewhere', `The model ${id} is run by ${owner ?? 'another host'}.`)
    this.name = 'OwnedElsewhereError'
    this.owner = owner
  }
}

export interface HomeFault {
  readonly code: string
  /** The remedy. */
  readonly advice: string
  readonly retryable: boolean
  readonly status: number
}

/** An error of a home of models: the fault lies there, and neither with a request nor with a model. */
export class HomeError extends Error implements HomeFault {
  readonly code: string
  readonly advice: string
  readonly retryable: boolean
  readonly status: number

  constructor(
    message: string,
    { code, advice, retryable, status }: HomeFault,
    options?: { cause?: unknown },
  ) {
    super(message, options)
    this.code = code
    this.advice = advice
    this.retryable = retryable
    this.status = status
  }
}

/** A fault or a failure of a model test: a sentence for its author. */
export class ModelTestError extends Error {
  /** Whether something of ours broke: nothing is wrong with the model then. */
  readonly isFault: boolean

  constructor(what: string, isFault = false) {
    super(what)
    this.name = 'ModelTestError'
    this.isFault = isFault
  }
}

/** For the code that follows: if it is not so, the fault is ours, and is said at once. */
export function believe(isSo: boolean, what: string): asserts isSo {
  if (!isSo) throw new EngineError('broken-invariant', `It was believed that ${what}.`)
}
