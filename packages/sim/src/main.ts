// `npm run sim`: runs the rigs whole. The exit code is 0 only if nothing was found wrong.

import { parseArgs } from 'node:util'
import { PLANTS, type Plant, SOAK_PLANTS } from './planted.ts'
import {
  type RigResult,
  runBombs,
  runCalendar,
  runCallKill,
  runCalls,
  runCrash,
  runFirings,
  runHosts,
  runIncremental,
  runInterpreted,
  runKill,
  runLiveKill,
  runRedisKill,
  runRedisModels,
  runRefusals,
  runSoak,
  runWorkbooks,
  runWorkflowsKill,
  type StoreName,
} from './rigs.ts'

const USAGE = `npm run sim                      all rigs
npm run sim -- crash             a crash at every durable operation, and again during recovery
  --store memory|sqlite|postgres   one database only
  --singles                        no crash during recovery
npm run sim -- firings           the same around the firings of rules, with --store and --singles
npm run sim -- hosts             two hosts on one Postgres: paused, killed, with wrong clocks
  --seconds N                      of virtual time, default 2000
npm run sim -- kill              kill -9 of processes under load
  --store sqlite|postgres          default sqlite
  --cycles N                       default 200
  --kill hosts|server              server: the Postgres server too, while the hosts go on
  --plant ${PLANTS.join('|')}      a planted bug, which must be found
npm run sim -- redis-kill        kill -9 of Redis and of a host whose model lives in it, with --cycles and --plant no-append
npm run sim -- live-kill         kill -9 of a server while clients follow it live, with --cycles and --plant
npm run sim -- workflows-kill    kill -9 of a process whose workflow changes a world outside, with --cycles and --plant
npm run sim -- calls             a crash around external calls, with --store and --singles
npm run sim -- call-kill         kill -9 of hosts and workers of external calls, with --store and --cycles
npm run sim -- bombs             formulas and models that ask for too much, against a server with a victim beside them
  --only TEXT                      those whose name or text holds it
npm run sim -- soak              honest and hostile callers, kills and a look at the memory, for --seconds N, default 1800
  --plant ${SOAK_PLANTS.join('|')}
npm run sim -- incremental       random models, edit after edit, against the same built anew
  --edits N                        default 100000
npm run sim -- interpreted       the evaluator that Lua shares, beside the engine, in TypeScript and on Lua
  --models N                       default 2000
npm run sim -- redis-models      random models on ts, lua_interpreter and lua_generated, in a Redis of their own
  --models N                       default 20000
npm run sim -- refusals          random models at the ends of everything, and waves that the store refuses
  --models N                       default 20000
  --from N                         begins with the Nth, to see one again: the last digits of the seed that is told
npm run sim -- workbooks         random workbooks, with LibreOffice as a second opinion
  --books N                        default 200
npm run sim -- calendar          schedules in every time zone, against two other implementations
  --seed N                         replays a run
  --json                           the result as JSON, progress on stderr
`

/** Seeds are short, because a person types them again. */
const SEEDS = 1_000_000
const VIOLATIONS_SHOWN = 20

function readArguments() {
  return parseArgs({
    allowPositionals: true,
    options: {
      store: { type: 'string' },
      singles: { type: 'boolean', default: false },
      cycles: { type: 'string' },
      edits: { type: 'string' },
      models: { type: 'string' },
      from: { type: 'string' },
      books: { type: 'string' },
      only: { type: 'string' },
      seconds: { type: 'string' },
      kill: { type: 'string', default: 'hosts' },
      plant: { type: 'string' },
      seed: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
}

type Arguments = ReturnType<typeof readArguments>

function fail(message: string): never {
  process.stderr.write(`${message}\n\n${USAGE}`)
  process.exit(2)
}

function oneOf<T extends string>(name: string, given: string, allowed: readonly T[]): T {
  const found = allowed.find((value) => value === given)
  return found ?? fail(`--${name} is ${given}; it must be one of ${allowed.join(', ')}`)
}

function numberOf(name: string, given: string | undefined, otherwise: number): number {
  const value = given === undefined ? otherwise : Number(given)
  return Number.isSafeInteger(value) && value > 0 ? value : fail(`--${name} must be a number`)
}

/** The rigs to run, one after another. */
function plan({ values, positionals }: Arguments, seed: number) {
  const log = (line: string) => {
    const time = new Date().toISOString().slice(11, 19)
    ;(values.json ? process.stderr : process.stdout).write(`${time} ${line}\n`)
  }
  const common = { seed, log }
  const crash = (store: StoreName, doubles: boolean) => () =>
    runCrash({ ...common, store, doubles })
  const firings = (store: StoreName, doubles: boolean) => () =>
    runFirings({ ...common, store, doubles })
  const seconds = numberOf('seconds', values.seconds, 2_000)
  const hosts = () => runHosts({ ...common, seconds })
  const given = values.plant
  const isSoak = positionals[0] === 'soak'
  const isRedis = positionals[0] === 'redis-kill'
  const plant: { plant?: Plant } =
    given === undefined || isSoak || isRedis ? {} : { plant: oneOf('plant', given, PLANTS) }
  const soaked = given === undefined || isRedis ? {} : { plant: oneOf('plant', given, SOAK_PLANTS) }
  const soakSeconds = numberOf('seconds', values.seconds, 1_800)
  const soak = () => runSoak({ ...common, seconds: soakSeconds, ...soaked })
  const kill = (store: 'sqlite' | 'postgres', cycles: number, killServer = false) => {
    return () => runKill({ ...common, store, cycles, killServer, ...plant })
  }
  const redisKill = () =>
    runRedisKill({
      ...common,
      cycles: numberOf('cycles', values.cycles, 200),
      isPlanted: values.plant === 'no-append',
    })
  const liveKill = () =>
    runLiveKill({ ...common, cycles: numberOf('cycles', values.cycles, 100), ...plant })
  const workflowsKill = () =>
    runWorkflowsKill({ ...common, cycles: numberOf('cycles', values.cycles, 500), ...plant })
  const calls = (store: StoreName, doubles: boolean) => () =>
    runCalls({ ...common, store, doubles })
  const callKill = (store: 'sqlite' | 'postgres', cycles: number) => () =>
    runCallKill({ ...common, store, cycles })
  const bombs = () =>
    runBombs({ ...common, ...(values.only !== undefined && { only: values.only }) })
  const calendar = () => runCalendar(common)
  const edits = numberOf('edits', values.edits, 100_000)
  const incremental = () => runIncremental({ ...common, edits })
  const interpreted = () =>
    runInterpreted({ ...common, models: numberOf('models', values.models, 2_000) })
  const models = numberOf('models', values.models, 20_000)
  const books = numberOf('books', values.books, 200)
  const workbooks = () => runWorkbooks({ ...common, books })
  const redisModels = () => runRedisModels({ ...common, models })
  const from = values.from === undefined ? {} : { from: numberOf('from', values.from, 0) }
  const refusals = () => runRefusals({ ...common, models, ...from })

  const [command, ...rest] = positionals
  if (rest.length > 0) fail(`${rest.join(' ')} means nothing here`)
  if (command === undefined) {
    return [
      ...[crash('memory', true), crash('sqlite', true), crash('postgres', false)],
      ...[firings('memory', true), firings('sqlite', true), firings('postgres', true), hosts],
      ...[
        kill('sqlite', 50),
        kill('postgres', 25),
        kill('postgres', 5, true),
        liveKill,
        redisKill,
        workflowsKill,
      ],
      ...[calls('memory', true), calls('sqlite', true), calls('postgres', true)],
      ...[callKill('sqlite', 200), callKill('postgres', 200)],
      calendar,
      incremental,
      interpreted,
      redisModels,
      refusals,
      workbooks,
      bombs,
      soak,
    ]
  }
  if (command === 'bombs') return [bombs]
  if (command === 'soak') return [soak]
  if (command === 'calendar') return [calendar]
  if (command === 'incremental') return [incremental]
  if (command === 'interpreted') return [interpreted]
  if (command === 'redis-models') return [redisModels]
  if (command === 'refusals') return [refusals]
  if (command === 'workbooks') return [workbooks]
  if (command === 'hosts') return [hosts]
  if (command === 'live-kill') return [liveKill]
  if (command === 'workflows-kill') return [workflowsKill]
  if (command === 'redis-kill') return [redisKill]
  if (command === 'call-kill') {
    const store = oneOf('store', values.store ?? 'sqlite', ['sqlite', 'postgres'] as const)
    return [callKill(store, numberOf('cycles', values.cycles, 200))]
  }
  if (command === 'crash' || command === 'firings' || command === 'calls') {
    const doubles = !values.singles
    const stores = ['memory', 'sqlite', 'postgres'] as const
    const rig = command === 'crash' ? crash : command === 'calls' ? calls : firings
    if (values.store !== undefined) return [rig(oneOf('store', values.store, stores), doubles)]
    return [
      rig('memory', doubles),
      rig('sqlite', doubles),
      rig('postgres', rig !== crash && doubles),
    ]
  }
  if (command === 'kill') {
    const server = oneOf('kill', values.kill, ['hosts', 'server'] as const) === 'server'
    const store = values.store ?? (server ? 'postgres' : 'sqlite')
    const checked = oneOf('store', store, ['sqlite', 'postgres'] as const)
    if (server && checked === 'sqlite') fail('SQLite has no server to kill')
    return [kill(checked, numberOf('cycles', values.cycles, 200), server)]
  }
  return fail(`there is no rig called ${command}`)
}

function show(result: RigResult, seconds: number): void {
  const figures = Object.entries(result.figures).map(([name, n]) => `${n} ${name}`)
  const end = result.skipped ?? `${result.violations.length} violations`
  console.log(`\n${result.rig}: ${[...figures, end].join(', ')} (${seconds} s)`)
  for (const violation of result.violations.slice(0, VIOLATIONS_SHOWN))
    console.log(`  ${violation}`)
  const more = result.violations.length - VIOLATIONS_SHOWN
  if (more > 0) console.log(`  … and ${more} more`)
  if (result.violations.length > 0) console.log(`  replay with --seed ${result.seed}`)
}

async function main(): Promise<void> {
  let args: Arguments
  try {
    args = readArguments()
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error))
  }
  if (args.values.help) {
    process.stdout.write(USAGE)
    return
  }
  const seed = numberOf('seed', args.values.seed, 1 + (Date.now() % SEEDS))
  if (!args.values.json) console.log(`seed ${seed}`)
  const results: RigResult[] = []
  for (const run of plan(args, seed)) {
    const started = Date.now()
    const result = await run()
    results.push(result)
    if (!args.values.json) show(result, Math.round((Date.now() - started) / 1_000))
  }
  if (args.values.json) console.log(JSON.stringify({ seed, results }, undefined, 2))
  process.exitCode = results.some(({ violations }) => violations.length > 0) ? 1 : 0
}

await main()
