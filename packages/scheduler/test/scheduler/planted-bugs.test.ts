// The proof of the proof: each planted bug is caught, and the same checks pass without it.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plants } from './planted-bugs.ts'
import { graphs, played, scenarios } from './random-graphs.ts'
import * as right from './scenarios.ts'

const consistent = () =>
  fc.assert(
    fc.asyncProperty(scenarios({ cycles: false }), async (scenario) => {
      await played(scenario, { schedulers: 1 }, (g) => g.expectConsistent())
    }),
    { numRuns: 120, seed: 1101, endOnFailure: true },
  )

const wanted = () =>
  fc.assert(
    fc.asyncProperty(scenarios({ cycles: true }), async (scenario) => {
      const g = await graphs(scenario, { schedulers: 1 })
      try {
        await g.play(() => g.expectLiveness())
      } finally {
        for (const w of g.worlds) w.s.dispose()
      }
    }),
    { numRuns: 150, seed: 1104, endOnFailure: true },
  )

const checks: Record<string, () => Promise<void>> = {
  ...right,
  'the property of consistency': consistent,
  'the property of liveness': wanted,
}

/** Which checks catch which bug. */
const caught: [bug: string, by: string][] = [
  ['what becomes wanted is not woken', 'demandReturns'],
  ['what becomes wanted is not woken', 'the property of consistency'],
  ['a retry has lost its causes', 'causesSurviveARetry'],
  ['liveness only counts, also on cycles', 'cyclesAreReleased'],
  ['liveness only counts, also on cycles', 'the property of liveness'],
  ['reads are registered after the commit, and not compared', 'nothingChangesUnseen'],
  ['reads are registered after the commit, and not compared', 'the property of consistency'],
  ['a retry goes in the pass in which it failed', 'retriesWaitForTheNextPass'],
  ['dormant nodes run', 'dormantNodesDoNotRun'],
  ['the receipt is left out', 'eventsAreHandledOnce'],
  ['a node is told of its own changes', 'ownWritesDoNotComeBack'],
  ['equals run in the order in which they became invalid', 'tiesGoByRegistration'],
  ['a failed attempt keeps what it launched', 'failuresTakeBackWhatTheyLaunched'],
]

describe('planted bugs', () => {
  it('each of the ten has something that catches it', () => {
    expect(new Set(caught.map(([bug]) => bug))).toEqual(new Set(Object.keys(plants)))
    expect(Object.keys(plants)).toHaveLength(10)
  })

  it.each(caught)('%s: caught by %s', async (bug, by) => {
    const takeOut = plants[bug]!()
    try {
      await expect(checks[by]!()).rejects.toThrow()
    } finally {
      takeOut()
    }
  })

  it.each(Object.keys(checks))('taken out, nothing is caught: %s', async (check) => {
    await expect(checks[check]!()).resolves.toBeUndefined()
  })
})
