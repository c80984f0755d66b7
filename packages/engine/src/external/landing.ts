// Lands finished jobs in the graph: answers are written to their nodes, failures are noted, and their calls run
// again. A result lands once, and only if it is still wanted: an obsolete one changes nothing, and is counted. It is up
// to the caller to settle and to commit, so that all finished jobs are one act.
// See test: is landed by the host that has it now, once

import type { JobRow } from '@cellwake/store'
import { bytesOf } from '../graph/memory.ts'
import type { ModelGraph } from '../graph/model-graph.ts'
import type { Answer } from './answer.ts'
import { answerValue } from './answer-value.ts'
import type { Request } from './call.ts'
import { type JobResult, jobNameOf } from './jobs.ts'

export interface Landed {
  /** The symbols that got an answer or failed, and the jobs that brought it. */
  readonly symbols: readonly string[]
  readonly jobs: readonly string[]
  /** Results that were not wanted any more. */
  readonly obsolete: number
}

export function land(graph: ModelGraph, rows: readonly JobRow[], now: number): Landed {
  const symbols: string[] = []
  const jobs: string[] = []
  let obsolete = 0
  for (const row of rows) {
    const request = graph.calls.requests.find(jobNameOf(row.id)!.key)
    if (!isUnder(request, row)) {
      if (row.state === 'done') obsolete++
    } else if (row.state === 'queued' || row.state === 'running') {
      request.isOpen = true
      request.isRunning = row.state === 'running'
    } else if (request.calls.size === 0) {
      if (row.state === 'done') obsolete++
      request.isOpen = false
      graph.calls.requests.forget(request)
    } else if (request.isOpen) {
      end(graph, request, row, now)
      jobs.push(row.id)
      for (const { symbol } of request.calls) symbols.push(symbol)
    }
  }
  graph.statuses.changed()
  return { symbols, jobs, obsolete }
}

/** Whether a job is that under which a request was last asked, and its answer has not landed. */
function isUnder(request: Request | undefined, { id }: JobRow): request is Request {
  const { rev } = jobNameOf(id)!
  return request !== undefined && request.rev === rev && (request.answer?.rev ?? 0) < rev
}

function end(graph: ModelGraph, request: Request, row: JobRow, now: number): void {
  request.isOpen = false
  request.isRunning = false
  const outcome = outcomeOf(graph, request, row, now)
  if (typeof outcome === 'string') {
    request.failed = { error: outcome, at: row.finishedAt ?? now, rev: request.rev }
  } else {
    request.answer = outcome
    request.failed = undefined
  }
  for (const call of request.calls) {
    if (typeof outcome !== 'string') {
      call.answer = outcome
      graph.write(call.answerNode, outcome.value)
    }
    // The value may change though the answer does not: it failed, or was too old and is new again.
    graph.graph.touch(call.node)
  }
  graph.calls.requests.noteAll(request)
}

/** The answer, or why there is none. */
function outcomeOf(
  graph: ModelGraph,
  { key, rev, signature }: Request,
  row: JobRow,
  now: number,
): Answer | string {
  if (row.state === 'cancelled') return 'cancelled: somebody called the job off'
  if (row.state === 'failed') return row.error ?? 'the job failed'
  const result = row.result as Partial<JobResult> | undefined
  const found = answerValue(signature, result?.value)
  if ('wrong' in found) return found.wrong
  if (!graph.memory.hasRoom(bytesOf(found.value))) {
    return `size: what ${signature.name} gave does not fit into the model any more`
  }
  const { at = row.finishedAt ?? now, provider } = result ?? {}
  return { value: found.value, at, key, rev, ...(provider === undefined ? {} : { provider }) }
}
