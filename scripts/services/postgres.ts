// A private Postgres: its own folder, a free port on loopback, gone without a trace at the end. It
// keeps its promises on disk (fsync and synchronous_commit on), because the tests and rigs are
// about durability.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, cpSync, openSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Account, isReachable, privateFolder, serviceAccount } from './account.ts'
import { exec } from './exec.ts'
import { type Keeper, startKeeper } from './keeper.ts'
import { freePort } from './port.ts'
import { findPostgres, type PostgresPrograms } from './postgres-programs.ts'
import { childrenOf, isAlive, signal, until } from './processes.ts'

export type PostgresOptions = {
  /** Server settings, beside or instead of the defaults below. */
  settings?: Record<string, string>
}

export type Postgres = {
  readonly url: string
  /** The postmaster's; a new one after a restart. */
  readonly pid: number
  readonly dataDir: string
  /** Ends the server and removes its data. */
  stop(): Promise<void>
  /** SIGKILL to the postmaster and all its children: a crash. The data stays. */
  kill(): Promise<void>
  /** Starts the server on the same data and port, after a clean stop if it is still up. */
  restart(): Promise<void>
}

const defaults = {
  listen_addresses: '127.0.0.1',
  fsync: 'on',
  synchronous_commit: 'on',
  max_connections: '100',
  shared_buffers: '32MB',
}

const startTimeoutMs = 60_000
const stopTimeoutMs = 30_000

/** Undefined if no Postgres can be had on this machine. */
export async function startPostgres(options: PostgresOptions = {}): Promise<Postgres | undefined> {
  const found = await findPostgres()
  return 'programs' in found ? launch(found.programs, options) : undefined
}

export async function launch(
  programs: PostgresPrograms,
  options: PostgresOptions = {},
): Promise<Postgres> {
  const account = serviceAccount(['postgres', 'nobody'])
  const folder = privateFolder('postgres', account)
  const keeper = startKeeper(folder, 'QUIT')
  try {
    const bin = reachableBin(programs, folder, account)
    await initialise(bin, folder, account)
    // The port may be taken between the look and the start.
    for (let attempt = 1; ; attempt += 1) {
      const server = new Server(bin, folder, await freePort(), account, keeper, options)
      const problem = await server.start()
      if (problem === undefined) return server
      if (attempt === 5 || !problem.includes('Address already in use')) throw new Error(problem)
    }
  } catch (error) {
    await keeper.end()
    throw error
  }
}

function reachableBin(programs: PostgresPrograms, folder: string, account: Account | undefined) {
  if (isReachable(programs.bin, account)) return programs.bin
  const copy = join(folder, 'programs')
  cpSync(programs.home, copy, { recursive: true, verbatimSymlinks: true })
  return join(copy, basename(programs.bin))
}

/** A fresh cluster that trusts local connections; the server listens on loopback alone. */
async function initialise(bin: string, folder: string, account: Account | undefined) {
  const args = ['-D', join(folder, 'data'), '-U', 'postgres', '--auth=trust', '--encoding=UTF8']
  const result = await exec(join(bin, 'initdb'), [...args, '--locale=C', '--no-sync'], {
    cwd: folder,
    env: environment(folder),
    ...account,
  })
  if (!result.ok) throw new Error(`initdb failed:\n${result.output}`)
}

/** Without the caller's PGDATA, PGPORT and the like. */
function environment(folder: string) {
  return { PATH: process.env.PATH ?? '', HOME: folder, LC_ALL: 'C' }
}

class Server implements Postgres {
  readonly url: string
  readonly dataDir: string
  #process: ChildProcess | undefined
  readonly #program: string
  readonly #args: string[]
  readonly #folder: string
  readonly #account: Account | undefined
  readonly #keeper: Keeper

  constructor(
    bin: string,
    folder: string,
    port: number,
    account: Account | undefined,
    keeper: Keeper,
    options: PostgresOptions,
  ) {
    this.url = `postgres://postgres@127.0.0.1:${port}/postgres`
    this.dataDir = join(folder, 'data')
    this.#program = join(bin, 'postgres')
    const settings = {
      ...defaults,
      port: String(port),
      unix_socket_directories: folder,
      ...options.settings,
    }
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    this.#args = ['-D', this.dataDir, ...flags]
    this.#folder = folder
    this.#account = account
    this.#keeper = keeper
  }

  get pid(): number {
    return this.#process?.pid ?? 0
  }

  /** Returns why it did not start, or undefined when it accepts connections. */
  async start(): Promise<string | undefined> {
    const logFile = join(this.#folder, 'log')
    const log = openSync(logFile, 'w')
    // Detached, so that Ctrl-C leaves the stopping to the keeper.
    const child = spawn(this.#program, this.#args, {
      cwd: this.#folder,
      env: environment(this.#folder),
      detached: true,
      stdio: ['ignore', log, log],
      ...this.#account,
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
    const settled = () => failure !== undefined || hasEnded(child) || this.#isReady(child)
    await until(settled, startTimeoutMs)
    if (this.#isReady(child)) return undefined
    await this.kill()
    return failure?.message ?? `Postgres did not start:\n${readFileSync(logFile, 'utf8')}`
  }

  // Line 1 of this file is the pid, line 8 the state; a crash leaves an old one behind.
  #isReady(child: ChildProcess): boolean {
    try {
      const lines = readFileSync(join(this.dataDir, 'postmaster.pid'), 'utf8').split('\n')
      return lines[0] === String(child.pid) && lines[7]?.trim() === 'ready'
    } catch {
      return false
    }
  }

  async stop(): Promise<void> {
    await this.#keeper.end()
  }

  async kill(): Promise<void> {
    const child = this.#process
    if (child?.pid === undefined || hasEnded(child)) return
    // Stopped first: it could otherwise fork a child after the list was made.
    signal(child.pid, 'SIGSTOP')
    const victims = [child.pid, ...childrenOf(child.pid)]
    for (const pid of victims) signal(pid, 'SIGKILL')
    await ended(child)
    await until(() => !victims.some(isAlive), stopTimeoutMs)
  }

  async restart(): Promise<void> {
    const child = this.#process
    if (child?.pid !== undefined && !hasEnded(child)) {
      signal(child.pid, 'SIGINT')
      if (!(await until(() => hasEnded(child), stopTimeoutMs))) await this.kill()
    }
    const problem = await this.start()
    if (problem !== undefined) throw new Error(problem)
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

async function ended(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  child.ref()
  await once(child, 'exit')
}
