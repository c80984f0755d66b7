// The one durable act, as data: its preconditions, its contents, and its verdict.
// Everything in one commit happens, or nothing of it does.

import type { Address } from './address.ts'
import type { Rejected } from './errors.ts'
import type { Value } from './value.ts'

/** Provenance of a commit: its author, and the changes that led to it. */
export interface Cause {
  readonly by: string
  readonly causes?: readonly Address[]
  readonly detail?: Value
}

export type TxStatus = 'open' | 'pending' | 'committed' | 'failed'

/** A transaction, as far as a commit that follows from it needs to know. */
export interface Origin {
  status(): TxStatus
}

/** Condition for a commit to be accepted. Failing one is final: never retried. */
export type Precondition =
  /** The commit that led to this one was accepted. */
  | { readonly type: 'origin-committed'; readonly origin: Origin }
  /** The document never existed. A deleted one did. */
  | { readonly type: 'entity-absent'; readonly space: string; readonly id: string }
  /** The event was never published. */
  | { readonly type: 'event-absent'; readonly topic: string; readonly messageId: string }
  /** The lease is still in the epoch in which it was acquired. */
  | { readonly type: 'epoch'; readonly lease: string; readonly epoch: number }
  /** The document was last written by this commit; 0 for never. */
  | {
      readonly type: 'revision'
      readonly space: string
      readonly id: string
      readonly seq: number
    }

export interface Write {
  readonly at: Address
  /** Absent to delete. */
  readonly value?: unknown
}

/** A create-only mark: the witness that something was done once. */
export interface ReceiptSpec {
  readonly id: string
  readonly value?: unknown
  /** When it may be forgotten. Never, unless given. */
  readonly expiresAt?: number | undefined
}

export interface EventSpec {
  readonly topic: string
  /** Publishing the same id again replaces the payload; the event keeps its place. */
  readonly messageId: string
  readonly payload?: unknown
  /** Causes, by the publisher's own ids. Publishing the same id again joins them to those it has. */
  readonly causes?: readonly string[]
  /** Publishing the same id again keeps the payload that is there, once a consumer has taken it. */
  readonly unlessTaken?: Taken
}

/**
 * A consumer has taken an event when its list holds an entry for the message id, in a state that is not among
 * `open`: those of events that wait to be taken, or to be taken again.
 */
export interface Taken {
  readonly lists: readonly string[]
  readonly open?: readonly string[]
}

/**
 * A move of one entry of a list, from a state that it must be in. Entries are rows that grow in number and are asked
 * for by page: they never come into memory with a space, as documents do.
 */
export interface EntryOp {
  readonly list: string
  readonly id: string
  /** The state it must be in; null if it must not be there. Otherwise the commit is refused: `entry-moved`. */
  readonly from: string | null
  readonly state: string
  /** Whether it is done with: no event waits for it any more, and retention may remove it. */
  readonly final?: boolean
  /** Its place in its list, a whole number; as it was if left out, 0 for a new one. */
  readonly order?: number
  /** As it was if left out. */
  readonly value?: unknown
}

export interface JobSpec {
  readonly op: 'add'
  /** Derived from the cause: adding a job that exists changes nothing. */
  readonly id: string
  readonly queue: string
  readonly payload?: unknown
  readonly runAt?: number
  /** Higher first. */
  readonly priority?: number
  readonly attempts?: number
  readonly backoffMs?: number
}

/** `attempt` is the number that the claim gave: a later claim makes it void. */
export type JobOp =
  | JobSpec
  | {
      readonly op: 'done'
      readonly id: string
      readonly attempt: number
      readonly result?: unknown
    }
  | {
      readonly op: 'fail'
      readonly id: string
      readonly attempt: number
      readonly error: string
      /** When to try again, instead of the back-off. */
      readonly retryAt?: number
      /** True when trying again cannot help. */
      readonly final?: boolean
    }
  | {
      readonly op: 'extend'
      readonly id: string
      readonly attempt: number
      readonly leaseMs?: number
    }
  | { readonly op: 'cancel'; readonly id: string }
  | { readonly op: 'retry'; readonly id: string; readonly runAt?: number }

export type TimerOp =
  | { readonly op: 'set'; readonly id: string; readonly at: number; readonly payload?: unknown }
  | { readonly op: 'clear'; readonly id: string }
  /** Takes the alarm away, expecting that it still stands at this time: it fires once. */
  | { readonly op: 'fire'; readonly id: string; readonly at: number }

export interface CommitSpec {
  readonly expect?: readonly Precondition[]
  readonly write?: readonly Write[]
  readonly receipts?: readonly ReceiptSpec[]
  readonly publish?: readonly EventSpec[]
  readonly jobs?: readonly JobOp[]
  readonly timers?: readonly TimerOp[]
  readonly entries?: readonly EntryOp[]
  readonly cause?: Cause
}

/** A whole document before and after, and the deepest path that holds every difference. */
export interface Change {
  readonly space: string
  readonly id: string
  readonly path: Address['path']
  readonly before: Value | undefined
  readonly after: Value | undefined
}

export interface Committed {
  readonly seq: number
  readonly changes: readonly Change[]
  readonly rejected?: undefined
}

export type CommitResult = Committed | Rejected
