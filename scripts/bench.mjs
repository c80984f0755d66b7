// `npm run bench`: builds, then measures. The garbage collector is exposed to measure memory.
import { build } from './build.mjs'
import { runSource } from './run.mjs'

const built = await build()
process.exitCode =
  built === 0 ? await runSource('bench/main.ts', process.argv.slice(2), ['--expose-gc']) : built
