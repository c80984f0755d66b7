// A call of an external function, and the request that it shares with equal calls: its arguments, its answer, and
// the store's records of both.

import type { ExternalPolicy, Signature } from '@cellwake/language'
import {
  type CallStatus,
  type Shown,
  shownAt,
  shownWaiting,
  type Wanted,
  type Wire,
} from '@cellwake/runtime'
import { isInvalid } from '@cellwake/scheduler'
import type { CellNode } from '../graph/cell-node.ts'
import type { Answer, FailedRequest, RequestRecord } from './answer.ts'

export interface CallParts {
  readonly symbol: string
  readonly signature: Signature & { readonly external: ExternalPolicy }
  readonly node: CellNode
  /** Holds the last answer; pending before the first. */
  readonly answerNode: CellNode
  /** The formula that holds the call. */
  readonly owner: CellNode
  /** Cell from which positions in its arguments count, if there are any. */
  readonly place: CellNode | undefined
  readonly line: number
}

/** A call, its request and its answer. */
export class Call {
  readonly symbol: string
  readonly signature: Signature
  readonly policy: ExternalPolicy
  readonly node: CellNode
  readonly answerNode: CellNode
  readonly owner: CellNode
  readonly place: CellNode | undefined
  readonly line: number
  /** The request of its arguments; undefined before its first run, and while they ask for nothing. */
  request: Request | undefined
  /** The last answer that landed, perhaps to other arguments. */
  answer: Answer | undefined
  /** The records of both in the store. */
  keptRequest: RequestRecord | undefined
  keptAnswer: Answer | undefined
  /** The value and status of its last run; undefined for an error of an argument. */
  shown: Shown | undefined
  ranAt = 0
  /** An argument is an error: the call fails without a job. */
  isRefused = false

  constructor(parts: CallParts) {
    this.symbol = parts.symbol
    this.signature = parts.signature
    this.policy = parts.signature.external
    this.node = parts.node
    this.answerNode = parts.answerNode
    this.owner = parts.owner
    this.place = parts.place
    this.line = parts.line
  }

  /** Whether it has an answer, and shows another value. */
  get isExpired(): boolean {
    const { answer, shown } = this
    return answer !== undefined && shown !== undefined && shown.value !== answer.value
  }

  /** Status; `dirty` if it must run before that is known. */
  get status(): CallStatus | 'dirty' {
    const { request, policy, answer, ranAt } = this
    const isOpen = request?.isOpen === true
    if (isInvalid(this.node) && !isOpen) return 'dirty'
    if (this.isRefused) return 'failed'
    if (request === undefined) return shownWaiting(policy, answer, ranAt).status
    return shownAt(policy, answer, request, ranAt).status
  }
}

export class Request implements Wanted {
  readonly key: string
  readonly signature: Signature
  /** Arguments; undefined for a request that is known from before, until a call comes with them. */
  args: readonly Wire[] | undefined
  /** The number under which it was last asked; 0 if it never was. */
  rev = 0
  isOpen = false
  isRunning = false
  failed: FailedRequest | undefined
  /** The newest answer to it. */
  answer: Answer | undefined
  readonly calls = new Set<Call>()

  constructor(key: string, signature: Signature) {
    this.key = key
    this.signature = signature
  }

  /** A call has this answer to it. */
  knows(answer: Answer): void {
    if (answer.rev >= (this.answer?.rev ?? 0)) this.answer = answer
    this.rev = Math.max(this.rev, answer.rev)
  }

  /** Record of it for a call, should it be asked under this number. */
  record(call: Call, rev: number): RequestRecord {
    const { key, failed } = this
    return {
      key,
      rev,
      ...(failed === undefined ? {} : { failed }),
      ...(call.isExpired ? { expired: true } : {}),
    }
  }

  /** Its job waits for a worker, and may be cancelled: not that of a function that changes something outside. */
  get mayBeCalledOff(): boolean {
    return this.isOpen && !this.isRunning && this.signature.external?.mutates !== true
  }
}
