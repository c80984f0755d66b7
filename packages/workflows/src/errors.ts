// The catalogue of workflow errors, the error that carries one, and the error by which a tool states the outcome of
// its call. A refusal changes nothing.

import type { FailureClass } from './run.ts'

interface Entry {
  readonly retryable: boolean
  readonly status: number
  /** The remedy. */
  readonly help: string
}

const entry = (status: number, help: string, retryable = false): Entry => ({
  retryable,
  status,
  help,
})

export const workflowErrors = {
  'invalid-workflow': entry(422, 'Correct the places named, and deploy it again.'),
  'no-scripts': entry(501, 'Deploy a TypeScript workflow, or to a host that runs scripts.'),
  'unknown-workflow': entry(404, 'Check the name, or deploy it first.'),
  'unknown-version': entry(404, 'Ask for a version that is listed.'),
  'version-not-here': entry(409, 'Deploy its code to this host first.'),
  'not-here': entry(409, 'Deploy its code to this host first.'),
  'unknown-topic': entry(404, 'Check the topic against those of the workflow.'),
  'ambiguous-topic': entry(409, 'Name it as workflow/topic.'),
  'unknown-event': entry(404, 'Check the message id.'),
  'unknown-input': entry(404, 'Check the id of the input.'),
  'event-moved': entry(409, 'Look at the event again.'),
  'run-active': entry(409, 'Wait until the run is over.', true),
  'workflow-stopped': entry(409, 'Resume the workflow first.'),
  'no-producers': entry(409, 'Publish an event to one of its topics instead.'),
  'outcome-unknown': entry(
    409,
    'Say what came of it: happened, did-not-happen, skip or check-again.',
  ),
  'nothing-to-resume': entry(409, 'There is nothing to do.'),
  'grant-refused': entry(403, 'Ask somebody whose token reaches every model.'),
  'nothing-to-approve': entry(409, 'Look at the status again.'),
  'nothing-to-resolve': entry(409, 'Look at the status again.'),
  'cannot-check': entry(409, 'Answer happened, did-not-happen or skip.'),
  'unknown-answer': entry(400, 'Answer happened, did-not-happen, skip or check-again.'),
  'handler-needed': entry(409, 'Keep that consumer until its run is finished.'),
  'bad-message': entry(400, 'Give a message id and a JSON payload.'),
  'key-reused': entry(409, 'Use a new Idempotency-Key for another request.'),
  'bad-page': entry(400, 'Ask for a whole number of rows, from 1.'),
  'too-large': entry(413, 'Make it smaller.'),
  'owned-elsewhere': entry(503, 'Ask that host, or try again in a moment.', true),
  refused: entry(503, 'Nothing was changed. Try again in a moment.', true),
  closed: entry(503, 'Open it again.'),
  internal: entry(500, 'Please report it with the details.'),
  'broken-invariant': entry(500, 'Please report it with the details.'),
} as const satisfies Record<string, Entry>

export type WorkflowErrorCode = keyof typeof workflowErrors

export class WorkflowError extends Error {
  readonly code: WorkflowErrorCode
  /** The problem, without the remedy. */
  readonly what: string

  constructor(code: WorkflowErrorCode, what: string, options?: { cause?: unknown }) {
    super(`${what} ${workflowErrors[code].help}`, options)
    this.name = 'WorkflowError'
    this.code = code
    this.what = what
  }

  get retryable(): boolean {
    return workflowErrors[this.code].retryable
  }

  get status(): number {
    return workflowErrors[this.code].status
  }
}

/** One structural mistake, with its place: `consumers.file.subscribe[0]`. */
export interface Problem {
  readonly code: string
  readonly place: string
  readonly message: string
}

/** A definition that was refused, with every mistake that was found. Nothing has changed. */
export class InvalidWorkflowError extends WorkflowError {
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    const list = problems.map(({ place, message }) => `${place}: ${message}`).join(' ')
    super('invalid-workflow', `The workflow is not valid. ${list}`)
    this.name = 'InvalidWorkflowError'
    this.problems = problems
  }
}

/**
 * The outcome of a tool's failed call, as only the tool can know. `transient`: it was not done, and may work
 * later. `rejected`: it was not done, and never will be with these parameters. `auth`, `permission`: it was not
 * done, and a person must act. `unknown`: it may have been done.
 */
export type ToolErrorKind = 'transient' | 'rejected' | 'auth' | 'permission' | 'unknown'

const KINDS: ReadonlySet<string> = new Set([
  'transient',
  'rejected',
  'auth',
  'permission',
  'unknown',
] satisfies ToolErrorKind[])

export class ToolError extends Error {
  readonly kind: ToolErrorKind
  /** When the other side wants to be asked again. */
  readonly retryAfterMs: number | undefined

  constructor(
    kind: ToolErrorKind,
    message: string,
    options: { retryAfterMs?: number; cause?: unknown } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined)
    if (!KINDS.has(kind)) throw new TypeError(`A tool's error is ${[...KINDS].join(', ')}`)
    this.name = 'ToolError'
    this.kind = kind
    this.retryAfterMs = options.retryAfterMs
  }
}

/**
 * The outcome that a tool reports. Also recognises an error of another copy of this package: a user's file may bring
 * its own.
 */
export function toolErrorKind(error: unknown): ToolErrorKind | undefined {
  if (error instanceof ToolError) return error.kind
  const { kind } = error as { readonly kind?: unknown }
  const isOne = error instanceof Error && error.name === 'ToolError' && KINDS.has(String(kind))
  return isOne ? (kind as ToolErrorKind) : undefined
}

/** This host lost the lease of the workflow, or the store refused a commit: state in memory is void. */
export class Abandoned extends Error {
  /** lost: another host has it. store: the store may take it up again. closed: the store will not. */
  readonly because: 'lost' | 'store' | 'closed'

  constructor(why: string, because: Abandoned['because']) {
    super(why)
    this.name = 'Abandoned'
    this.because = because
  }
}

/** Why a handler failed, by its class. */
export interface Failure {
  readonly class: FailureClass
  readonly message: string
  readonly tool?: string
  /** The permission that an approval grants, if that is not the tool. */
  readonly grant?: string
  /** Where in the script it happened. */
  readonly location?: string
  readonly retryAfterMs?: number
  /** The request for approval. */
  readonly asks?: { readonly digest: string; readonly preview: string; readonly expiresMs: number }
}

/** A failure propagating through a handler. Catching it changes nothing: the host has recorded it. */
export class HandlerFailure extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.message)
    this.name = 'HandlerFailure'
    this.failure = failure
  }
}

/** Why a value is refused: a sentence that begins with the value's kind. */
export class NotJson extends Error {
  readonly tooLarge: boolean

  constructor(message: string, tooLarge = false) {
    super(message)
    this.name = 'NotJson'
    this.tooLarge = tooLarge
  }
}

/** For the code that follows: if it is not so, the fault is ours, and is said at once. */
export function believe(isSo: boolean, what: string): asserts isSo {
  if (!isSo) throw new WorkflowError('broken-invariant', `It was believed that ${what}.`)
}
