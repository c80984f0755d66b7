// Replacement of a version by the next: computed first, then committed as one act, which holds the source, its version,
// the inputs it keeps and drops, and the receipt of the request.
// See test: a refused deploy leaves the version before it at work

import { type Clock, isLost } from '@cellwake/scheduler'
import type { Store, Write } from '@cellwake/store'
import { EngineError } from './errors.ts'
import type { Place } from './home/places.ts'
import { LARGE_COMMIT_BYTES, LARGE_COMMIT_WRITES } from './limits.ts'
import {
  checkVersion,
  type Deployed,
  Deployment,
  type DeployOptions,
  nextRecord,
  prunedSources,
} from './model/deployment.ts'
import { sweep } from './model/dropping.ts'
import type { LiveModel } from './model/live-model.ts'
import type { Making, ReadVersion } from './model/making.ts'
import { refusal } from './model/ownership.ts'
import { ModelRecords } from './model/records.ts'
import type { ReadSource } from './source-reader.ts'
import { aboutVersion } from './views/model-facts.ts'
import { deployCause, type LeftCause } from './why/causes.ts'

export interface DeployingHost {
  /** The store that keeps the receipts of requests. */
  readonly store: Store
  readonly clock: Clock
  readonly making: Making
  /** The version that was put aside; undefined if none was. */
  readAside(records: ModelRecords): Promise<ReadVersion | undefined>
  /** A version is durable, and runs from now on. */
  opened(model: LiveModel): void
}

export interface Deploy {
  readonly source: string
  readonly read: ReadSource
  readonly options: DeployOptions
  readonly act: 'deploy' | 'rollback'
}

/** In the turn of the model, and of the version that runs: no change comes between. */
export async function replace(
  host: DeployingHost,
  place: Place,
  before: LiveModel | undefined,
  { source, read, options, act }: Deploy,
): Promise<Deployed> {
  const { id, store } = place
  const records = new ModelRecords(store, id)
  if (before === undefined && options.dryRun !== true) await place.ownership.take(id)
  await records.load()
  if (records.isHalfGone && options.dryRun !== true) {
    await sweep({ id, store, expect: place.ownership.expect(id), by: options.by ?? act })
  }
  const current = records.model()?.version ?? 0
  checkVersion(id, current, options.expectVersion)
  const now = host.clock.now()
  const version = current + 1
  const by = options.by ?? act
  const record = nextRecord(records.model(), id, version, now, by, options.runtime)
  const known = before ?? (await host.readAside(records))
  const next = host.making.next(place, records, { record, source, read }, known)
  const { model, carried } = await host.making.run(next)
  const deployed = new Deployment(model, version, read.diagnostics, carried.report)
  const [mutation] = options.mayMutate === false ? deployed.mutations : []
  if (mutation !== undefined) {
    model.release()
    const what = `Line ${mutation.line} changes something outside, by ${mutation.function}.`
    throw new EngineError('mutation-refused', what)
  }
  if (options.dryRun === true) {
    model.release()
    return deployed
  }
  const starting = model.starting()
  const write: Write[] = [
    ...prunedSources(records, record),
    records.putModel({ ...record, about: aboutVersion(model, id) }),
    records.putSource(version, source),
    ...carried.writes,
    ...starting.write,
  ]
  const detail = deployCause(act, id, now, version, leftBy(deployed, before, now))
  const cause = { by, detail }
  const receipt = options.receipt === undefined ? [] : [options.receipt(deployed)]
  // A repeated request is looked up in the store of receipts.
  const isHere = store === host.store
  const receipts = isHere ? receipt : []
  // The precondition of the version that it was computed from: its results are void otherwise.
  const { expect } = before ?? model
  const jobs = [...carried.jobs, ...starting.jobs]
  const isLarge = write.length > LARGE_COMMIT_WRITES || source.length > LARGE_COMMIT_BYTES
  const turn = isLarge ? store.large.turn() : undefined
  await turn?.come
  const verdict = store.commit({ expect, write, receipts, jobs, cause })
  starting.sent()
  const result = await verdict.finally(() => turn?.end())
  if (result.rejected !== undefined) {
    model.release()
    if (isLost(result)) before?.lose(refusal(id, result))
    throw refusal(id, result)
  }
  if (!isHere && receipt.length > 0) await host.store.commit({ receipts: receipt, cause: { by } })
  model.committed(result.seq)
  before?.replacedBy(model)
  host.opened(model)
  if (options.onFiring !== undefined) model.rules.onFiring(options.onFiring)
  await model.begin()
  return deployed
}

/** Due occurrences of removed rules: they never run, so the deploy has them on record. */
function leftBy(deployed: Deployment, before: LiveModel | undefined, now: number): LeftCause[] {
  if (before === undefined || deployed.dropped.length === 0) return []
  const gone = new Set(deployed.dropped)
  const left = [...before.rules.left((id) => gone.has(id), now)]
  if (left.length === 0) return []
  const titles = new Map(deployed.rules.map(({ id, title }) => [id, title]))
  return left.map(([id, { count, newest }]) => ({ rule: titles.get(id) ?? id, count, due: newest }))
}
