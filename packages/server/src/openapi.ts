// The OpenAPI document, made from the schemas that check requests, so that it cannot say anything else.

import { apiError, json, type Route, routes, whyNode } from '@cellwake/client'
import * as z from 'zod'
import { VERSION } from './version.ts'

type Json = Record<string, unknown>

/** Two of them contain themselves, so they need names. */
const named: Readonly<Record<string, z.ZodType>> = {
  Error: apiError,
  Json: json,
  WhyNode: whyNode,
}

const refersTo = (id: string) => `#/components/schemas/${id}`

export function openApi(): Json {
  const paths: Record<string, Json> = {}
  for (const [name, route] of Object.entries(routes as Record<string, Route>)) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    const methods = paths[path] ?? {}
    paths[path] = methods
    methods[route.method.toLowerCase()] = operation(name, route)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cellwake',
      version: VERSION,
      description: 'Models that act: deploy them, set their inputs, ask why.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: schemas(named, 'output'),
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
    security: [{ token: [] }],
  }
}

function operation(name: string, { permission, summary, ...route }: Route): Json {
  const needs = permission.scope === 'public' ? 'Needs no token.' : `Needs ${permission.scope}.`
  return {
    operationId: name,
    summary,
    description: needs,
    ...(permission.scope === 'public' && { security: [] }),
    parameters: [
      ...parameters('path', route.params),
      ...parameters('query', route.query),
      ...(route.method === 'POST' ? [idempotencyKey] : []),
    ],
    ...(route.method === 'POST' && {
      requestBody: { required: true, content: content(schemaOf(route.body, 'input')) },
    }),
    responses: {
      200: { description: 'Done.', content: content(schemaOf(route.answer, 'output')) },
      default: { description: 'What went wrong.', content: content({ $ref: refersTo('Error') }) },
    },
  }
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key with the same request changes nothing more and gets the first answer.',
  schema: { type: 'string', maxLength: 200 },
}

function parameters(place: 'path' | 'query', object: z.ZodObject): Json[] {
  const { properties = {}, required = [] } = schemaOf(object, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema,
  }))
}

function content(schema: Json): Json {
  return { 'application/json': { schema } }
}

/** A schema of a route, which refers to the named ones. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  return schemas({ ...named, Inline: schema }, io).Inline ?? {}
}

function schemas(all: Readonly<Record<string, z.ZodType>>, io: 'input' | 'output') {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(all)) registry.add(schema, { id })
  const made = z.toJSONSchema(registry, { io, uri: refersTo, unrepresentable: 'any' })
  return Object.fromEntries(Object.entries(made.schemas).map(([id, one]) => [id, plain(one)]))
}

function plain(schema: unknown): Json {
  const { $schema, $id, ...rest } = schema as Json
  return rest
}
