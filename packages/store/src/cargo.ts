// Cargo: all that a commit carries beside documents: preconditions, and the receipts, events, jobs, timers and entries
// that go with it. Checked and copied when it is handed in.

import type {
  CommitSpec,
  EntryOp,
  EventSpec,
  JobOp,
  Precondition,
  ReceiptSpec,
  TimerOp,
} from './commit.ts'
import { StoreError } from './errors.ts'
import { checkName } from './names.ts'
import { take, type Value } from './value.ts'

const NONE: readonly never[] = []

export class Cargo {
  readonly expects: Precondition[] = []
  readonly receipts: ReceiptSpec[] = []
  readonly events: EventSpec[] = []
  readonly jobs: JobOp[] = []
  readonly timers: TimerOp[] = []
  readonly entries: EntryOp[] = []

  get empty(): boolean {
    const { expects, receipts, events, jobs, timers, entries } = this
    const some = expects.length + receipts.length + events.length + jobs.length + timers.length
    return some + entries.length === 0
  }

  /** All that a commit as data has of it. */
  take(spec: CommitSpec): void {
    const { expect = NONE, receipts = NONE, publish = NONE, jobs = NONE, timers = NONE } = spec
    const { entries = NONE } = spec
    for (const precondition of expect) this.require(precondition)
    for (const receipt of receipts) this.receipt(receipt)
    for (const event of publish) this.publish(event)
    for (const job of jobs) this.job(job)
    for (const timer of timers) this.timer(timer)
    for (const entry of entries) this.entry(entry)
  }

  require(precondition: Precondition): void {
    if (precondition.type === 'epoch') checkName('the lease', precondition.lease)
    else if (precondition.type === 'event-absent') {
      checkName('the topic', precondition.topic)
      checkName('the message id', precondition.messageId)
    } else if (precondition.type !== 'origin-committed') {
      checkName('the space', precondition.space)
      checkName('the document id', precondition.id)
    }
    this.expects.push(precondition)
  }

  receipt({ id, value, expiresAt }: ReceiptSpec): void {
    checkName('the receipt', id)
    checkWhole('when it expires', expiresAt)
    this.receipts.push({ id, value: takeOptional(value), expiresAt })
  }

  publish(event: EventSpec): void {
    checkName('the topic', event.topic)
    checkName('the message id', event.messageId)
    const { causes = NONE, unlessTaken } = event
    for (const cause of causes) checkName('the cause', cause)
    for (const list of unlessTaken?.lists ?? NONE) checkName('the list', list)
    this.events.push({
      ...event,
      payload: take(event.payload ?? null),
      causes: causes.length === 0 ? NONE : [...causes],
    })
  }

  job(op: JobOp): void {
    checkName('the job id', op.id)
    checkWhole('when it runs', 'runAt' in op ? op.runAt : undefined)
    checkWhole('when it is tried again', 'retryAt' in op ? op.retryAt : undefined)
    checkWhole('its lease', 'leaseMs' in op ? op.leaseMs : undefined)
    if (op.op === 'add') {
      checkName('the queue', op.queue)
      checkWhole('its priority', op.priority)
      checkWhole('its attempts', op.attempts, 1)
      checkWhole('its back-off', op.backoffMs, 0)
      this.jobs.push({ ...op, payload: take(op.payload ?? null) })
    } else if (op.op === 'done') this.jobs.push({ ...op, result: takeOptional(op.result) })
    else if (op.op === 'fail') {
      // Postgres cannot keep a null character in a text.
      this.jobs.push({ ...op, error: op.error.replaceAll('\u0000', '\ufffd') })
    } else this.jobs.push(op)
  }

  timer(op: TimerOp): void {
    checkName('the timer id', op.id)
    if (op.op !== 'clear') checkWhole('its time', op.at)
    this.timers.push(op.op === 'set' ? { ...op, payload: take(op.payload ?? null) } : op)
  }

  entry(op: EntryOp): void {
    checkName('the list', op.list)
    checkName('the entry id', op.id)
    checkName('the state', op.state)
    checkWhole('its order', op.order)
    this.entries.push({ ...op, value: takeOptional(op.value) })
  }
}

/** Times, terms and counts become whole numbers in the database: anything else would be a fault. */
export function checkWhole(what: string, number: number | undefined, least?: number): void {
  if (number === undefined) return
  if (Number.isSafeInteger(number) && number >= (least ?? Number.MIN_SAFE_INTEGER)) return
  throw new StoreError('commit-malformed', `${what} is ${number}`)
}

/** Whether a commit as data has anything beside documents. */
export function carries(spec: CommitSpec): boolean {
  const { expect, receipts, publish, jobs, timers, entries } = spec
  return (
    (expect !== undefined && expect.length > 0) ||
    (receipts !== undefined && receipts.length > 0) ||
    (publish !== undefined && publish.length > 0) ||
    (jobs !== undefined && jobs.length > 0) ||
    (timers !== undefined && timers.length > 0) ||
    (entries !== undefined && entries.length > 0)
  )
}

/** Cargo of a commit that carries documents only. */
export const NO_CARGO = new Cargo()
for (const list of Object.values(NO_CARGO)) Object.freeze(list)

function takeOptional(value: unknown): Value | undefined {
  return value === undefined ? undefined : take(value)
}
