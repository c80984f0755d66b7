// An error of a home of models: the fault lies there, and neither with a request nor with a model. It says what is wrong, and
// what the operator does about it.

export interface HomeFault {
  readonly code: string
  /** The remedy. */
  readonly advice: string
  readonly retryable: boolean
  readonly status: number
}

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
