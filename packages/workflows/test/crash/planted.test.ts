// A rig that cannot fail proves nothing: each of these bugs is planted, and must be found.

import { expect, it } from 'vitest'
import { defineTool } from '../../src/define.ts'
import { workflow } from '../../src/index.ts'
import { TestHost } from '../../src/testing/index.ts'
import {
  flagsClearedAtCommit,
  ledgerAfterTheCall,
  publishOutsideTheCommit,
  resetFromMutating,
} from './planted.ts'
import { dieAtEveryCommit } from './rig.ts'
import { scenarios } from './scenarios.ts'

const dying = scenarios.find(({ name }) => name.includes('dies'))!
const plain = scenarios[0]!

it.each([
  ['the ledger is written after the call', ledgerAfterTheCall, dying, /happened twice/],
  ['a run is begun anew from mutating', resetFromMutating, dying, /happened twice/],
  ['events are published outside the commit', publishOutsideTheCommit, plain, /the outputs are/],
] as const)('the rig finds that %s', async (_, onStore, scenario, found) => {
  const rig = await dieAtEveryCommit(scenario, { doubles: 0, options: { onStore } })
  expect(rig.violations.join('\n')).toMatch(found)
})

/** An event comes while a run that reserves nothing is under way. */
async function pendingAfterATriggerDuringARun(plant: boolean): Promise<number> {
  let host: TestHost | undefined
  let isPublished = false
  const slow = defineTool({
    name: 'slow.read',
    readOnly: true,
    call: async () => {
      if (isPublished) return
      isPublished = true
      await host!.publish('in', 'late')
    },
  })
  const definition = workflow({
    name: 'slow',
    topics: { in: {} },
    consumers: {
      take: {
        subscribe: ['in'],
        prepare: async (ctx) => {
          const events = await ctx.peek('in')
          await ctx.tools.slow!.read!()
          return { reservations: [{ topic: 'in', ids: events.map(({ id }) => id) }] }
        },
      },
    },
  })
  host = await TestHost.open({ tools: [slow], ...(plant && { onStore: flagsClearedAtCommit }) })
  await host.deploy(definition)
  await host.idle()
  const { pending } = await host.workflows.status('slow')
  await host.close()
  return pending
}

it('a trigger that comes during a run is not lost, and it shows when it is', async () => {
  expect(await pendingAfterATriggerDuringARun(false)).toBe(0)
  expect(await pendingAfterATriggerDuringARun(true)).toBe(1)
})
