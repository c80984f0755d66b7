// Goal: a model changes nothing outside unless somebody deployed it who may, and whoever deploys sees that it does.
// Method: the same source deployed by tokens with and without that permission.

import { describe, expect, it } from 'vitest'
import { newToken } from '../src/index.ts'
import { world } from './world.ts'

const writing =
  'name = "Ann"\nwritten = PG_MUTATE("crm.public.leads", { insert: { name: name } })\n'
const reading = 'rate = FX_RATE("EUR", "USD")\n'

const tokens = { admin: newToken(), deploy: newToken(), mutating: newToken() }

async function guarded() {
  return world({
    tokens: [
      { name: 'root', token: tokens.admin, scopes: ['admin'] },
      { name: 'desk', token: tokens.deploy, scopes: ['deploy'] },
      { name: 'crm', token: tokens.mutating, scopes: ['deploy'], mutate: true },
    ],
  })
}

describe('a deploy', () => {
  it('lists the mutations that it adds, also where nothing is deployed yet', async () => {
    const { ask } = await world()
    const added = [
      { symbol: expect.stringMatching(/^__ext__:written:/), function: 'PG_MUTATE', line: 2 },
    ]
    const body = { id: 'leads', source: writing }
    const planned = await ask('POST', '/api/models', { body: { ...body, dryRun: true } })
    expect([planned.status, planned.at('mutations')]).toEqual([200, added])
    const made = await ask('POST', '/api/models', { body })
    expect(made.at('mutations')).toEqual(added)
    const again = await ask('POST', '/api/models', { body })
    expect(again.at('mutations')).toEqual([])
  })

  it.each([
    ['deploy', 403],
    ['mutating', 200],
    ['admin', 200],
  ] as const)('with a mutation by a token "%s" is answered with %i', async (name, status) => {
    const { ask, engine } = await guarded()
    const body = { id: 'leads', source: writing }
    const answer = await ask('POST', '/api/models', { body, token: tokens[name] })
    expect(answer.status).toBe(status)
    if (status === 403) {
      expect(answer.code).toBe('mutation-refused')
      expect(answer.text).toContain('Line 2')
      expect(await engine.models()).toEqual([])
    }
  })

  it('that only reads needs no such permission', async () => {
    const { ask } = await guarded()
    const body = { id: 'rates', source: reading }
    const { status } = await ask('POST', '/api/models', { body, token: tokens.deploy })
    expect(status).toBe(200)
  })
})

it('a rollback to a version with a mutation needs the permission too', async () => {
  const { ask } = await guarded()
  for (const source of [writing, reading])
    await ask('POST', '/api/models', { body: { id: 'leads', source }, token: tokens.admin })
  const back = (token: string) =>
    ask('POST', '/api/models/leads/rollback', { body: { version: 1 }, token })
  expect((await back(tokens.deploy)).code).toBe('mutation-refused')
  expect((await back(tokens.mutating)).status).toBe(200)
})
