// The host that the Redis rig kills: it takes up a model for each runtime of Redis, says what it found, and then counts
// an input of each up for ever, with a line for each number that was acknowledged.

import { writeSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Engine, EngineError, type LiveModel } from '@cellwake/engine'
import { openRedisModels } from '@cellwake/redis'
import { systemClock } from '@cellwake/scheduler'
import { openStore } from '@cellwake/store'

const { values } = parseArgs({
  options: { redis: { type: 'string' }, store: { type: 'string' }, accept: { type: 'string' } },
})

const RUNTIMES = ['lua_interpreter', 'lua_generated'] as const
/** Often enough that a kill finds some on their way, and seldom enough that a slow start has little to catch up with. */
const EVERY_MS = 100
/** Beyond what an outbox waits between two attempts. */
const ARRIVAL_MS = 20_000
type Runtime = (typeof RUNTIMES)[number]

/** Of a firing and of what it publishes the same number tells which it was. */
const sourceOf = (runtime: Runtime) => `A1 = 0
B1 = A1 * 2
EVERY ${EVERY_MS}ms BACKFILL THEN
  T1 = T1 + 1
  ticks_${runtime}!tick(SCHEDULED_AT)
END
`

const clock = systemClock()
const store = await openStore(values.store ?? 'memory:', { clock })
const home = await openRedisModels({
  url: values.redis ?? '',
  clock,
  isAlone: true,
  onError: () => {},
  accept: values.accept as 'B' | 'D',
})
// An error while Redis is away is reported to the caller.
const engine = new Engine({ store, clock, homes: [home], onError: () => {} })

async function take(runtime: Runtime): Promise<LiveModel> {
  try {
    return await engine.model(runtime)
  } catch (error) {
    if (!(error instanceof EngineError) || error.code !== 'unknown-model') throw error
    return (await engine.deploy(sourceOf(runtime), { id: runtime, runtime })).model
  }
}

async function lookAt(runtime: Runtime) {
  const model = await take(runtime)
  const state = stateOf(model)
  const found = {
    runtime,
    a1: Number(model.get('A1').value),
    b1: Number(model.get('B1').value),
    t1: Number(model.get('T1').value ?? 0),
    fired: state.fired,
    due: state.cursor === null ? 0 : Math.round((state.cursor - state.phaseAt) / EVERY_MS),
  }
  // Events of the last commits may still be in the outbox.
  let events = await allEvents(`ticks_${runtime}`)
  for (let waited = 0; events.length < found.fired && waited < ARRIVAL_MS; waited += 50) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    events = await allEvents(`ticks_${runtime}`)
  }
  const firedSince = stateOf(model).fired
  const distinct = new Set(events).size
  return { ...found, firedSince, events: events.length, distinct }
}

function stateOf(model: LiveModel) {
  const [rule] = model.rules.states()
  return rule![1]
}

async function allEvents(topic: string): Promise<string[]> {
  const found: string[] = []
  for (let after = 0; ; ) {
    const page = await store.events(topic, { after, limit: 1_000 })
    for (const { payload } of page) found.push(JSON.stringify(payload))
    const last = page.at(-1)
    if (last === undefined) return found
    after = last.position
  }
}

const found = []
for (const runtime of RUNTIMES) found.push(await lookAt(runtime))
writeSync(1, `${JSON.stringify(found)}\n`)

/** Counts up from what it found. */
async function count(runtime: Runtime, from: number): Promise<never> {
  for (let n = from + 1; ; ) {
    try {
      const running = await engine.model(runtime)
      await running.set({ A1: n })
      writeSync(1, `${runtime} ${n}\n`)
      n++
    } catch {
      // Redis is away: the model is taken up again when it is back.
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}

await Promise.all(found.map(({ runtime, a1 }) => count(runtime, a1)))
