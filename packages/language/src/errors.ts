// Errors of parsing and arithmetic of time, with stable codes. Mistakes in a model are diagnostics
// and not thrown: see `diagnostics.ts`.

/** All codes, with their meaning. */
export const timeErrors = {
  'bad-literal': {
    message: 'A datetime, duration or cron is not well formed.',
    retryable: false,
    status: 400,
  },
  'months-have-no-length': {
    message: 'A duration with months cannot be compared, divided or scaled by a fraction.',
    retryable: false,
    status: 400,
  },
  'time-out-of-range': {
    message: 'The instant or duration is beyond what a datetime can hold.',
    retryable: false,
    status: 400,
  },
} as const

/** The code of a time error. */
export type TimeErrorCode = keyof typeof timeErrors

/** Thrown on misuse; `offset` is where in the text the mistake starts, counted from 0. */
export class TimeError extends Error {
  readonly code: TimeErrorCode
  readonly retryable: boolean
  readonly status: number
  readonly offset: number | undefined

  constructor(code: TimeErrorCode, detail: string, offset?: number) {
    super(detail)
    this.name = 'TimeError'
    this.code = code
    this.retryable = timeErrors[code].retryable
    this.status = timeErrors[code].status
    this.offset = offset
  }
}

/** A `bad-literal` that names the column, counted from 1 as an editor does. */
export function badLiteral(what: string, problem: string, offset: number): TimeError {
  return new TimeError('bad-literal', `Bad ${what}, column ${offset + 1}: ${problem}.`, offset)
}
