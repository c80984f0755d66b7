// A deploy as data: its options, its result, and the records of a model's versions.

import type { Diagnostic, IrRuntime } from '@cellwake/language'
import type { ReceiptSpec, Write } from '@cellwake/store'
import { EngineError } from '../errors.ts'
import { MODEL_VERSIONS } from '../limits.ts'
import type { Firing } from '../rules/firing.ts'
import type { RuleName } from '../views/rule-views.ts'
import type { LiveModel } from './live-model.ts'
import type { ModelRecord, ModelRecords } from './records.ts'
import type { DeployReport, Mutation } from './redeploy.ts'

export interface DeployOptions {
  /** Left out, the MODEL of the source, or one derived from it. */
  readonly id?: string
  readonly by?: string
  /** The runtime, whatever the header of the source asks for. */
  readonly runtime?: IrRuntime
  /** Told of every firing of this version, from the first on. */
  readonly onFiring?: (firing: Firing) => void
  /** Checks and compares, and changes nothing. */
  readonly dryRun?: boolean
  /** Only if this version runs now; 0 stands for a model that does not exist yet. */
  readonly expectVersion?: number
  /** Whether its rules may publish to a topic; left out, to all. */
  readonly mayPublish?: (topic: string) => boolean
  /** Whether its formulas may change something outside; left out, they may. */
  readonly mayMutate?: boolean
  /** Goes into the commit of the deploy: the witness that it was done, with its answer. */
  readonly receipt?: (deployed: Deployed) => ReceiptSpec
}

export interface Deployed extends DeployReport {
  readonly model: LiveModel
  readonly version: number
  readonly diagnostics: readonly Diagnostic[]
  /** External calls that change something outside, and that the version before did not have. */
  readonly mutations: readonly Mutation[]
}

export class Deployment implements Deployed {
  readonly model: LiveModel
  readonly version: number
  readonly diagnostics: readonly Diagnostic[]
  readonly #report: DeployReport

  constructor(
    model: LiveModel,
    version: number,
    diagnostics: readonly Diagnostic[],
    report: DeployReport,
  ) {
    this.model = model
    this.version = version
    this.diagnostics = diagnostics
    this.#report = report
  }

  get kept(): readonly string[] {
    return this.#report.kept
  }

  get dropped(): readonly string[] {
    return this.#report.dropped
  }

  get added(): readonly string[] {
    return this.#report.added
  }

  /** The first of those that were added. */
  firstAdded(most: number): readonly string[] {
    return this.#report.firstAdded(most)
  }

  get rules(): readonly RuleName[] {
    return this.#report.rules
  }

  get mutations(): readonly Mutation[] {
    return this.#report.mutations
  }
}

/** An id from the title of a model. */
export function idFrom(title: string | null): string {
  const id = (title ?? 'model').toLowerCase().replace(/[^a-z0-9_.-]+/g, '-')
  return id.replace(/^[-.]+|[-.]+$/g, '') || 'model'
}

/** Refuses a deploy whose author has seen another version than the one that runs. */
export function checkVersion(id: string, current: number, expected: number | undefined): void {
  if (expected === undefined || expected === current) return
  const what = current === 0 ? 'does not exist' : `is at version ${current}, not at ${expected}`
  throw new EngineError('wrong-revision', `The model ${id} ${what}.`)
}

export function nextRecord(
  before: ModelRecord | undefined,
  id: string,
  version: number,
  now: number,
  by: string,
  runtime: IrRuntime | undefined,
): ModelRecord {
  const versions = [...(before?.versions ?? []), { version, at: now, by }].slice(-MODEL_VERSIONS)
  const createdAt = before?.createdAt ?? now
  const own = runtime === undefined ? {} : { runtime }
  return { id, version, createdAt, deployedAt: now, ...own, versions }
}

export function prunedSources(records: ModelRecords, record: ModelRecord): Write[] {
  const kept = new Set(record.versions.map(({ version }) => version))
  const gone = (records.model()?.versions ?? []).filter(({ version }) => !kept.has(version))
  return gone.map(({ version }) => records.dropSource(version))
}
