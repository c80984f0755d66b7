// A subscription to a workflow: its status, and runs as they move. Each event is a state as it is now, so one that comes
// again after a cut does no harm.

import type { SubscribeFrame } from './contract/live.ts'
import type { RunView, WorkflowDetail } from './contract/workflows.ts'
import { ApiError } from './errors.ts'
import type { Subscription, SubscriptionFrame } from './live-subscription.ts'

export interface SubscribeWorkflow {
  readonly workflow: string
  /** The last revision that was seen, to go on from there. */
  readonly fromRev?: number
}

export interface WorkflowHandlers {
  /** First the status as it is, then whenever it is different. */
  onStatus?(status: WorkflowDetail, rev: number): void
  /** A run that has begun or moved on, as it is now. */
  onRun?(run: RunView, rev: number): void
  /** Runs may have moved unheard: ask for them anew. */
  onReset?(rev: number, reason: string): void
  onError?(error: ApiError): void
}

export class WorkflowSubscription implements Subscription {
  readonly id: string
  readonly #workflow: string
  readonly #handlers: WorkflowHandlers
  #rev: number | undefined

  constructor(id: string, asked: SubscribeWorkflow, handlers: WorkflowHandlers) {
    this.id = id
    this.#workflow = asked.workflow
    this.#handlers = handlers
    this.#rev = asked.fromRev
  }

  frame(): SubscribeFrame {
    const since = this.#rev === undefined ? {} : { fromRev: this.#rev }
    return { op: 'subscribe', id: this.id, workflow: this.#workflow, ...since }
  }

  heard(frame: SubscriptionFrame): void {
    if ('error' in frame) {
      this.failed(new ApiError({ ...frame.error, status: 0 }))
      return
    }
    // A server that began anew may count from lower.
    this.#rev = 'reset' in frame ? frame.rev : Math.max(this.#rev ?? 0, frame.rev)
    if ('reset' in frame) this.#handlers.onReset?.(frame.rev, frame.reset.reason)
    else if (!('event' in frame)) return
    else if (frame.event.type === 'status') this.#handlers.onStatus?.(frame.event.status, frame.rev)
    else if (frame.event.type === 'run') this.#handlers.onRun?.(frame.event.run, frame.rev)
  }

  failed(error: ApiError): void {
    this.#handlers.onError?.(error)
  }
}
