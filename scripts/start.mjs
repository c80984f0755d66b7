// `npm start`: sets up, then opens the demo.
import { buildUi } from './build-ui.mjs'
import { runSource } from './run.mjs'
import { setup } from './setup.mjs'

await setup()
await buildUi()
process.exitCode = await runSource('packages/cli/src/main.ts', ['demo', ...process.argv.slice(2)])
