// Goal: the evaluator of the shared subset gives what the engine gives, in every cell, after every edit. Method: random
// models with edits, and all model tests that need neither rules nor providers, on both, compared as canonical texts.
// `npm run sim -- interpreted` does 2,000 models, and all of it on Lua.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { compareRandom, tsSide } from './support/interpreted.ts'
import { casesIn, runBeside } from './support/interpreted-cases.ts'

describe('the evaluator and the engine agree', () => {
  it('on 60 random models with 20 edits each', async () => {
    const violations: string[] = []
    let values = 0
    for (let seed = 1; seed <= 60; seed++) {
      const report = await compareRandom(seed, 20, tsSide())
      violations.push(...report.violations)
      values += report.values
    }
    expect(violations).toEqual([])
    // The models are no toys.
    expect(values).toBeGreaterThan(100_000)
  })

  it('on every model test without rules and providers', async () => {
    const cases = casesIn(join(import.meta.dirname, 'conformance'))
    const problems: string[] = []
    for (const one of cases) {
      for (const problem of await runBeside(one, tsSide())) problems.push(`${one.name}: ${problem}`)
    }
    expect(problems).toEqual([])
    expect(cases.length).toBeGreaterThan(600)
  })
})
