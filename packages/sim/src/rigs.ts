// The rigs at a size, as `npm run sim` runs them: each reports its progress, and ends with figures
// and a list of violations.

import { dirname } from 'node:path'
import { bombFormulas } from './bombs/formulas.ts'
import { bombModels } from './bombs/models.ts'
import { throwBombs } from './bombs/rig.ts'
import { calendarRig } from './calendar.ts'
import { crashCalls } from './calls/crash.ts'
import { callKillLoop } from './calls/kill.ts'
import type { CallPlant } from './calls/plants.ts'
import { crashEverywhere } from './crash.ts'
import { crashFirings } from './firings.ts'
import { twoHosts } from './hosts.ts'
import { incrementalRig } from './incremental.ts'
import { interpretedRig } from './interpreted.ts'
import { killLoop } from './kill.ts'
import { liveKillLoop } from './live-kill.ts'
import type { Plant, SoakPlant } from './planted.ts'
import { redisKillLoop } from './redis-kill.ts'
import { redisModelsRig } from './redis-models.ts'
import { refusalsRig } from './refusals.ts'
import { SCENARIOS } from './scenarios/all.ts'
import { soak } from './soak.ts'
import { inSchema, postgresTarget, sqliteTarget, type Target } from './targets.ts'
import { workbookRig } from './workbooks/rig.ts'
import { workflowsKillLoop } from './workflows-kill.ts'
import { memoryWorld, pointsOf, postgresWorld, sqliteWorld, type World } from './worlds.ts'

export type StoreName = 'memory' | 'sqlite' | 'postgres'

export interface RigResult {
  readonly rig: string
  readonly seed: number
  readonly figures: Readonly<Record<string, number>>
  readonly violations: readonly string[]
  /** Why it could not run at all. */
  readonly skipped?: string
}

export interface RigOptions {
  readonly seed: number
  readonly log: (line: string) => void
}

const NO_POSTGRES = 'there is no Postgres on this machine'

/** A schema of this run's own: the process has a number that no other has now. */
const ownSchema = (kind: string, seed: number) => `cellwake_${kind}_${seed}_${process.pid}`

export async function runCrash(
  options: RigOptions & { store: StoreName; doubles: boolean },
): Promise<RigResult> {
  const { seed, store, doubles, log } = options
  const rig = `crash ${store}, ${doubles ? 'doubles' : 'singles'}`
  const target = store === 'postgres' ? await postgresTarget({ killServer: false }) : undefined
  if (store === 'postgres' && target === undefined) return skipped(rig, seed)
  const world = worldOf('crash', store, target, seed)
  const points = new Set<string>()
  const violations: string[] = []
  let runs = 0
  try {
    for (const scenario of SCENARIOS) {
      const report = await crashEverywhere(world, scenario, { seed, doubles })
      runs += report.runs
      for (const point of report.points) points.add(point)
      violations.push(...report.violations)
      const found = report.violations.length === 0 ? '' : `, ${report.violations.length} VIOLATIONS`
      log(`${rig}: ${scenario.name}, ${report.runs} runs${found}`)
    }
  } finally {
    await world.close()
    await target?.release()
  }
  for (const point of pointsOf(store)) {
    if (!points.has(point)) violations.push(`the fault point ${point} was never reached`)
  }
  const figures = { scenarios: SCENARIOS.length, runs, points: points.size }
  return { rig, seed, figures, violations }
}

function worldOf(rig: string, store: StoreName, target: Target | undefined, seed: number): World {
  if (store === 'memory') return memoryWorld()
  if (store === 'sqlite') return sqliteWorld()
  return postgresWorld(target!.url, ownSchema(rig, seed))
}

/** On Postgres, where a run takes most of a second, a sample of the doubles. */
const POSTGRES_DOUBLES_EVERY = 17

export async function runFirings(
  options: RigOptions & { store: StoreName; doubles: boolean },
): Promise<RigResult> {
  const { seed, store, doubles } = options
  const rig = `firings ${store}, ${doubles ? 'doubles' : 'singles'}`
  const target = store === 'postgres' ? await postgresTarget({ killServer: false }) : undefined
  if (store === 'postgres' && target === undefined) return skipped(rig, seed)
  const world = worldOf('firings', store, target, seed)
  const every = store === 'postgres' && doubles ? POSTGRES_DOUBLES_EVERY : 1
  const log = (line: string) => options.log(`${rig}: ${line}`)
  try {
    const { runs, violations } = await crashFirings(world, { alone: true, doubles, every, log })
    return { rig, seed, figures: { runs }, violations }
  } finally {
    await world.close()
    await target?.release()
  }
}

export async function runCalls(
  options: RigOptions & { store: StoreName; doubles: boolean },
): Promise<RigResult> {
  const { seed, store, doubles } = options
  const rig = `calls ${store}, ${doubles ? 'doubles' : 'singles'}`
  const target = store === 'postgres' ? await postgresTarget({ killServer: false }) : undefined
  if (store === 'postgres' && target === undefined) return skipped(rig, seed)
  const world = worldOf('calls', store, target, seed)
  const every = store === 'postgres' && doubles ? POSTGRES_DOUBLES_EVERY : 1
  const log = (line: string) => options.log(`${rig}: ${line}`)
  try {
    const { violations, ...figures } = await crashCalls(world, { doubles, every, log })
    return { rig, seed, figures, violations }
  } finally {
    await world.close()
    await target?.release()
  }
}

export async function runCallKill(
  options: RigOptions & { store: 'sqlite' | 'postgres'; cycles: number; plant?: CallPlant },
): Promise<RigResult> {
  const { seed, store, cycles, plant } = options
  const rig = `call-kill, ${store}${plant ? `, planted ${plant}` : ''}`
  const target = store === 'sqlite' ? sqliteTarget() : await postgresTarget({ killServer: false })
  if (target === undefined) return skipped(rig, seed)
  try {
    const url = store === 'sqlite' ? target.url : inSchema(target.url, ownSchema('call_kill', seed))
    const log = (line: string) => options.log(`${rig}: ${line}`)
    const planted = plant === undefined ? {} : { plant }
    const { violations, ...figures } = await callKillLoop({
      store,
      url,
      cycles,
      seed,
      log,
      ...planted,
    })
    return { rig, seed, figures, violations }
  } finally {
    await target.release()
  }
}

export async function runHosts(options: RigOptions & { seconds: number }): Promise<RigResult> {
  const { seed, seconds } = options
  const rig = 'two hosts, postgres'
  const target = await postgresTarget({ killServer: false })
  if (target === undefined) return skipped(rig, seed)
  try {
    const url = inSchema(target.url, ownSchema('hosts', seed))
    const log = (line: string) => options.log(`${rig}: ${line}`)
    const { violations, ...figures } = await twoHosts({ url, seed, seconds, log })
    return { rig, seed, figures, violations }
  } finally {
    await target.release()
  }
}

export async function runKill(
  options: RigOptions & {
    store: 'sqlite' | 'postgres'
    cycles: number
    killServer: boolean
    plant?: Plant
  },
): Promise<RigResult> {
  const { seed, store, cycles, killServer, plant } = options
  const rig = `kill ${killServer ? 'server' : 'hosts'}, ${store}${plant ? `, planted ${plant}` : ''}`
  const target = store === 'sqlite' ? sqliteTarget() : await postgresTarget({ killServer })
  if (target === undefined) return skipped(rig, seed)
  try {
    const url = store === 'sqlite' ? target.url : inSchema(target.url, ownSchema('kill', seed))
    const log = (line: string) => options.log(`${rig}: ${line}`)
    const planted = plant === undefined ? {} : { plant }
    const report = await killLoop({ target: { ...target, url }, cycles, seed, log, ...planted })
    const { violations, ...figures } = report
    return { rig, seed, figures, violations }
  } finally {
    await target.release()
  }
}

export async function runLiveKill(
  options: RigOptions & { cycles: number; plant?: Plant },
): Promise<RigResult> {
  const { seed, cycles, plant } = options
  const rig = `live-kill, sqlite${plant ? `, planted ${plant}` : ''}`
  const target = sqliteTarget()
  try {
    const log = (line: string) => options.log(`${rig}: ${line}`)
    const planted = plant === undefined ? {} : { plant }
    const { url } = target
    const { violations, ...figures } = await liveKillLoop({ url, cycles, seed, log, ...planted })
    return { rig, seed, figures, violations }
  } finally {
    await target.release()
  }
}

/** A model that lives in Redis, while both are killed. */
export async function runRedisKill(
  options: RigOptions & { cycles: number; isPlanted: boolean },
): Promise<RigResult> {
  const { seed, cycles, isPlanted, log } = options
  const rig = `redis-kill${isPlanted ? ', planted no-append' : ''}`
  const planted = isPlanted ? ({ plant: 'no-append' } as const) : {}
  const report = await redisKillLoop({ cycles, seed, log, ...planted })
  if (report === undefined) {
    return { rig, seed, figures: {}, violations: [], skipped: 'there is no Redis on this machine' }
  }
  const { violations, ...figures } = report
  return { rig, seed, figures, violations }
}

/** Random models on the runtimes in Redis, beside the engine's own. */
export async function runRedisModels(options: RigOptions & { models: number }): Promise<RigResult> {
  const { seed } = options
  const report = await redisModelsRig(options)
  if (report !== undefined) return { rig: 'redis-models', seed, ...report }
  const why = 'there is no Redis on this machine'
  return { rig: 'redis-models', seed, figures: {}, violations: [], skipped: why }
}

/** Honest and hostile callers for so many seconds, with a kill every tenth of them. */
export async function runSoak(
  options: RigOptions & { seconds: number; plant?: SoakPlant },
): Promise<RigResult> {
  const { seed, seconds, plant } = options
  const rig = `soak, sqlite${plant ? `, planted ${plant}` : ''}`
  const target = sqliteTarget()
  try {
    const log = (line: string) => options.log(`${rig}: ${line}`)
    const planted = plant === undefined ? {} : { plant }
    const killEverySeconds = Math.max(1, seconds / 10)
    const { violations, ...figures } = await soak({
      ...{ url: target.url, seconds, killEverySeconds, seed, log },
      ...planted,
    })
    return { rig, seed, figures, violations }
  } finally {
    await target.release()
  }
}

export async function runWorkflowsKill(
  options: RigOptions & { cycles: number; plant?: Plant },
): Promise<RigResult> {
  const { seed, cycles, plant } = options
  const rig = `workflows-kill, sqlite${plant ? `, planted ${plant}` : ''}`
  const target = sqliteTarget()
  try {
    const log = (line: string) => options.log(`${rig}: ${line}`)
    const planted = plant === undefined ? {} : { plant }
    const where = { url: target.url, folder: dirname(target.url.slice('sqlite:'.length)) }
    const how = { ...where, cycles, seed, log, ...planted }
    const { violations, ...figures } = await workflowsKillLoop(how)
    return { rig, seed, figures, violations }
  } finally {
    await target.release()
  }
}

/** All bombs, or those whose name or text holds `only`. */
export async function runBombs({
  seed,
  log,
  only = '',
}: RigOptions & { only?: string }): Promise<RigResult> {
  const formulas = bombFormulas.filter((formula) => formula.includes(only))
  const models = bombModels.filter(({ name }) => name.includes(only))
  const { violations, ...figures } = await throwBombs({ formulas, models, log })
  return { rig: 'bombs', seed, figures, violations }
}

export async function runCalendar({ seed, log }: RigOptions): Promise<RigResult> {
  const { checks, failures } = await calendarRig({ seed, log })
  return { rig: 'calendar', seed, figures: { checks }, violations: failures }
}

export async function runIncremental(options: RigOptions & { edits: number }): Promise<RigResult> {
  const { figures, violations } = await incrementalRig(options)
  return { rig: 'incremental', seed: options.seed, figures, violations }
}

export async function runInterpreted(options: RigOptions & { models: number }): Promise<RigResult> {
  const { figures, violations } = await interpretedRig(options)
  return { rig: 'interpreted', seed: options.seed, figures, violations }
}

export async function runRefusals(
  options: RigOptions & { models: number; from?: number },
): Promise<RigResult> {
  const { figures, violations } = await refusalsRig(options)
  return { rig: 'refusals', seed: options.seed, figures, violations }
}

export async function runWorkbooks(options: RigOptions & { books: number }): Promise<RigResult> {
  return { rig: 'workbooks', seed: options.seed, ...(await workbookRig(options)) }
}

function skipped(rig: string, seed: number): RigResult {
  return { rig, seed, figures: {}, violations: [], skipped: NO_POSTGRES }
}
