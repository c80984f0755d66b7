// Goal: a model test that expects a refusal gets it, with that code in that line; every other model of
// the model tests compiles. Method: all sources of the model tests that the engine runs, redeployed
// ones too. What the models do when they run is for the engine's tests.

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { compile } from '../src/compile.ts'
import { lineIndex } from '../src/lines.ts'

interface Rejection {
  readonly code: string
  readonly line: number
}

interface ModelTest {
  readonly id: string
  readonly source: string
  readonly rejects?: readonly Rejection[]
  readonly steps?: readonly { readonly redeploy?: string }[]
}

const file = new URL('../../engine/test/conformance/seeds.test.json', import.meta.url)
const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { cases: readonly ModelTest[] }
const refused = cases.flatMap(({ id, source, rejects }) =>
  rejects === undefined ? [] : [{ id, source, rejects }],
)
const accepted = cases
  .filter(({ rejects }) => rejects === undefined)
  .flatMap(({ id, source, steps = [] }) => [
    { id, source },
    ...steps.flatMap(({ redeploy }) => (redeploy === undefined ? [] : [{ id, source: redeploy }])),
  ])

function errorsOf(source: string): Rejection[] {
  const lines = lineIndex(source)
  return compile(source)
    .diagnostics.filter(({ severity }) => severity === 'error')
    .map(({ code, start }) => ({ code, line: lines.place(start).line }))
}

describe('the model tests', () => {
  it('are read: some are refused, most are accepted', () => {
    expect(refused.length).toBeGreaterThan(10)
    expect(accepted.length).toBeGreaterThan(refused.length)
  })

  it.each(refused)('$id, at its line', ({ source, rejects }) => {
    expect(errorsOf(source)).toEqual(expect.arrayContaining([...rejects]))
    expect(compile(source).ir).toBeUndefined()
  })

  it.each(accepted)('$id: compiles', ({ source }) => {
    expect(errorsOf(source)).toEqual([])
    expect(compile(source).ir).toBeDefined()
  })
})
