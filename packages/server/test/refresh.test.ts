// Goal: a refresh asks for what somebody wants and for what is named, and for nothing else; and a request that needs no
// words needs no body. Method: a model with calls that are wanted, lazy and mixed with what is computed here.

import { expect, it } from 'vitest'
import { world } from './world.ts'

const source = `a = 1
wanted = FX_RATE("EUR", "USD")
costly ~= AI_PROMPT("long")
twice ~= costly & costly
maybe ~= IF(a > 1, costly, "no")
local ~= a + 1
seen ~= a + (wanted DEFAULT 1)
`

const asked = async (ask: Awaited<ReturnType<typeof world>>['ask']) =>
  ((await ask('GET', '/api/models/m/jobs')).at('jobs.*.function') as string[]).sort()

it('of a model asks for no lazy call that nobody has read, and computes the other lazy cells', async () => {
  const { ask, engine } = await world()
  await engine.deploy(source, { id: 'm' })
  const { status, json, at } = await ask('POST', '/api/models/m/refresh', { body: {} })
  expect(status).toBe(200)
  expect(Object.keys((json as { cells: object }).cells).sort()).toEqual(['local', 'seen'])
  expect(at('cells.local.value')).toBe(2)
  expect(await asked(ask)).toEqual(['FX_RATE'])
})

it('of a named cell asks for what it reads, wanted or not', async () => {
  const { ask, engine } = await world()
  await engine.deploy(source, { id: 'm' })
  const { at } = await ask('POST', '/api/models/m/refresh', { body: { symbols: ['twice'] } })
  expect(at('cells.twice.status')).toBe('queued')
  expect(await asked(ask)).toEqual(['AI_PROMPT', 'FX_RATE'])
})

it.each([
  ['no body', {}],
  ['no body that is JSON', { headers: { 'content-type': 'application/json' } }],
  ['an empty object', { body: {} }],
])('takes %s', async (_, more) => {
  const { ask, engine } = await world()
  await engine.deploy(source, { id: 'm' })
  const { status, at } = await ask('POST', '/api/models/m/refresh', more)
  expect([status, at('symbols')]).toEqual([200, [expect.stringMatching(/^__ext__:wanted:/)]])
  const [job] = at('jobs') as string[]
  expect((await ask('POST', `/api/models/m/jobs/${job}/cancel`, more)).at('status')).toBe(
    'cancelled',
  )
})

it('no body does not help a request that needs one, and no other page may send it', async () => {
  const { ask, engine } = await world()
  await engine.deploy(source, { id: 'm' })
  expect((await ask('POST', '/api/models/m/inputs')).code).toBe('bad-request')
  const headers = { origin: 'https://other.example' }
  expect((await ask('POST', '/api/models/m/refresh', { headers })).code).toBe('origin-refused')
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await ask('POST', '/api/models/m/refresh', { headers: form })).code).toBe('json-needed')
})
