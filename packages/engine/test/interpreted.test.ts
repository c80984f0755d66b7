// Goal: the evaluator of the shared subset gives what the engine gives, in every cell, after every edit. Method: random
// models with edits, and all model tests that need neither rules nor providers, on both, compared as canonical texts.
// `npm run sim -- interpreted` does 2,000 models, and all of it on Lua.
import { join } from 'node:path'
import { compile } from '@cellwake/language'
import { describe, expect, it } from 'vitest'
import { NOT_AVAILABLE } from '../../runtime/src/values.ts'
import { programOf } from '../src/formulas/program.ts'
import { compareRandom, tsSide } from './support/interpreted.ts'
import { casesIn, runBeside } from './support/interpreted-cases.ts'

describe('the evaluator and the engine agree', () => {
  it('on 40 random models with 20 edits each', async () => {
    const violations: string[] = []
    let values = 0
    for (let seed = 1; seed <= 40; seed++) {
      const report = await compareRandom(seed, 20, tsSide())
      violations.push(...report.violations)
      values += report.values
    }
    expect(violations).toEqual([])
    // The models are no toys.
    expect(values).toBeGreaterThan(60_000)
  })

  it('a good array that found no room is there again when that is taken back', () => {
    const source = 'A1:A3 = [1; 2; 3]\nC1 ?= FILTER(A1:A3, A1:A3 > 1)\n'
    const side = tsSide()
    side.at(0)
    side.load(programOf(source, compile(source).ir!))
    // From here on the array is the last good value alone.
    side.set([{ symbol: 'A3', value: NOT_AVAILABLE }], [])
    const before = side.cells()
    expect([before.get('C1'), before.get('C2')]).toEqual(['["array",2,1,2,3]', '3'])
    side.attempt!([{ symbol: 'C2', value: 7 }])
    const after = side.cells()
    expect([after.get('C1'), after.get('C2')]).toEqual(['["array",2,1,2,3]', '3'])
  })

  it('an array that has no room waits for it when a change that made some is taken back', () => {
    const source = 'A1 = 2\nM2 = SEQUENCE(1, A1)\nN1 ?= SEQUENCE(2)\n'
    const side = tsSide()
    side.at(0)
    side.load(programOf(source, compile(source).ir!))
    const blocked = '["err","SPILL!","N2 is in the way","N1"]'
    expect(side.cells().get('N1')).toBe(blocked)
    side.attempt!([{ symbol: 'A1', value: 1 }])
    expect(side.cells().get('N1')).toBe(blocked)
    side.set([{ symbol: 'A1', value: 1 }], [])
    expect(side.cells().get('N1')).toBe('["array",2,1,1,2]')
  })

  const cases = casesIn(join(import.meta.dirname, 'conformance'))

  it('in all model tests but those with rules and providers', () => {
    expect(cases.length).toBeGreaterThan(600)
  })

  // In parts, since a busy machine takes long for all of them.
  it.each([0, 1, 2, 3, 4, 5])('on those model tests, part %i', async (part) => {
    const problems: string[] = []
    for (const [i, one] of cases.entries()) {
      if (i % 6 !== part) continue
      for (const problem of await runBeside(one, tsSide())) problems.push(`${one.name}: ${problem}`)
    }
    expect(problems).toEqual([])
  })
})
