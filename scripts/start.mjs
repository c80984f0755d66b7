// `npm start`: sets up, then opens the demo.
import { runSource } from './run.mjs'
import { setup } from './setup.mjs'

await setup()
process.exitCode = await runSource('packages/cli/src/main.ts', ['demo', ...process.argv.slice(2)])
