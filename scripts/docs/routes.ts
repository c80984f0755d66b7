// The routes of the API, from the OpenAPI document that the server makes.

import { openApi } from '../../packages/server/src/openapi.ts'
import { paragraph } from './markdown.ts'
import { asHtml, headingHtml, type Page, slug } from './page.ts'

type Json = Readonly<Record<string, unknown>>

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly parameters: readonly { name: string; in: string; required: boolean; schema: Json }[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}

interface Content {
  readonly content: Readonly<Record<string, { readonly schema: Json }>>
}

export function routesPage(): Page {
  const document = openApi() as {
    paths: Record<string, Record<string, Operation>>
    components: { schemas: Record<string, Json> }
  }
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      address: `${method.toUpperCase()} ${path}`,
      ...operation,
    })),
  )
  const title = 'Every route'
  const named = Object.entries(document.components.schemas)
  const body = [
    headingHtml(1, 'every-route', title),
    '<p>What each route takes and gives, made from the schemas that check requests. <a href="api.html">The API</a> says what all of them share; a running server has this as <code>GET /api/openapi.json</code>. A <code>?</code> behind a name means that it may be missing.</p>\n',
    ...operations.map(routeHtml),
    headingHtml(2, 'shapes', 'Shapes'),
    '<p>Those that routes refer to by name.</p>\n',
    ...named.map(
      ([name, schema]) =>
        `${headingHtml(3, `shape-${slug(name)}`, asHtml(name))}\n${block(shape(schema))}`,
    ),
  ].join('')
  const headings = [
    { level: 1, id: 'every-route', text: title, about: 'What each route takes and gives.' },
    ...operations.map((one) => ({
      level: 2,
      id: slug(one.operationId),
      text: one.address,
      about: one.summary,
    })),
    { level: 2, id: 'shapes', text: 'Shapes', about: 'Those that routes refer to by name.' },
  ]
  return { file: 'routes.html', title, group: 'Use it', body, headings }
}

function routeHtml(route: Operation & { readonly address: string }): string {
  const rows = route.parameters.map(
    ({ name, in: place, required, schema }) =>
      `<tr><td><code>${asHtml(name)}</code></td><td>${asHtml(place)}${required ? '' : ', may be left out'}</td><td><code>${asHtml(shape(schema))}</code></td></tr>`,
  )
  const given = schemaOf(route.requestBody)
  const answer = schemaOf(route.responses['200'])
  return [
    headingHtml(2, slug(route.operationId), `<code>${asHtml(route.address)}</code>`),
    paragraph(`${route.summary} ${route.description}`),
    rows.length === 0
      ? ''
      : `<div class="wide" tabindex="0" role="group"><table><tbody>${rows.join('')}</tbody></table></div>\n`,
    given === undefined ? '' : `<p>Takes</p>\n${block(shape(given))}`,
    answer === undefined ? '' : `<p>Gives</p>\n${block(shape(answer))}`,
  ].join('')
}

function schemaOf(content: Content | undefined): Json | undefined {
  return content?.content['application/json']?.schema
}

function block(text: string): string {
  return `<pre tabindex="0"><code>${asHtml(text)}</code></pre>\n`
}

/** A JSON schema as a person would write the shape down. */
function shape(schema: Json, indent = ''): string {
  const { $ref, type, properties, items, anyOf, additionalProperties } = schema
  if (typeof $ref === 'string') return $ref.split('/').at(-1) ?? ''
  if (Array.isArray(schema.enum)) return schema.enum.map((one) => JSON.stringify(one)).join(' | ')
  if ('const' in schema) return JSON.stringify(schema.const)
  const choices = anyOf ?? schema.oneOf
  if (Array.isArray(choices)) return choices.map((one: Json) => shape(one, indent)).join(' | ')
  if (Array.isArray(type)) return type.join(' | ')
  if (type === 'array') return listShape((items ?? {}) as Json, indent)
  if (properties !== undefined) return fields(schema, indent)
  if (typeof additionalProperties === 'object' && additionalProperties !== null)
    return `{ [name]: ${shape(additionalProperties as Json, indent)} }`
  return typeof type === 'string' ? type : 'anything'
}

function listShape(items: Json, indent: string): string {
  const inner = shape(items, indent)
  return inner.includes(' | ') && !inner.startsWith('{') ? `(${inner})[]` : `${inner}[]`
}

function fields(schema: Json, indent: string): string {
  const properties = schema.properties as Readonly<Record<string, Json>>
  const required = Array.isArray(schema.required) ? schema.required : []
  const deeper = `${indent}  `
  const lines = Object.entries(properties).map(
    ([name, one]) => `${deeper}${name}${required.includes(name) ? '' : '?'}: ${shape(one, deeper)}`,
  )
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`
}
