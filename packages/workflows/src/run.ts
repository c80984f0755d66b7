// A run as a pure state machine: state and event give the next state and the writes to commit with it. Phases only go
// forward. A status never changes the phase. Whether the mutation happened is never read off the phase, only off the
// outcome, which is known, or known to be unknown.

export const PHASES = [
  'preparing',
  'prepared',
  'mutating',
  'mutated',
  'emitting',
  'committed',
] as const
export type Phase = (typeof PHASES)[number]

export const STATUSES = [
  'active',
  'paused:transient',
  'paused:approval',
  'paused:reconciliation',
  'failed:logic',
  'failed:internal',
  'committed',
  'crashed',
] as const
export type Status = (typeof STATUSES)[number]

/** Absent: no mutation was called yet. `unknown`: it was sent, and its outcome is not known yet. */
export const OUTCOMES = ['none', 'applied', 'failed', 'skipped', 'unknown'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** Why a handler failed, classified at the source: never read off a message. */
export const FAILURES = [
  'transient',
  'logic',
  'auth',
  'permission',
  'approval',
  'unknown',
  'internal',
] as const
export type FailureClass = (typeof FAILURES)[number]

export type HandlerType = 'producer' | 'consumer'

export interface RunState {
  readonly handlerType: HandlerType
  readonly phase: Phase
  readonly status: Status
  readonly outcome?: Outcome
}

export type RunEvent =
  /** The prepare's result is checked; it reserves events, or none. */
  | { readonly type: 'prepared'; readonly reserves: boolean }
  /** The mutation is about to be sent. */
  | { readonly type: 'called' }
  /** A reply came, or reconcile or a person says that it happened. */
  | { readonly type: 'applied' }
  /** Nothing is to be mutated, or `mutate` called nothing. */
  | { readonly type: 'nothing-called' }
  | { readonly type: 'committed' }
  /** `during` is the phase that failed, if it was entered after the last checkpoint. */
  | { readonly type: 'failed'; readonly class: FailureClass; readonly during?: Phase }
  /** The host went away while it was active. */
  | { readonly type: 'crashed' }
  /** Reconcile or a person says that it did not happen. */
  | { readonly type: 'not-applied' }
  /** A person skips the mutation: `next` runs, with that outcome. */
  | { readonly type: 'skipped' }
  /** The approval timed out: the prepared parameters are old. */
  | { readonly type: 'expired' }

/** The disposition of the events that the run reserves. */
export type Disposition = 'none' | 'reserve' | 'keep' | 'release' | 'consume' | 'skip'

/** The transition of the ledger row of its mutation. */
export type LedgerMove = 'in_flight' | 'applied' | 'failed' | 'skipped' | 'unresolved'

export interface Step {
  readonly next: RunState
  readonly events: Disposition
  readonly ledger?: LedgerMove
}

const STATUS_OF: Readonly<Record<FailureClass, Status>> = {
  transient: 'paused:transient',
  logic: 'failed:logic',
  auth: 'paused:approval',
  permission: 'paused:approval',
  approval: 'paused:approval',
  unknown: 'paused:reconciliation',
  internal: 'failed:internal',
}

/** One step, or undefined if that cannot happen to a run that stands there. */
export function step(state: RunState, event: RunEvent): Step | undefined {
  if (state.status === 'active') return whileActive(state, event)
  if (state.status === 'paused:reconciliation' && state.outcome === 'unknown') {
    return whileUnknown(state, event)
  }
  if (state.status === 'paused:approval' && nothingSent(state)) return whileAsked(state, event)
  return undefined
}

/** A prepared run that awaits approval: nothing was sent. */
function whileAsked(state: RunState, event: RunEvent): Step | undefined {
  switch (event.type) {
    case 'skipped':
      return { next: { ...state, outcome: 'skipped' }, events: 'skip' }
    case 'expired':
      return { next: { ...state, status: 'paused:transient' }, events: 'release' }
    default:
      return undefined
  }
}

function whileActive(state: RunState, event: RunEvent): Step | undefined {
  switch (event.type) {
    case 'failed': {
      const at = entered(state, event.during)
      return at === undefined ? undefined : failed(at, event.class)
    }
    case 'crashed':
      return crashed(state)
    case 'committed':
      return committed(state)
    default:
      return state.handlerType === 'consumer' ? forward(state, event) : undefined
  }
}

/** The forward transitions of a consumer's run. */
function forward(state: RunState, event: RunEvent): Step | undefined {
  const { phase, outcome } = state
  switch (event.type) {
    case 'prepared':
      if (phase !== 'preparing') return undefined
      return { next: { ...state, phase: 'prepared' }, events: event.reserves ? 'reserve' : 'none' }
    case 'called':
      if (phase !== 'prepared' || outcome !== undefined) return undefined
      return {
        next: { ...state, phase: 'mutating', outcome: 'unknown' },
        events: 'keep',
        ledger: 'in_flight',
      }
    case 'applied':
      if (phase !== 'mutating' || outcome !== 'unknown') return undefined
      return {
        next: { ...state, phase: 'mutated', outcome: 'applied' },
        events: 'keep',
        ledger: 'applied',
      }
    case 'nothing-called':
      if (phase !== 'prepared' || outcome !== undefined) return undefined
      return { next: { ...state, phase: 'emitting', outcome: 'none' }, events: 'keep' }
    default:
      return undefined
  }
}

function committed(state: RunState): Step | undefined {
  const next: RunState = { ...state, phase: 'committed', status: 'committed' }
  if (state.handlerType === 'producer') {
    return state.phase === 'preparing' ? { next, events: 'none' } : undefined
  }
  if (state.phase !== 'emitting' && state.phase !== 'mutated') return undefined
  // Skipped events were marked so at the time.
  if (state.outcome === 'skipped') return { next, events: 'none' }
  if (state.outcome === 'none' || state.outcome === 'applied') return { next, events: 'consume' }
  return undefined
}

function failed(state: RunState, of: FailureClass): Step | undefined {
  const status = STATUS_OF[of]
  if (state.outcome === 'unknown') {
    // An unknown outcome must not be recorded as a failure: the mutation may have happened.
    // See test: an unknown outcome is called failed only by whoever knows: a tool, reconcile or a person
    if (of === 'unknown') {
      return { next: { ...state, status }, events: 'keep', ledger: 'unresolved' }
    }
    // It stays in `mutating`: whoever reads `mutated` or later may trust that the mutation was applied.
    const next: RunState = { ...state, status, outcome: 'failed' }
    return { next, events: 'release', ledger: 'failed' }
  }
  if (of === 'unknown') return undefined
  // An approval is asked for at the checkpoint of `prepare`: nothing of `mutate` counts yet.
  const asked = status === 'paused:approval' && state.phase === 'mutating'
  const next: RunState = { ...state, status, ...(asked && { phase: 'prepared' }) }
  return { next, events: dispositionOf(next) }
}

/** Two phases are entered without a checkpoint: `mutating` before the call, and `emitting` after the outcome. */
function entered(state: RunState, phase: Phase | undefined): RunState | undefined {
  if (phase === undefined || PHASES.indexOf(phase) <= PHASES.indexOf(state.phase)) return state
  const isMutating = phase === 'mutating' && state.phase === 'prepared'
  const isEmitting = phase === 'emitting' && state.phase === 'mutated'
  const possible = state.handlerType === 'consumer' && (isMutating || isEmitting)
  return possible ? { ...state, phase } : undefined
}

function crashed(state: RunState): Step {
  if (state.outcome === 'unknown') {
    const next: RunState = { ...state, status: 'paused:reconciliation' }
    return { next, events: 'keep', ledger: 'unresolved' }
  }
  const next: RunState = { ...state, status: 'crashed' }
  return { next, events: dispositionOf(next) }
}

/** The disposition of the events of a run that stops there. */
function dispositionOf(state: RunState): Disposition {
  const start = startAfter(state)
  if (state.handlerType === 'producer' || state.phase === 'preparing') return 'none'
  return start === 'preparing' ? 'release' : 'keep'
}

function whileUnknown(state: RunState, event: RunEvent): Step | undefined {
  switch (event.type) {
    case 'applied':
      return { next: { ...state, outcome: 'applied' }, events: 'keep', ledger: 'applied' }
    case 'not-applied':
      return { next: { ...state, outcome: 'failed' }, events: 'release', ledger: 'failed' }
    case 'skipped':
      return { next: { ...state, outcome: 'skipped' }, events: 'skip', ledger: 'skipped' }
    default:
      return undefined
  }
}

function nothingSent({ phase, outcome }: RunState): boolean {
  return phase === 'prepared' && outcome === undefined
}

/** Where the attempt after this one starts. */
export type Start = 'preparing' | 'prepared' | 'emitting'

/**
 * Before the mutation a run starts from scratch. After it, only `next` remains. A pending approval keeps the prepared
 * parameters. While the outcome is unknown there is no next attempt, and none after a commit.
 */
export function startAfter(state: RunState): Start | undefined {
  if (state.status === 'active' || state.status === 'committed') return undefined
  switch (state.outcome) {
    case 'unknown':
      return undefined
    case 'applied':
    case 'skipped':
      return 'emitting'
    default:
      return state.status === 'paused:approval' && nothingSent(state) ? 'prepared' : 'preparing'
  }
}

/** Where a run stands when it is created. */
export function startState(handlerType: HandlerType, start: Start, outcome?: Outcome): RunState {
  const base = { handlerType, phase: start, status: 'active' as const }
  return start === 'emitting' && outcome !== undefined ? { ...base, outcome } : base
}
