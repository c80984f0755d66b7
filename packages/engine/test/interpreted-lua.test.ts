// Goal: the evaluator on Lua 5.1 gives what the engine gives. Method: as in `interpreted.test.ts`, with fewer models and
// every eighth model test, and with mistakes planted in the library, all of which must be found.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { compareRandom } from './support/interpreted.ts'
import { casesIn, runBeside } from './support/interpreted-cases.ts'
import { luaSide } from './support/interpreted-lua.ts'

describe('the evaluator on Lua and the engine agree', () => {
  it('on 10 random models with 10 edits each', async () => {
    const side = await luaSide()
    const violations: string[] = []
    for (let seed = 1; seed <= 10; seed++) {
      violations.push(...(await compareRandom(seed, 10, side)).violations)
    }
    expect(violations).toEqual([])
  })

  it('on every eighth model test', async () => {
    const side = await luaSide()
    const problems: string[] = []
    const cases = casesIn(join(import.meta.dirname, 'conformance'))
    for (const [i, one] of cases.entries()) {
      if (i % 8 !== 0) continue
      for (const problem of await runBeside(one, side)) problems.push(`${one.name}: ${problem}`)
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
    from: '    for ____, reader in ipairs(node.readers) do',
    to: '    for ____, reader in ipairs({}) do',
  },
  {
    bug: 'a conditional formula forgets its last good value',
    from: 'if mode == CONDITIONAL and stops(value) then',
    to: 'if false and stops(value) then',
  },
]

describe('the comparison notices when', () => {
  it.each(PLANTED)('$bug', async ({ from, to }) => {
    const side = await luaSide({
      change: (chunk) => {
        expect(chunk.includes(from)).toBe(true)
        return chunk.replaceAll(from, to)
      },
    })
    const violations: string[] = []
    for (let seed = 1; seed <= 12 && violations.length === 0; seed++) {
      violations.push(...(await compareRandom(seed, 12, side)).violations)
    }
    expect(violations).not.toEqual([])
  })
})
