// Specs of nodes and handlers, and the transaction that their runs get. Its sends, starts and registrations belong
// to it, at any time, also after an `await`, when nothing else can tell on whose behalf a call is made. All of it
// lives only if the transaction commits: when it fails, events are dropped, pieces stopped, nodes removed.

import type { Address, Launcher, Tx } from '@cellwake/store'

export type Cancel = () => void

export interface NodeSpec {
  readonly name: string
  readonly kind: 'computation' | 'effect'
  /** Writes of a computation. It may write nothing else. */
  readonly outputs?: readonly Address[]
  /** Further documents it always may write: passed in, and fixed. */
  readonly sideWrites?: readonly Address[]
  /** Envelope of a materializer: places it may write besides, not known ahead. Such a node is always wanted. */
  readonly envelope?: readonly Address[]
  /** Reads by value that are known ahead: they place its first run. */
  readonly declaredReads?: readonly Address[]
  readonly run?: (tx: RunTx) => unknown
  /**
   * Instead of `run`, for a derived value: given the values of `declaredReads`, gives that of the one
   * output. All are whole documents and it reads nothing else, so it needs no transaction: it costs
   * a fraction of a run.
   */
  readonly compute?: (...values: readonly unknown[]) => unknown
  /** Changes of this group are not echoed to it. */
  readonly changeGroup?: unknown
  /** Its outputs stay in memory and are computed again after a restart. */
  readonly derived?: boolean
  /** For resume: which node this is, and which version of its code. */
  readonly identity?: { readonly id: string; readonly fingerprint: string }
  /** The node makes other nodes, so it always runs after a restart. */
  readonly createsNodes?: boolean
}

export interface GateOptions {
  /** Wait until nothing has changed for so long. */
  readonly debounce?: number | undefined
  /** But never longer than this. */
  readonly maxWait?: number | undefined
  /** At most one run in so long. */
  readonly throttle?: number | undefined
  readonly noAutoDebounce?: boolean
}

/** Whether kept state of earlier runs counts. */
export type StartMode = 'fresh' | 'resume'

export interface RegisterOptions {
  /** The mode of its piece by default, or fresh. */
  readonly mode?: StartMode
  readonly gate?: GateOptions
}

/** A stream of events: an address, or a name. */
export type Stream = Address | string

export interface HandlerSpec {
  readonly name: string
  readonly stream: Stream
  /** Reads of the handler: brought up to date before it runs. */
  readonly reads: readonly Address[] | ((tx: Tx, payload: unknown) => void)
  /** After an `await`, sends, starts and registrations go by `tx`. */
  readonly run: (payload: never, tx: RunTx, event: { readonly id: string }) => unknown
}

export type EventOutcome =
  | { readonly handled: true; readonly seq: number }
  | { readonly handled: false; readonly why: string }

export interface EventOptions {
  /** Derived from the cause: the same id is handled once. */
  readonly id?: string
  readonly onCommit?: (outcome: EventOutcome) => void
  /** The attempt that sends it. A handler sends by its transaction, or before any `await`. */
  readonly origin?: Tx
}

export type SendOptions = Omit<EventOptions, 'origin'>

export interface PieceMode {
  /** Mode of its nodes that have none of their own. */
  readonly mode?: StartMode
}

/** Launches belong to the transaction, at any time. */
export interface RunTx extends Tx {
  /** Sends an event, which is handled after this has committed. Returns its id. */
  send(stream: Stream, payload?: unknown, options?: SendOptions): string
  /** With `resume` there is a promise, and the piece has started when that resolves; otherwise at once. */
  startPiece(id: string, build: () => void, options?: PieceMode): Promise<void> | undefined
  /** If a run does it, that is the parent of the node. A computation is wanted for its first run. */
  register(spec: NodeSpec, options?: RegisterOptions): Cancel
}

/** For a transaction that is thrown away in any case. */
export const LAUNCHES_NOTHING: Launcher = {
  send: () => '',
  startPiece: () => undefined,
  register: () => () => {},
}
