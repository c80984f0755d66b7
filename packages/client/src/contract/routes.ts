// Every route: its address, who may use it, what it takes and gives. The server is built from this table, the
// client and the OpenAPI document too, so a route without a permission cannot exist.

import * as z from 'zod'
import {
  connectionList,
  connectionRequest,
  connectionView,
  providerList,
  tried,
} from './connections.ts'
import { auditPage, eventPage, published, publishRequest, topicList } from './events.ts'
import { modelRoutes } from './model-routes.ts'
import { before, limit, model, noBody, nothing, type Route, read } from './route.ts'
import { functionList, health, ready, whoAmI } from './system.ts'
import { workflowRoutes } from './workflow-routes.ts'

const topic = z.strictObject({ topic: z.string() })
const connection = z.strictObject({ name: z.string() })
const adminServer = { scope: 'admin', on: 'server' } as const

export const routes = {
  ...modelRoutes,
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
  ...workflowRoutes,
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
  connections: {
    method: 'GET',
    path: '/api/connections',
    permission: adminServer,
    summary: 'The named connections, without their secrets.',
    params: nothing,
    query: nothing,
    body: noBody,
    answer: connectionList,
  },
  addConnection: {
    method: 'POST',
    path: '/api/connections',
    permission: adminServer,
    summary: 'Keeps a connection under its name, its secrets encrypted, in place of an older one.',
    params: nothing,
    query: nothing,
    body: connectionRequest,
    answer: connectionView,
  },
  removeConnection: {
    method: 'DELETE',
    path: '/api/connections/:name',
    permission: adminServer,
    summary: 'Forgets a connection. What uses it fails from then on, and says so.',
    params: connection,
    query: nothing,
    body: noBody,
    answer: z.object({ removed: z.string() }),
  },
  tryConnection: {
    method: 'POST',
    path: '/api/connections/:name/test',
    permission: adminServer,
    summary: 'Reaches the place that a connection leads to, and shows it the credentials.',
    params: connection,
    query: nothing,
    body: nothing,
    answer: tried,
  },
  providers: {
    method: 'GET',
    path: '/api/providers',
    permission: { scope: 'read', on: 'server' },
    summary: 'Who answers each external function, and which setting the others need.',
    params: nothing,
    query: nothing,
    body: noBody,
    answer: providerList,
  },
  tryProvider: {
    method: 'POST',
    path: '/api/providers/:function/test',
    permission: adminServer,
    summary: 'Tries the provider of an external function.',
    params: z.strictObject({ function: z.string() }),
    query: nothing,
    body: nothing,
    answer: tried,
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
