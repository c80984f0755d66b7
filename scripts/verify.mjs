// `npm run verify`: the checks of CI, cheap ones first. Stops at the first failure.
// The tests come last, so that their closing line is the last line of all.
// `--static` leaves the tests out.
import { run, runTool, tools } from './run.mjs'
import { setup } from './setup.mjs'

const steps = {
  // Tidy needs no service, so none is started for it.
  tidy: () =>
    runTool(tools.vitest, ['run', 'tests/tidy.test.ts', '--reporter=dot'], {
      env: { ...process.env, CELLWAKE_TEST_SERVICES: 'off' },
    }),
  types: () => runTool(tools.tsc, ['-p', 'tsconfig.check.json']),
  'types of the page': () => runTool(tools.tsc, ['-p', 'packages/web/tsconfig.json']),
  lint: () => runTool(tools.biome, ['check', '--error-on-warnings', '.']),
  test: () => run(process.execPath, ['scripts/test.mjs']),
}

await setup()
if (process.argv.includes('--static')) delete steps.test
for (const [name, check] of Object.entries(steps)) {
  console.log(`\n== ${name}`)
  const started = Date.now()
  const code = await check()
  if (code !== 0) {
    if (name !== 'test') console.log(`== ${name} failed`)
    process.exit(code)
  }
  if (name !== 'test') console.log(`== ${name} ok, ${((Date.now() - started) / 1000).toFixed(1)} s`)
}
