// The routes of the contract, each with its handler, its checks and its limits. The contract is an
// allow-list: an address without a route, or a method that it does not have, is an error like any other.

import { type Route, type RouteName, routes } from '@cellwake/client'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { ServerError } from './errors.ts'
import type { Gate } from './gate.ts'
import type { Call, Handler, Handlers } from './handlers.ts'
import type { InTransit } from './in-transit.ts'
import { longJson, shortJson } from './json-text.ts'
import { ANSWER_TIMEOUT_MS, SOURCE_BODY_BYTES } from './limits.ts'
import { openApi } from './openapi.ts'
import type { Parts } from './parts.ts'
import { orPassedOn } from './passing-on.ts'
import type { Principal } from './principal.ts'
import { readKey } from './request-text.ts'
import { cells } from './routes/cells.ts'
import { connections } from './routes/connections.ts'
import { imports } from './routes/imports.ts'
import { jobs } from './routes/jobs.ts'
import { models } from './routes/models.ts'
import { rules } from './routes/rules.ts'
import { simulate } from './routes/simulate.ts'
import { sinks } from './routes/sinks.ts'
import { systemRoutes } from './routes/system.ts'
import { topics } from './routes/topics.ts'
import { why } from './routes/why.ts'
import { workflows } from './routes/workflows.ts'
import { within } from './tracing.ts'
import './request.ts'

const handlers: Handlers = {
  ...models,
  ...cells,
  ...jobs,
  ...connections,
  ...sinks,
  ...rules,
  ...why,
  ...imports,
  ...simulate,
  ...topics,
  ...workflows,
  ...systemRoutes,
}

/** Bodies of these may hold a whole model. */
const withSource: ReadonlySet<RouteName> = new Set<RouteName>([
  'deploy',
  'importFile',
  'simulate',
  'deployWorkflow',
])

export interface Ways {
  readonly gate: Gate
  readonly inTransit: InTransit
}

export function mountApi(app: FastifyInstance, parts: Parts, ways: Ways): void {
  app.setValidatorCompiler(validatorCompiler)
  for (const name of Object.keys(routes) as RouteName[]) mountRoute(app, parts, ways, name)
  app.get('/api/openapi.json', { config: { permission: { scope: 'public' } } }, (_, reply) =>
    reply.type('application/json; charset=utf-8').send(document()),
  )
  app.get('/metrics', { config: { permission: { scope: 'read', on: 'server' } } }, (_, reply) =>
    parts.metrics.registry
      .metrics()
      .then((text) => reply.type(parts.metrics.registry.contentType).send(text)),
  )
}

let made: string | undefined

/** Made when it is first wanted: it takes as long as all the rest of the start. */
function document(): string {
  made ??= JSON.stringify(openApi())
  return made
}

function mountRoute<N extends RouteName>(
  app: FastifyInstance,
  parts: Parts,
  { gate, inTransit }: Ways,
  name: N,
): void {
  const route: Route = routes[name]
  const handler: Handler<N> = handlers[name]
  app.route({
    method: route.method,
    url: route.path,
    config: { permission: route.permission },
    handlerTimeout: ANSWER_TIMEOUT_MS,
    ...(withSource.has(name) && { bodyLimit: SOURCE_BODY_BYTES }),
    schema: {
      params: route.params,
      querystring: route.query,
      ...(route.method === 'POST' && { body: route.body }),
    },
    // What takes no more than an empty object may be asked without a body.
    ...(route.method === 'POST' && { preValidation: withBody }),
    handler: async (request, reply) => {
      const call = callOf<N>(request)
      const answer = await gate.within(call.principal, () =>
        within(request.span!, () => orPassedOn(request, () => handler(call, parts))),
      )
      if (name === 'ready' && parts.notReady() !== undefined) reply.code(503)
      reply.type('application/json; charset=utf-8')
      // The answer to a change is always sent, however large: the change has happened.
      const counts = changesNothing(name)
      const text = shortJson(answer)
      if (text !== undefined) {
        if (counts) inTransit.take(call.principal, text.length, reply.raw)
        return text
      }
      const took = counts ? inTransit.growing(call.principal, reply.raw) : () => {}
      const { answering } = parts
      return answering.run(longJson(answer, answering.pause, took)).done
    },
  })
}

async function withBody(request: FastifyRequest): Promise<void> {
  request.body ??= {}
}

function changesNothing(name: RouteName): boolean {
  return routes[name].method === 'GET' || name === 'simulate' || name === 'importFile'
}

function callOf<N extends RouteName>(request: FastifyRequest): Call<N> {
  const { params, query, body, principal, headers } = request
  return {
    params: params as Call<N>['params'],
    query: query as Call<N>['query'],
    body: body as Call<N>['body'],
    principal: principal as Principal,
    key: readKey(headers['idempotency-key']),
  }
}

/** The methods that an address has, by its form. */
const addresses = Object.values(routes as Record<string, Route>).map(({ method, path }) => ({
  method,
  form: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
}))

/** The error for an address, or a method of it, that does not exist. */
export function nothingThere({ url, method }: FastifyRequest): ServerError {
  const [path = ''] = url.split('?')
  const allowed = addresses.filter(({ form }) => form.test(path)).map((one) => one.method)
  return allowed.length === 0
    ? new ServerError('not-found', 'There is nothing at this address.')
    : new ServerError('method-not-allowed', `${method} is not allowed here.`, {
        details: { allowed: [...new Set(allowed)] },
      })
}
