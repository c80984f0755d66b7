// Every route: its address, who may use it, what it takes and gives. The server is built from this table, the
// client and the OpenAPI document too, so a route without a permission cannot exist.

import * as z from 'zod'
import { auditPage, eventPage, published, publishRequest, topicList } from './events.ts'
import {
  cellsAnswer,
  deployed,
  deployRequest,
  modelDetail,
  modelList,
  refreshRequest,
  resolveAnswer,
  setAnswer,
  setRequest,
  sheetAnswer,
  sourceView,
  versionList,
} from './models.ts'
import { firingPage, ruleList, timeline, upcoming } from './rules.ts'
import { simulated, simulateRequest } from './simulate.ts'
import { functionList, health, ready, type Scope, whoAmI } from './system.ts'
import { explanation, graphView, historyPage } from './why.ts'

/** What a caller needs: a scope, on the thing that the address or body names. `public` needs no token. */
export type Permission =
  | { readonly scope: 'public' }
  | { readonly scope: Scope; readonly on: 'server' | 'model' | 'topic' }

export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly permission: Permission
  /** One line for the documentation. */
  readonly summary: string
  readonly params: z.ZodObject
  readonly query: z.ZodObject
  readonly body: z.ZodType
  readonly answer: z.ZodType
}

const nothing = z.strictObject({})
const noBody = z.undefined()
const model = z.strictObject({ id: z.string() })
const symbol = z.strictObject({ id: z.string(), symbol: z.string() })
const rule = z.strictObject({ id: z.string(), ruleId: z.string() })
const topic = z.strictObject({ topic: z.string() })

const limit = z.coerce.number().int().min(1).max(1000).optional()
const before = z.coerce.number().int().optional()
/** A revision, or an instant. */
const at = z.string().optional()

const read = { scope: 'read', on: 'model' } as const
const write = { scope: 'write', on: 'model' } as const
const deploy = { scope: 'deploy', on: 'model' } as const

export const routes = {
  deploy: {
    method: 'POST',
    path: '/api/models',
    permission: deploy,
    summary: 'Deploys a model, or checks what a deploy would do.',
    params: nothing,
    query: nothing,
    body: deployRequest,
    answer: deployed,
  },
  models: {
    method: 'GET',
    path: '/api/models',
    permission: { scope: 'read', on: 'server' },
    summary: 'All models that the caller may read, with their health.',
    params: nothing,
    query: nothing,
    body: noBody,
    answer: modelList,
  },
  upcoming: {
    method: 'GET',
    path: '/api/upcoming',
    permission: { scope: 'read', on: 'server' },
    summary: 'What models will do by themselves, in the next hours.',
    params: nothing,
    query: z.strictObject({ hours: z.coerce.number().min(1).max(168).optional() }),
    body: noBody,
    answer: upcoming,
  },
  model: {
    method: 'GET',
    path: '/api/models/:id',
    permission: read,
    summary: 'One model: its health, sheets and names.',
    params: model,
    query: nothing,
    body: noBody,
    answer: modelDetail,
  },
  deleteModel: {
    method: 'DELETE',
    path: '/api/models/:id',
    permission: deploy,
    summary: 'Deletes a model with all it holds; its id must be repeated.',
    params: model,
    query: z.strictObject({ confirm: z.string() }),
    body: noBody,
    answer: z.object({ deleted: z.string() }),
  },
  source: {
    method: 'GET',
    path: '/api/models/:id/source',
    permission: read,
    summary: 'The source of the version that runs, or of an older one.',
    params: model,
    query: z.strictObject({ version: z.coerce.number().int().optional() }),
    body: noBody,
    answer: sourceView,
  },
  versions: {
    method: 'GET',
    path: '/api/models/:id/versions',
    permission: read,
    summary: 'The versions that are kept, newest first.',
    params: model,
    query: nothing,
    body: noBody,
    answer: versionList,
  },
  rollback: {
    method: 'POST',
    path: '/api/models/:id/rollback',
    permission: deploy,
    summary: 'Deploys an older version again.',
    params: model,
    query: nothing,
    body: z.strictObject({ version: z.number().int() }),
    answer: deployed,
  },
  set: {
    method: 'POST',
    path: '/api/models/:id/inputs',
    permission: write,
    summary: 'Gives values to inputs: all of them or none. Answers when that is durable.',
    params: model,
    query: nothing,
    body: setRequest,
    answer: setAnswer,
  },
  cells: {
    method: 'GET',
    path: '/api/models/:id/cells',
    permission: read,
    summary: 'Cells as they are, or as they were. Makes nothing run.',
    params: model,
    query: z.strictObject({ symbols: z.string().optional(), at }),
    body: noBody,
    answer: cellsAnswer,
  },
  sheet: {
    method: 'GET',
    path: '/api/models/:id/sheet',
    permission: read,
    summary: 'The cells of a rectangle that hold something, with formulas and roles.',
    params: model,
    query: z.strictObject({ range: z.string() }),
    body: noBody,
    answer: sheetAnswer,
  },
  resolve: {
    method: 'GET',
    path: '/api/models/:id/resolve/:symbol',
    permission: read,
    summary: 'A cell, computed if it must be.',
    params: symbol,
    query: z.strictObject({ wait: z.string().optional() }),
    body: noBody,
    answer: resolveAnswer,
  },
  refresh: {
    method: 'POST',
    path: '/api/models/:id/refresh',
    permission: write,
    summary: 'Computes lazy cells again.',
    params: model,
    query: nothing,
    body: refreshRequest,
    answer: cellsAnswer,
  },
  rules: {
    method: 'GET',
    path: '/api/models/:id/rules',
    permission: read,
    summary: 'The rules with their states.',
    params: model,
    query: nothing,
    body: noBody,
    answer: ruleList,
  },
  firings: {
    method: 'GET',
    path: '/api/models/:id/rules/:ruleId/firings',
    permission: read,
    summary: 'What a rule did, or did not do and why, newest first.',
    params: rule,
    query: z.strictObject({ before, limit }),
    body: noBody,
    answer: firingPage,
  },
  timeline: {
    method: 'GET',
    path: '/api/models/:id/timeline',
    permission: read,
    summary: 'All rules on one time axis: what happened and what is coming.',
    params: model,
    query: z.strictObject({ from: z.string().optional(), until: z.string().optional() }),
    body: noBody,
    answer: timeline,
  },
  explain: {
    method: 'GET',
    path: '/api/models/:id/explain/:symbol',
    permission: read,
    summary: 'Why a cell has its value, back to the origin.',
    params: symbol,
    query: z.strictObject({ depth: z.coerce.number().int().min(1).max(20).optional(), at }),
    body: noBody,
    answer: explanation,
  },
  history: {
    method: 'GET',
    path: '/api/models/:id/history/:symbol',
    permission: read,
    summary: 'What a cell was, newest first.',
    params: symbol,
    query: z.strictObject({ before, limit }),
    body: noBody,
    answer: historyPage,
  },
  graph: {
    method: 'GET',
    path: '/api/models/:id/graph',
    permission: read,
    summary: 'What depends on what.',
    params: model,
    query: z.strictObject({
      focus: z.string().optional(),
      limit: z.coerce.number().int().min(1).max(20_000).optional(),
    }),
    body: noBody,
    answer: graphView,
  },
  simulate: {
    method: 'POST',
    path: '/api/models/:id/simulate',
    permission: read,
    summary: 'Runs a copy of the model through time that is not real.',
    params: model,
    query: nothing,
    body: simulateRequest,
    answer: simulated,
  },
  topics: {
    method: 'GET',
    path: '/api/topics',
    permission: { scope: 'read', on: 'server' },
    summary: 'The topics with how many events they hold.',
    params: nothing,
    query: nothing,
    body: noBody,
    answer: topicList,
  },
  events: {
    method: 'GET',
    path: '/api/topics/:topic/events',
    permission: { scope: 'read', on: 'topic' },
    summary: 'The events of a topic, newest first, or those after a position.',
    params: topic,
    query: z.strictObject({ after: z.coerce.number().int().optional(), limit }),
    body: noBody,
    answer: eventPage,
  },
  publish: {
    method: 'POST',
    path: '/api/topics/:topic/events',
    permission: { scope: 'write', on: 'topic' },
    summary: 'Publishes an event once: the same messageId again changes nothing.',
    params: topic,
    query: nothing,
    body: publishRequest,
    answer: published,
  },
  functions: {
    method: 'GET',
    path: '/api/functions',
    permission: { scope: 'read', on: 'server' },
    summary: 'The functions of the language.',
    params: nothing,
    query: nothing,
    body: noBody,
    answer: functionList,
  },
  audit: {
    method: 'GET',
    path: '/api/audit',
    permission: { scope: 'admin', on: 'server' },
    summary: 'Who changed what, newest first.',
    params: nothing,
    query: z.strictObject({ before, limit, about: z.string().optional() }),
    body: noBody,
    answer: auditPage,
  },
  activity: {
    method: 'GET',
    path: '/api/models/:id/activity',
    permission: read,
    summary: 'The newest commits of a model, in words.',
    params: model,
    query: z.strictObject({ before, limit }),
    body: noBody,
    answer: auditPage,
  },
  whoAmI: {
    method: 'GET',
    path: '/api/whoami',
    permission: { scope: 'read', on: 'server' },
    summary: 'Who is asking, and what they may do.',
    params: nothing,
    query: nothing,
    body: noBody,
    answer: whoAmI,
  },
  health: {
    method: 'GET',
    path: '/health',
    permission: { scope: 'public' },
    summary: 'Whether the server is well, and what its store survives.',
    params: nothing,
    query: nothing,
    body: noBody,
    answer: health,
  },
  ready: {
    method: 'GET',
    path: '/ready',
    permission: { scope: 'public' },
    summary: 'Whether requests will be served.',
    params: nothing,
    query: nothing,
    body: noBody,
    answer: ready,
  },
} as const satisfies Record<string, Route>

export type RouteName = keyof typeof routes
