// The catalogue of refusals of the scheduler, its calendars and its clocks, and the one error class that
// carries it. Every refusal has a code that others may rely on and says whether a retry can help.

interface ErrorKind {
  /** The meaning, in one sentence. The error's own message adds the particulars. */
  readonly message: string
  /** Whether the same call can succeed later, unchanged. */
  readonly retryable: boolean
  /** The HTTP status for a caller who asked through the API. */
  readonly status: number
}

/** All codes, with their meaning. */
export const schedulerErrors = {
  'unknown-zone': {
    message: 'The time zone is not in the IANA database of this Node.',
    retryable: false,
    status: 400,
  },
  'bad-interval': {
    message: 'An interval must lead forward in time.',
    retryable: false,
    status: 400,
  },
  'time-out-of-range': {
    message: 'The instant or duration is beyond what a datetime can hold.',
    retryable: false,
    status: 400,
  },
  'too-many-alarms': {
    message: 'The alarm heap is full.',
    retryable: true,
    status: 503,
  },
  'not-durable': {
    message: 'These cells live in memory and take no store.',
    retryable: false,
    status: 400,
  },
  'clock-stuck': {
    message: 'Alarms of a virtual clock arm each other for the same instant without end.',
    retryable: false,
    status: 500,
  },
  'broken-invariant': {
    message: 'Something that the graph relies on is not so. Report it.',
    retryable: false,
    status: 500,
  },
  cycle: {
    message: 'A derived value reads itself, directly or through others.',
    retryable: false,
    status: 400,
  },
  'write-while-deriving': {
    message: 'A derived value may not change cells.',
    retryable: false,
    status: 400,
  },
  'not-a-cell': {
    message: 'Only cells can be set; derived values follow from others.',
    retryable: false,
    status: 400,
  },
  'id-missing': {
    message: 'In a durable runtime every cell and derived value needs an id.',
    retryable: false,
    status: 400,
  },
  'id-taken': {
    message: 'Two cells or derived values have the same id.',
    retryable: false,
    status: 400,
  },
  'no-output': {
    message: 'A computation must declare what it writes.',
    retryable: false,
    status: 400,
  },
  'bad-node': {
    message: 'What a node needs to run is missing, or does not fit together.',
    retryable: false,
    status: 400,
  },
  'kind-demoted': {
    message: 'An effect cannot become a computation.',
    retryable: false,
    status: 400,
  },
  'unknown-node': {
    message: 'No such node is registered.',
    retryable: false,
    status: 404,
  },
  'write-outside-surface': {
    message: 'A computation wrote a document that it does not declare.',
    retryable: false,
    status: 500,
  },
  'not-idempotent': {
    message: 'A computation wrote something else when it ran a second time on the same inputs.',
    retryable: false,
    status: 500,
  },
  'commit-rejected': {
    message: 'The commit of a run was rejected for good.',
    retryable: false,
    status: 409,
  },
  'event-dropped': {
    message: 'An event was not handled.',
    retryable: false,
    status: 500,
  },
  'bad-gate': {
    message: 'A debounce, throttle or longest wait is no length of time.',
    retryable: false,
    status: 400,
  },
  'second-handler': {
    message: 'A stream has one handler.',
    retryable: false,
    status: 400,
  },
  'still-async': {
    message: 'Something asynchronous is running, so not everything can settle now.',
    retryable: true,
    status: 409,
  },
  'not-settling': {
    message: 'Effects keep changing what they read; they run less often from now on.',
    retryable: false,
    status: 500,
  },
  'runtime-closed': {
    message: 'The runtime is closed.',
    retryable: false,
    status: 503,
  },
  'clock-closed': {
    message: 'The clock is closed.',
    retryable: false,
    status: 503,
  },
} as const satisfies Record<string, ErrorKind>

/** The code of a scheduler error. */
export type SchedulerErrorCode = keyof typeof schedulerErrors

/** Thrown on misuse. */
export class SchedulerError extends Error {
  readonly code: SchedulerErrorCode
  readonly retryable: boolean
  readonly status: number

  constructor(code: SchedulerErrorCode, detail: string) {
    super(detail)
    this.name = 'SchedulerError'
    this.code = code
    this.retryable = schedulerErrors[code].retryable
    this.status = schedulerErrors[code].status
  }
}

/** For the code that follows: if it is not so, the fault is ours, and is said at once. */
export function believe(isSo: boolean, what: string): asserts isSo {
  if (!isSo) throw new SchedulerError('broken-invariant', `It was believed that ${what}.`)
}
