// `npm run bench`: sets up, then measures. The garbage collector is exposed to measure memory.
import { runSource } from './run.mjs'
import { setup } from './setup.mjs'

await setup()
process.exitCode = await runSource('bench/main.ts', process.argv.slice(2), ['--expose-gc'])
