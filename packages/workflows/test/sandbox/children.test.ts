// Goal: what a script does to its child it does to nobody else. A child that dies, hangs or lies is replaced; workflows take
// turns; nothing is left behind. Method: real processes, and false ones that speak as a child would that a script has
// taken over.

import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { virtualClock } from '@cellwake/scheduler'
import { afterEach, describe, expect, it } from 'vitest'
import { Abandoned } from '../../src/errors.ts'
import { DEFAULT_LIMITS } from '../../src/limits.ts'
import { type Launch, launch, nodeFlags } from '../../src/sandbox/launch.ts'
import { CHILD_IDLE_MS, CHILD_START_MS } from '../../src/sandbox/limits.ts'
import { type Bench, bench, scriptOf } from './support.ts'

const open: Bench[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one[Symbol.asyncDispose]()
})

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function until(check: () => boolean, withinMs = 20_000): Promise<void> {
  for (let waited = 0; !check() && waited < withinMs; waited += 20) {
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** With the process ids of all children that were started. */
async function counted(options: Parameters<typeof bench>[0] = {}) {
  const pids: number[] = []
  const start: Launch = async () => {
    const started = await launch()
    pids.push(started.child.pid!)
    return started
  }
  const made = await bench({ launch: start, ...options })
  open.push(made)
  return { ...made, pids }
}

/** Whether the system can tie a child to its host. */
const canTie = existsSync('/usr/bin/setpriv')

const HEALTHY = 'async () => ({ data: 1 })'
/** One step of the interpreter that looks at no clock. */
const HANGS = 'async () => { const a = []; a.length = 2 ** 32 - 1; for (;;) a.indexOf(1) }'

describe('a child', () => {
  it('is used for one phase after another', async () => {
    const { pids, ...made } = await counted({ children: 1 })
    for (let i = 0; i < 5; i++)
      expect((await made.try('prepare', HEALTHY)).value).toEqual({ data: 1 })
    await made.try('prepare', 'async () => { throw new Error("no") }')
    await made.try('prepare', 'async (ctx) => { await ctx.tools.fails(1) }')
    expect((await made.try('prepare', HEALTHY)).value).toEqual({ data: 1 })
    expect(pids).toHaveLength(1)
  })

  it('that hangs is killed at its deadline and replaced', async () => {
    const { pids, ...made } = await counted({ children: 1 })
    await made.try('prepare', HEALTHY)
    const hung = await made.try('prepare', HANGS, { limits: { phaseMs: 300 } })
    expect(hung.failure).toMatchObject({ class: 'logic' })
    expect((await made.try('prepare', HEALTHY)).value).toEqual({ data: 1 })
    await until(() => !isAlive(pids[0]!))
    expect([pids.length, isAlive(pids[0]!), isAlive(pids[1]!)]).toEqual([2, false, true])
  })

  it.each([
    ['SIGSEGV', 'logic', /it ended its sandbox, with SIGSEGV/],
    ['SIGABRT', 'logic', /it ended its sandbox, with SIGABRT/],
    ['SIGKILL', 'transient', /was ended from outside, with SIGKILL/],
  ] as const)('that dies of %s fails its phase alone', async (signal, kind, message) => {
    const { pids, ...made } = await counted({ children: 2 })
    const waits = 'async (ctx) => { ctx.log("runs"); await ctx.tools.slow(1) }'
    // It has started: one that dies before that is no doing of its script.
    await made.try('prepare', HEALTHY)
    const dying = made.try('prepare', waits)
    const other = made.try('prepare', 'async (ctx) => ({ data: await ctx.tools.read(7) })')
    expect((await other).value).toEqual({ data: { got: 7 } })
    process.kill(pids[0]!, signal)
    const done = await dying
    expect(done.failure).toMatchObject({ class: kind, message: expect.stringMatching(message) })
    expect((await made.try('prepare', HEALTHY)).value).toEqual({ data: 1 })
  })

  it('that is busy with one script does not hold up another', async () => {
    const { pids, ...made } = await counted({ children: 2 })
    let isOver = false
    const bad = made.try('prepare', HANGS, { limits: { phaseMs: 3_000 } }).then((done) => {
      isOver = true
      return done
    })
    for (let i = 0; i < 5; i++)
      expect((await made.try('prepare', HEALTHY)).value).toEqual({ data: 1 })
    expect([isOver, pids.length]).toEqual([false, 2])
    expect((await bad).failure?.class).toBe('logic')
  })

  it('that nobody needs is ended after a while', async () => {
    const clock = virtualClock(0)
    const { pids, ...made } = await counted({ children: 1, clock })
    await made.try('prepare', HEALTHY)
    await clock.advance(CHILD_IDLE_MS - 1)
    expect(isAlive(pids[0]!)).toBe(true)
    await clock.advance(1)
    await until(() => !isAlive(pids[0]!))
    expect(isAlive(pids[0]!)).toBe(false)
    expect((await made.try('prepare', HEALTHY)).value).toEqual({ data: 1 })
    expect(pids).toHaveLength(2)
  })
})

describe('workflows', () => {
  it('take turns: none waits behind all that another has asked for', async () => {
    const made = await counted({ children: 1 })
    await made.try('prepare', HEALTHY)
    const limits = { ...DEFAULT_LIMITS, phaseMs: 20_000 }
    const order: string[] = []
    const ask = (name: string, home: ReturnType<typeof made.sandbox.open>) =>
      made.try('prepare', HEALTHY, { home }).then(() => order.push(name))
    const [greedy, modest] = [1, 2].map(() =>
      made.sandbox.open(scriptOf('prepare', HEALTHY), limits),
    )
    await Promise.all([
      ...Array.from({ length: 5 }, (_, i) => ask(`greedy ${i}`, greedy!)),
      ask('modest', modest!),
    ])
    expect(order.indexOf('modest')).toBeLessThanOrEqual(2)
    expect(order.filter((name) => name.startsWith('greedy'))).toEqual(
      [0, 1, 2, 3, 4].map((i) => `greedy ${i}`),
    )
  })

  it('that are ended while they wait take no turn', async () => {
    const { pids, ...made } = await counted({ children: 1 })
    const first = made.try('prepare', 'async (ctx) => { await ctx.tools.slow(1) }', {
      limits: { phaseMs: 1_000 },
    })
    const controller = new AbortController()
    const waiting = made.try('prepare', HEALTHY, { signal: controller.signal })
    controller.abort(new Error('not wanted any more'))
    expect((await waiting).failure?.message).toBe('not wanted any more')
    expect((await first).failure?.message).toMatch(/1 s/)
    expect(pids).toHaveLength(1)
  })
})

describe('the end of a host', () => {
  it('abandons what runs and what waits, and leaves no process', async () => {
    const { pids, ...made } = await counted({ children: 1 })
    await made.try('prepare', HEALTHY)
    const running = made.try('prepare', 'async (ctx) => { await ctx.tools.slow(1) }')
    const waiting = made.try('prepare', HEALTHY)
    const reading = made.sandbox.describe('export default {}', DEFAULT_LIMITS)
    await made.sandbox.close()
    expect((await running).thrown).toBeInstanceOf(Abandoned)
    expect((await waiting).thrown).toBeInstanceOf(Abandoned)
    await expect(reading).rejects.toMatchObject({ code: 'closed' })
    expect((await made.try('prepare', HEALTHY)).thrown).toBeInstanceOf(Abandoned)
    await until(() => pids.every((pid) => !isAlive(pid)))
    expect(pids.map(isAlive)).toEqual([false])
  })

  it.skipIf(!canTie)('by kill -9 ends its children, whatever they do', async () => {
    const root = new URL('../../../../', import.meta.url)
    const program = fileURLToPath(new URL('./host-program.ts', import.meta.url))
    const source = new URL('scripts/source.mjs', root).href
    const host = spawn(process.execPath, ['--import', source, program], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    let out = ''
    host.stdout.on('data', (chunk) => {
      out += String(chunk)
    })
    const lines = () => out.trim().split('\n')
    await until(() => lines().filter((line) => line === 'runs').length === 3)
    const pids = lines().flatMap((line) => (line === 'runs' ? [] : [Number(line)]))
    expect(pids.map(isAlive)).toEqual([true, true, true])
    host.kill('SIGKILL')
    await until(() => pids.every((pid) => !isAlive(pid)))
    expect(pids.map(isAlive)).toEqual([false, false, false])
  })
})

describe('a child process', () => {
  it.skipIf(!canTie)('has no environment, no folder and no file but its pipes', async () => {
    process.env.CELLWAKE_CANARY = 'a secret of the host'
    const { pids, ...made } = await counted({ children: 1 })
    delete process.env.CELLWAKE_CANARY
    await made.try('prepare', HEALTHY)
    const about = `/proc/${pids[0]}`
    expect(readFileSync(`${about}/environ`, 'utf8')).toBe('')
    expect(readlinkSync(`${about}/cwd`)).toMatch(/cellwake-sandbox-\w+ \(deleted\)$/)
    const files = readdirSync(`${about}/fd`).map((fd) => readlinkSync(`${about}/fd/${fd}`))
    const outside = files.filter((file) => !/^(pipe|socket|anon_inode):|^\/dev\/null$/.test(file))
    expect(outside).toEqual([])
    const status = readFileSync(`${about}/status`, 'utf8')
    expect(status).toMatch(/NoNewPrivs:\s*1/)
  })

  it('cannot read, write, start anything or compile text, whoever has it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cellwake-probe-'))
    const program = join(folder, 'probe.mjs')
    writeFileSync(program, PROBE)
    const child = spawn(process.execPath, [...nodeFlags([program]), program], {
      env: {},
      cwd: folder,
    })
    let out = ''
    child.stdout.on('data', (chunk) => {
      out += String(chunk)
    })
    await new Promise((resolve) => child.on('close', resolve))
    rmSync(folder, { recursive: true })
    const denied = 'ERR_ACCESS_DENIED'
    expect(JSON.parse(out)).toEqual({
      read: denied,
      list: denied,
      write: denied,
      process: denied,
      thread: denied,
      addon: 'ERR_DLOPEN_DISABLED',
      text: 'EvalError',
      proto: 'undefined',
      environment: '',
    })
  })
})

const PROBE = `
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
const tried = (fn) => { try { return String(fn()) } catch (error) { return error.code ?? error.name } }
console.log(JSON.stringify({
  read: tried(() => readFileSync('/etc/passwd')),
  list: tried(() => readdirSync('/')),
  write: tried(() => writeFileSync('left-behind', '')),
  process: tried(() => execFileSync('ls')),
  thread: tried(() => new Worker('1', { eval: true })),
  addon: tried(() => process.dlopen({ exports: {} }, 'x.node')),
  text: tried(() => new Function('return 1')()),
  proto: tried(() => typeof ({}).__proto__),
  environment: Object.keys(process.env).join(),
}))`

/** A program that speaks for a child. `said` are the frames that it sends, as text or bytes. */
function falseChild(code: string): Launch {
  const prelude = `
    const frame = (message) => {
      const body = Buffer.from(typeof message === 'string' ? message : JSON.stringify(message))
      const head = Buffer.alloc(4)
      head.writeUInt32BE(body.length)
      process.stdout.write(Buffer.concat([head, body]))
    }
    let onTask = () => {}
    let heard = Buffer.alloc(0)
    process.stdin.on('data', (chunk) => {
      heard = Buffer.concat([heard, chunk])
      while (heard.length >= 4 && heard.length >= 4 + heard.readUInt32BE(0)) {
        const message = JSON.parse(heard.subarray(4, 4 + heard.readUInt32BE(0)))
        heard = heard.subarray(4 + heard.readUInt32BE(0))
        if (message.type === 'task') onTask(message.task)
        if (message.type === 'stop') frame({ type: 'stopped' })
      }
    })
    process.stdin.on('end', () => process.exit())
  `
  return async () => ({
    child: spawn(process.execPath, ['-e', prelude + code], { stdio: ['pipe', 'pipe', 'pipe'] }),
    tidy() {},
  })
}

describe('a child that a script has taken over', () => {
  const lies: readonly (readonly [name: string, code: string, message: RegExp])[] = [
    [
      'announces a message without end',
      `process.stdout.write(Buffer.from([255, 255, 255, 255]))`,
      /bytes; \d+ are allowed/,
    ],
    ['sends what is no JSON', `frame('{"type":')`, /no JSON/],
    ['sends a list', `frame([1])`, /without a known form/],
    ['sends an unknown message', `frame({ type: 'open' })`, /without a known form/],
    [
      'sends a call without an id',
      `frame({ type: 'call', op: 'peek', text: '[]' })`,
      /without a known form/,
    ],
    [
      'sends a call with a wrong id',
      `frame({ type: 'call', id: -1, op: 'peek', text: '[]' })`,
      /without a known form/,
    ],
    [
      'sends a failure without a code',
      `frame({ type: 'failed', failure: { message: 'x' } })`,
      /without a known form/,
    ],
    [
      'logs without end',
      `for (let i = 0; i < 5000; i++) frame({ type: 'log', text: '["x"]' })`,
      /more messages than it may/,
    ],
    [
      'calls without end',
      `for (let i = 1; i < 5000; i++) frame({ type: 'call', id: i, op: 'peek', text: '["orders"]' })`,
      /more messages than it may/,
    ],
    ['leaves', `process.exit(3)`, /ended its sandbox, with code 3/],
    [
      'calls what is no operation',
      `frame({ type: 'call', id: 1, op: 'constructor', text: '[]' })`,
      /no operation constructor/,
    ],
    [
      'calls the maker of functions',
      `frame({ type: 'call', id: 1, op: 'tools.read.constructor', text: '["return process"]' })`,
      /no operation tools\.read\.constructor/,
    ],
    [
      'calls by a prototype',
      `frame({ type: 'call', id: 1, op: 'tools.__proto__.valueOf', text: '[]' })`,
      /no operation/,
    ],
    [
      'calls apply of a tool',
      `frame({ type: 'call', id: 1, op: 'tools.read.apply', text: '[null, [1]]' })`,
      /no operation/,
    ],
    [
      'calls the tools themselves',
      `frame({ type: 'call', id: 1, op: 'tools.', text: '[]' })`,
      /no operation/,
    ],
    [
      'calls what its phase may not',
      `frame({ type: 'call', id: 1, op: 'publish', text: '["orders", {}]' })`,
      /prepare may not publish/,
    ],
    [
      'calls a tool that is no property of its own',
      `frame({ type: 'call', id: 1, op: 'tools.toString', text: '[]' })`,
      /no operation/,
    ],
    [
      'names no list of arguments',
      `frame({ type: 'call', id: 1, op: 'peek', text: 'null' })`,
      /does not subscribe to/,
    ],
    [
      'gives arguments that are no JSON',
      `frame({ type: 'call', id: 1, op: 'peek', text: '{' })`,
      /does not subscribe to/,
    ],
  ]

  it.each(lies)('and %s is ended, and its run fails', async (_, code, message) => {
    const start = falseChild(`frame({ type: 'ready' }); onTask = () => { ${code} }`)
    const made = await bench({ children: 1, launch: start })
    open.push(made)
    const done = await made.try('prepare', HEALTHY)
    expect(done.failure).toMatchObject({ class: 'logic', message: expect.stringMatching(message) })
    expect([done.published, done.toolCalls]).toEqual([[], []])
  })

  it('and says done with what pollutes gives a value with nothing in it', async () => {
    const value = `{"__proto__":{"polluted":1},"data":2}`
    const start = falseChild(
      `frame({ type: 'ready' }); onTask = () => frame({ type: 'done', text: ${JSON.stringify(value)} })`,
    )
    const made = await bench({ children: 1, launch: start })
    open.push(made)
    const done = await made.try('prepare', HEALTHY)
    expect(done.value).toMatchObject({ data: 2 })
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  it('and speaks without a task is ended before the next one', async () => {
    const twice = `const done = Buffer.from('{"type":"done","text":"1"}')
      const head = Buffer.from([0, 0, 0, done.length])
      frame({ type: 'ready' })
      onTask = () => process.stdout.write(Buffer.concat([head, done, head, done]))`
    const pids: number[] = []
    const start = falseChild(twice)
    const made = await bench({
      children: 1,
      launch: async () => {
        const started = await start()
        pids.push(started.child.pid!)
        return started
      },
    })
    open.push(made)
    for (let i = 0; i < 3; i++) expect((await made.try('prepare', HEALTHY)).value).toBe(1)
    expect(pids).toHaveLength(3)
  })
})

describe('a child that cannot be started', () => {
  it('is a fault of the host, with what it said', async () => {
    const start = falseChild(
      `process.stderr.write('no room left'); process.exitCode = 9; process.stdin.unref()`,
    )
    const made = await bench({ children: 1, launch: start })
    open.push(made)
    const done = await made.try('prepare', HEALTHY)
    expect(done.failure).toMatchObject({ class: 'internal' })
    expect(done.failure?.message).toMatch(
      /could not be started: it ended with code 9\. no room left/,
    )
  })

  it('is given up when it says nothing', async () => {
    const clock = virtualClock(0)
    const made = await bench({ children: 1, clock, launch: falseChild('') })
    open.push(made)
    const run = made.try('prepare', HEALTHY)
    await clock.advance(CHILD_START_MS)
    expect((await run).failure).toMatchObject({
      class: 'internal',
      message: expect.stringMatching(/did not start in time/),
    })
  })

  it('is told if there is no program', async () => {
    const start: Launch = async () => ({
      child: spawn('/no/such/program', [], { stdio: ['pipe', 'pipe', 'pipe'] }),
      tidy() {},
    })
    const made = await bench({ children: 1, launch: start })
    open.push(made)
    expect((await made.try('prepare', HEALTHY)).failure).toMatchObject({
      class: 'internal',
      message: expect.stringMatching(/ENOENT/),
    })
  })
})

it('the folder that a child begins in is gone when it runs', async () => {
  const before = new Set(readdirSync(tmpdir()))
  const made = await counted({ children: 1 })
  await made.try('prepare', HEALTHY)
  const left = readdirSync(tmpdir()).filter(
    (name) => name.startsWith('cellwake-sandbox-') && !before.has(name),
  )
  expect(left.filter((name) => existsSync(join(tmpdir(), name)))).toEqual([])
})
