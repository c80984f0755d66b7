// Resolution of a cell, as far as it depends on external calls: the request it wants, the one its value answers,
// the job in flight, and the last error.

import type { Wire } from '@cellwake/runtime'
import type { CellNode } from '../graph/cell-node.ts'
import type { ModelGraph } from '../graph/model-graph.ts'
import { RESOLVED_VISITS } from '../limits.ts'
import type { CellStatus, CellView } from '../views/cell-view.ts'
import type { Call } from './call.ts'
import { callsBelow } from './calls-below.ts'
import { jobIdOf } from './jobs.ts'

/** Its names are those of the API. */
export interface Resolved {
  readonly status: CellStatus
  readonly value: Wire
  /** The number of the request that it wants, and of the one that its value answers; 0 if there is none yet. */
  readonly request_rev: number
  readonly resolved_rev: number
  readonly pending_job_id?: string
  readonly last_error?: string
}

export function resolvedOf(
  graph: ModelGraph,
  model: string,
  node: CellNode,
  view: CellView,
): Resolved {
  const { kind, value, typeTag, status, rev } = view
  const head = { status, value: { kind, value, typeTag } }
  const calls = graph.calls.any ? callsBelow(graph.calls, node, RESOLVED_VISITS) : []
  if (calls.length === 0) return { ...head, request_rev: rev, resolved_rev: rev }
  // Of several calls: the newest request, and the oldest answer shown though another is wanted.
  const wanted = Math.max(...calls.map(requestRev))
  const behind = calls.filter((call) => call.status !== 'ready').map(resolvedRev)
  const pending = calls.find(({ request }) => request?.isOpen === true)?.request
  const error = calls.map(errorOf).find((found) => found !== undefined)
  return {
    ...head,
    request_rev: wanted,
    resolved_rev: behind.length === 0 ? wanted : Math.min(...behind),
    ...(pending === undefined ? {} : { pending_job_id: jobIdOf(model, pending.key, pending.rev) }),
    ...(error === undefined ? {} : { last_error: error }),
  }
}

function requestRev({ request, answer }: Call): number {
  return request?.rev ?? answer?.rev ?? 0
}

function resolvedRev({ answer }: Call): number {
  return answer?.rev ?? 0
}

/** Why a call failed; of one that was not made since an argument is an error, that. */
function errorOf({ request, isRefused, node }: Call): string | undefined {
  if (!isRefused) return request?.failed?.error
  const { value } = node
  return typeof value === 'object' && value.k === 5 ? value.message : undefined
}
