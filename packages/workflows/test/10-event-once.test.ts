// Goal: an event is consumed once. What the run made of it, its state, its outputs and the mark that the event is done with
// come together or not at all, and the same message id is one event, however often it is published. Method: deaths at each
// commit, before it is durable and after, while every event is published twice; the three are compared after each commit.

import { expect, it } from 'vitest'
import { TestHost } from '../src/testing/index.ts'
import { consuming, oldest, states, turns } from './support/kit.ts'

const IDS = ['a', 'b', 'c']

/** Counts in its state what it consumed, and publishes one event for each. */
const counting = consuming({
  publishes: ['out'],
  prepare: oldest,
  next: async (ctx, { data }, mutation) => {
    const { id } = (data ?? {}) as { id?: string }
    if (id === undefined) return undefined
    await ctx.publish('out', { messageId: `of ${id}`, payload: mutation.status })
    return undefined
  },
})

const withState = consuming({
  publishes: ['out'],
  prepare: async (ctx, state) => {
    const [event] = await ctx.peek('in', { limit: 1 })
    const done = (state ?? []) as string[]
    if (event === undefined) return { data: { done } }
    return {
      reservations: [{ topic: 'in', ids: [event.id] }],
      data: { id: event.id, done: [...done, event.id] },
    }
  },
  next: async (ctx, { data }) => {
    const { id, done } = data as { id?: string; done: string[] }
    if (id === undefined) return undefined
    await ctx.publish('out', { messageId: `of ${id}` })
    return done
  },
})

/** Consumed and published events and the state, as the store has them now. */
async function standing(host: TestHost) {
  const { store } = host
  const consumed = Object.entries(await states(host))
    .filter(([, state]) => state === 'consumed')
    .map(([id]) => id)
  const at = { space: 'workflow:w', id: 'consumer:c', path: [] }
  await store.load({ space: at.space })
  const { state } = (store.read(at) ?? {}) as { state?: readonly string[] }
  const outputs = (await store.events('w/out')).map(({ messageId }) => messageId.slice(3))
  return { consumed: consumed.sort(), state: [...(state ?? [])].sort(), outputs: outputs.sort() }
}

async function lives(death: { commit: number; when: 'before' | 'after' }) {
  const host = await TestHost.open({ workflows: [withState] })
  await host.idle()
  host.crashAt(death.commit, death.when)
  let died = false
  const publish = async () => {
    for (const id of IDS) if (!host.isDead) await host.publish('in', id).catch(() => {})
    await host.idle()
  }
  await Promise.race([publish(), dead(host)])
  if (host.isDead) {
    died = true
    await host.restart(1_000)
    const { consumed, state, outputs } = await standing(host)
    expect({ state, outputs }).toEqual({ state: consumed, outputs: consumed })
  }
  // A death that has not come by now comes no more.
  host.crashAt(Number.POSITIVE_INFINITY)
  await publish()
  // The same again, when all is done.
  await publish()
  const found = await standing(host)
  expect(found).toEqual({ consumed: IDS, state: IDS, outputs: IDS })
  expect(host.errors).toEqual([])
  await host.close()
  return died
}

/** Resolves when the process dies. */
async function dead(host: TestHost): Promise<void> {
  while (!host.isDead) await turns(1)
}

it.each(['before', 'after'] as const)(
  'state, outputs and the mark come together, with a death %s each commit',
  async (when) => {
    let deaths = 0
    for (let commit = 1; await lives({ commit, when }); commit++) deaths++
    // Three publishes, and three commits for each run.
    expect(deaths).toBeGreaterThanOrEqual(IDS.length * 4)
  },
)

it('an event that is published while a run has it is not consumed twice', async () => {
  const host = await TestHost.open({ workflows: [counting] })
  await host.idle()
  for (let n = 0; n < 5; n++) {
    await Promise.all(IDS.map((id) => host.publish('in', id, n).catch(() => {})))
  }
  await host.idle()
  const runs = await host.workflows.runs('w', { limit: 100 })
  expect(
    runs.filter(({ handler, trigger }) => handler === 'c' && trigger === 'event'),
  ).toHaveLength(IDS.length)
  expect((await host.workflows.events('out')).map(({ id }) => id)).toEqual(
    IDS.map((id) => `of ${id}`),
  )
  await host.close()
})
