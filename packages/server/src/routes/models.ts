// Models: deploying, listing, their sources and versions, deleting.

import type { DeployedView, ModelDetail, ModelSummary } from '@cellwake/client'
import {
  type Deployed,
  DiagnosticsError,
  diagnosticViews,
  type LiveModel,
  type ModelRecord,
} from '@cellwake/engine'
import { ServerError } from '../errors.ts'
import type { Group, Immutable } from '../handlers.ts'
import { ACTIVITY_MINUTES, ANSWER_CELLS, LIST_MODELS } from '../limits.ts'
import type { Parts } from '../parts.ts'
import type { Principal } from '../principal.ts'
import { unknownModel } from '../resources.ts'

export const models: Group<
  'deploy' | 'models' | 'model' | 'deleteModel' | 'source' | 'versions' | 'rollback'
> = {
  async deploy({ body, principal, key }, { engine, receipts }) {
    const { id, source, dryRun, expectVersion } = body
    if (id === undefined && !principal.reachesEvery('model')) {
      throw new ServerError('id-needed', 'This token reaches only some models.')
    }
    if (id !== undefined && !principal.reaches('model', id)) throw unknownModel(id)
    const by = principal.name
    const options = {
      by,
      ...(id !== undefined && { id }),
      ...(expectVersion !== undefined && { expectVersion }),
      dryRun: dryRun === true,
      mayPublish: publishing(principal),
      mayMutate: principal.mayMutate,
    }
    return withPlaces(source, () => {
      if (dryRun === true) return engine.deploy(source, options).then((done) => view(source, done))
      const asked = {
        route: 'deploy',
        owner: principal.id,
        key,
        request: [id, source, expectVersion],
      }
      return receipts.once<DeployedView>(asked, async (receipt) => {
        const make = receipt && { receipt: (done: Deployed) => receipt(view(source, done)) }
        return view(source, await engine.deploy(source, { ...options, ...make }))
      })
    })
  },

  async rollback({ params, body, principal, key }, { engine, receipts }) {
    const { id } = params
    const by = principal.name
    const source = await engine.source(id, body.version)
    const { createdAt } = (await engine.model(id)).record
    return withPlaces(source, () =>
      receipts.once<DeployedView>(
        // A model that was deleted and made again is another one.
        {
          route: `rollback:${id}:${createdAt}`,
          owner: principal.id,
          key,
          request: body.version,
        },
        async (receipt) => {
          const make = receipt && { receipt: (done: Deployed) => receipt(view(source, done)) }
          const { mayMutate } = principal
          const options = { mayPublish: publishing(principal), mayMutate, ...make }
          return view(source, await engine.rollback(id, body.version, by, options))
        },
      ),
    )
  },

  async models({ principal }, parts) {
    const list: Immutable<ModelSummary>[] = []
    for (const record of await reachable(parts, principal)) {
      list.push(await summary(record, parts))
    }
    return { models: list }
  },

  async model({ params }, parts) {
    return detail(await parts.engine.model(params.id), parts)
  },

  async deleteModel({ params, query, principal }, { engine }) {
    await engine.delete(params.id, query.confirm, principal.name)
    return { deleted: params.id }
  },

  async source({ params, query }, { engine }) {
    const { id } = params
    const { version } = await engine.record(id)
    const asked = query.version ?? version
    return { id, version: asked, source: await engine.source(id, asked) }
  },

  async versions({ params }, { engine }) {
    const record = await engine.record(params.id)
    const versions = record.versions.map(({ version, at, by }) => ({
      version,
      at: new Date(at).toISOString(),
      by: by ?? 'unknown',
    }))
    return { current: record.version, versions: versions.reverse() }
  },
}

/** Rules act with the permissions of their deployer. */
function publishing(principal: Principal): (topic: string) => boolean {
  return (topic) => principal.reaches('topic', topic)
}

/** The models that a principal may see. */
export async function reachable(
  { engine }: Pick<Parts, 'engine'>,
  principal: Principal,
): Promise<ModelRecord[]> {
  const all = await engine.models()
  return all.filter(({ id }) => principal.reaches('model', id)).slice(0, LIST_MODELS)
}

function detail(model: LiveModel, parts: Parts): Immutable<ModelDetail> {
  const described = model.describe()
  return { ...described, ...hosted(described, parts) }
}

/** Opens nothing: looking at a list makes no model run. */
async function summary(record: ModelRecord, parts: Parts): Promise<Immutable<ModelSummary>> {
  const { engine } = parts
  const { id } = record
  if (!engine.isAtRest(id)) {
    const stored = await engine.stored(record)
    return { ...stored, ...hosted(stored, parts) }
  }
  const { sheets, names, ...rest } = detail(engine.running(id), parts)
  return rest
}

function hosted(
  { id, runtime, problems }: Pick<Immutable<ModelSummary>, 'id' | 'runtime' | 'problems'>,
  { engine, store }: Parts,
) {
  const home = engine.homes.find(({ runtimes }) => runtimes.some((own) => own === runtime))
  const trouble = home?.trouble
  return {
    livesIn: (home ?? store).durability.driver,
    activity: engine.commitsPerMinute(id, ACTIVITY_MINUTES),
    problems: trouble === undefined ? problems : [...problems, awaySentence(trouble)],
  }
}

function awaySentence(trouble: string): string {
  return `Redis, where it lives, cannot be reached: ${trouble} It is shown as it was last seen.`
}

function view(source: string, done: Deployed): DeployedView {
  return {
    id: done.model.id,
    version: done.version,
    diagnostics: diagnosticViews(source, done.diagnostics),
    kept: done.kept.slice(0, ANSWER_CELLS),
    dropped: done.dropped.slice(0, ANSWER_CELLS),
    added: [...done.firstAdded(ANSWER_CELLS)],
    rules: done.rules.slice(0, ANSWER_CELLS),
    mutations: done.mutations.slice(0, ANSWER_CELLS),
  }
}

/** Diagnostics as lines and columns, for people who have the source before them. */
export async function withPlaces<T>(source: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof DiagnosticsError)) throw error
    const diagnostics = diagnosticViews(source, error.diagnostics)
    const errors = diagnostics.filter(({ severity }) => severity === 'error')
    const what = `The source has errors. ${errors[0]?.message ?? ''}`
    throw new ServerError('diagnostics', what, { details: { diagnostics } })
  }
}
