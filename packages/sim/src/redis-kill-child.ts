// The host that the Redis rig kills: it opens a model that lives in Redis, reports its state, and then counts an input up
// for ever, with a line for each number that was acknowledged.

import { writeSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Engine, EngineError } from '@cellwake/engine'
import { openRedisModels } from '@cellwake/redis'
import { systemClock } from '@cellwake/scheduler'
import { openStore } from '@cellwake/store'

const { values } = parseArgs({
  options: { redis: { type: 'string' }, store: { type: 'string' }, accept: { type: 'string' } },
})

const MODEL = 'kills'
const SOURCE = `A1 = 0
B1 = A1 * 2
EVERY 20ms BACKFILL THEN
  T1 = T1 + 1
  ticks!tick(SCHEDULED_AT)
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
const model = await engine.model(MODEL).catch(async (error: unknown) => {
  if (!(error instanceof EngineError) || error.code !== 'unknown-model') throw error
  return (await engine.deploy(SOURCE, { id: MODEL, runtime: 'lua_interpreter' })).model
})

const [rule] = model.rules.states()
const state = rule![1]
const found = {
  a1: Number(model.get('A1').value),
  b1: Number(model.get('B1').value),
  t1: Number(model.get('T1').value ?? 0),
  fired: state.fired,
  due: state.cursor === null ? 0 : Math.round((state.cursor - state.phaseAt) / 20),
  // Events of the last commits may still be in the outbox.
  events: 0,
  distinct: 0,
}
const events = await store.events('ticks', {})
found.events = events.length
found.distinct = new Set(events.map(({ payload }) => JSON.stringify(payload))).size
writeSync(1, `${JSON.stringify(found)}\n`)

for (let n = found.a1 + 1; ; ) {
  try {
    const running = await engine.model(MODEL)
    await running.set({ A1: n })
    writeSync(1, `${n}\n`)
    n++
  } catch {
    // Redis is away: the model is taken up again when it is back.
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
