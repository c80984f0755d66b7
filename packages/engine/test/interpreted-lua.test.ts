// Goal: the evaluator on Lua 5.1 gives what the engine gives. Method: as in `interpreted.test.ts`, with fewer models and
// one model test in forty, and with mistakes planted in the library, all of which must be found.
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { compareRandom, type Side } from './support/interpreted.ts'
import { casesIn, runBeside } from './support/interpreted-cases.ts'
import { luaSide } from './support/interpreted-lua.ts'

let side: Side

// Translates the library, if it has changed.
beforeAll(async () => {
  side = await luaSide()
})

describe('the evaluator on Lua and the engine agree', () => {
  it('on 6 random models with 8 edits each', async () => {
    const violations: string[] = []
    for (let seed = 1; seed <= 6; seed++) {
      violations.push(...(await compareRandom(seed, 8, side)).violations)
    }
    expect(violations).toEqual([])
  })

  it('on one model test in forty', async () => {
    const problems: string[] = []
    const cases = casesIn(join(import.meta.dirname, 'conformance'))
    for (const [i, one] of cases.entries()) {
      if (i % 40 !== 0) continue
      for (const problem of await runBeside(one, side)) problems.push(`${one.name}: ${problem}`)
    }
    expect(problems).toEqual([])
  })
})

describe('work that pauses after every few steps, while another model is computed, gives the same', () => {
  it.each([
    ['interpreted', false],
    ['as code', true],
  ])('%s', async (_, generated) => {
    const sliced = await luaSide({ generated, sliceSteps: 37 })
    const problems: string[] = []
    for (let seed = 1; seed <= (generated ? 1 : 4); seed++) {
      problems.push(...(await compareRandom(seed, 6, sliced)).violations)
    }
    const cases = casesIn(join(import.meta.dirname, 'conformance'))
    for (const [i, one] of cases.entries()) {
      if (i % (generated ? 300 : 60) !== 7) continue
      for (const problem of await runBeside(one, sliced)) problems.push(`${one.name}: ${problem}`)
    }
    expect(problems).toEqual([])
  })
})

describe('the code that is generated for each model and the engine agree', () => {
  it('on a random model with 5 edits', async () => {
    const generated = await luaSide({ generated: true })
    expect((await compareRandom(21, 5, generated)).violations).toEqual([])
  })

  it('on a few model tests', async () => {
    const generated = await luaSide({ generated: true })
    const problems: string[] = []
    const cases = casesIn(join(import.meta.dirname, 'conformance'))
    for (const [i, one] of cases.entries()) {
      if (i % 160 !== 0) continue
      for (const problem of await runBeside(one, generated))
        problems.push(`${one.name}: ${problem}`)
    }
    expect(problems).toEqual([])
  })
})

/** Pieces of the translated library, and what stands there instead. */
const PLANTED = [
  {
    bug: 'a sum is kept though a cell in it has changed',
    from: 'forgetBlocks(column, node.row)',
    to: 'column.row = node.row',
  },
  {
    bug: 'what reads a changed value is not told',
    from: '____exports.touch(m, readers[i + 1], DIRTY)',
    to: 'm.walk = m.walk',
  },
  {
    bug: 'a conditional formula forgets its last good value',
    from: 'if mode == CONDITIONAL and stops(value) then',
    to: 'if false and stops(value) then',
  },
]

describe('the comparison notices when', () => {
  it.each(PLANTED)('$bug', async ({ from, to }) => {
    const planted = await luaSide({
      change: (chunk) => {
        expect(chunk.includes(from)).toBe(true)
        return chunk.replaceAll(from, to)
      },
    })
    const violations: string[] = []
    for (let seed = 1; seed <= 8 && violations.length === 0; seed++) {
      violations.push(...(await compareRandom(seed, 12, planted)).violations)
    }
    expect(violations).not.toEqual([])
  })
})
