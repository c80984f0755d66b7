// Goal: whatever the program and whatever is done to it, every value seen is the true one, and the
// graph is in order after every step. Method: random programs against computing from scratch.
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { programs, runProgram } from './support/world.ts'

// Tight limits, so that small programs reach what only large ones would.
vi.mock('../../src/limits.ts', async (original) => ({
  ...(await original<object>()),
  GRAPH_SHORT_LIST_EDGES: 1,
  GRAPH_LOOK_AHEAD_EDGES: 2,
  GRAPH_NESTED_RUNS: 2,
}))

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
