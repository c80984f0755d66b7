// A run, and a row of the ledger, as people see them.

import type { EntryRow } from '@cellwake/store'
import { iso } from './json.ts'
import { type LedgerRecord, runOf } from './records.ts'
import type { HandlerType, Outcome, Phase, Status } from './run.ts'

export interface RunView {
  readonly id: string
  readonly handler: string
  readonly handlerType: HandlerType
  readonly retryOf: string | null
  readonly attempt: number
  readonly phase: Phase
  readonly status: Status
  readonly mutationOutcome: Outcome | null
  readonly version: string
  readonly trigger: string
  readonly title?: string
  readonly error?: string
  readonly errorClass?: string
  readonly createdAt: string
  readonly updatedAt: string
}

export interface LedgerView {
  readonly id: string
  readonly run: string
  readonly handler: string
  readonly tool: string
  readonly params: unknown
  readonly key: string
  readonly status: string
  readonly result?: unknown
  readonly error?: string
  readonly title?: string
  readonly attempts: number
  readonly resolvedBy?: string
  readonly inputs: readonly string[]
  readonly createdAt: string
  readonly updatedAt: string
}

export function runView(row: EntryRow): RunView {
  const run = runOf(row)
  const title = run.prepared?.ui.title
  return {
    id: run.id,
    handler: run.handler,
    handlerType: run.handlerType,
    retryOf: run.retryOf ?? null,
    attempt: run.attempt,
    phase: run.phase,
    status: run.status,
    mutationOutcome: run.outcome ?? null,
    version: run.version,
    trigger: run.trigger,
    ...(title !== undefined && { title }),
    ...(run.error !== undefined && { error: run.error.message, errorClass: run.error.class }),
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.at),
  }
}

export function ledgerView(row: EntryRow): LedgerView {
  const { causes, ...record } = row.value as unknown as LedgerRecord
  const times = { createdAt: iso(row.createdAt), updatedAt: iso(row.at) }
  return { id: row.id, ...record, status: row.state, inputs: causes, ...times }
}
