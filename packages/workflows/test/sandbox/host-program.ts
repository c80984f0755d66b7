// A host that is killed while its children are busy: prints their process ids, one a line.

import { DEFAULT_LIMITS } from '../../src/limits.ts'
import { launch } from '../../src/sandbox/launch.ts'
import { Sandbox } from '../../src/sandbox/sandbox.ts'

const bodies = {
  waits: 'await ctx.tools.slow()',
  loops: 'for (;;);',
  step: 'const a = []; a.length = 2 ** 32 - 1; for (;;) a.indexOf(1)',
}
const sandbox = new Sandbox({
  launch: async () => {
    const started = await launch()
    process.stdout.write(`${started.child.pid}\n`)
    return started
  },
})
const ctx = {
  now: '2026-01-01T00:00:00.000Z',
  log: (line: unknown) => process.stdout.write(`${line}\n`),
  tools: { slow: () => new Promise<never>(() => {}) },
}
for (const body of Object.values(bodies)) {
  const script = `export default { consumers: { c: { async mutate(ctx) { ctx.log('runs'); ${body} } } } }`
  const home = sandbox.open(script, DEFAULT_LIMITS)
  const { signal } = new AbortController()
  void home.mutate('c', ctx as never, {} as never, { signal })
}
// Children keep no process alive.
process.stdin.resume()
