// Goal: no script gets out, takes the host with it, or stays beyond its deadline. Each of the corpus ends as a failure of
// its own logic, with a sentence that helps and says nothing of the machine; the host is as it was, and the next script
// runs. Method: real children, judged by the host's own clock and its own lateness.

import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { launch } from '../../src/sandbox/launch.ts'
import { KILL_AFTER_MS } from '../../src/sandbox/limits.ts'
import { escapes } from './escapes.ts'
import { type Bench, bench, scriptOf } from './support.ts'

/** Of scripts that would stay for ever, and of others, which may be slow on a busy machine. */
const SHORT_MS = 400
const LONG_MS = 20_000
/** Beside the lateness of the host itself, which is measured: what a message takes on a busy machine. */
const SLACK_MS = 150

let made: Bench
/** Children that live, and those that were ended and have not gone yet: the system tells of that a little later. */
const pids = new Set<number>()
beforeAll(async () => {
  made = await bench({
    children: 1,
    launch: async () => {
      const started = await launch()
      const { child } = started
      pids.add(child.pid!)
      child.on('exit', () => pids.delete(child.pid!))
      return started
    },
  })
  await expectHealthy()
})
afterAll(() => made[Symbol.asyncDispose]())

/** A script of somebody else runs as if nothing had been, in a child that is ready for the next. */
async function expectHealthy(): Promise<void> {
  const done = await made.try('prepare', 'async (ctx) => ({ data: await ctx.tools.read(7) })')
  expect(done.value).toEqual({ data: { got: 7 } })
}

const builtIns = [Object, Array, Function, String, Number, Promise, Error, RegExp, Map, Set, Date]

/** The names of everything that all code of the host shares. */
function shared(): string {
  const names = (value: object) => Object.getOwnPropertyNames(value).sort().join()
  return [
    globalThis,
    ...builtIns,
    ...builtIns.map(({ prototype }) => prototype),
    JSON,
    Math,
    Reflect,
  ]
    .map((value) => names(value as object))
    .join('\n')
}

/** For how long the host's own timers stood still meanwhile: on a busy machine it acts late, once and again. */
function lateness(): () => number {
  let late = 0
  let last = performance.now()
  const look = () => {
    const now = performance.now()
    late += Math.max(0, now - last - 10)
    last = now
  }
  const timer = setInterval(look, 10)
  return () => {
    clearInterval(timer)
    look()
    return late
  }
}

it('has a corpus of more than 80 scripts, each with a name of its own', () => {
  expect(escapes.length).toBeGreaterThanOrEqual(80)
  expect(new Set(escapes.map(({ name }) => name)).size).toBe(escapes.length)
})

it.each(escapes)('$name', async ({ code, says, phase = 'prepare', whole }) => {
  const before = shared()
  const script = whole === true ? code : scriptOf(phase, `async (ctx, state) => {\n${code}\n}`)
  const scriptMs = says.source.includes('0\\.4 s') ? SHORT_MS : LONG_MS
  const late = lateness()
  const done = await made.tryScript(phase, script, { scriptMs, args: [{ n: 1 }] })
  const lateMs = late()
  expect(done.failure, JSON.stringify(done.value)).toMatchObject({ class: 'logic' })
  const { message } = done.failure!
  expect(message).toMatch(says)
  expect(message).not.toMatch(
    /node_modules|node:internal|cellwake-sandbox|\/(tmp|usr|home|root)\/|not held/,
  )
  expect(done.tookMs - lateMs).toBeLessThan(scriptMs + KILL_AFTER_MS + SLACK_MS)
  if (phase !== 'producer') expect(done.published).toEqual([])
  expect(shared()).toBe(before)
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  await expectHealthy()
  // One that does not stop by itself is killed, and another has run the healthy script.
  await vi.waitFor(() => expect(pids.size).toBe(1), { timeout: LONG_MS })
})
