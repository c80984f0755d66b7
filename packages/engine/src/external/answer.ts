// Records of an external call: its last answer, and its last request. The value it shows, and whether it asks, is the
// runtime's `shownAt`.

import type { ServedAnswer } from '@cellwake/runtime'

/** An answer that has landed. */
export interface Answer extends ServedAnswer {
  /** The number under which its request was asked. */
  readonly rev: number
  /** The provider, as the worker says. */
  readonly provider?: string
}

/** Why a request has no answer, after its last attempt. */
export interface FailedRequest {
  readonly error: string
  readonly at: number
  readonly rev: number
}

/** Record of a call's last request. */
export interface RequestRecord {
  readonly key: string
  /** The number of the request; 0 if nothing was asked. */
  readonly rev: number
  readonly failed?: FailedRequest
  /** The answer that the call had did not serve any more. */
  readonly expired?: true
}
