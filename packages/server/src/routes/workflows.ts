// Workflows: their state, their activity, and the decisions of people. An action is recorded under the caller's name.

import type { WorkflowDetail } from '@cellwake/client'
import {
  type By,
  type DeployedWorkflow,
  type Structure,
  sharedTopics,
  type Workflows,
} from '@cellwake/workflows'
import { ServerError } from '../errors.ts'
import type { Call, Group } from '../handlers.ts'
import type { Parts } from '../parts.ts'
import type { Principal } from '../principal.ts'
import { unknownWorkflow } from '../resources.ts'
import { detail, here } from '../workflow-detail.ts'

type Name =
  | 'workflows'
  | 'deployWorkflow'
  | 'workflow'
  | 'workflowRuns'
  | 'workflowInputs'
  | 'workflowEvents'
  | 'workflowLedger'
  | 'workflowLogs'
  | 'workflowVersions'
  | 'activateVersion'
  | 'runNow'
  | 'pauseWorkflow'
  | 'resumeWorkflow'
  | 'approveMutation'
  | 'rejectMutation'
  | 'resolveMutation'
  | 'skipEvent'
  | 'reprocessEvent'

export const workflows: Group<Name> = {
  async workflows({ principal }, { workflows: all }) {
    const found = (await all?.list()) ?? []
    return { workflows: found.filter(({ name }) => principal.reaches('workflow', name)) }
  },

  async deployWorkflow({ body, principal, key }, { workflows: all, receipts }) {
    if (!principal.reaches('workflow', body.name)) throw unknownWorkflow(body.name)
    if (all === undefined) throw new ServerError('no-workflows', 'This host runs no workflows.')
    const { name, script, limits } = body
    const given = { name, script, ...(limits !== undefined && { limits }) }
    const asked = { route: 'workflow-deploy', owner: principal.id, key, request: given }
    return receipts.once<DeployedWorkflow>(asked, (receipt) =>
      all.deploy(given, { by: principal.name, check: within(principal), receipt }),
    )
  },

  workflow: ({ params }, parts) => detail(parts, params.name),

  async workflowRuns({ params, query }, parts) {
    return { runs: await here(parts, params.name).runs(params.name, page(query)) }
  },

  async workflowInputs({ params, query }, parts) {
    return { inputs: await here(parts, params.name).inputs(params.name, page(query)) }
  },

  async workflowEvents({ params, query }, parts) {
    const rows = await here(parts, params.name).deliveries(params.name, page(query))
    return { events: rows as ((typeof rows)[number] & { payload: never })[] }
  },

  async workflowLedger({ params, query }, parts) {
    const rows = await here(parts, params.name).ledger(params.name, page(query))
    return { mutations: rows as ((typeof rows)[number] & { params: never; result?: never })[] }
  },

  async workflowLogs({ params, query }, parts) {
    const run = query.run === undefined ? {} : { run: query.run }
    return { lines: await here(parts, params.name).logs(params.name, { ...page(query), ...run }) }
  },

  async workflowVersions({ params }, parts) {
    const versions = await here(parts, params.name).versions(params.name)
    return { versions: [...versions].reverse() }
  },

  activateVersion: (call, parts) =>
    act('activate', call, parts, async (all, name, { by, receipt }) => {
      const check = within(call.principal)
      await all.activate(name, call.body.version, {
        by,
        check,
        receipt: receipt && (() => receipt),
      })
    }),

  runNow: (call, parts) => act('run-now', call, parts, (all, name, by) => all.runNow(name, by)),

  pauseWorkflow: (call, parts) => act('pause', call, parts, (all, name, by) => all.pause(name, by)),

  resumeWorkflow: (call, parts) =>
    act('resume', call, parts, (all, name, by) => all.resume(name, by)),

  approveMutation: (call, parts) =>
    act('approve', call, parts, (all, name, by) => {
      const mayGrant = call.principal.reachesEvery('model')
      return all.approve(name, { ...by, mayGrant })
    }),

  rejectMutation: (call, parts) =>
    act('reject', call, parts, (all, name, by) =>
      all.reject(name, { ...by, keep: call.body.keep === true }),
    ),

  resolveMutation: (call, parts) =>
    act('resolve', call, parts, (all, name, by) =>
      all.resolveMutation(name, call.body.answer, call.body.result, by),
    ),

  skipEvent: (call, parts) =>
    act('skip', call, parts, (all, name, by) =>
      'inputId' in call.body
        ? all.skipInput(name, call.body.inputId, by)
        : all.skip(name, call.body.topic, call.body.messageId, by),
    ),

  reprocessEvent: (call, parts) =>
    act('reprocess', call, parts, (all, name, by) =>
      all.reprocess(name, call.body.topic, call.body.messageId, by),
    ),
}

/** Authorization of a workflow: it may reach only what the token of its deploy or activation reaches. */
function within(principal: Principal): (structure: Structure) => void {
  return (structure) => {
    const topic = sharedTopics(structure).find((name) => !principal.reaches('topic', name))
    if (topic !== undefined) {
      throw new ServerError('forbidden', `This token does not reach the topic ${topic}.`)
    }
    // Tools name models when they run, and connections serve all of them.
    const { tools, connections = ['*'] } = structure
    const isBounded = tools?.some((tool) => tool.startsWith('models.')) === false
    if ((isBounded && connections.length === 0) || principal.reachesEvery('model')) return
    const what = 'Tools for models and connections reach all models, and this token only some.'
    throw new ServerError('forbidden', what)
  }
}

/**
 * Performs an action on the workflow of the address; gives its new state. With a key the action happens once: an answer to
 * a question that is over must not be taken for an answer to the next one.
 */
async function act<N extends Exclude<Name, 'workflows' | 'deployWorkflow'>>(
  verb: string,
  { params, body, principal, key }: Pick<Call<N>, 'params' | 'body' | 'principal' | 'key'>,
  parts: Parts,
  run: (all: Workflows, name: string, by: { by: string } & By) => Promise<void>,
): Promise<WorkflowDetail> {
  const { name } = params
  const all = here(parts, name)
  const route = `workflow-${verb}:${name}`
  const asked = { route, owner: principal.id, key, request: body ?? null }
  await parts.receipts.once(asked, async (receipt) => {
    await run(all, name, { by: principal.name, receipt: receipt?.(null) })
    return null
  })
  return detail(parts, name)
}

function page({ limit }: { readonly limit?: number | undefined }): { limit?: number } {
  return limit === undefined ? {} : { limit }
}
