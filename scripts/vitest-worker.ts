// Loaded before every test file. When the run is killed its test processes are not told, and a long test would
// go on alone; the closed channel to the run is how they can know.

import fc from 'fast-check'
import { context, UTC_TABLE } from '../packages/runtime/src/context.ts'

// The instant, zone and chance of evaluations are a module's: the file before may have left others.
Object.assign(context, { nowMs: 0, zone: UTC_TABLE, zones: [], random: () => 0 })

// A red run must be about the change that was made: chance begins at the same place each time, unless a seed is given.
fc.configureGlobal({ seed: Number(process.env.CELLWAKE_TEST_SEED ?? 20_261_116) })

// A process runs many files, and listens once. By its name, because this file is evaluated anew for each of them.
const listens = process.listeners('disconnect').some(({ name }) => name === endWithTheRun.name)
if (!listens) process.once('disconnect', endWithTheRun)

function endWithTheRun(): void {
  process.exit(1)
}
