// The records of a workflow, and where they are stored. Control, holds, versions and handlers are documents of its
// space: few, and overwritten. Runs, deliveries, the ledger, inputs, issues and logs are entries: they grow.

import type { EntryRow, Store, Value, Write } from '@cellwake/store'
import type { Prepared } from './define.ts'
import { WorkflowError } from './errors.ts'
import type { FailureClass, HandlerType, Outcome, Phase, RunState, Status } from './run.ts'
import type { Structure } from './structure.ts'

/** State decided by the user. */
export interface ControlRecord {
  readonly name: string
  readonly paused: boolean
  /** The version that runs: `major.minor`. */
  readonly version: string
  readonly deployedAt: number
  /** The newest of all that were ever made. */
  readonly newest: { readonly major: number; readonly minor: number }
}

/** The hold: a run that must go on before anything else of the workflow may run. */
export interface Hold {
  /** The run that is to be continued, or was the last to be. */
  readonly run: string
  readonly handler: string
  /**
   * retry: a new attempt at `at`. reconcile: the outcome is checked at `at`. fix: a fixer is asked. person: nothing
   * happens until a person acts.
   */
  readonly kind: 'retry' | 'reconcile' | 'fix' | 'person'
  readonly at?: number
  readonly because: FailureClass | 'crashed'
  readonly message: string
  readonly tool?: string
  /** The permission that an approval grants, if that is not the tool. */
  readonly grant?: string
  /** Its tool cannot say what came of the call. */
  readonly cannotCheck?: boolean
  /** Since when it waits for a person. */
  readonly since: number
  /** When an unanswered approval expires and is prepared anew. */
  readonly expiresAt?: number
  /** The parameters that a person is to approve, in words, and their digest. */
  readonly preview?: string
  readonly asks?: string
  /** The number of the issue that a person was told of. */
  readonly issue?: string
}

/** State decided by the system: the hold, durable counters, and permissions granted by a person. */
export interface HoldRecord {
  readonly hold?: Hold
  /** Failures in a row, reset by a commit. */
  readonly transients: number
  readonly fixes: number
  /** After a failure under a quarantine, `prepare` sees one event of each topic at a time. */
  readonly narrow?: boolean
  /** Tools, and connections as `connection:finance`, that a person has allowed beyond the declared ones. */
  readonly grants: readonly string[]
  /** How many issues there were: the number of the next one. */
  readonly issues: number
}

export const NO_HOLD: HoldRecord = { transients: 0, fixes: 0, grants: [], issues: 0 }

export interface ProducerRecord {
  readonly state?: Value
  readonly nextRunAt?: number
  readonly lastRunAt?: number
  /** Where the grid of its interval began. */
  readonly start: number
  /** The schedule that `nextRunAt` follows from. */
  readonly schedule: string
}

export interface ConsumerRecord {
  readonly state?: Value
  readonly wakeAt?: number
  /** By stored topic: every event up to there is done with, or has an entry. */
  readonly marks: Readonly<Record<string, number>>
}

export interface VersionRecord {
  readonly version: string
  readonly at: number
  readonly by: string
  readonly kind: 'typescript' | 'script'
  /** Equal for equal code and structure. */
  readonly digest: string
  readonly structure: Structure
  readonly script?: string
  readonly limits?: Value
  readonly comment?: string
  /** The version that it fixes. */
  readonly fixes?: string
}

export interface RunRecord {
  readonly handler: string
  readonly handlerType: HandlerType
  readonly retryOf?: string
  readonly attempt: number
  readonly version: string
  readonly trigger: string
  readonly phase: Phase
  readonly outcome?: Outcome
  readonly prepared?: Prepared
  readonly mutation?: { readonly tool: string; readonly result?: Value }
  /** The inputs behind the events that it reserved. */
  readonly causes?: readonly string[]
  readonly approved?: string
  readonly error?: RunFailure
  readonly published?: number
}

export interface RunFailure {
  readonly class: FailureClass | 'crashed'
  readonly message: string
  readonly tool?: string
  readonly location?: string
}

/** A run as it stands in memory: its record, and the entry's state. */
export interface Run extends RunRecord {
  readonly id: string
  readonly status: Status
  readonly order: number
}

export const DELIVERY_STATES = [
  'pending',
  'reserved',
  'consumed',
  'skipped',
  'quarantined',
] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

export interface DeliveryRecord {
  readonly run?: string
  /** The number of runs that have released it. */
  readonly released: number
  /** How often it was put back to be processed again. */
  readonly generation: number
  /** The input that it is itself, if it came without one. */
  readonly input?: string
}

export type LedgerState =
  | 'in_flight'
  | 'needs_reconcile'
  | 'indeterminate'
  | 'applied'
  | 'failed'
  | 'skipped'

export interface LedgerRecord {
  readonly run: string
  readonly handler: string
  readonly tool: string
  readonly params: Value
  readonly key: string
  readonly title?: string
  readonly result?: Value
  readonly error?: string
  /** Checks so far, after the inline one. */
  readonly attempts: number
  readonly resolvedBy?: string
  readonly causes: readonly string[]
}

export interface InputRecord {
  readonly source: string
  readonly type: string
  readonly externalId: string
  readonly title: string
  readonly createdBy: string
}

/** An issue that waits, or waited, for a person. */
export interface IssueRecord {
  readonly run: string
  readonly kind: string
  readonly sentence: string
  readonly actions: readonly string[]
}

export interface ApprovalRecord {
  readonly run: string
  readonly tool: string
  readonly preview: string
  readonly by?: string
}

export interface LogLine {
  readonly at: number
  readonly text: string
}

export interface LogRecord {
  readonly run: string
  readonly phase: Phase
  readonly lines: readonly LogLine[]
}

const SPACE_PREFIX = 'workflow:'

export function spaceOf(name: string): string {
  return `${SPACE_PREFIX}${name}`
}

export function nameOf(space: string): string | undefined {
  return space.startsWith(SPACE_PREFIX) ? space.slice(SPACE_PREFIX.length) : undefined
}

/** The lists of a workflow. */
export const lists = {
  runs: (name: string) => `workflows/${name}/runs`,
  ledger: (name: string) => `workflows/${name}/ledger`,
  inputs: (name: string) => `workflows/${name}/inputs`,
  inputEvents: (name: string, input: string) => `workflows/${name}/input-events/${input}`,
  issues: (name: string) => `workflows/${name}/issues`,
  notices: (name: string) => `workflows/${name}/notices`,
  approvals: (name: string) => `workflows/${name}/approvals`,
  logs: (name: string) => `workflows/${name}/logs`,
  deliveries: (name: string, consumer: string, topic: string) =>
    `workflows/${name}/deliveries/${consumer}/${topic}`,
}

/** The documents of a workflow, as this replica has them. */
export class WorkflowRecords {
  readonly #store: Store
  readonly name: string
  readonly #space: string

  constructor(store: Store, name: string) {
    this.#store = store
    this.name = name
    this.#space = spaceOf(name)
  }

  async load(): Promise<void> {
    if (!this.#store.isLoaded({ space: this.#space, id: 'control' })) {
      await this.#store.load({ space: this.#space })
    }
  }

  control(): ControlRecord | undefined {
    return this.#read('control')
  }

  mustControl(): ControlRecord {
    const control = this.control()
    if (control === undefined) {
      throw new WorkflowError('unknown-workflow', `There is no workflow ${this.name}.`)
    }
    return control
  }

  held(): HoldRecord {
    return this.#read('hold') ?? NO_HOLD
  }

  producer(handler: string): ProducerRecord | undefined {
    return this.#read(`producer:${handler}`)
  }

  consumer(handler: string): ConsumerRecord | undefined {
    return this.#read(`consumer:${handler}`)
  }

  version(version: string): VersionRecord | undefined {
    return this.#read(`version:${version}`)
  }

  versions(): VersionRecord[] {
    const found: VersionRecord[] = []
    for (const id of this.#store.documents(this.#space)) {
      if (id.startsWith('version:')) found.push(this.#read<VersionRecord>(id)!)
    }
    return found.sort((a, b) => compareVersions(a.version, b.version))
  }

  putControl = (record: ControlRecord): Write => this.#write('control', record)
  putHold = (record: HoldRecord): Write => this.#write('hold', record)
  putProducer = (handler: string, record: ProducerRecord): Write =>
    this.#write(`producer:${handler}`, record)
  putConsumer = (handler: string, record: ConsumerRecord): Write =>
    this.#write(`consumer:${handler}`, record)
  putVersion = (record: VersionRecord): Write => this.#write(`version:${record.version}`, record)
  dropVersion = (version: string): Write => this.#write(`version:${version}`, undefined)

  #read<T>(id: string): T | undefined {
    return this.#store.read({ space: this.#space, id, path: [] }) as T | undefined
  }

  #write(id: string, record: unknown): Write {
    const at = { space: this.#space, id, path: [] }
    return record === undefined ? { at } : { at, value: plainRecord(record) }
  }
}

/** Fields that are undefined are left out: a record is JSON. What is frozen was taken in by the store, and is that already. */
export function plainRecord(record: unknown): unknown {
  if (typeof record !== 'object' || record === null || Object.isFrozen(record)) return record
  if (Array.isArray(record)) return record.map(plainRecord)
  const plain: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(record)) {
    if (value !== undefined) plain[key] = plainRecord(value)
  }
  return plain
}

export function compareVersions(a: string, b: string): number {
  const [majorA = 0, minorA = 0] = a.split('.').map(Number)
  const [majorB = 0, minorB = 0] = b.split('.').map(Number)
  return majorA - majorB || minorA - minorB
}

export function runOf(row: EntryRow): Run {
  const record = row.value as unknown as RunRecord
  return { ...record, id: row.id, status: row.state as Status, order: row.order }
}

export function stateOf({ handlerType, phase, status, outcome }: Run): RunState {
  return { handlerType, phase, status, ...(outcome !== undefined && { outcome }) }
}

/** The record of a run, as it is kept. */
export function recordOf({ id: _, status: __, order: ___, ...record }: Run): RunRecord {
  return record
}
