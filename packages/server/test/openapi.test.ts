// Goal: the OpenAPI document describes every route, and is well formed. Method: it is read as a machine would:
// every route and parameter is looked up, every reference followed, and examples are checked against it.

import { type Route, routes } from '@cellwake/client'
import { describe, expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { openApi } from '../src/index.ts'
import { VERSION } from '../src/version.ts'
import { world } from './world.ts'

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly parameters: readonly {
    readonly name: string
    readonly in: string
    readonly required: boolean
  }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> }
  readonly responses: Readonly<Record<string, unknown>>
  readonly security?: readonly unknown[]
}

const document = openApi() as {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> }
}

describe('the document', () => {
  it('is served as it is made, to anybody', async () => {
    const { ask } = await world()
    const answer = await ask('GET', '/api/openapi.json')
    expect([answer.status, answer.json]).toEqual([200, JSON.parse(JSON.stringify(document))])
    expect(document.openapi).toBe('3.1.0')
  })

  it.each(Object.entries(routes as Record<string, Route>))('describes %s', (name, route) => {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    const operation = document.paths[path]?.[route.method.toLowerCase()]
    expect(operation?.operationId).toBe(name)
    expect(operation?.summary).toBe(route.summary)
    const named = operation!.parameters.filter((one) => one.in !== 'header').map((one) => one.name)
    const expected = [...Object.keys(route.params.shape), ...Object.keys(route.query.shape)]
    expect(named).toEqual(expected)
    for (const [, param] of route.path.matchAll(/:(\w+)/g)) {
      const found = operation!.parameters.find((one) => one.name === param)
      expect(found).toMatchObject({ in: 'path', required: true })
    }
    expect(operation?.requestBody === undefined).toBe(route.method !== 'POST')
    expect(operation?.security === undefined).toBe(route.permission.scope !== 'public')
    expect(Object.keys(operation!.responses)).toEqual(['200', 'default'])
  })

  it('describes nothing else', () => {
    const count = Object.values(document.paths).flatMap((methods) => Object.keys(methods)).length
    expect(count).toBe(Object.keys(routes).length)
  })

  it('has no reference that leads nowhere', () => {
    const text = JSON.stringify(document)
    const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1]!)
    expect(references.length).toBeGreaterThan(10)
    for (const reference of new Set(references)) {
      const name = /^#\/components\/schemas\/(\w+)$/.exec(reference)?.[1]
      expect([reference, Object.keys(document.components.schemas).includes(name ?? '')]).toEqual([
        reference,
        true,
      ])
    }
    expect(text).not.toContain('$defs')
  })

  it('has the version of the package', () => {
    expect(VERSION).toBe(manifest.version)
  })
})
