// Goal: the model tests that came with the language pass on the engine. Method: all of them are run;
// those that need what the engine does not have yet are listed with the reason, and the list must be
// exact: a listed case that passes fails here, and so does any other that does not.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { runModelTests } from '../../src/index.ts'

const missing = {
  'needs external functions': [
    'default while queued, then the value',
    'nested external call is lowered and shared',
    'lazy external is not queued until read',
    'failure with no value',
  ],
}

const path = new URL('../conformance/seeds.test.json', import.meta.url)
const text = readFileSync(path, 'utf8')
const ids = (JSON.parse(text) as { cases: { id: string }[] }).cases.map(({ id }) => id)
const reasons = new Map(
  Object.entries(missing).flatMap(([reason, cases]) => cases.map((id) => [id, reason] as const)),
)

it('the list names only cases that there are', () => {
  expect([...reasons.keys()].filter((id) => !ids.includes(id))).toEqual([])
})

it.each(ids.map((id) => [id, reasons.get(id) ?? 'passes'] as const))('%s: %s', async (id, what) => {
  const { cases } = await runModelTests([{ path: 'seeds.test.json', text }], {
    readModel: String,
    only: id,
  })
  expect(cases.map((result) => result.id)).toEqual([id])
  expect({ ok: cases[0]?.ok, message: cases[0]?.message }).toEqual(
    what === 'passes'
      ? { ok: true, message: undefined }
      : { ok: false, message: expect.stringContaining(`Case "${id}", step `) },
  )
})
