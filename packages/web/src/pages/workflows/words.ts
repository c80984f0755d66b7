// The actions of a workflow as verbs, with their consequences, and its states in words.

export interface Choice {
  /** As the server names it. */
  readonly action: string
  readonly verb: string
  /** The consequence of the answer. */
  readonly consequence: string
  /** Said when it is done. */
  readonly done: string
}

const choices: readonly Choice[] = [
  {
    action: 'happened',
    verb: 'It happened',
    consequence: 'Mark it done and go on.',
    done: 'Noted: it happened.',
  },
  {
    action: 'did-not-happen',
    verb: 'It did not',
    consequence: 'Release it; it is processed anew.',
    done: 'Noted: it did not happen.',
  },
  {
    action: 'check-again',
    verb: 'Try again',
    consequence: 'Ask the other system once more.',
    done: 'It is being looked up again.',
  },
  {
    action: 'skip',
    verb: 'Skip',
    consequence: 'Leave it out, on record.',
    done: 'Left out, on record.',
  },
  {
    action: 'approve',
    verb: 'Approve',
    consequence: 'It is sent as shown, once.',
    done: 'Approved.',
  },
  {
    action: 'reject',
    verb: 'Reject',
    consequence: 'Nothing is sent; its events are skipped.',
    done: 'Rejected: nothing was sent.',
  },
  {
    action: 'reject-keep',
    verb: 'Reject and keep',
    consequence: 'Nothing is sent; its events wait, and the workflow stops.',
    done: 'Rejected: nothing was sent.',
  },
  {
    action: 'resume',
    verb: 'Try again',
    consequence: 'Start a new attempt now.',
    done: 'It goes on.',
  },
  {
    action: 'pause',
    verb: 'Pause',
    consequence: 'Start nothing until it is resumed.',
    done: 'Paused.',
  },
]

/** An action that this page does not know is not offered. Whoever may reject may keep the events as well. */
export function choicesOf(actions: readonly string[]): Choice[] {
  const offered = actions.flatMap((action) =>
    action === 'reject' ? [action, 'reject-keep'] : [action],
  )
  return offered.flatMap((action) => choices.find((one) => one.action === action) ?? [])
}

/** `paused:transient` is for programs; people read why. */
export function runWord(status: string): string {
  return statusWords[status] ?? status
}

const statusWords: Readonly<Record<string, string>> = {
  active: 'running',
  committed: 'done',
  crashed: 'the host stopped',
  'paused:transient': 'tries again',
  'paused:approval': 'waits for approval',
  'paused:reconciliation': 'outcome unknown',
  'failed:logic': 'failed',
  'failed:internal': 'failed by our fault',
}

/** How far a consumer is with an event. */
export const deliveryWords = {
  pending: 'waits',
  reserved: 'under way',
  consumed: 'done',
  skipped: 'left out',
  quarantined: 'put aside: it failed too often',
} as const

/** Outcomes of mutations. */
export const mutationWords: Readonly<Record<string, string>> = {
  in_flight: 'being sent',
  needs_reconcile: 'outcome unknown',
  indeterminate: 'outcome unknown',
  applied: 'done',
  failed: 'did not happen',
  skipped: 'left out',
}
