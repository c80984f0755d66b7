// A private Redis: its own folder, a free port on loopback, gone without a trace at the end. It appends to its file and
// syncs before it answers, and evicts nothing, because the tests and rigs are about durability.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { privateFolder } from './account.ts'
import { type Keeper, startKeeper } from './keeper.ts'
import { freePort } from './port.ts'
import { isAlive, signal, until } from './processes.ts'
import { findRedis, type RedisPrograms } from './redis-programs.ts'

export type RedisOptions = {
  /** Server settings, beside or instead of the defaults below. */
  settings?: Record<string, string>
}

export type Redis = {
  readonly url: string
  readonly port: number
  /** The server's; a new one after a restart. */
  readonly pid: number
  readonly folder: string
  /** Ends the server and removes its data. */
  stop(): Promise<void>
  /** SIGKILL: a crash. The data stays. */
  kill(): Promise<void>
  /** Starts the server on the same data and port, after a clean stop if it is still up. */
  restart(): Promise<void>
}

const defaults = {
  bind: '127.0.0.1',
  'protected-mode': 'yes',
  appendonly: 'yes',
  appendfsync: 'always',
  'maxmemory-policy': 'noeviction',
  save: '',
  databases: '16',
  daemonize: 'no',
}

const startTimeoutMs = 30_000
const stopTimeoutMs = 15_000

/** Undefined if no Redis can be had on this machine. */
export async function startRedis(options: RedisOptions = {}): Promise<Redis | undefined> {
  const found = await findRedis()
  return 'programs' in found ? launchRedis(found.programs, options) : undefined
}

export async function launchRedis(
  programs: RedisPrograms,
  options: RedisOptions = {},
): Promise<Redis> {
  const folder = privateFolder('redis', undefined)
  const keeper = startKeeper(folder, 'TERM')
  try {
    // The port may be taken between the look and the start.
    for (let attempt = 1; ; attempt += 1) {
      const server = new Server(programs, folder, await freePort(), keeper, options)
      const problem = await server.start()
      if (problem === undefined) return server
      if (attempt === 5 || !problem.includes('Address already in use')) throw new Error(problem)
    }
  } catch (error) {
    await keeper.end()
    throw error
  }
}

class Server implements Redis {
  readonly url: string
  readonly port: number
  readonly folder: string
  #process: ChildProcess | undefined
  readonly #programs: RedisPrograms
  readonly #args: string[]
  readonly #keeper: Keeper

  constructor(
    programs: RedisPrograms,
    folder: string,
    port: number,
    keeper: Keeper,
    { settings }: RedisOptions,
  ) {
    this.url = `redis://127.0.0.1:${port}`
    this.port = port
    this.folder = folder
    this.#programs = programs
    const all = { ...defaults, port: String(port), dir: folder, ...settings }
    this.#args = Object.entries(all).flatMap(([name, value]) => [`--${name}`, value])
    this.#keeper = keeper
  }

  get pid(): number {
    return this.#process?.pid ?? 0
  }

  /** Returns why it did not start, or undefined when it has read its data and answers. */
  async start(): Promise<string | undefined> {
    const logFile = join(this.folder, 'log')
    const log = openSync(logFile, 'w')
    // Detached, so that Ctrl-C leaves the stopping to the keeper.
    const child = spawn(this.#programs.server, this.#args, {
      argv0: this.#programs.name,
      cwd: this.folder,
      env: { PATH: process.env.PATH ?? '', HOME: this.folder, LC_ALL: 'C' },
      detached: true,
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    this.#keeper.watch(child.pid)
    let failure: Error | undefined
    child.once('error', (error) => {
      failure = error
    })
    child.once('exit', () => {
      // Its pid may be given to a stranger now.
      if (this.#process === child) this.#keeper.watch(undefined)
    })
    child.unref()
    this.#process = child
    const deadline = Date.now() + startTimeoutMs
    while (failure === undefined && !hasEnded(child) && Date.now() < deadline) {
      if (await answers(this.port)) return hasEnded(child) ? 'it has ended' : undefined
      await sleep(20)
    }
    await this.kill()
    return failure?.message ?? `Redis did not start:\n${readFileSync(logFile, 'utf8')}`
  }

  async stop(): Promise<void> {
    await this.#keeper.end()
  }

  async kill(): Promise<void> {
    const child = this.#process
    if (child?.pid === undefined || hasEnded(child)) return
    const { pid } = child
    child.ref()
    signal(pid, 'SIGKILL')
    if (!hasEnded(child)) await once(child, 'exit')
    await until(() => !isAlive(pid), stopTimeoutMs)
  }

  async restart(): Promise<void> {
    const child = this.#process
    if (child?.pid !== undefined && !hasEnded(child)) {
      signal(child.pid, 'SIGTERM')
      if (!(await until(() => hasEnded(child), stopTimeoutMs))) await this.kill()
    }
    const problem = await this.start()
    if (problem !== undefined) throw new Error(problem)
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

/** While it reads its data it answers with LOADING. A password is asked for by a server that is up. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'))
    const over = (is: boolean) => {
      socket.destroy()
      resolve(is)
    }
    socket.setTimeout(1_000, () => over(false))
    socket.once('error', () => over(false))
    socket.once('data', (data) => over(/^(\+PONG|-NOAUTH)/.test(data.toString())))
  })
}
