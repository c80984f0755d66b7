// Crashes a model with rules at every durable operation. The N-th hit of a fault point ends the process; the
// data is opened again at the same instant of a virtual clock, and the program goes on. Where several hosts
// can share the store, the lease of the dead one has to end first. In the end each occurrence has fired
// exactly once: the counters say so, and the topic holds each event once. On the way a new version with the
// same rules is deployed. Doubles crash the recovery as well.

import { Engine, EngineError, type LiveModel } from '@cellwake/engine'
import { type VirtualClock, virtualClock } from '@cellwake/scheduler'
import { onFault, openStore, type Store } from '@cellwake/store'
import { DATABASE_RUNS_MAX, PROGRAM_ROUNDS_MAX, SCENARIO_HITS_MAX } from './limits.ts'
import type { World } from './worlds.ts'

export interface FiringsOptions {
  /** Crash the recovery too. */
  readonly doubles?: boolean
  /** Crash at every so-manieth hit only, where each run is slow. */
  readonly every?: number
  /** Every commit is a durable write of its own, so that a crash can fall between any two. */
  readonly alone?: boolean
  /** A bug, planted on purpose. */
  readonly plant?: (store: Store) => void
  readonly log?: (line: string) => void
}

export interface FiringsReport {
  readonly runs: number
  readonly violations: readonly string[]
}

const START = Date.UTC(2026, 0, 1)
const STEP_MS = 5_000
const PERIOD_MS = 20_000
/** Time for two leases to end after the client has done its part. */
const SET_AT_MS = START + 25_000
const END_MS = START + 120_000

/** Topics and models have names of their own in each run, since runs share a database. */
const sourceOf = (topic: string) => `A1 = 0
EVERY ${PERIOD_MS / 1_000}s BACKFILL THEN
  B1 = B1 + 1
  ${topic}!tick(SCHEDULED_AT)
END
WHEN A1 > 0 THEN
  C1 = C1 + 1
  ${topic}!rose(A1)
END
WHEN C1 > 0 DEBOUNCE 5s THEN
  D1 = D1 + 1
  ${topic}!held(C1)
END
AT dt"2026-01-01T00:01:10Z" BACKFILL THEN
  E1 = E1 + 1
  ${topic}!once()
END
`

export async function crashFirings(
  world: World,
  options: FiringsOptions = {},
): Promise<FiringsReport> {
  const violations: string[] = []
  const every = options.every ?? 1
  let runs = 0
  const run = async (crashes: readonly number[]) => {
    runs++
    return oneRun(world, options, crashes, (problem) => {
      violations.push(`${world.name}, crashes at ${crashes.join(', then ')}: ${problem}`)
    })
  }
  await run([])
  for (let first = 1; first < SCENARIO_HITS_MAX; first += every) {
    if ((await run([first])) < 1) break
    if (options.doubles !== true) continue
    // Where a sample begins differs, so that together they meet every operation.
    const begin = 1 + (Math.floor(first / every) % every)
    for (let second = begin; second < SCENARIO_HITS_MAX; second += every) {
      if ((await run([first, second])) < 2) break
    }
    options.log?.(`first crash at ${first}, ${runs} runs`)
  }
  return { runs, violations }
}

/** Returns how many of the crashes came. */
async function oneRun(
  world: World,
  options: FiringsOptions,
  crashes: readonly number[],
  say: (problem: string) => void,
): Promise<number> {
  await world.reset(++scopes % DATABASE_RUNS_MAX === 0)
  const progress: Progress = { now: START, name: `run_${scopes}` }
  let came = 0
  for (const at of [...crashes, undefined]) {
    if (!(await oneLife(world, options, progress, at, say))) break
    came++
  }
  return came
}

/** Runs share a database, so no two may share a name. */
let scopes = 0

/** The state that survives in the outside world: the time, and the model. */
interface Progress {
  now: number
  readonly name: string
}

/** One process. True if it crashed. */
async function oneLife(
  world: World,
  options: FiringsOptions,
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
    const ended = await Promise.race([program(world, options, life, progress, say), dead])
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
  options: FiringsOptions,
  life: { readonly dead: boolean },
  progress: Progress,
  say: (problem: string) => void,
): Promise<'done'> {
  const clock = virtualClock(progress.now)
  const groups = options.alone === true ? { groupActs: 1 } : {}
  const store = await openStore(await world.open(), { clock, onError: () => {}, ...groups })
  options.plant?.(store)
  const engine = new Engine({ store, clock, onError: () => {} })
  clock.onSettle(() => engine.idle())
  const { name } = progress
  // In small steps, so that a crash loses none of the time that has passed.
  const step = async () => {
    if (life.dead) throw new Error('the process is dead')
    progress.now = clock.now() + STEP_MS
    await clock.advance(STEP_MS)
    await engine.idle()
  }
  let model = await owned(engine, name, step)
  await engine.idle()
  while (clock.now() < SET_AT_MS) await step()
  await model.set({ A1: 1 }, { idempotencyKey: 'rise' })
  // Another version of the same rules, while one of them waits.
  const next = `# again\n${sourceOf(name)}`
  if (model.version === 1) model = (await engine.deploy(next, { id: name })).model
  await engine.idle()
  while (clock.now() < END_MS) await step()
  await check(engine, store, model, clock, say)
  await engine.close()
  await store.close()
  clock.close()
  return 'done'
}

/** Opens the model, or deploys it; waits while it belongs to a host that is dead. */
async function owned(engine: Engine, name: string, step: () => Promise<void>): Promise<LiveModel> {
  for (let round = 0; ; round++) {
    try {
      return await engine.model(name).catch(async (error: unknown) => {
        if (!isError(error, 'unknown-model')) throw error
        return (await engine.deploy(sourceOf(name), { id: name })).model
      })
    } catch (error) {
      if (!isError(error, 'owned-elsewhere') || round > PROGRAM_ROUNDS_MAX) throw error
      await step()
    }
  }
}

function isError(error: unknown, code: EngineError['code']): boolean {
  return error instanceof EngineError && error.code === code
}

/** The invariants at the end, whatever happened on the way. */
async function check(
  engine: Engine,
  store: Store,
  model: LiveModel,
  clock: VirtualClock,
  say: (problem: string) => void,
): Promise<void> {
  const created = (await engine.models()).find(({ id }) => id === model.id)!.createdAt
  const ticks: number[] = []
  for (let at = created + PERIOD_MS; at <= clock.now(); at += PERIOD_MS) ticks.push(at)
  if (model.version !== 2) say(`it is version ${model.version}, not 2`)
  const expected = { A1: 1, B1: ticks.length, C1: 1, D1: 1, E1: 1 }
  for (const [symbol, value] of Object.entries(expected)) {
    const found = model.get(symbol).value
    if (found !== value) say(`${symbol} is ${JSON.stringify(found)}, not ${value}`)
  }
  const events = await store.events(model.id)
  const names = events.map(({ payload }) => (payload as { event: string }).event).sort()
  const all = ['held', 'once', 'rose', ...ticks.map(() => 'tick')]
  if (names.join() !== all.join()) say(`published: ${names.join(', ')}`)
}
