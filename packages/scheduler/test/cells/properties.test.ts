// Goal: whatever the program and whatever is done to it, every value seen is the true one, and the
// graph is in order after every step. Method: random programs against computing from scratch.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { programs, runProgram } from './support/world.ts'

it('what anybody sees follows from the cells as they are, and the graph stays in order', () => {
  fc.assert(
    fc.property(programs, (program) => {
      runProgram(program)
    }),
    { seed: 20_260_101, numRuns: 1500 },
  )
  expect.assertions(0)
})

it('the same program runs the same functions in the same order', () => {
  fc.assert(
    fc.property(programs, (program) => {
      expect(runProgram(program)).toEqual(runProgram(program))
    }),
    { seed: 20_260_102, numRuns: 200 },
  )
})
