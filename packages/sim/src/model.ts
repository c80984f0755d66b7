// The reference: the state of a store after a list of operations, in the plainest way there is. It
// knows nothing of groups, sessions, leases, replicas or disks.

import {
  type Address,
  deleteAt,
  docKey,
  type EntryOp,
  type JobOp,
  setAt,
  type TimerOp,
  type Value,
} from '@cellwake/store'
import type { Operation } from './operation.ts'

export interface ModelDoc {
  readonly space: string
  readonly id: string
  /** Every state, oldest first. */
  readonly states: { readonly seq: number; readonly value: Value | undefined }[]
}

export interface ModelEvent {
  /** The commit that published it first: its place. */
  readonly first: number
  readonly seq: number
  readonly payload: Value
  readonly causes: readonly string[]
}

export interface ModelEntry {
  readonly list: string
  readonly id: string
  readonly state: string
  readonly final: boolean
  readonly order: number
  readonly value: Value | undefined
  readonly seq: number
}

export interface ModelJob {
  readonly queue: string
  readonly payload: Value
  /** Open: queued or running. Claims are not commits, so the model does not tell them apart. */
  readonly state: 'open' | 'done' | 'failed' | 'cancelled'
  readonly result: Value | undefined
}

export interface ModelTimer {
  readonly at: number
  readonly payload: Value
}

export class Model {
  readonly docs = new Map<string, ModelDoc>()
  readonly receipts = new Map<string, number>()
  /** By topic, then by message. */
  readonly events = new Map<string, Map<string, ModelEvent>>()
  readonly entries = new Map<string, ModelEntry>()
  readonly jobs = new Map<string, ModelJob>()
  readonly timers = new Map<string, ModelTimer>()
  /** Jobs that were named since an audit last looked. */
  readonly touchedJobs = new Set<string>()

  /** Applies an operation. Returns violations, if any. */
  apply({ id, carries }: Operation, seq: number): string[] {
    const wrong: string[] = []
    const once = (receipt: string) => {
      const before = this.receipts.get(receipt)
      if (before !== undefined) wrong.push(`${receipt} landed in commit ${before} and in ${seq}`)
      this.receipts.set(receipt, seq)
    }
    once(id)
    for (const receipt of carries.receipts ?? []) once(receipt.id)
    for (const { at, value } of carries.write ?? []) this.#write(at, value as Value, seq)
    for (const event of carries.publish ?? []) {
      const topic = this.events.get(event.topic) ?? new Map<string, ModelEvent>()
      this.events.set(event.topic, topic)
      const { first = seq, causes = [] } = topic.get(event.messageId) ?? {}
      const payload = (event.payload ?? null) as Value
      const joined = [...new Set([...causes, ...(event.causes ?? [])])]
      topic.set(event.messageId, { first, seq, payload, causes: joined })
    }
    for (const op of carries.entries ?? []) wrong.push(...this.#entry(op, seq))
    for (const op of carries.jobs ?? []) wrong.push(...this.#job(op, seq))
    for (const op of carries.timers ?? []) wrong.push(...this.#timer(op, seq))
    return wrong
  }

  #write({ space, id, path }: Address, value: Value | undefined, seq: number): void {
    const key = docKey(space, id)
    const doc = this.docs.get(key) ?? { space, id, states: [] }
    this.docs.set(key, doc)
    const newest = doc.states.at(-1)
    const after =
      value === undefined ? deleteAt(newest?.value, path) : setAt(newest?.value, path, value)
    // Several writes of one commit make one state.
    if (newest?.seq === seq) doc.states.pop()
    doc.states.push({ seq, value: after })
  }

  #entry({ list, id, from, state, final = false, order, value }: EntryOp, seq: number): string[] {
    const key = docKey(list, id)
    const before = this.entries.get(key)
    this.entries.set(key, {
      ...{ list, id, state, final, seq },
      order: order ?? before?.order ?? 0,
      value: value === undefined ? before?.value : (value as Value),
    })
    const was = before?.state ?? null
    return was === from ? [] : [`entry ${id} moved from ${from} in commit ${seq}, but was ${was}`]
  }

  #job(op: JobOp, seq: number): string[] {
    const job = this.jobs.get(op.id)
    this.touchedJobs.add(op.id)
    if (op.op === 'add') {
      if (job !== undefined) return []
      const payload = (op.payload ?? null) as Value
      this.jobs.set(op.id, { queue: op.queue, payload, state: 'open', result: undefined })
      return []
    }
    if (job === undefined) return [`commit ${seq} is about job ${op.id}, which was never added`]
    if (op.op === 'done') {
      if (job.state !== 'open') return [`job ${op.id} was ${job.state} and done in commit ${seq}`]
      this.jobs.set(op.id, { ...job, state: 'done', result: op.result as Value | undefined })
    } else if (op.op === 'fail') {
      if (job.state !== 'open') return [`job ${op.id} was ${job.state} and failed in commit ${seq}`]
      if (op.final === true) this.jobs.set(op.id, { ...job, state: 'failed' })
    } else if (op.op === 'cancel' && job.state === 'open') {
      this.jobs.set(op.id, { ...job, state: 'cancelled' })
    } else if (op.op === 'retry' && job.state !== 'done') {
      this.jobs.set(op.id, { ...job, state: 'open' })
    }
    return []
  }

  #timer(op: TimerOp, seq: number): string[] {
    if (op.op === 'set') {
      this.timers.set(op.id, { at: op.at, payload: (op.payload ?? null) as Value })
      return []
    }
    const standing = this.timers.get(op.id)
    this.timers.delete(op.id)
    if (op.op === 'clear' || standing?.at === op.at) return []
    const where = standing === undefined ? 'was gone' : `stood at ${standing.at}`
    return [`timer ${op.id} fired in commit ${seq} for ${op.at}, but it ${where}`]
  }
}
