// `npm run sim`: sets up, then runs the rigs whole.
import { runSource } from './run.mjs'
import { setup } from './setup.mjs'

await setup()
process.exitCode = await runSource('packages/sim/src/main.ts', process.argv.slice(2))
