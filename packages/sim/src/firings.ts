// Crashes a model with rules at every durable operation. The N-th hit of a fault point ends the process; the
// data is opened again at the same instant of a virtual clock, and the program goes on. In the end each
// occurrence has fired exactly once: the counters say so, and the topic holds each event once. Doubles
// crash the recovery as well.

import { Engine, EngineError } from '@cellwake/engine'
import { virtualClock } from '@cellwake/scheduler'
import { onFault, openStore, type Store } from '@cellwake/store'
import { DATABASE_RUNS_MAX, SCENARIO_HITS_MAX } from './limits.ts'
import type { World } from './worlds.ts'

export interface FiringsReport {
  readonly runs: number
  readonly violations: readonly string[]
}

const START = Date.UTC(2026, 0, 1)
const MINUTE = 60_000

/** Topics and models have names of their own in each run, since runs share a database. */
const sourceOf = (topic: string) => `A1 = 0
EVERY 10min BACKFILL THEN
  B1 = B1 + 1
  ${topic}!tick(SCHEDULED_AT)
END
WHEN A1 > 0 THEN
  C1 = C1 + 1
  ${topic}!rose(A1)
END
WHEN C1 > 0 DEBOUNCE 5min THEN
  D1 = D1 + 1
  ${topic}!held(C1)
END
AT dt"2026-01-01T00:25:00Z" BACKFILL THEN
  E1 = E1 + 1
  ${topic}!once()
END
`

/** What must be there in the end, whatever happened on the way. */
const EXPECTED = { A1: 1, B1: 6, C1: 1, D1: 1, E1: 1 }
const EVENTS = ['held', 'once', 'rose', 'tick', 'tick', 'tick', 'tick', 'tick', 'tick']

export async function crashFirings(
  world: World,
  options: { readonly doubles?: boolean; readonly every?: number } = {},
): Promise<FiringsReport> {
  const violations: string[] = []
  const every = options.every ?? 1
  let runs = 0
  const run = async (crashes: readonly number[]) => {
    runs++
    return oneRun(world, crashes, (problem) => {
      violations.push(`${world.name}, crashes at ${crashes.join(', then ')}: ${problem}`)
    })
  }
  await run([])
  for (let first = 1; first < SCENARIO_HITS_MAX; first += every) {
    if ((await run([first])) < 1) break
    if (options.doubles !== true) continue
    for (let second = 1; second < SCENARIO_HITS_MAX; second++) {
      if ((await run([first, second])) < 2) break
    }
  }
  return { runs, violations }
}

/** Returns how many of the crashes came. */
async function oneRun(
  world: World,
  crashes: readonly number[],
  say: (problem: string) => void,
): Promise<number> {
  await world.reset(++scopes % DATABASE_RUNS_MAX === 0)
  const progress: Progress = { now: START, name: `run_${scopes}` }
  let came = 0
  for (const at of [...crashes, undefined]) {
    if (!(await oneLife(world, progress, at, say))) break
    came++
  }
  return came
}

/** Runs share a database, so no two may share a name. */
let scopes = 0

/** What the outside world remembers: what time it is, and which model it is about. */
interface Progress {
  now: number
  readonly name: string
}

/** One process. True if it crashed. */
async function oneLife(
  world: World,
  progress: Progress,
  crashAt: number | undefined,
  say: (problem: string) => void,
): Promise<boolean> {
  let hits = 0
  let die: () => void = () => {}
  const dead = new Promise<'dead'>((resolve) => {
    die = () => resolve('dead')
  })
  const life = { dead: false }
  const stopFaults = onFault(() => {
    hits++
    if (hits === crashAt) {
      life.dead = true
      die()
    }
    if (life.dead) throw new Error('the process is dead')
  })
  try {
    const ended = await Promise.race([program(world, life, progress, say), dead])
    if (ended !== 'dead') return false
  } catch (error) {
    if (!life.dead) say(`it failed: ${error instanceof Error ? error.message : error}`)
  } finally {
    stopFaults()
  }
  if (life.dead) await world.lose()
  return life.dead
}

/** A process that is dead does nothing more: it is not there to see the time pass. */
async function program(
  world: World,
  life: { readonly dead: boolean },
  progress: Progress,
  say: (problem: string) => void,
): Promise<'done'> {
  const clock = virtualClock(progress.now)
  const store = await openStore(await world.open(), { clock, onError: () => {} })
  const engine = new Engine({ store, clock, onError: () => {} })
  clock.onSettle(() => engine.idle())
  const { name } = progress
  const model = await engine.model(name).catch(async (error: unknown) => {
    if (!(error instanceof EngineError && error.code === 'unknown-model')) throw error
    return (await engine.deploy(sourceOf(name), { id: name })).model
  })
  await engine.idle()
  const advance = async (minute: number) => {
    // Minute by minute, so that a crash loses none of the time that has passed.
    while (clock.now() < START + minute * MINUTE) {
      if (life.dead) throw new Error('the process is dead')
      progress.now = clock.now() + MINUTE
      await clock.advance(MINUTE)
      await engine.idle()
    }
  }
  await advance(22)
  await model.set({ A1: 1 }, { idempotencyKey: 'rise' })
  await engine.idle()
  await advance(60)
  for (const [symbol, value] of Object.entries(EXPECTED)) {
    const found = model.get(symbol).value
    if (found !== value) say(`${symbol} is ${JSON.stringify(found)}, not ${value}`)
  }
  const events = await published(store, name)
  if (events.join() !== EVENTS.join()) say(`published: ${events.join(', ')}`)
  await engine.close()
  await store.close()
  clock.close()
  return 'done'
}

async function published(store: Store, topic: string): Promise<string[]> {
  const rows = await store.events(topic)
  return rows.map(({ payload }) => (payload as { event: string }).event).sort()
}
